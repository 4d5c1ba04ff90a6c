"""The parts of the reference for the game master: craft, scale, and those you meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.reference import Column, Part, Table, Term, Terms
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, book
from rules.systems.hyperspace_d6.guide import Craft, Gun, Npc, guide
from rules.systems.hyperspace_d6.parts import attribute_columns, reach, term

CRAFT_COLUMNS = (
    Column("MOB", "Mobility"),
    Column("SEN", "Sensors"),
    Column("FIR", "Firepower"),
    Column("Evade"),
    Column("Hull"),
    Column("Shields"),
    Column("Crew"),
)
CRAFT_PARTS = {
    "speeder": "speeders",
    "walker": "walkers",
    "starfighter": "starfighters",
    "transport": "transports",
}
NPC_PARTS = {
    "imperial": "imperials",
    "rebel": "rebels",
    "scum": "scum",
    "droid": "droid-encounters",
    "force": "force-users",
}


def parts() -> Iterator[Part]:
    """Each part once, in no order that matters."""
    return chain(_scales(), _craft(), _encounters())


def _scales() -> Iterator[Part]:
    tables = guide()
    yield Table(
        "hull-damage",
        "What damage does to a craft",
        tuple(term(row, "hull", reach(row.times, "Hull")) for row in tables.levels.values()),
        (Column("Damage", "Damage that gets through"),),
        "It is",
    )
    yield Table(
        "scales",
        "Scale",
        tuple(term(row, "scale", f"×{row.factor}") for row in tables.scales.values()),
        (Column("Damage"),),
        "Scale",
    )


def _craft() -> Iterator[Part]:
    tables = guide()
    for id, kind in tables.craft_kinds.items():
        rows = tuple(_one_craft(row) for row in tables.craft.values() if row.kind == id)
        scale, skill = tables.scales[kind.scale].name.lower(), book().skills[kind.skill].name
        note = f"{skill} steers them; their scale is that of a {scale}."
        yield Table(CRAFT_PARTS[id], kind.name, rows, CRAFT_COLUMNS, "Craft", note)


def _one_craft(row: Craft) -> Term:
    weapons = f"{', '.join(_gun(gun) for gun in row.weapons)}." if row.weapons else "Unarmed."
    dice = (f"{code}D" for code in (row.mobility, row.sensors, row.firepower))
    numbers = (str(number) for number in (row.evade, row.hull, row.shields, row.crew))
    see = ("ion",) if any(gun.ion for gun in row.weapons) else ()
    return term(row, "craft", *dice, *numbers, text=f"{weapons} {row.does}", see=see)


def _gun(gun: Gun) -> str:
    return f"{gun.name} {gun.damage}D{' ion' if gun.ion else ''}"


def _encounters() -> Iterator[Part]:
    tables = guide()
    for id, kind in tables.npc_kinds.items():
        rows = tuple(_one_npc(row) for row in tables.npcs.values() if row.kind == id)
        columns = (
            *attribute_columns(*ATTRIBUTES, FORCE),
            *(Column(row.name) for row in book().defenses.values()),
        )
        yield Terms(NPC_PARTS[id], kind.name, rows, columns)
    levels = tuple(
        term(row, "level", f"{row.attributes}D", f"+{row.skill_dice}D in {row.skills}")
        for row in tables.npc_levels.values()
    )
    columns = (Column("Attributes", "Average attributes"), Column("Skills"))
    yield Table("npc-levels", "Somebody not listed", levels, columns, "Level")


def _one_npc(row: Npc) -> Term:
    """Dice and defenses as figures; skills and what is carried in words."""
    tables = book()
    dice = (
        f"{row.attributes[id]}D" if id in row.attributes else "–" for id in (*ATTRIBUTES, FORCE)
    )
    defenses = (str(row.defenses[id]) for id in tables.defenses)
    skills = (f"{tables.skills[id].name} {code}D" for id, code in row.skills.items())
    text = f"{', '.join((*skills, *_carried(row)))}. {row.does}"
    see = tuple(
        f"{table}-{id}" for table, id in (("weapons", row.weapon), ("armor", row.armor)) if id
    )
    return term(row, "npc", *dice, *defenses, text=text, see=see)


def _carried(row: Npc) -> Iterator[str]:
    """The weapon with the damage it deals in these hands, and the armor."""
    tables = book()
    if row.own_weapon:
        yield f"{row.own_weapon.name} {row.own_weapon.damage}D"
    if row.weapon:
        weapon = tables.weapons[row.weapon]
        yield f"{weapon.name} {weapon.damage + row.attributes.get(weapon.adds, 0)}D"
    if row.armor:
        yield tables.armor[row.armor].name
