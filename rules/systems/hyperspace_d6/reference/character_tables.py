"""The parts of the reference about characters: species, professions, attributes and skills, edges
and burdens.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.kit.reference_tables import NOTHING, plain, signed, term
from rules.reference.chapters import ChapterPart, Column, Table, Term, Terms
from rules.systems.hyperspace_d6.reference.terms import PRICE, attribute_columns
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Item, Species, Weapon


def origin_tables() -> Iterator[ChapterPart]:
    """Each part once, in any order."""
    return chain(_species(), _professions(), _traits(), _quirks())


def _species() -> Iterator[ChapterPart]:
    tables = book()
    for kind, part in (("sentient", "sentients"), ("droid", "droids")):
        rows = tuple(_one_species(row) for row in tables.species.values() if row.kind == kind)
        named = tables.species_kinds[kind]
        columns = attribute_columns(*ATTRIBUTES)
        yield Table(part, named.name, rows, columns, "Species", named.note)


def _one_species(row: Species) -> Term:
    """Attributes as figures; the focus precedes the text."""
    dice = (f"{row.attributes[id]}D" for id in ATTRIBUTES)
    if row.focus is None:
        return term(row, "species", *dice)
    skill, focus_dice = book().skills[row.focus.skill], book().creation.focus_dice
    text = f"{row.focus.name}, +{focus_dice}D to {skill.name}. {row.does}"
    return term(row, "species", *dice, text=text, see=(f"skills-{skill.id}",))


def _professions() -> Iterator[ChapterPart]:
    tables = book()
    for kind, part in (("ordinary", "ordinary"), ("force", "force-professions")):
        ids = (*ATTRIBUTES, FORCE) if kind == "force" else ATTRIBUTES
        named = tables.profession_kinds[kind]
        rows = tuple(
            term(row, "profession", *(_added(row.bonuses.get(id, 0)) for id in ids))
            for row in tables.professions.values()
            if row.kind == kind
        )
        yield Table(part, named.name, rows, attribute_columns(*ids), "Profession", named.note)


def _added(dice: int) -> str:
    return f"+{dice}D" if dice else NOTHING


def _traits() -> Iterator[ChapterPart]:
    """A part for each attribute: itself, then its skills."""
    tables = book()
    for id, attribute in tables.attributes.items():
        own = term(attribute, "attributes", aliases=(id,))
        skills = plain((row for row in tables.skills.values() if row.attribute == id), "skills")
        yield Terms(id, f"{attribute.name}, {id}", (own, *skills))


def _quirks() -> Iterator[ChapterPart]:
    tables = book()
    yield Terms("edges", "Edges", plain(tables.edges.values(), "edge"))
    yield Terms("burdens", "Burdens", plain(tables.burdens.values(), "burden"))


def gear_tables() -> Iterator[ChapterPart]:
    """Each part once, in any order."""
    return chain(_weapons(), _armor(), _gear(), _sabers())


def _weapons() -> Iterator[ChapterPart]:
    tables = book()
    for kind, part in (("melee", "melee-weapons"), ("blaster", "blasters")):
        rows = tuple(_weapon(row) for row in tables.weapons.values() if row.kind == kind)
        name = tables.weapon_kinds[kind].name
        yield Table(part, name, rows, (Column("Damage"), PRICE), "Weapon")
    properties = plain(tables.properties.values(), "properties")
    yield Terms("properties", "Weapon properties", properties)


def _armor() -> Iterator[ChapterPart]:
    rows = tuple(
        term(
            row,
            "armor",
            signed(row.soak),
            signed(row.dodge),
            f"{row.cost:,}",
            keys=(f"gear.{row.id}",),
        )
        for row in book().armor.values()
    )
    yield Table("armor", "Armor", rows, (Column("Soak"), Column("Dodge"), PRICE), "Armor")


def _weapon(row: Weapon) -> Term:
    properties = [book().properties[id].name for id in row.properties]
    can = f"{', '.join(properties)}. " if properties else ""
    return term(
        row,
        "weapons",
        _damage(row),
        f"{row.cost:,}" if row.cost is not None else NOTHING,
        text=can + row.does,
        see=tuple(f"properties-{id}" for id in row.properties),
        keys=(f"gear.{row.id}",),
    )


def _damage(row: Weapon) -> str:
    """A weapon's damage as printed: "STR + 2D", "5D"."""
    return f"{row.adds} + {row.damage}D" if row.adds else f"{row.damage}D"


def _gear() -> Iterator[ChapterPart]:
    tables = book()
    for kind, named in tables.item_kinds.items():
        rows = tuple(
            term(
                row,
                "gear",
                f"{row.cost:,}",
                text=row.does + _contents(row),
                see=tuple(f"skills-{id}" for id in (*row.helps, *filter(None, (row.skill,)))),
            )
            for row in tables.items.values()
            if row.kind == kind
        )
        part = {"explosive": "explosives"}.get(kind, kind)
        yield Table(part, named.name, rows, (PRICE,), "Thing")


def _contents(row: Item) -> str:
    """The contents of a pack, with quantities above one."""
    inside = []
    for part in row.parts:
        name = book().items[part.item].name if part.item else part.name
        inside.append(f"{name} ×{part.quantity}" if part.quantity > 1 else name)
    return f" In it: {', '.join(inside)}." if inside else ""


def _sabers() -> Iterator[ChapterPart]:
    tables = book()
    base = tables.weapons["lightsaber"].damage
    designs = tuple(
        term(row, "design", f"{base + row.damage}D", signed(row.parry))
        for row in tables.designs.values()
    )
    yield Table("designs", "Designs", designs, (Column("Damage"), Column("Parry")), "Design")
    yield Terms("features", "Features", plain(tables.features.values(), "feature"))
    crystals = tuple(
        term(row, "crystal", f"+{row.damage}D" if row.damage else NOTHING, text="")
        for row in tables.crystals.values()
    )
    note = next(row.does for row in tables.crystals.values() if not row.damage)
    columns = (Column("Damage"),)
    yield Table(
        "crystals",
        "Kyber crystals",
        crystals,
        columns,
        "Color",
        note,
    )
