"""Stations and what is done there, as a game's table declares them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec.structs import replace

from rules.craft import CrewAction, CrewRules, Station
from rules.figures import Figure
from rules.forms.parsing import FormValues
from rules.kit.craft import sheet
from rules.kit.craft.craft import DeclaredCraft, TypedCraft, Weapon
from rules.kit.craft.tables import ActionRow
from rules.play import Attempt
from rules.sheet.sections import Line

CREW_DICE = "crew"


def stations(craft: TypedCraft) -> tuple[Station, ...]:
    """The places aboard, those alone that this craft has."""
    return tuple(_stations(craft))


def _stations(craft: TypedCraft) -> Iterator[Station]:
    for row in craft.tables.stations.values():
        places = len(craft.weapons) if row.each_weapon else row.places
        is_there = craft.crew >= row.crew and (not row.each_weapon or bool(places))
        if is_there and (not row.needs or craft.has(row.needs)):
            yield Station(
                row.id,
                row.one if places == 1 and row.one else row.name,
                row.does,
                places or None,
                sheet.lines(craft, *row.numbers),
                row.one,
                row.card.format(kind=craft.kind.values),
            )


def actions(
    attempt: Attempt[TypedCraft], station: str, _held: Collection[str] = ()
) -> tuple[CrewAction, ...]:
    """What can be done at a station."""
    rows = attempt.character.tables.actions.values()
    found = (row for row in rows if station in row.stations)
    return tuple(one for row in found for one in of_row(attempt.character, row))


def of_row(craft: TypedCraft, row: ActionRow) -> Iterator[CrewAction]:
    """The action of a row, or one for each weapon; none where the craft lacks its number."""
    is_set = bool(row.unless) and getattr(craft.marks, row.unless)
    if is_set or (row.number and not craft.has(row.number)):
        return
    if not row.each_weapon:
        yield _action(craft, row)
    for weapon in craft.weapons if row.each_weapon else ():
        yield replace(_action(craft, row, weapon), id=f"{row.id}-{weapon.id}")


def _action(craft: TypedCraft, row: ActionRow, weapon: Weapon | None = None) -> CrewAction:
    named = {**craft.values, "weapon": weapon}
    return CrewAction(
        row.id,
        row.name.format(**named),
        row.does.format(**named),
        row.action.format(**named),
        values_of(row.values, named),
        by_craft=row.by_craft,
        needs=row.needs,
        ruling=row.ruling,
        card=row.card.format(**named),
        first=row.first,
        free=row.free,
        rare=row.rare,
        weapon=weapon.name if weapon else "",
    )


def values_of(templates: dict[str, str], named: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The values of a form, with what they name of the craft."""
    return {name: (text.format(**named),) for name, text in templates.items()}


def crew_rules(
    declared: DeclaredCraft,
    *,
    flown: Callable[[Attempt[Any], Attempt[TypedCraft]], dict[str, int]],
    crewed: Callable[[int], dict[str, int]],
    evade: Callable[[Attempt[TypedCraft]], Figure | None] = lambda _craft: None,
) -> CrewRules[Any, TypedCraft]:
    """What the table says of crews. A pilot brings what `flown` says, a crew without names what
    `crewed` does; `evade` is what a craft has against attacks.
    """
    tables = declared.tables

    def hazard(attempt: Attempt[TypedCraft]) -> CrewAction:
        return next(of_row(attempt.character, tables.actions[tables.hazard]))

    return CrewRules(
        stations=stations,
        actions=actions,
        pilot=tables.pilot,
        hazard=hazard,
        maneuver=tables.maneuver,
        answer=tables.answer,
        answered=values_of(tables.answered, {}),
        hazard_at=tables.hazard_at,
        ruling=tables.rulings["crew"],
        turn=(CREW_DICE, *tables.crew_turn),
        crew_dice=tables.crew_dice,
        flown=flown,
        crewed=lambda dice: {CREW_DICE: dice, **crewed(dice)} if dice else {},
        evade=evade,
        opposed=_nothing_opposes,
        pace=_pace,
        lines=_told,
    )


def _pace(craft: TypedCraft, weapon: str) -> tuple[int, int]:
    """How many weapons have that name, and of how many rounds each fires in one."""
    named = [one for one in craft.weapons if one.name == weapon]
    every = max((craft.tables.forms[one.form].every for one in named), default=0)
    return max(1, len(named)), every


def _told(craft: TypedCraft) -> tuple[Line, ...]:
    """What its crew sees of it: the numbers that it has."""
    return sheet.lines(craft, *(id for id in craft.tables.numbers if craft.has(id)))


def _nothing_opposes(_craft: Attempt[TypedCraft]) -> FormValues:
    """No action is made against another craft's pilot."""
    return {}
