"""Looks up the choices of a build. What is open or illegal is reported, and adds nothing."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from rules.phrases import counted
from rules.problems import NOTHING, SURPLUS, UNKNOWN, Places, Problem, ProblemList
from rules.systems.hyperspace_d6.character import opponents, quickplay
from rules.systems.hyperspace_d6.character.inventory import InventoryItem, carried, worn_armor
from rules.systems.hyperspace_d6.character.opponents import OpponentStats
from rules.systems.hyperspace_d6.character.origins import Origin, profession_of, species_of
from rules.systems.hyperspace_d6.document.build import Build, Burden, Edge, OwnSpecies
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.homebrew.tables import credits_of, looked_up
from rules.systems.hyperspace_d6.rulebook.book import Book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Quirk, Skill, spoken


class ValidatedBuild(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A build looked up in the `tables` of its party. `spent` is the price of its gear, in credits;
    `party_credits` are the party's starting credits, `starting_credits` the GM's sum for this
    character. Quick play has dice in attributes, and nothing else that counts.
    """

    tables: Book
    species: Origin
    profession: Origin
    picks: tuple[str, ...] = ()
    edge: Quirk | None = None
    edge_skill: str = ""
    burden: Quirk | None = None
    burden_attribute: str = ""
    items: tuple[InventoryItem, ...] = ()
    worn: str = ""
    spent: int = 0
    starting_credits: int | None = None
    party_credits: int | None = None
    faults: tuple[Problem, ...]
    opponent: OpponentStats | None = None

    @property
    def skills(self) -> Mapping[str, Skill]:
        """The skills of the party, by id."""
        return self.tables.skills

    @property
    def force(self) -> int:
        """Dice in the Force from the build alone."""
        edge = self.edge.force_dice if self.edge else 0
        return self.species.dice.get(FORCE, 0) + self.profession.dice.get(FORCE, 0) + edge


def validate(
    build: Build, house: House, *, accepted: Places = NOTHING, prefix: str = ""
) -> ValidatedBuild:
    """Look up every choice of a build; places of problems begin with `prefix`."""
    tables, errors = looked_up(house)
    skills, faults = tables.skills, ProblemList(prefix, accepted)
    faults.found += errors
    if build.opponent:
        stats = opponents.looked_up(build, tables, faults)
        return ValidatedBuild(
            tables=tables,
            species=stats.base,
            profession=stats.more,
            items=stats.items,
            worn=stats.worn,
            starting_credits=0,
            faults=tuple(faults.found),
            opponent=stats,
        )
    if house.quickplay:
        species, profession = quickplay.origins(build, faults)
        return ValidatedBuild(
            tables=tables, species=species, profession=profession, faults=tuple(faults.found)
        )
    species = species_of(build.species, tables, faults)
    profession = profession_of(build.profession, tables, faults)
    _only_the_books(build, house, faults)
    known = tables.edges.get(build.edge.id) if build.edge else None
    is_given = bool(known and known.force_dice)
    force = is_given or bool(species.dice.get(FORCE) or profession.dice.get(FORCE))
    where = "build.species.focus" if isinstance(build.species, OwnSpecies) else "build.species"
    focus = _with_force(species.focus, where, skills, faults, force=force)
    species = replace(species, focus=focus)
    picks = _picks(build.skills, tables, faults, force=force)
    edge, edge_skill = _edge(build, tables, faults)
    edge_skill = _with_force(edge_skill, "build.edge.skill", skills, faults, force=force)
    burden, burden_attribute = _burden(build, edge, tables, faults, force=force)
    stacks, spent = carried(build.gear, tables, faults)
    worn, credits = worn_armor(build.worn, stacks, faults), build.starting_credits
    if credits is not None and credits < 0:
        faults.wrong("bad-amount", "build.starting_credits", "Starting credits can't be negative.")
        credits = None
    return ValidatedBuild(
        tables=tables,
        species=species,
        profession=profession,
        picks=picks,
        edge=edge,
        edge_skill=edge_skill,
        burden=burden,
        burden_attribute=burden_attribute,
        items=stacks,
        worn=worn,
        spent=spent,
        starting_credits=credits,
        party_credits=credits_of(house),
        faults=tuple(faults.found),
    )


def _only_the_books(build: Build, house: House, faults: ProblemList) -> None:
    """The problem of a custom species or profession in a party without these."""
    rules = (("species", house.book_species_only), ("profession", house.book_professions_only))
    for member, is_shut in rules:
        if is_shut and not isinstance(getattr(build, member), str | None):
            message = f"Your party plays without custom {member}. Choose one from the list."
            faults.deviation(f"own-{member}", f"build.{member}", message)


def _with_force(
    id: str, where: str, skills: Mapping[str, Skill], faults: ProblemList, *, force: bool
) -> str:
    """The skill; "" if it lacks the Force that it needs."""
    is_lacking = bool(id) and skills[id].attribute == FORCE and not force
    counts = not is_lacking or faults.deviation("needs-force", where, _no_force(skills[id]))
    return id if counts else ""


def _no_force(skill: Skill) -> str:
    return (
        f"{skill.name} needs dice in the Force. Take a Force profession, a Force-sensitive species"
        " or the edge Force Sensitivity, or choose another skill."
    )


def _picks(
    chosen: tuple[str, ...], tables: Book, faults: ProblemList, *, force: bool
) -> tuple[str, ...]:
    count = tables.creation.picks
    picks: list[str] = []
    for position, named in enumerate(chosen):
        where, id = f"build.skills[{position}]", tables.skill_id(named)
        skill = tables.skills.get(id)
        if skill is None:
            faults.wrong("unknown-skill", where, f"No skill is called {id!r}.", never=UNKNOWN)
            continue
        code = ""
        if id in picks:
            code = "repeated-pick"
            message = f"{skill.name} is picked twice. Pick {counted(count, 'different skill')}."
        elif skill.attribute == FORCE and not force:
            code, message = "needs-force", _no_force(skill)
        if code and not faults.deviation(code, where, message):
            continue
        message = f"You can pick only {counted(count, 'skill')}. Uncheck {skill.name}."
        if len(picks) < count or faults.deviation("too-many-picks", where, message):
            picks.append(id)
    if (left := count - len(picks)) > 0:
        message = f"Pick {left} more skill{'s' if left > 1 else ''}."
        faults.open("too-few-picks", "build.skills", message)
    return tuple(picks)


def _quirk(
    chosen: Edge | Burden | None, kind: str, rows: Mapping[str, Quirk], faults: ProblemList
) -> Quirk | None:
    """The row of an edge or a burden; only a name of an unknown one that a game master accepted."""
    where = f"build.{kind}"
    if chosen is None or not chosen.id:
        faults.open("missing", where, f"Choose {'an' if kind == 'edge' else 'a'} {kind}.")
        return None
    message = f"No {kind} is called {chosen.id!r}."
    if chosen.id not in rows and faults.deviation(f"unknown-{kind}", where, message):
        return Quirk(id=chosen.id, name=spoken(chosen.id), source="Your GM")
    return rows.get(chosen.id)


def _trait(chosen: Edge | Burden, row: Quirk, kind: str, asks: str, faults: ProblemList) -> str:
    """The skill or attribute that an edge or burden is taken for, as chosen; "" for none."""
    named, where = str(getattr(chosen, asks)), f"build.{kind}.{asks}"
    if row.asks != asks and named:
        message = f"{row.name} takes no {asks}. Remove it."
        faults.wrong("takes-no-choice", where, message, never=SURPLUS)
    elif row.asks == asks and not named:
        message = f"Choose the {asks} that {row.name} is {'for' if kind == 'edge' else 'about'}."
        faults.open("needs-choice", where, message)
    return named if row.asks == asks else ""


def _edge(build: Build, tables: Book, faults: ProblemList) -> tuple[Quirk | None, str]:
    edge, where = _quirk(build.edge, "edge", tables.edges, faults), "build.edge.skill"
    if build.edge is None or edge is None or edge.id not in tables.edges:
        return edge, ""
    if not (named := _trait(build.edge, edge, "edge", "skill", faults)):
        return edge, ""
    skill = tables.skills.get(tables.skill_id(named))
    if skill is None:
        faults.wrong("unknown-skill", where, f"No skill is called {named!r}.", never=UNKNOWN)
        return edge, ""
    message = f"{edge.name} can't apply to {skill.name}. Choose a skill that isn't of the Force."
    is_barred = skill.attribute == FORCE and edge.mundane
    if is_barred and not faults.deviation("needs-mundane", where, message):
        return edge, ""
    return edge, skill.id


def _burden(
    build: Build, edge: Quirk | None, tables: Book, faults: ProblemList, *, force: bool
) -> tuple[Quirk | None, str]:
    burden = _quirk(build.burden, "burden", tables.burdens, faults)
    if build.burden is None or burden is None or burden.id not in tables.burdens:
        return burden, ""
    if edge and edge.credits is not None and burden.credits is not None:
        message = f"{edge.name} and {burden.name} both set your starting credits. Keep one of them."
        if not faults.deviation("edge-burden-pair", "build.burden", message):
            return None, ""
    named = _trait(build.burden, burden, "burden", "attribute", faults)
    if named and named not in ATTRIBUTES and not (named == FORCE and force):
        known = ", ".join(ATTRIBUTES)
        message = f"{named!r} isn't one of your attributes. Choose one of {known}."
        faults.wrong("unknown-attribute", "build.burden.attribute", message, never=UNKNOWN)
        return burden, ""
    return burden, named
