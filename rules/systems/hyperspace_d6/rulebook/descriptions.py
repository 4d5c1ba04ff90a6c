"""Short descriptions of a species, a weapon, an edge …: its numbers in one line, and its effect."""

from collections.abc import Iterator
from itertools import islice

from rules.phrases import counted
from rules.systems.hyperspace_d6.rulebook import rows
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import Entry


def about(row: Entry, tables: Book, *, is_priced: bool = True) -> str:
    """A row's numbers, its price, and its effect; not `is_priced` where its price is shown."""
    if isinstance(row, rows.Weapon | rows.Armor | rows.Item):
        price = "not for sale" if row.cost is None else counted(row.cost, "credit")
        parts = (*_thing(row, tables), *((price,) if is_priced else ()))
    else:
        parts = tuple(_quirk(row) if isinstance(row, rows.Quirk) else _person(row, tables))
    numbers = ", ".join(parts)
    return f"{numbers[:1].upper()}{numbers[1:]}. {row.does}".strip() if numbers else row.does


def _person(row: Entry, tables: Book) -> Iterator[str]:
    match row:
        case rows.Skill():
            yield tables.attributes[row.attribute].name
            old = (old for old, new in tables.replaced.items() if new == row.id)
            yield from (f"in the place of {book().skills[id].name}" for id in islice(old, 1))
        case rows.Species(attributes=attributes, focus=focus):
            yield from (f"{trait} {dice}D" for trait, dice in attributes.items())
            if focus:
                yield f"+{tables.creation.focus_dice}D {tables.skills[focus.skill].name}"
        case rows.Profession(bonuses=bonuses):
            yield from (f"{trait} +{dice}D" for trait, dice in bonuses.items())


def _quirk(row: rows.Quirk) -> Iterator[str]:
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


def _thing(row: rows.Weapon | rows.Armor | rows.Item, tables: Book) -> Iterator[str]:
    match row:
        case rows.Weapon(skill=skill, code=code, properties=properties):
            yield from (tables.skills[skill].name, f"damage {code}")
            yield from (tables.properties[id].name for id in properties)
        case rows.Armor(soak=soak, dodge=dodge):
            yield f"Soak +{soak}"
            if dodge:
                yield f"Dodge −{-dodge}"
        case rows.Item(skill=skill, damage=damage):
            yield from (f"+{row.help_dice}D {tables.skills[id].name}" for id in row.helps)
            if skill:
                yield tables.skills[skill].name
            if damage:
                yield f"damage {damage}D"
