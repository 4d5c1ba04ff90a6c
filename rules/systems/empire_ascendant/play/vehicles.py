"""Craft: what their crews roll, and a fight with them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.craft_game import craft_game
from rules.dice.codes import signed
from rules.figures import Figure, carried, dice, number
from rules.kit.craft import crew, form, play, sheet
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.crew import CREW_DICE
from rules.kit.craft.declared import DeclaredCraft
from rules.kit.craft.fight import Targets, with_craft
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, result, saying
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.questions import ActionInput
from rules.kit.play.turns import actions_counted, given_cost
from rules.play import Attempt, Outcome
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import actions, craft, modifiers, rolls, rounds
from rules.systems.empire_ascendant.play.attacks import COMBAT, own_scale
from rules.systems.empire_ascendant.play.craft import CRAFT, MOST, SHIELDS, TORPEDO
from rules.systems.empire_ascendant.rulebook.book import FOLDER

SOURCE = CRAFT.sources["crew"]
PILOT, PIPS, EVADE, SPEED = "pilot", "pilot_pips", "evade", "speed"
BY_NAME = "Characters crew this craft: whoever is at the shields raises them."
NO_SHIELDS = "No shields are left."
NOBODY = "Nobody steers. Take the pilot’s station, or let your GM set the dice of its crew."
DECLARED = DeclaredCraft(
    GAME.identity.slug,
    FOLDER,
    GAME.types.house,
    out=lambda one: modifiers.refusal("wrecked" if one.marks.level == MOST else ""),
    level=lambda one: craft.level(one).name if one.marks.level else "",
)
Inputs = ActionInput[TypedCraft]


# --- what its pilot rolls, and a crew without names


def _lost(turn: Mapping[str, int], cost: int = 1) -> int:
    """The dice that actions take of a crew without names: one for each further one, with one that
    takes so many of the turn.
    """
    return actions_counted(turn, cost) - 1 if turn.get(CREW_DICE) else 0


def _pilot(inputs: Inputs, cost: int = 1) -> Figure:
    """The dice of whoever steers: of a crew without names less those that its actions take."""
    count, pips = (inputs.situation.get(name, 0) for name in (PILOT, PIPS))
    left = max(0, count - _lost(inputs.situation, cost))
    return dice("who steers", left, pips=pips, source=SOURCE)


def _plan(inputs: Inputs, pool: Figure, barred: str, *target: Figure | None) -> Plan:
    """A roll with dice of the crew, which may have a number to reach; a craft that nobody can act
    with bars it.
    """
    roll = rolls.roll(inputs, pool, kind="plain", target=next(iter(target), None))
    lost, foreseen = _lost(inputs.situation), () if target else (roll.average(),)
    less, out = signed(-lost) if lost else "", inputs.character.out()
    return Plan(roll=roll, barred=out or barred, foreseen=foreseen, less=less)


def _steer(id: str, added: str = "") -> ProcedureRule[TypedCraft]:
    """A roll with a number of the craft and the pilot's dice: with a question `added` these
    only where its answer says so. It is kept for the round, as its Speed or as what evades.
    """

    def plan(inputs: Inputs) -> Plan:
        pilot, steers, one = _pilot(inputs), not added or inputs[added], inputs.character
        who, ruling = (pilot,) if steers else (), COMBAT.rulings["carried"]
        pool = carried(one.name_of(id), one.figure(id), *who, ruling=ruling)
        return _plan(inputs, pool, NOBODY if steers and not pilot.value else "")

    def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        turn = {SPEED if added else EVADE: outcome.total}
        return text(saying(inputs, outcome, rng), situation=turn)

    return ProcedureRule(resolve, plan)


def _hazard(inputs: Inputs) -> Plan:
    """The pilot's dice against a number of the game master."""
    given, aim = given_cost(inputs.answers), inputs["target"]
    who = _pilot(inputs, 1 if given is None else given)
    target = None if aim is None else number("number", aim, source="Your GM")
    return _plan(inputs, who, "" if who.value else NOBODY, target)


def _raise(inputs: Inputs) -> Plan:
    """The dice of a crew without names, less those that its actions take, against the number of a
    range, to raise the shields after a hit; a crew by name does that with its own.
    """
    count = inputs.situation.get(CREW_DICE, 0)
    barred = (not inputs.character.value(SHIELDS) and NO_SHIELDS) or (not count and BY_NAME) or ""
    who = dice("crew", max(0, count - _lost(inputs.situation)), source=SOURCE)
    return _plan(inputs, who, barred, craft.shields_number(inputs["range"]))


RULES: dict[str, ProcedureRule[Any]] = {
    **play.RULES,
    "initiative": rounds.RULES["initiative"],
    "evade": _steer("maneuverability"),
    "speed": _steer("speed", "fancy"),
    "raise": ProcedureRule(result, _raise),
    "hazard": ProcedureRule(result, _hazard),
    "harm": craft.HARM,
}
TABLE = play.CraftTable(
    actions.TABLE.groups,
    procedure_groups(
        rolls.READER,
        "vehicle_play.toml",
        RULES,
        rolls.QUESTIONNAIRE,
        reaction=DECLARED.tables.reaction,
    ),
    lost=_lost,
    unit="D",
)


def _flown(pilot: Attempt[Character], one: Attempt[TypedCraft]) -> dict[str, int]:
    """The present code of the pilot in the skill that steers; nothing of who is out."""
    if marks.out(pilot.character):
        return {}
    code = modifiers.ROLLED.figure(pilot.character, one.character.kind.values["steering"])
    pool = modifiers.TURN.changed(code, *modifiers.taken(pilot.character, pilot.situation))
    return {PILOT: max(0, pool.value), PIPS: pool.pips}


def _evading(one: Attempt[TypedCraft]) -> Figure | None:
    """The total that was rolled to evade this round; None where nothing was."""
    more = one.situation.get(EVADE, 0)
    return number("Evade", more, source=SOURCE) if more else None


def _unable(person: Attempt[Character], takes: int) -> str:
    """Why somebody aboard cannot act, or not so often."""
    who, turn = person.character, person.situation
    return modifiers.unable(who, turn) or modifiers.too_many_actions(who, turn, takes)


# --- a fight


def _aim(_attempt: Attempt[object], _action: str, targets: Targets) -> Any:
    """The range, from Short on, what evades, the Speed that a torpedo has to catch, and the scale.
    A person dodges.
    """
    ranges, target = tuple(COMBAT.ranges), targets[0].attempt
    at = max(ranges.index(CRAFT.nearest), min(targets[0].distance, len(ranges) - 1))
    if isinstance(target.character, TypedCraft):
        evade, code = target.situation.get(EVADE, 0), target.character.figure(SPEED)
        speed = target.situation.get(SPEED) or COMBAT.per_die * code.value + code.pips
    else:
        evade, speed = target.character.figure(figures.DODGE).value, 0
    theirs = own_scale(target.character)
    said = {"range": ranges[at], "evade": evade, "defense": evade, SPEED: speed}
    return {id: (str(value),) for id, value in {**said, "their_scale": theirs}.items()}


def _harmed(attempt: Attempt[Any], _action: str, damage: Outcome) -> Any:
    scale = "".join(attempt.values.get("my_scale", ())) or own_scale(attempt.character)
    torpedo = {TORPEDO: "yes"} if TORPEDO in attempt.values.get("weapon", ()) else {}
    return play.harm_values(damage, their_scale=scale, **torpedo)


FIGHT = with_craft(
    rounds.FIGHT,
    ("gunnery", "ship-damage"),
    aim=_aim,
    aim_damage=_aim,
    harmed=_harmed,
    at_craft=_aim,
    fields=(EVADE, SPEED, "my_scale", "their_scale"),
    seen=("their_scale",),
    order="A craft rolls 1D for all aboard.",
)
CREW = crew.crew_rules(
    DECLARED,
    flown=_flown,
    crewed=lambda count: {PILOT: count},
    evade=_evading,
    unable=_unable,
)
CRAFT_RULES = form.craft_rules(DECLARED, CREW, form.craft_starters(DECLARED))
CRAFT_GAME = craft_game(
    DECLARED.system,
    GAME.identity.name,
    DECLARED,
    state=TABLE.state,
    actions=TABLE.table,
    sheet=lambda one: sheet.sheet(one, craft.track, GAME.credit),
    fight=FIGHT,
)
