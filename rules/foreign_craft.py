"""Enters ships and vehicles of other programs into the form of a game's own craft."""

from __future__ import annotations

from collections.abc import Iterator

from rules.craft import CraftRules
from rules.dice.codes import PIPS_IN_A_DIE
from rules.exchange.conversion import Conversion, Report, written
from rules.exchange.outline import CAPITAL, SPEEDER, STARFIGHTER, STATION, WALKER, Craft
from rules.forms.fields import Choice, Field, Text

LONGEST_NAME = 80
# The kinds of other games that stand for one, the nearest first.
_STANDS_FOR = {
    SPEEDER: (SPEEDER,),
    WALKER: (WALKER, SPEEDER),
    STARFIGHTER: (STARFIGHTER, "starship"),
    CAPITAL: (CAPITAL, "starship"),
    STATION: (STATION, "structure"),
}


def document(craft: Craft, rules: CraftRules, report: Report) -> Conversion:
    """The craft as one of a game; RuleViolation where its form takes no such numbers."""
    values: dict[str, tuple[str, ...]] = {}
    for field in rules.fields({}):
        if text := _answer(craft, field, report):
            values[field.id] = (text,)
    return Conversion(rules.document(values), report)


def _answer(craft: Craft, field: Field, report: Report) -> str:
    """The answer to one field of the form, "" for none."""
    if field.id == "name":
        return craft.name
    if field.id == "weapons":
        return ", ".join(_weapon_lines(craft, report))
    if field.id == "crew":
        return str(craft.crew)
    if isinstance(field, Choice):
        offered = {option.id for option in field.options}
        return next((kind for kind in _STANDS_FOR[craft.kind] if kind in offered), "")
    number = _numbers(craft).get(field.id)
    if number is None:
        return ""
    report.kept.append(f"{field.label} {written(number)}")
    if isinstance(field, Text):
        return written(number)
    if number % PIPS_IN_A_DIE:
        whole = number // PIPS_IN_A_DIE
        report.changed.append(f"{field.label} {written(number)} is {whole}: no pips here.")
    return str(number // PIPS_IN_A_DIE)


def _numbers(craft: Craft) -> dict[str, int]:
    """Its numbers by the names that games have for them."""
    steering = craft.maneuverability
    best = max((gun.fire_control for gun in craft.weapons), default=0)
    numbers = {"mobility": steering, "maneuverability": steering, "hull": craft.hull}
    return numbers | {"shields": craft.shields, "sensors": craft.sensors, "fire_control": best}


def _weapon_lines(craft: Craft, report: Report) -> Iterator[str]:
    """Weapons as the form takes them. Fire control is one number of the craft there."""
    best = max((gun.fire_control for gun in craft.weapons), default=0)
    for gun in craft.weapons:
        dice = gun.damage // PIPS_IN_A_DIE
        name = " ".join(gun.name.replace(",", " ").split())[:LONGEST_NAME]
        report.kept.append(f"{name} {dice}D")
        if gun.damage % PIPS_IN_A_DIE:
            report.changed.append(f"{name} does {written(gun.damage)}: here {dice}D.")
        if gun.fire_control != best:
            report.changed.append(
                f"{name} has Fire Control {written(gun.fire_control)}: here the craft has one,"
                f" {written(best)}."
            )
        yield f"{name} {dice}D"
