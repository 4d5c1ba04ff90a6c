"""Random characters, in one step or in all, by our own taste; and archetypes to start from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from rules.creation import with_build
from rules.document import Document
from rules.kit.ideas import Ideas
from rules.kit.random_build import RandomBuild
from rules.systems.hyperspace_d6.character import quickplay
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.creation import gear
from rules.systems.hyperspace_d6.creation.steps import FIELDS
from rules.systems.hyperspace_d6.document.build import (
    Build,
    Burden,
    Edge,
    Gear,
    OwnProfession,
    OwnSpecies,
    Quickplay,
)
from rules.systems.hyperspace_d6.homebrew.tables import document_tables
from rules.systems.hyperspace_d6.ledger import kinds
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Entry, Idea, Quirk

Q = TypeVar("Q", Edge, Burden)
# The steps that can be filled, and the fields that each clears first. Pronouns and the GM's credits
# stay.
STEPS = {
    "species": ("species",),
    "profession": ("profession",),
    "skills": ("skills",),
    "edge-and-burden": ("edge", "burden"),
    "gear": ("gear", "worn"),
    "concept": ("name", "concept"),
    "appearance": ("appearance", "personality"),
}
QUICK_STEPS = {
    "attributes": ("quickplay.plus_two", "quickplay.plus_one"),
    "concept": ("name", "concept", *(f"quickplay.{member}" for member in quickplay.TOLD)),
    "appearance": STEPS["appearance"],
}


def _order(document: Document[Build]) -> list[str]:
    """Skills come last if a picked one counts only once an edge gives dice in the Force."""
    is_waiting = document.build.edge is None and _lacks_force(kinds.replay(document))
    return sorted(STEPS, key=lambda step: is_waiting and step == "skills")


def _lacks_force(character: Character) -> bool:
    """True if a picked skill needs the Force, and the character has none."""
    known, picked = character.skills, map(character.tables.skill_id, character.build.skills)
    needed = any(id in known and known[id].attribute == FORCE for id in picked)
    return needed and not character.has_force


def _quick(document: Document[Build]) -> bool:
    return bool(document.house and document.house.quickplay)


def _open(document: Document[Build], step: str) -> bool:
    """True if a step is incomplete."""
    build = document.build
    match step:
        case "concept":
            untold = _quick(document) and not quickplay.chosen(build).species
            return untold or not (document.name.strip() and build.concept)
        case "appearance":
            return not (build.appearance and build.personality)
        case "gear":
            return not build.gear
    fields = STEPS.get(step) or QUICK_STEPS[step]
    places = tuple(f"build.{field.partition('.')[0]}" for field in fields)
    problems = kinds.character_problems(kinds.replay(document))
    return any(problem.unfinished and problem.where.startswith(places) for problem in problems)


def _decide(rng: Random, document: Document[Build], step: str) -> Document[Build]:
    """Fill the empty fields of a step."""
    build, tables = document.build, document_tables(document)
    match step:
        case "species":
            return with_build(document, species=_species(rng, build.species, tables))
        case "profession":
            return with_build(document, profession=_profession(rng, build.profession, tables))
        case "skills":
            return with_build(document, skills=_skills(rng, document))
        case "edge-and-burden":
            return replace(document, build=_quirks(rng, document))
        case "gear":
            return replace(document, build=gear.random_gear(rng, document))
        case "attributes":
            return with_build(document, quickplay=_attributes(rng, build))
        case "concept" if _quick(document):
            quick = _words(rng, quickplay.chosen(build), tables)
            return _who(rng, with_build(document, quickplay=quick))
        case "concept":
            return _who(rng, document)
        case _:
            return _looks(rng, document)


def _species(rng: Random, own: str | OwnSpecies | None, tables: Book) -> str | OwnSpecies:
    """One of the list; for a custom one a name, the dice that are left, and a focus."""
    if not isinstance(own, OwnSpecies):
        return own or rng.choice(list(tables.species))
    rules = tables.creation
    start = rules.own_species_start
    attributes = {id: own.attributes.get(id, start) for id in ATTRIBUTES}
    left = start * len(ATTRIBUTES) + rules.own_species_points - sum(attributes.values())
    empty = [id for id in ATTRIBUTES if attributes[id] == start]
    added = _spread(rng, left, empty, rules.own_species_most - start)
    mundane = [row.id for row in tables.skills.values() if row.attribute != FORCE]
    return replace(
        own,
        name=own.name or rng.choice(tables.chance.own_species),
        attributes={**own.attributes, **{id: start + dice for id, dice in added.items()}},
        focus=own.focus or rng.choice(mundane),
    )


def _profession(rng: Random, own: str | OwnProfession | None, tables: Book) -> str | OwnProfession:
    """One of the list; for a custom one a name, and the dice that are left, the Force first."""
    if not isinstance(own, OwnProfession):
        return own or rng.choice(list(tables.professions))
    rules = tables.creation
    goal = rules.own_force_profession_points if own.force_user else rules.own_profession_points
    left = goal - sum(own.bonuses.values())
    added: dict[str, int] = {}
    if own.force_user and not own.bonuses.get(FORCE) and left >= rules.own_force_profession_least:
        added = {FORCE: rules.own_force_profession_least}
        left -= added[FORCE]
    empty = [id for id in ATTRIBUTES if not own.bonuses.get(id)]
    added |= _spread(rng, left, empty, rules.own_profession_most)
    return replace(
        own,
        name=own.name or rng.choice(tables.chance.own_professions),
        bonuses={**own.bonuses, **added},
    )


def _spread(rng: Random, left: int, empty: Iterable[str], most: int) -> dict[str, int]:
    """Dice for attributes, at most `most` for each; dice without room stay unassigned."""
    shares = dict.fromkeys(empty, 0)
    while left > 0 and (room := [id for id, dice in shares.items() if dice < most]):
        shares[rng.choice(room)] += 1
        left -= 1
    return {id: dice for id, dice in shares.items() if dice}


def _skills(rng: Random, document: Document[Build]) -> tuple[str, ...]:
    """The picks, and as many more as are open: mostly skills of the profession."""
    character = kinds.replay(document)
    taken = set(map(character.tables.skill_id, document.build.skills))
    free = [id for id in character.open_skills if id not in taken]
    profession = document.build.profession
    leaning = book().chance.skills.get(profession if isinstance(profession, str) else "", ())
    likely = [id for id in map(character.tables.skill_id, leaning) if id in free]
    added: list[str] = []
    while free and len(character.chosen.picks) + len(added) < book().creation.picks:
        id = rng.choice(likely if likely and rng.random() < 0.8 else free)
        added.append(id)
        free.remove(id)
        likely = [one for one in likely if one != id]
    return (*document.build.skills, *added)


def _quirks(rng: Random, document: Document[Build]) -> Build:
    """An edge and a burden that fit together, with their traits and notes."""
    build = document.build
    character = kinds.replay(document)
    edge, tables = build.edge if build.edge and build.edge.id else None, character.tables
    if edge is None:
        edge = Edge(id=rng.choice(_fitting_edges(rng, character)).id)
    row, burden = tables.edges.get(edge.id), build.burden
    if burden is None or not burden.id:
        burden = Burden(id=rng.choice(_fitting(tables.burdens, row)).id)
    edge = _named(rng, edge, row, character)
    burden = _named(rng, burden, tables.burdens.get(burden.id), character)
    return replace(build, edge=edge, burden=burden)


def _named(rng: Random, quirk: Q, row: Quirk | None, character: Character) -> Q:
    """An edge with its skill, mostly a picked one, or a burden with its attribute; and a note."""
    if row is None:
        return quirk
    if row.asks and not getattr(quirk, row.asks):
        traits: Sequence[str] = ATTRIBUTES
        if row.asks == "skill":
            known = character.chosen.skills
            picks = [id for id in character.chosen.picks if known[id].attribute != FORCE]
            mundane = [id for id, skill in known.items() if skill.attribute != FORCE]
            traits = picks if picks and rng.random() < 0.6 else mundane
        quirk = replace(quirk, **{row.asks: rng.choice(traits)})
    notes = book().chance.notes.get(quirk.id, ())
    return replace(quirk, note=quirk.note or (rng.choice(notes) if notes else ""))


def _fitting(rows: Mapping[str, Quirk], other: Quirk | None) -> list[Quirk]:
    """Those that fit the burden, or the edge: only one of the two may set the starting credits."""
    is_set = other is not None and other.credits is not None
    return [row for row in rows.values() if not (is_set and row.credits is not None)]


def _fitting_edges(rng: Random, character: Character) -> list[Quirk]:
    """Edges that fit the burden; the Force for characters with Force skills, otherwise rarely."""
    rows = _fitting(character.tables.edges, character.chosen.burden)
    if _lacks_force(character):
        return [row for row in rows if row.force_dice]
    welcome = character.has_force or rng.random() < 0.25
    return [row for row in rows if welcome or not row.force_dice]


def _who(rng: Random, document: Document[Build]) -> Document[Build]:
    """A name for the species, a concept for the profession."""
    build, chance = document.build, book().chance
    first, last = chance.names.get(str(build.species)) or chance.names[""]
    parts = [rng.choice(first), rng.choice(last) if last else ""]
    concepts = chance.concepts.get(str(build.profession)) or chance.concepts[""]
    named = replace(document, name=document.name.strip() or " ".join(filter(None, parts)))
    return with_build(
        named,
        concept=build.concept or rng.choice(concepts),
        pronouns=build.pronouns or rng.choice(chance.pronouns),
    )


def _looks(rng: Random, document: Document[Build]) -> Document[Build]:
    build, tables = document.build, document_tables(document)
    chance, species = tables.chance, tables.species.get(str(build.species))
    looks = chance.droid_appearances if species and species.kind == "droid" else chance.appearances
    return with_build(
        document,
        appearance=build.appearance or rng.choice(looks),
        personality=build.personality or rng.choice(chance.personalities),
    )


def _attributes(rng: Random, build: Build) -> Quickplay:
    """The chosen attributes, and as many different ones as are still open."""
    rules, quick = book().party.quickplay, quickplay.chosen(build)
    best, open_ = quick.plus_two, [id for id in ATTRIBUTES if id not in quick.plus_one]
    if not best and open_:
        best = rng.choice(open_)
    counted = {id for id in quick.plus_one if id in ATTRIBUTES and id != best}
    free = [id for id in ATTRIBUTES if id != best and id not in counted]
    added = rng.sample(free, len(free))[: max(0, rules.plus_one_count - len(counted))]
    return replace(quick, plus_two=best, plus_one=(*quick.plus_one, *added))


def _words(rng: Random, quick: Quickplay, tables: Book) -> Quickplay:
    """A species, a profession, and all other texts that are empty."""

    def name(rows: Mapping[str, Entry]) -> str:
        return rng.choice(list(rows.values())).name

    skills = [row.name for row in tables.skills.values() if row.attribute != FORCE]
    gear = f"{name(tables.weapons)}\n{name(tables.items)}"
    drawn = {
        "species": name(tables.species),
        "profession": name(tables.professions),
        "skills": ", ".join(rng.sample(skills, tables.creation.picks)),
        "edge": name(tables.edges),
        "burden": name(tables.burdens),
        "gear": gear,
    }
    return replace(quick, **{id: getattr(quick, id) or text for id, text in drawn.items()})


FULL_BUILD = RandomBuild(
    FIELDS, STEPS, _decide, is_open=_open, order=_order, also_cleared=("pronouns",)
)
QUICK_BUILD = RandomBuild(FIELDS, QUICK_STEPS, _decide, is_open=_open, also_cleared=("pronouns",))


def random_build(document: Document[Build]) -> RandomBuild:
    """The random choices for the steps of quick play, or for all steps."""
    return QUICK_BUILD if _quick(document) else FULL_BUILD


def _chosen_idea(rng: Random, document: Document[Build], idea: Idea) -> Document[Build]:
    edge, burden = idea.edge, idea.burden
    return with_build(
        document,
        concept=idea.name,
        species=rng.choice(idea.species),
        profession=idea.profession,
        skills=idea.skills,
        edge=Edge(id=edge.id, skill=edge.skill, note=edge.note),
        burden=Burden(id=burden.id, attribute=burden.attribute, note=burden.note),
        gear=tuple(_kit(rng, idea)),
        worn=idea.worn or None,
        personality=idea.story,
    )


def _kit(rng: Random, idea: Idea) -> Iterator[Gear]:
    for id, quantity in idea.kit.items():
        row = book().weapons.get(id)
        yield gear.saber(rng, row) if row and row.workshop else Gear(id=id, quantity=quantity)
    yield from (Gear(name=name) for name in idea.things)


IDEAS = Ideas(book().ideas, _chosen_idea, (), "species", {**book().species, **book().skills})
