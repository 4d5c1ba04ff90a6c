"""Reads ships and vehicles of Foundry's OpenD6 Space."""

from __future__ import annotations

from rules.exchange.actor_parts import Part, items_of, left_over, others
from rules.exchange.conversion import Report
from rules.exchange.outline import (
    CAPITAL,
    SPEEDER,
    STARFIGHTER,
    STATION,
    WALKER,
    Craft,
    Gun,
)

STARSHIP, VEHICLE = "starship", "vehicle"
KINDS = (STARSHIP, VEHICLE)
_WEAPONS = ("starship-weapon", "vehicle-weapon")
_SENSORS = ("passive", "scan", "search", "focus")
_KNOWN = ("skill", "specialization", *_WEAPONS)
# The scale, in pips, from which a craft counts as the larger kind.
_SCALES = {STARSHIP: ((72, STATION), (36, CAPITAL), (0, STARFIGHTER)),
           VEHICLE: ((12, WALKER), (0, SPEEDER))}  # fmt: skip


def read(file: Part, report: Report) -> Craft:
    """The craft; what it has no room for is named in the report."""
    system, items = file.system, items_of(file)
    others(items, _KNOWN, report)
    scale = system.part("scale").number("score")
    kind = next(kind for least, kind in _SCALES[file.text("type")] if scale >= least)
    sensors = system.part("sensors").part("types")
    guns = tuple(
        Gun(
            name=item.name() or "Weapon",
            damage=max(0, item.system.part("damage").number("score")),
            fire_control=max(0, item.system.part("fire_control").number("score")),
        )
        for name in _WEAPONS
        for item in items.get(name, [])
    )
    craft = Craft(
        name=file.name() or "Ship",
        kind=kind,
        speed=max(0, system.part("move").number("value")),
        maneuverability=max(0, system.part("maneuverability").number("score")),
        hull=max(0, system.part("toughness").number("score"))
        + max(0, system.part("armor").number("score")),
        shields=max(0, system.part("shields").number("value")),
        sensors=max(sensors.part(name).number("score") for name in _SENSORS),
        crew=max(0, system.part("crew").number("value")),
        weapons=guns,
    )
    system.skip("attributes", "dodge")
    for item in (one for name in _WEAPONS for one in items.get(name, [])):
        if item.system.number("quantity", 1) > 1:
            report.lost.append(f"{item.name()}: {item.system.number('quantity')} of them.")
    left_over(file, items, _WEAPONS, report)
    return craft
