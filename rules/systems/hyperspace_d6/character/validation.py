"""Validates a build: looks up its choices in the tables, and reports every problem.

An open or illegal choice contributes nothing, and is reported as a problem.
"""

from collections.abc import Mapping

import msgspec

from rules.phrases import counted
from rules.problems import NOTHING, SURPLUS, UNKNOWN, Places, Problem, ProblemList
from rules.systems.hyperspace_d6.character import opponents, quickplay
from rules.systems.hyperspace_d6.character.inventory import InventoryItem, carried, worn_armor
from rules.systems.hyperspace_d6.character.opponents import OpponentStats
from rules.systems.hyperspace_d6.character.origins import Origin, profession_of, species_of
from rules.systems.hyperspace_d6.document.build import Build, OwnProfession, OwnSpecies
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.homebrew.tables import credits_of, looked_up
from rules.systems.hyperspace_d6.rulebook.book import Book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Quirk, Skill, spoken


class ValidatedBuild(msgspec.Struct, frozen=True, gc=False):
    """A build looked up in the `tables` of its party. `spent` is the price of its gear, in credits;
    `party_credits` are the party's starting credits, `starting_credits` the GM's sum for this
    character.
    """

    tables: Book
    skills: Mapping[str, Skill]
    species: Origin
    profession: Origin
    picks: tuple[str, ...]
    edge: Quirk | None
    edge_skill: str
    burden: Quirk | None
    burden_attribute: str
    items: tuple[InventoryItem, ...]
    worn: str
    spent: int
    starting_credits: int | None
    party_credits: int | None
    faults: tuple[Problem, ...]
    opponent: OpponentStats | None = None

    @property
    def force(self) -> int:
        """Dice in the Force from the build alone."""
        edge = self.edge.force_dice if self.edge else 0
        return self.species.dice.get(FORCE, 0) + self.profession.dice.get(FORCE, 0) + edge


def validate(
    build: Build, house: House, *, accepted: Places = NOTHING, prefix: str = ""
) -> ValidatedBuild:
    """Look up every choice of a build; the places of its problems begin with `prefix`. Problems
    that a game master `accepted` count.
    """
    tables, errors = looked_up(house)
    skills, faults = tables.skills, ProblemList(prefix, accepted)
    faults.found += errors
    if build.opponent:
        return _opponent(build, tables, faults)
    if house.quickplay:
        return _quick(build, tables, faults)
    species = species_of(build.species, tables, faults)
    profession = profession_of(build.profession, tables, faults)
    if house.book_species_only or house.book_professions_only:
        _only_the_books(build, house, faults)
    known = tables.edges.get(build.edge.id) if build.edge else None
    force = bool(
        species.dice.get(FORCE, 0)
        + profession.dice.get(FORCE, 0)
        + (known.force_dice if known else 0)
    )
    if species.focus and skills[species.focus].attribute == FORCE and not force:
        where = "build.species.focus" if isinstance(build.species, OwnSpecies) else "build.species"
        if not faults.deviation("needs-force", where, _no_force(skills[species.focus])):
            species = msgspec.structs.replace(species, focus="")
    picks = _picks(build.skills, tables, faults, force=force)
    edge, edge_skill = _edge(build, tables, faults)
    if edge_skill and skills[edge_skill].attribute == FORCE and not force:
        message = _no_force(skills[edge_skill])
        if not faults.deviation("needs-force", "build.edge.skill", message):
            edge_skill = ""
    burden, burden_attribute = _burden(build, edge, tables, faults, force=force)
    stacks, spent = carried(build.gear, tables, faults)
    return ValidatedBuild(
        tables=tables,
        skills=skills,
        species=species,
        profession=profession,
        picks=picks,
        edge=edge,
        edge_skill=edge_skill,
        burden=burden,
        burden_attribute=burden_attribute,
        items=stacks,
        worn=worn_armor(build.worn, stacks, faults),
        spent=spent,
        starting_credits=_starting(build.starting_credits, faults),
        party_credits=credits_of(house),
        faults=tuple(faults.found),
    )


def _quick(build: Build, tables: Book, faults: ProblemList) -> ValidatedBuild:
    """A build of quick play: dice in six attributes, and nothing else that counts."""
    everybody, chosen = quickplay.origins(build, faults)
    return ValidatedBuild(
        tables=tables,
        skills=tables.skills,
        species=everybody,
        profession=chosen,
        picks=(),
        edge=None,
        edge_skill="",
        burden=None,
        burden_attribute="",
        items=(),
        worn="",
        spent=0,
        starting_credits=None,
        party_credits=None,
        faults=tuple(faults.found),
    )


def _opponent(build: Build, tables: Book, faults: ProblemList) -> ValidatedBuild:
    """An opponent: the dice and the things of its row or its level, and no choices."""
    stats = opponents.looked_up(build, tables, faults)
    return ValidatedBuild(
        tables=tables,
        skills=tables.skills,
        species=stats.base,
        profession=stats.more,
        picks=(),
        edge=None,
        edge_skill="",
        burden=None,
        burden_attribute="",
        items=stats.items,
        worn=stats.worn,
        spent=0,
        starting_credits=0,
        party_credits=None,
        faults=tuple(faults.found),
        opponent=stats,
    )


def _only_the_books(build: Build, house: House, faults: ProblemList) -> None:
    """The problem of a custom species or profession in a party without these. Its dice count if a
    game master accepts it.
    """
    for member, homebrew, shut in (
        ("species", isinstance(build.species, OwnSpecies), house.book_species_only),
        ("profession", isinstance(build.profession, OwnProfession), house.book_professions_only),
    ):
        if homebrew and shut:
            message = f"Your party plays without custom {member}. Choose one from the list."
            faults.deviation(f"own-{member}", f"build.{member}", message)


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
    if len(picks) < count:
        left = count - len(picks)
        faults.open(
            "too-few-picks", "build.skills", f"Pick {left} more skill{'s' if left > 1 else ''}."
        )
    return tuple(picks)


def _told(id: str) -> Quirk:
    """An unknown edge or burden that a game master accepted: only a name."""
    return Quirk(id=id, name=spoken(id), source="Your GM")


def _edge(build: Build, tables: Book, faults: ProblemList) -> tuple[Quirk | None, str]:
    chosen = build.edge
    if chosen is None or not chosen.id:
        faults.open("missing", "build.edge", "Choose an edge.")
        return None, ""
    edge = tables.edges.get(chosen.id)
    if edge is None:
        message = f"No edge is called {chosen.id!r}."
        return _told(chosen.id) if faults.deviation(
            "unknown-edge", "build.edge", message
        ) else None, ""
    if edge.asks != "skill":
        if chosen.skill:
            faults.wrong(
                "takes-no-choice",
                "build.edge.skill",
                f"{edge.name} takes no skill. Remove it.",
                never=SURPLUS,
            )
        return edge, ""
    if not chosen.skill:
        faults.open(
            "needs-choice", "build.edge.skill", f"Choose the skill that {edge.name} is for."
        )
        return edge, ""
    skill = tables.skills.get(tables.skill_id(chosen.skill))
    if skill is None:
        message = f"No skill is called {chosen.skill!r}."
        faults.wrong("unknown-skill", "build.edge.skill", message, never=UNKNOWN)
        return edge, ""
    if skill.attribute == FORCE and edge.mundane:
        message = (
            f"{edge.name} can't apply to {skill.name}. Choose a skill that isn't of the Force."
        )
        if not faults.deviation("needs-mundane", "build.edge.skill", message):
            return edge, ""
    return edge, skill.id


def _burden(
    build: Build, edge: Quirk | None, tables: Book, faults: ProblemList, *, force: bool
) -> tuple[Quirk | None, str]:
    chosen = build.burden
    if chosen is None or not chosen.id:
        faults.open("missing", "build.burden", "Choose a burden.")
        return None, ""
    burden = tables.burdens.get(chosen.id)
    if burden is None:
        message = f"No burden is called {chosen.id!r}."
        is_let_be = faults.deviation("unknown-burden", "build.burden", message)
        return _told(chosen.id) if is_let_be else None, ""
    if edge and edge.credits is not None and burden.credits is not None:
        message = f"{edge.name} and {burden.name} both set your starting credits. Keep one of them."
        if not faults.deviation("edge-burden-pair", "build.burden", message):
            return None, ""
    if burden.asks != "attribute":
        if chosen.attribute:
            faults.wrong(
                "takes-no-choice",
                "build.burden.attribute",
                f"{burden.name} takes no attribute. Remove it.",
                never=SURPLUS,
            )
        return burden, ""
    if not chosen.attribute:
        faults.open(
            "needs-choice",
            "build.burden.attribute",
            f"Choose the attribute that {burden.name} is about.",
        )
        return burden, ""
    if chosen.attribute not in ATTRIBUTES and not (chosen.attribute == FORCE and force):
        faults.wrong(
            "unknown-attribute",
            "build.burden.attribute",
            f"{chosen.attribute!r} isn't one of your attributes. Choose one of"
            f" {', '.join(ATTRIBUTES)}.",
            never=UNKNOWN,
        )
        return burden, ""
    return burden, chosen.attribute


def _starting(credits: int | None, faults: ProblemList) -> int | None:
    if credits is not None and credits < 0:
        faults.wrong("bad-amount", "build.starting_credits", "Starting credits can't be negative.")
        return None
    return credits
