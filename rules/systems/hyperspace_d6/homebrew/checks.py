"""Checks of homebrew: its values beside the fields of its form, and what these don't show."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rules.forms.fields import Allot, Choice, Number, Option, Pick, Rows, Text
from rules.systems.hyperspace_d6.document import house
from rules.systems.hyperspace_d6.rulebook.book import Book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE

# Bounds far beyond anything in print, against mistakes and abuse.
MOST_OF_A_KIND = 100
NAME, WORDS = 60, 500
DICE, DAMAGE, ARMOR, COST, MANY = 9, 30, 30, 1_000_000, 999
PROPERTIES, PARTS = 12, 20

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ID_MEANT = "An id is made of lower-case letters, digits and hyphens: 'beast-riding'."
# A wrong member, and what would be right.
HomebrewProblem = tuple[str, str]
# The fields of a form.
FormField = Text | Number | Choice | Pick | Allot | Rows


def makes_defenses(tables: Book) -> set[str]:
    """The skills that defenses and harm are based on."""
    return {defense.skill for defense in tables.defenses.values()} | {tables.harm.skill}


def misfits(member: str, value: Any, field: FormField, tables: Book) -> Iterator[HomebrewProblem]:
    """The problem of a value that the form does not take."""
    match field:
        case Text(limit=limit):
            yield from _short(member, value, limit)
        case Number(lowest=lowest, highest=highest) if member != "dodge":
            yield from within(member, value, lowest, highest)
        case Choice(options=options) if member != "replaces":
            yield from _among(member, value, options, tables)
        case Pick(options=options) if isinstance(value, tuple):
            if len(value) > PROPERTIES or len(set(value)) < len(value):
                yield member, f"At most {PROPERTIES} fit here, each once."
            for id in value[:PROPERTIES]:
                yield from _among(member, id, options, tables)
        case Allot(traits=traits) if member != "bonuses":
            yield from _dice(member, value, [trait.id for trait in traits], traits[0].lowest)


def _among(
    member: str, named: str, options: Iterable[Option], tables: Book
) -> Iterator[HomebrewProblem]:
    """An id that is none of the options; a replaced skill means its replacement."""
    ids = [option.id for option in options]
    if named not in ids and tables.skill_id(named) not in ids:
        known = [id for id in ids if id]
        few = f"; choose one of {', '.join(known)}" if len(known) <= len(ATTRIBUTES) + 1 else ""
        yield member, f"{named[:40]!r} isn't in the rules{few}."


def _short(member: str, text: str, limit: int) -> Iterator[HomebrewProblem]:
    if len(text) > limit:
        yield member, f"Use at most {limit:,} characters, not {len(text):,}."


def within(member: str, value: int | None, lowest: int, highest: int) -> Iterator[HomebrewProblem]:
    """A number out of its bounds; None is within any."""
    if value is not None and not lowest <= value <= highest:
        yield member, f"Enter a number from {lowest:,} to {highest:,}, not {value:,}."


def _dice(
    member: str, dice: dict[str, int], traits: Iterable[str], lowest: int
) -> Iterator[HomebrewProblem]:
    if strange := [id for id in dice if id not in traits]:
        known = ", ".join(traits)
        yield member, f"Assign these dice to {known}; {strange[0][:40]!r} isn't one of them."
    elif not all(lowest <= value <= DICE for value in dice.values()):
        yield member, f"{lowest}D to {DICE}D go to each."


def check_skill(thing: house.HouseSkill, tables: Book) -> Iterator[HomebrewProblem]:
    """A skill to replace that the book does not have, or that sets a defense."""
    old = tables.skills.get(thing.replaces)
    if thing.replaces and (old is None or old.own):
        yield "replaces", f"The book has no skill {thing.replaces[:40]!r} to replace."
    elif old and old.id in makes_defenses(tables):
        yield "replaces", f"{old.name} sets a defense and can't be replaced."


def check_profession(thing: house.HouseProfession, tables: Book) -> Iterator[HomebrewProblem]:
    """Its dice; the Force takes some of them where it is used."""
    traits = (*ATTRIBUTES, FORCE) if thing.force_user else ATTRIBUTES
    yield from _dice("bonuses", thing.bonuses, traits, 0)
    least = tables.creation.own_force_profession_least
    if thing.force_user and thing.bonuses.get(FORCE, 0) < least:
        yield "bonuses", f"A Force profession puts at least {least}D into the Force."


def check_asks(asks: str, known: str) -> Iterator[HomebrewProblem]:
    """Something to choose that its kind does not ask for."""
    if asks not in ("", known):
        yield "asks", f"{asks[:40]!r} isn't in the rules; it is {known!r} or empty."


def check_edge(thing: house.HouseEdge, _tables: Book) -> Iterator[HomebrewProblem]:
    """Dice in a skill that nobody chooses."""
    yield from check_asks(thing.asks, "skill")
    if not thing.asks and (thing.dice or thing.conditional_dice):
        message = "These dice need a skill. Let the player choose one."
        yield "dice" if thing.dice else "conditional_dice", message


def check_item(thing: house.HouseItem, _tables: Book) -> Iterator[HomebrewProblem]:
    """An explosive without a skill; the contents of a pack."""
    if thing.damage and not thing.skill:
        yield "skill", "It deals damage, so it needs a skill. Choose one."
    if len(thing.parts) > PARTS:
        yield "parts", f"At most {PARTS} items fit in a pack."
    for part in thing.parts[:PARTS]:
        if not (part.item or part.name.strip()):
            yield "parts", "Give each item in the pack a name."
        yield from _short("parts", part.item or part.name, NAME)
        yield from within("parts", part.quantity, 1, MANY)
