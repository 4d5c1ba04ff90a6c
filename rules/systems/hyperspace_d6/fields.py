"""Fields as the forms for things of a party's making have them: numbers, flags, menus, dice."""

from __future__ import annotations

from collections.abc import Iterable

from rules.options import Group, Option
from rules.sent import YES
from rules.steps import Allot, Choice, Number, Pick, Rows, Text, Trait
from rules.systems.hyperspace_d6.book import Book, Entry, Kind
from rules.systems.hyperspace_d6.fitting import DICE, NAME, WORDS
from rules.systems.hyperspace_d6.own import HouseThing

# What a form for a thing is made of.
Asked = Text | Number | Choice | Pick | Allot | Rows

UNPRICED = "Empty: it is not for sale, and yours to give."
USUAL = "Empty: those of the book."


def words(thing: HouseThing) -> tuple[Asked, ...]:
    """What every thing has: a name, and what it does."""
    return (
        Text("name", "Name", (thing.name,), limit=NAME),
        Text("does", "What it is and does", (thing.does,), lines=3, limit=WORDS),
    )


def number(
    id: str, label: str, value: int | None, highest: int, *, lowest: int = 0, hint: str = ""
) -> Number:
    """A number, or nothing typed."""
    return Number(id, label, ("" if value is None else str(value),), hint, lowest, highest)


def flag(id: str, label: str, said: str, on: object) -> Pick:
    """Something that is so or not."""
    option = Option(YES, said, chosen=bool(on))
    return Pick(id, label, (YES,) if on else (), (option,))


def menu(
    id: str,
    label: str,
    rows: Iterable[Entry | Kind],
    chosen: str,
    *,
    none: str = "",
    groups: tuple[Group, ...] = (),
    hint: str = "",
) -> Choice:
    """One of some rows; with `none`, or none of them."""
    options = [Option("", none, chosen=not chosen)] if none else []
    options += [
        Option(row.id, row.name, group=getattr(row, "attribute", ""), chosen=row.id == chosen)
        for row in rows
    ]
    return Choice(id, label, (chosen,), tuple(options), groups, "menu", hint=hint)


def attributes(tables: Book) -> tuple[Group, ...]:
    """Attributes as headings."""
    return tuple(Group(id, row.name) for id, row in tables.attributes.items())


def skill_menu(
    id: str, label: str, tables: Book, chosen: str, *, none: str = "", hint: str = ""
) -> Choice:
    """One of the skills, under their attributes."""
    rows, now = tables.skills.values(), tables.skill_id(chosen)
    return menu(id, label, rows, now, none=none, groups=attributes(tables), hint=hint)


def allot(
    id: str, label: str, dice: dict[str, int], tables: Book, *, lowest: int, total: int, hint: str
) -> Allot:
    """Dice over attributes; `total` is what the book gives, and binds nobody."""
    traits = tuple(
        Trait(trait, tables.attributes[trait].name, value, lowest, DICE)
        for trait, value in dice.items()
    )
    values, left = tuple(str(value) for value in dice.values()), total - sum(dice.values())
    return Allot(id, label, values, traits, total, left, hint=hint)
