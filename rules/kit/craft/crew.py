"""Stations and what is done there, as a game's table declares them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec.structs import replace

from rules.craft import CrewAction, CrewRules, Station
from rules.forms.parsing import FormValues
from rules.kit.craft import sheet
from rules.kit.craft.craft import CraftWeapon, TypedCraft
from rules.kit.craft.declared import DeclaredCraft
from rules.kit.craft.tables import ActionRow
from rules.kit.play.turns import actions_of, share
from rules.play import TAKES, Attempt
from rules.sheet.sections import Line
from rules.turn import ROUNDS

CREW_DICE = "crew"
# What a craft gives to an action besides the values of its row.
Given = Callable[[Any, ActionRow, CraftWeapon | None], FormValues]


def stations(craft: TypedCraft) -> tuple[Station, ...]:
    """The places aboard, those alone that this craft has."""
    return tuple(_stations(craft))


def _stations(craft: TypedCraft) -> Iterator[Station]:
    named = craft.values
    for row in craft.tables.stations.values():
        places = len(craft.weapons) if row.each_weapon else row.places
        is_there = craft.crew >= row.crew and (not row.each_weapon or bool(places))
        if is_there and (not row.needs or craft.has(row.needs)):
            yield Station(
                row.id,
                row.one if places == 1 and row.one else row.name.format(**named),
                row.does.format(**named),
                places or None,
                sheet.lines(craft, *row.numbers),
                row.one,
                row.card.format(**named),
            )


def _rows(
    craft: TypedCraft, station: str, held: Collection[str]
) -> Iterator[tuple[ActionRow, str]]:
    """The actions at a station; who steers and stands in also does those where nobody is, each with
    the name of that station.
    """
    tables = craft.tables
    stands_in = tables.stands_in and station == tables.pilot
    free = [row for row in tables.stations.values() if stands_in and row.id not in held]
    for row in tables.actions.values():
        if station in row.stations:
            yield row, ""
        elif place := next((one for one in free if one.id in row.stations), None):
            yield row, place.one or place.name.format(**craft.values)


def _of_row(
    craft: TypedCraft, row: ActionRow, given: Given, named: dict[str, object]
) -> Iterator[CrewAction]:
    """The action of a row, or one for each weapon; none where the craft lacks its number."""
    if craft.has_mark(row.unless) or (row.number and not craft.has(row.number)):
        return
    if not row.each_weapon:
        yield _action(craft, row, given(craft, row, None), named)
    for weapon in craft.weapons if row.each_weapon else ():
        fired = {**named, "weapon": weapon, "damage": craft.damage(weapon).code}
        action = _action(craft, row, given(craft, row, weapon), fired)
        yield replace(action, id=f"{row.id}-{weapon.id}", weapon=weapon.name)


def _action(
    craft: TypedCraft, row: ActionRow, given: FormValues, named: dict[str, object]
) -> CrewAction:
    takes = actions_of(row.cost, craft.tables.reaction)
    said = {TAKES: (str(takes),)}
    return CrewAction(
        row.id,
        row.name.format(**named),
        row.does.format(**named),
        row.action.format(**named),
        {**values_of(row.values, named), **given, **said},
        by_craft=row.by_craft,
        needs=row.needs,
        onto=row.onto,
        adds_up=row.adds_up,
        ruling=row.ruling,
        card=row.card.format(**named),
        first=row.first,
        cost=row.cost,
        takes=takes,
        barred="" if row.despite else craft.out(),
        despite=row.despite,
        rare=row.rare,
    )


def values_of(templates: dict[str, str], named: dict[str, object]) -> dict[str, tuple[str, ...]]:
    """The values of a form, with what they name of the craft."""
    return {name: (text.format(**named),) for name, text in templates.items()}


def gives_nothing(_craft: TypedCraft, _row: ActionRow, _weapon: CraftWeapon | None) -> FormValues:
    """An action has the values of its row alone."""
    return {}


def crew_rules(
    declared: DeclaredCraft,
    *,
    flown: Callable[[Attempt[Any], Attempt[Any]], dict[str, int]],
    crewed: Callable[[int], dict[str, int]],
    given: Given = gives_nothing,
    **more: object,
) -> CrewRules:
    """The rules for crews, as the table has them. A pilot brings what `flown` says, a crew without
    names what `crewed` does, and a craft what is `given` to an action; `more` are members of
    `CrewRules`.
    """
    tables = declared.tables

    def actions(
        attempt: Attempt[TypedCraft], station: str, held: Collection[str]
    ) -> tuple[CrewAction, ...]:
        craft = attempt.character
        found, is_alone = [], not attempt.situation.get(ROUNDS)
        for row, place in _rows(craft, station, held):
            own = replace(row, values={**row.values, **row.alone}) if is_alone else row
            several = _of_row(craft, own, given, craft.values)
            found += [replace(action, stands_in=place) for action in several]
        return tuple(found)

    def hazard(attempt: Attempt[TypedCraft]) -> CrewAction:
        craft, row = attempt.character, tables.actions[tables.hazard]
        return next(_of_row(craft, row, given, craft.values))

    usual = {"crew_dice": tables.crew_dice, "pace": _pace, "lines": _told}
    members: dict[str, Any] = {**usual, **more}
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
        flown=flown,
        crewed=lambda dice: {CREW_DICE: dice, **crewed(dice)} if dice else {},
        takes=share,
        out=declared.out,
        **members,
    )


def _pace(craft: TypedCraft, weapon: str) -> tuple[int, int]:
    """The count of weapons of that name, and of how many rounds each fires in one."""
    guns = [gun for gun in craft.weapons if gun.name == weapon]
    every = max((craft.tables.forms[gun.form].every for gun in guns), default=0)
    return max(1, len(guns)), every


def _told(craft: TypedCraft) -> tuple[Line, ...]:
    """The numbers that it has, for its crew to see."""
    return sheet.lines(craft, *(id for id in craft.tables.numbers if craft.has(id)))
