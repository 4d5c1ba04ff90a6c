"""A character by chance: what is open in a document decided legally, or one step decided anew.

The rules leave much free; here is taste. Skills follow the profession. What is carried is chosen in
`outfit.py`.
"""

from __future__ import annotations

from random import Random

import msgspec

from rules.document import Document
from rules.systems.hyperspace_d6 import advancement, derived, outfit, quick_chance, quickplay
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Book, Quirk, book
from rules.systems.hyperspace_d6.build import Build, Burden, Edge, House
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.creation import character_problems
from rules.systems.hyperspace_d6.homemade import tables_of

STEPS = ("species", "profession", "skills", "edge-and-burden", "gear", "concept", "appearance")
QUICK_STEPS = ("attributes", "concept", "appearance")


def fill(rng: Random, document: Document, *, step: str = "") -> Document:
    """Decide what is open; with a `step`, decide that one anew and leave the others alone."""
    steps = QUICK_STEPS if _quick(document) else STEPS
    if step and step not in steps:
        return document
    if step:
        return _decide(rng, _cleared(document, step), step)
    for one in steps:
        if _open(document, one):
            document = _decide(rng, document, one)
    return document


def _quick(document: Document) -> bool:
    return bool(document.house and document.house.quickplay)


def _cleared(document: Document, step: str) -> Document:
    """The document with a step's choices taken back."""
    replace = msgspec.structs.replace
    build: Build = document.build
    match step:
        case "skills":
            return replace(document, build=replace(build, skills=()))
        case "edge-and-burden":
            return replace(document, build=replace(build, edge=None, burden=None))
        case "attributes":
            quick = replace(quickplay.chosen(build), plus_two="", plus_one=())
            return replace(document, build=replace(build, quickplay=quick))
        case "concept":
            quick = replace(quickplay.chosen(build), **dict.fromkeys(quickplay.TOLD, ""))
            told = quick if _quick(document) else build.quickplay
            return replace(document, name="", build=replace(build, concept="", quickplay=told))
        case "appearance":
            return replace(document, build=replace(build, appearance="", personality=""))
    return document


def _open(document: Document, step: str) -> bool:
    """Whether a step still waits for a decision, or holds one that breaks a rule."""
    build: Build = document.build
    match step:
        case "species":
            return not build.species
        case "profession":
            return not build.profession
        case "attributes":
            return quick_chance.open_in(build)
        case "concept":
            untold = _quick(document) and not quickplay.chosen(build).species
            return untold or not (document.name.strip() and build.concept)
        case "appearance":
            return not (build.appearance and build.personality)
        case "gear":
            return not build.gear or _faulty(document, ("build.gear", "build.worn"))
        case "skills":
            return _faulty(document, ("build.skills",))
        case _:
            return _faulty(document, ("build.edge", "build.burden"))


def _faulty(document: Document, places: tuple[str, ...]) -> bool:
    character = advancement.replay(document)
    return any(problem.where.startswith(places) for problem in character_problems(character))


def _decide(rng: Random, document: Document, step: str) -> Document:
    build: Build = document.build
    tables = tables_of(document.house or House())
    replace = msgspec.structs.replace
    match step:
        case "species":
            species = rng.choice(list(tables.species))
            return replace(document, build=replace(build, species=species))
        case "profession":
            profession = rng.choice(list(tables.professions))
            return replace(document, build=replace(build, profession=profession))
        case "skills":
            return replace(document, build=replace(build, skills=_skills(rng, document)))
        case "edge-and-burden":
            return replace(document, build=_quirks(rng, document))
        case "gear":
            return replace(document, build=outfit.gear(rng, document))
        case "attributes":
            return replace(document, build=quick_chance.attributes(rng, build))
        case "concept" if _quick(document):
            return _who(rng, quick_chance.words(rng, document, tables))
        case "concept":
            return _who(rng, document)
        case _:
            return replace(document, build=_looks(rng, build, tables))


def _skills(rng: Random, document: Document) -> tuple[str, ...]:
    """What is picked already, and as many more as are open: mostly what the profession leans to."""
    character = advancement.replay(document)
    profession = document.build.profession
    force = derived.has_force(character)
    known = character.chosen.skills
    open_skills = [id for id, row in known.items() if row.attribute != FORCE or force]
    leaning = book().chance.skills.get(profession if isinstance(profession, str) else "", ())
    likely = [id for id in map(character.tables.skill_id, leaning) if id in open_skills]
    picked = list(character.chosen.picks)
    while len(picked) < book().creation.picks:
        pool = likely if likely and rng.random() < 0.8 else open_skills
        id = rng.choice(pool)
        if id not in picked:
            picked.append(id)
        elif all(id in picked for id in pool):
            likely = []
    return tuple(picked)


def _quirks(rng: Random, document: Document) -> Build:
    """An edge and a burden that may stand together, with what they name, and words about both."""
    build: Build = document.build
    character = advancement.replay(document)
    edge = character.chosen.edge or rng.choice(_fitting_edges(rng, character))
    burden = character.chosen.burden or rng.choice(
        [
            row
            for row in character.tables.burdens.values()
            if edge.credits is None or row.credits is None
        ]
    )
    old_edge = build.edge if build.edge and build.edge.id == edge.id else Edge(id=edge.id)
    old_burden = (
        build.burden if build.burden and build.burden.id == burden.id else Burden(id=burden.id)
    )
    picks = [id for id in character.chosen.picks if character.chosen.skills[id].attribute != FORCE]
    mundane = [id for id, row in character.chosen.skills.items() if row.attribute != FORCE]
    named = character.chosen.edge_skill
    if edge.asks and not named:
        named = rng.choice(picks if picks and rng.random() < 0.6 else mundane)
    trait = character.chosen.burden_attribute
    return msgspec.structs.replace(
        build,
        edge=Edge(id=edge.id, skill=named, note=old_edge.note or _note(rng, edge.id)),
        burden=Burden(
            id=burden.id,
            attribute=trait or rng.choice(ATTRIBUTES) if burden.asks else "",
            note=old_burden.note or _note(rng, burden.id),
        ),
    )


def _fitting_edges(rng: Random, character: Character) -> list[Quirk]:
    """Edges that stand with the burden; the Force for those who have or need it, else now and
    then.
    """
    burden = character.chosen.burden
    rows = [
        row
        for row in character.tables.edges.values()
        if not (burden and burden.credits is not None and row.credits is not None)
    ]
    force = derived.has_force(character)
    known = character.skills
    picked = map(character.tables.skill_id, character.build.skills)
    needed = any(id in known and known[id].attribute == FORCE for id in picked)
    if needed and not force:
        return [row for row in rows if row.force_dice]
    welcome = force or rng.random() < 0.25
    return [row for row in rows if welcome or not row.force_dice]


def _note(rng: Random, id: str) -> str:
    notes = book().chance.notes.get(id, ())
    return rng.choice(notes) if notes else ""


def _who(rng: Random, document: Document) -> Document:
    """A name as the species has them, a concept as the profession does."""
    build: Build = document.build
    chance = book().chance
    species = build.species if isinstance(build.species, str) else ""
    first, last = chance.names.get(species) or chance.names[""]
    parts = [rng.choice(first), rng.choice(last) if last else ""]
    profession = build.profession if isinstance(build.profession, str) else ""
    concepts = chance.concepts.get(profession) or chance.concepts[""]
    name = document.name.strip() or " ".join(filter(None, parts))
    return msgspec.structs.replace(
        document,
        name=name,
        build=msgspec.structs.replace(
            build,
            concept=build.concept or rng.choice(concepts),
            pronouns=build.pronouns or rng.choice(chance.pronouns),
        ),
    )


def _looks(rng: Random, build: Build, tables: Book) -> Build:
    chance = tables.chance
    species = tables.species.get(str(build.species))
    looks = chance.droid_appearances if species and species.kind == "droid" else chance.appearances
    return msgspec.structs.replace(
        build,
        appearance=build.appearance or rng.choice(looks),
        personality=build.personality or rng.choice(chance.personalities),
    )
