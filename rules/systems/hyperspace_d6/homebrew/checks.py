"""Checks of homebrew: the bounds of its numbers and texts, and its references.

The book's own tables pass the same checks when they are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rules.kit.homebrew import LONGEST_ID, RESERVED
from rules.systems.hyperspace_d6.document.house import (
    HouseArmor,
    HouseBurden,
    HouseEdge,
    HouseItem,
    HouseProfession,
    HouseSkill,
    HouseSpecies,
    HouseThing,
    HouseWeapon,
)
from rules.systems.hyperspace_d6.rulebook.book import Book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE

# Bounds far beyond anything in print, against mistakes and abuse.
MOST_OF_A_KIND = 100
NAME, WORDS = 60, 500
DICE, DAMAGE, ARMOR, COST, MANY = 9, 30, 30, 1_000_000, 999
PROPERTIES, PARTS = 12, 20

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

# A wrong member, and what would be right.
HomebrewProblem = tuple[str, str]


def homebrew_problems(kind: str, thing: HouseThing, tables: Book) -> list[HomebrewProblem]:
    """Every problem of a homebrew item with these tables."""
    return [*_words(thing), *FITS[kind](thing, tables)]


def _words(thing: HouseThing) -> Iterator[HomebrewProblem]:
    if not thing.name.strip():
        yield "name", "Give it a name."
    yield from _short("name", thing.name, NAME)
    yield from _short("does", thing.does, WORDS)
    if len(thing.id) > LONGEST_ID or not _ID.fullmatch(thing.id) or thing.id in RESERVED:
        yield "id", "An id is made of lower-case letters, digits and hyphens: 'beast-riding'."


def _short(member: str, text: str, limit: int) -> Iterator[HomebrewProblem]:
    if len(text) > limit:
        yield member, f"Use at most {limit:,} characters, not {len(text):,}."


def _within(member: str, value: int | None, lowest: int, highest: int) -> Iterator[HomebrewProblem]:
    if value is not None and not lowest <= value <= highest:
        yield member, f"Enter a number from {lowest:,} to {highest:,}, not {value:,}."


def _among(
    member: str, named: str, ids: Iterable[str], *, empty: bool = False
) -> Iterator[HomebrewProblem]:
    known = tuple(ids)
    if named not in known and not (empty and not named):
        few = f"; choose one of {', '.join(known)}" if len(known) <= len(ATTRIBUTES) + 1 else ""
        yield member, f"{named[:40]!r} isn't in the rules{few}."


def _skill(thing: HouseSkill, tables: Book) -> Iterator[HomebrewProblem]:
    yield from _among("attribute", thing.attribute, tables.attributes)
    old = tables.skills.get(thing.replaces)
    if thing.replaces and (old is None or old.own):
        yield "replaces", f"The book has no skill {thing.replaces[:40]!r} to replace."
    elif old and old.id in makes_defenses(tables):
        yield "replaces", f"{old.name} sets a defense and can't be replaced."


def _skills(tables: Book) -> tuple[str, ...]:
    """Every skill that can be named; a replaced one means its replacement."""
    return (*tables.skills, *tables.replaced)


def makes_defenses(tables: Book) -> set[str]:
    """The skills that defenses and harm are based on."""
    return {defense.skill for defense in tables.defenses.values()} | {tables.harm.skill}


def _species(thing: HouseSpecies, tables: Book) -> Iterator[HomebrewProblem]:
    yield from _among("kind", thing.kind, tables.species_kinds)
    yield from _dice("attributes", thing.attributes, ATTRIBUTES, 1)
    yield from _among("focus", thing.focus, _skills(tables), empty=True)
    yield from _short("focus_name", thing.focus_name, NAME)


def _dice(
    member: str, dice: dict[str, int], traits: tuple[str, ...], lowest: int
) -> Iterator[HomebrewProblem]:
    if strange := [id for id in dice if id not in traits]:
        yield (
            member,
            f"Assign these dice to {', '.join(traits)}; {strange[0][:40]!r} isn't one of them.",
        )
    elif not all(lowest <= value <= DICE for value in dice.values()):
        yield member, f"{lowest}D to {DICE}D go to each."


def _profession(thing: HouseProfession, tables: Book) -> Iterator[HomebrewProblem]:
    traits = (*ATTRIBUTES, FORCE) if thing.force_user else ATTRIBUTES
    yield from _dice("bonuses", thing.bonuses, traits, 0)
    least = tables.creation.own_force_profession_least
    if thing.force_user and thing.bonuses.get(FORCE, 0) < least:
        yield "bonuses", f"A Force profession puts at least {least}D into the Force."


def _edge(thing: HouseEdge, _tables: Book) -> Iterator[HomebrewProblem]:
    yield from _among("asks", thing.asks, ("", "skill"))
    for member in ("dice", "conditional_dice", "force_dice"):
        yield from _within(member, getattr(thing, member), 0, DICE)
    if not thing.asks and (thing.dice or thing.conditional_dice):
        message = "These dice need a skill. Let the player choose one."
        yield "dice" if thing.dice else "conditional_dice", message
    yield from _within("credits", thing.credits, 0, COST)
    yield from _within("point_dice", thing.point_dice, 1, DICE)


def _burden(thing: HouseBurden, _tables: Book) -> Iterator[HomebrewProblem]:
    yield from _among("asks", thing.asks, ("", "attribute"))
    yield from _within("credits", thing.credits, 0, COST)


def _weapon(thing: HouseWeapon, tables: Book) -> Iterator[HomebrewProblem]:
    yield from _among("kind", thing.kind, tables.weapon_kinds)
    yield from _among("skill", thing.skill, _skills(tables))
    yield from _within("damage", thing.damage, 0, DAMAGE)
    yield from _among("adds", thing.adds, ATTRIBUTES, empty=True)
    yield from _within("cost", thing.cost, 0, COST)
    yield from _several("properties", thing.properties, tables.properties)


def _several(member: str, named: tuple[str, ...], ids: Iterable[str]) -> Iterator[HomebrewProblem]:
    if len(named) > PROPERTIES or len(set(named)) < len(named):
        yield member, f"At most {PROPERTIES} fit here, each once."
    for one in named[:PROPERTIES]:
        yield from _among(member, one, ids)


def _armor(thing: HouseArmor, _tables: Book) -> Iterator[HomebrewProblem]:
    yield from _within("soak", thing.soak, 0, ARMOR)
    yield from _within("dodge", thing.dodge, -ARMOR, 0)
    yield from _within("cost", thing.cost, 0, COST)


def _item(thing: HouseItem, tables: Book) -> Iterator[HomebrewProblem]:
    yield from _among("kind", thing.kind, tables.item_kinds)
    yield from _within("cost", thing.cost, 0, COST)
    yield from _among("skill", thing.skill, _skills(tables), empty=True)
    yield from _within("damage", thing.damage, 0, DAMAGE)
    if thing.damage and not thing.skill:
        yield "skill", "It deals damage, so it needs a skill. Choose one."
    yield from _several("helps", thing.helps, _skills(tables))
    yield from _within("help_dice", thing.help_dice, 1, DICE)
    if len(thing.parts) > PARTS:
        yield "parts", f"At most {PARTS} items fit in a pack."
    for part in thing.parts[:PARTS]:
        if not (part.item or part.name.strip()):
            yield "parts", "Give each item in the pack a name."
        yield from _short("parts", part.item or part.name, NAME)
        yield from _within("parts", part.quantity, 1, MANY)


FITS: dict[str, Callable[[Any, Book], Iterator[HomebrewProblem]]] = {
    "species": _species,
    "profession": _profession,
    "skill": _skill,
    "edge": _edge,
    "burden": _burden,
    "weapon": _weapon,
    "armor": _armor,
    "item": _item,
}
