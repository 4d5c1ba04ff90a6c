"""The reference as chapters, which `tables/reference/chapters.toml` lists."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from rules.kit import listings
from rules.kit.reference_tables import plain, term
from rules.reference import topics
from rules.reference.chapters import Chapter, Terms
from rules.systems.hyperspace_d6.rulebook import book as books
from rules.systems.hyperspace_d6.rulebook import rows
from rules.systems.hyperspace_d6.rulebook.book import Book, Guide, book, guide
from rules.systems.hyperspace_d6.rulebook.rows import Entry
from rules.tables import Numbers


class Tables(NamedTuple):
    """The tables that listings name: "book.species", "guide.attacks"."""

    book: Book
    guide: Guide


@cache
def chapters() -> tuple[Chapter, ...]:
    """Every chapter with its parts, in the order of the contents."""
    tables, values = Tables(book(), guide()), _values(book())
    named = (*book().defenses.values(), *book().skills.values())
    listed = listings.parts(
        guide(),
        tables,
        names={row.id: row.name for row in named},
        text=_text,
        see=_see,
        computed={**COMPUTED, "figure": lambda row: row.figure.format_map(values)},
    )
    return topics.chapters(guide(), parts=(*listed, *_traits()), values=values, book=book())


def _values(tables: Book) -> dict[str, int]:
    """The values that a topic and a sum can name in braces."""
    creation, advancement = tables.creation, tables.advancement
    species = {row.focus is None: sum(row.attributes.values()) for row in tables.species.values()}
    professions = {row.kind: sum(row.bonuses.values()) for row in tables.professions.values()}
    return {
        **_whole(creation),
        **_whole(advancement),
        "skill_to_two": 2 * advancement.skill,
        "attribute_to_two": 2 * advancement.attribute,
        "saber_damage": tables.weapons["lightsaber"].damage,
        "species_dice": species[False],
        "human_dice": species[True],
        "profession_dice": professions["ordinary"],
        "jedi_dice": professions["force"],
    }


def _whole(numbers: Numbers) -> dict[str, int]:
    values = ((name, getattr(numbers, name)) for name in numbers.__struct_fields__)
    return {name: value for name, value in values if isinstance(value, int)}


def _traits() -> Iterator[Terms]:
    """A part for each attribute: itself, then its skills."""
    for id, attribute in book().attributes.items():
        own = term(attribute, "attributes", aliases=(id,))
        skills = plain((row for row in book().skills.values() if row.attribute == id), "skills")
        yield Terms(id, f"{attribute.name}, {id}", (own, *skills))


def _formula(row: rows.Defense) -> str:
    """A defense: "10 + Agility − armor"."""
    skill = book().skills[row.skill].name
    armor = {"soak": " + armor", "dodge": " − armor"}.get(row.armor, "")
    return f"{row.base} + {skill}{armor}" if row.base else f"{skill}{armor}"


def _reach(row: rows.Level | books.HullLevel) -> str:
    """The lowest damage of a level of harm: "3 × Stamina or more"."""
    of = "Hull" if isinstance(row, books.HullLevel) else book().skills[book().harm.skill].name
    if row.times == 0:
        return f"up to {of}"
    return f"more than {of}" if row.times == 1 else f"{row.times} × {of} or more"


COMPUTED: Mapping[str, Callable[[Any], str]] = {
    "rung": lambda row: f"{row.number}{'+' if row.and_more else ''}",
    "formula": _formula,
    "reach": _reach,
    "saber": lambda row: f"{book().weapons['lightsaber'].damage + row.damage}D",
    "skills_raised": lambda row: f"+{row.skill_dice}D in {row.skills}",
}


def _text(row: Entry) -> str:
    """The text of a row: what it does, after what no column has."""
    tables = book()
    match row:
        case rows.Species(focus=focus) if focus:
            dice = tables.creation.focus_dice
            return f"{focus.name}, +{dice}D to {tables.skills[focus.skill].name}. {row.does}"
        case rows.Weapon(properties=ids) if ids:
            return f"{', '.join(tables.properties[id].name for id in ids)}. {row.does}"
        case rows.Item():
            return row.does + _contents(row)
        case books.Attack(instead=id, when=when):
            return f"Or {tables.defenses[id].name}, {when}." if id else ""
        case books.Active(instead=id, when=when):
            return f"Or {tables.skills[id].name}, {when}." if id else ""
        case books.Craft(weapons=guns):
            armed = (f"{gun.name} {gun.damage}D{' ion' if gun.ion else ''}" for gun in guns)
            return f"{', '.join(armed) or 'Unarmed'}. {row.does}"
        case books.Npc():
            skills = (f"{tables.skills[id].name} {code}D" for id, code in row.skills.items())
            return f"{', '.join((*skills, *_carried(row)))}. {row.does}"
        case rows.Crystal():
            return ""
    return row.does


def _contents(row: rows.Item) -> str:
    """The contents of a pack, with quantities above one."""
    inside = []
    for part in row.parts:
        name = book().items[part.item].name if part.item else part.name
        inside.append(f"{name} ×{part.quantity}" if part.quantity > 1 else name)
    return f" In it: {', '.join(inside)}." if inside else ""


def _carried(row: books.Npc) -> Iterator[str]:
    """The weapon with its damage for this NPC, and the armor."""
    tables = book()
    if row.own_weapon:
        yield f"{row.own_weapon.name} {row.own_weapon.damage}D"
    if row.weapon:
        weapon = tables.weapons[row.weapon]
        yield f"{weapon.name} {weapon.damage + row.attributes.get(weapon.adds, 0)}D"
    if row.armor:
        yield tables.armor[row.armor].name


def _see(row: Entry) -> tuple[str, ...]:
    """The terms that a row names."""
    match row:
        case rows.Species(focus=focus) if focus:
            return (f"skills-{focus.skill}",)
        case rows.Weapon(properties=ids):
            return tuple(f"properties-{id}" for id in ids)
        case rows.Item(helps=helps, skill=skill):
            return tuple(f"skills-{id}" for id in (*helps, skill) if id)
        case books.Attack(skill=skill, defense=defense):
            return (f"skills-{skill}", f"defenses-{defense}")
        case books.Active(skill=skill) | rows.Defense(skill=skill):
            return (f"skills-{skill}",)
        case books.Craft(weapons=guns):
            return ("ion",) if any(gun.ion for gun in guns) else ()
        case books.Npc(weapon=weapon, armor=armor):
            named = (("weapons", weapon), ("armor", armor))
            return tuple(f"{table}-{id}" for table, id in named if id)
        case books.Worth(see=see):
            return see
    return ()
