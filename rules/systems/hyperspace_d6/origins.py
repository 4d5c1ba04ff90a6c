"""The steps of species and profession: cards with what each would make of the sheet."""

from __future__ import annotations

import msgspec

from rules.steps import Allot, Choice, Field, Group, Option, Pick, Sort, Text, Trait
from rules.systems.hyperspace_d6 import advancement, derived
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Profession, Species, book
from rules.systems.hyperspace_d6.build import Build, OwnProfession, OwnSpecies
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.creation import LINE, OWN, YES
from rules.systems.hyperspace_d6.outlook import Standing


def other(character: Character, build: Build) -> Character:
    """The same character with another build."""
    return advancement.replay(msgspec.structs.replace(character.document, build=build))


def species_fields(character: Character) -> tuple[Field, ...]:
    """22 cards and one's own."""
    build, now = character.build, Standing(character)
    own = isinstance(build.species, OwnSpecies)
    options = []
    for id, row in book().species.items():
        chosen = build.species == id
        after = (
            character if chosen else other(character, msgspec.structs.replace(build, species=id))
        )
        options.append(
            _card(after, row, chosen=chosen, now=now, detail=_focus(row), words=_species_words(row))
        )
    if isinstance(build.species, str) and build.species not in book().species:
        options.append(Option(build.species, build.species, chosen=True, set_aside=True))
    groups = tuple(Group(kind.id, kind.name) for kind in book().species_kinds.values())
    value = OWN if own else build.species or ""
    mine = Option(OWN, "A species of my own", "You share out the dice yourself.", chosen=own)
    return (
        Choice(
            "species",
            "Species",
            (str(value),),
            tuple(options),
            groups,
            "cards",
            _sorts(character),
            _own_species(character, build.species) if isinstance(build.species, OwnSpecies) else (),
            (mine,),
        ),
    )


def profession_fields(character: Character) -> tuple[Field, ...]:
    """18 cards and one's own."""
    build, now = character.build, Standing(character)
    own = isinstance(build.profession, OwnProfession)
    options = []
    for id, row in book().professions.items():
        chosen = build.profession == id
        after = (
            character if chosen else other(character, msgspec.structs.replace(build, profession=id))
        )
        given = ", ".join(f"{trait} +{value}D" for trait, value in row.bonuses.items())
        options.append(_card(after, row, chosen=chosen, now=now, detail=given, words=row.does))
    if isinstance(build.profession, str) and build.profession not in book().professions:
        options.append(Option(build.profession, build.profession, chosen=True, set_aside=True))
    groups = tuple(Group(kind.id, kind.name) for kind in book().profession_kinds.values())
    value = OWN if own else build.profession or ""
    mine = Option(OWN, "A profession of my own", "You share out the dice yourself.", chosen=own)
    return (
        Choice(
            "profession",
            "Profession",
            (str(value),),
            tuple(options),
            groups,
            "cards",
            _sorts(character),
            _own_profession(character, build.profession)
            if isinstance(build.profession, OwnProfession)
            else (),
            (mine,),
        ),
    )


def _card(
    after: Character,
    row: Species | Profession,
    *,
    chosen: bool,
    now: Standing,
    detail: str,
    words: str,
) -> Option:
    dice = {id: after.attribute_dice(id) for id in (*ATTRIBUTES, FORCE)}
    then = now.values(after, dice)
    traits = dice if dice[FORCE] else ATTRIBUTES
    return Option(
        row.id,
        row.name,
        detail,
        group=row.kind,
        chosen=chosen,
        profile=tuple(derived.attribute(after, id) for id in traits),
        changes=() if chosen else now.changes(then),
        note="On your sheet now" if chosen else "",
        keywords=" ".join((words, row.does, *row.aliases)),
        ranks=_ranks(after, dice, then),
        source=row.source,
        ruling=row.ruling,
    )


def _focus(row: Species) -> str:
    if row.focus is None:
        return f"No focus; {sum(row.attributes.values())}D in all"
    return f"{row.focus.name}: +{book().creation.focus_dice}D {book().skills[row.focus.skill].name}"


def _species_words(row: Species) -> str:
    return f"{row.focus.name} {book().skills[row.focus.skill].name}" if row.focus else ""


def _sorts(character: Character) -> tuple[Sort, ...]:
    best = tuple(
        Sort(id, f"Best at {row.name}")
        for id, row in character.chosen.skills.items()
        if row.attribute != FORCE or derived.has_force(character)
    )
    high = tuple(Sort(id, f"Highest {row.name}") for id, row in book().defenses.items())
    return (Sort("", "As in the book"), *high, *best)


def _ranks(after: Character, dice: dict[str, int], then: list[int]) -> dict[str, int]:
    """What an option can be sorted by: the pool of every skill, and the defenses."""
    focus = after.chosen.species.focus
    found = {id: dice[row.attribute] + (id == focus) for id, row in after.chosen.skills.items()}
    found.update(zip(book().defenses, then, strict=False))
    return found


def _own_species(character: Character, own: OwnSpecies) -> tuple[Field, ...]:
    rules = book().creation
    start, most = rules.own_species_start, rules.own_species_most
    goal = start * len(ATTRIBUTES) + rules.own_species_points
    values = {id: own.attributes.get(id, start) for id in ATTRIBUTES}
    traits = tuple(
        Trait(
            id,
            book().attributes[id].name,
            values[id],
            start,
            most,
            derived.attribute(character, id),
        )
        for id in ATTRIBUTES
    )
    focuses = tuple(
        Option(id, row.name, group=row.attribute, chosen=own.focus == id)
        for id, row in character.chosen.skills.items()
        if row.attribute != FORCE or derived.has_force(character) or own.focus == id
    )
    groups = tuple(Group(id, row.name) for id, row in book().attributes.items())
    force = Option(
        YES,
        "The Force runs in this species",
        f"+{rules.own_species_force}D in the Force, on top of the rest",
        chosen=own.force_sensitive,
    )
    return (
        Text("species.name", "What is it called", (own.name,), limit=LINE),
        Allot(
            "species.attributes",
            "Attributes",
            tuple(str(value) for value in values.values()),
            traits,
            goal,
            goal - sum(values.values()),
            hint=f"{goal}D in all, {start}D to {most}D each.",
        ),
        Choice("species.focus", "Its focus: +1D in", (own.focus,), focuses, groups, "menu"),
        Pick(
            "species.force_sensitive", "The Force", (YES,) if own.force_sensitive else (), (force,)
        ),
    )


def _own_profession(character: Character, own: OwnProfession) -> tuple[Field, ...]:
    rules = book().creation
    ids = (*ATTRIBUTES, FORCE) if own.force_user else ATTRIBUTES
    goal = rules.own_force_profession_points if own.force_user else rules.own_profession_points
    least = {FORCE: rules.own_force_profession_least}
    values = {id: own.bonuses.get(id, 0) for id in ids}
    traits = tuple(
        Trait(
            id,
            book().attributes[id].name,
            values[id],
            least.get(id, 0),
            rules.own_profession_most,
            derived.attribute(character, id),
        )
        for id in ids
    )
    force = Option(
        YES,
        "It uses the Force",
        f"{rules.own_force_profession_points}D in all, the Force among them",
        chosen=own.force_user,
    )
    return (
        Text("profession.name", "What is it called", (own.name,), limit=LINE),
        Pick("profession.force_user", "The Force", (YES,) if own.force_user else (), (force,)),
        Allot(
            "profession.bonuses",
            "Dice",
            tuple(str(value) for value in values.values()),
            traits,
            goal,
            goal - sum(values.values()),
            hint=f"{goal}D in all, at most {rules.own_profession_most}D each.",
        ),
    )
