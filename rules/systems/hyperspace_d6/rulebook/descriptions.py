"""Short descriptions of a species, a weapon, an edge …: its numbers in one line, and its effect."""

from collections.abc import Callable, Iterator
from typing import Any

from rules.phrases import counted
from rules.systems.hyperspace_d6.rulebook import rows
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import Entry


def about(row: Entry, tables: Book, *, is_priced: bool = True) -> str:
    """A row's numbers, its price, and its effect; not `is_priced` where its price is shown."""
    parts = [*SAID[type(row)](row, tables)]
    if is_priced and isinstance(row, rows.Weapon | rows.Armor | rows.Item):
        parts.append("not for sale" if row.cost is None else counted(row.cost, "credit"))
    numbers = ", ".join(parts)
    return f"{numbers[:1].upper()}{numbers[1:]}. {row.does}".strip() if numbers else row.does


def _skill(row: rows.Skill, tables: Book) -> Iterator[str]:
    yield tables.attributes[row.attribute].name
    if old := [old for old, new in tables.replaced.items() if new == row.id]:
        yield f"in the place of {book().skills[old[0]].name}"


def _species(row: rows.Species, tables: Book) -> Iterator[str]:
    yield from (f"{trait} {dice}D" for trait, dice in row.attributes.items())
    if row.focus:
        yield f"+{tables.creation.focus_dice}D {tables.skills[row.focus.skill].name}"


def _profession(row: rows.Profession, _tables: Book) -> Iterator[str]:
    yield from (f"{trait} +{dice}D" for trait, dice in row.bonuses.items())


def _quirk(row: rows.Quirk, _tables: Book) -> Iterator[str]:
    if row.dice:
        yield f"+{row.dice}D in a skill"
    if row.conditional_dice:
        yield f"+{row.conditional_dice}D in a skill while it is used"
    if row.force_dice:
        yield f"+{row.force_dice}D in the Force"
    if row.point_dice:
        yield f"a Character Point adds {row.point_dice}D"
    if row.credits is not None:
        yield counted(row.credits, "starting credit")


def _weapon(row: rows.Weapon, tables: Book) -> Iterator[str]:
    yield tables.skills[row.skill].name
    yield f"damage {row.code}"
    yield from (tables.properties[id].name for id in row.properties)


def _armor(row: rows.Armor, _tables: Book) -> Iterator[str]:
    yield f"Soak +{row.soak}"
    if row.dodge:
        yield f"Dodge −{-row.dodge}"


def _item(row: rows.Item, tables: Book) -> Iterator[str]:
    yield from (f"+{row.help_dice}D {tables.skills[id].name}" for id in row.helps)
    if row.skill:
        yield tables.skills[row.skill].name
    if row.damage:
        yield f"damage {row.damage}D"


SAID: dict[type, Callable[[Any, Book], Iterator[str]]] = {
    rows.Skill: _skill,
    rows.Species: _species,
    rows.Profession: _profession,
    rows.Quirk: _quirk,
    rows.Weapon: _weapon,
    rows.Armor: _armor,
    rows.Item: _item,
}
