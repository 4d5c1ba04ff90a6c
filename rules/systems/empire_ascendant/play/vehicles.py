"""Craft: what their crews roll, what a hit does to them, and a fight with them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.dice.codes import signed
from rules.figures import Figure, carried, dice, number
from rules.kit.craft import crew, form, play
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
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import actions, modifiers, rolls, rounds
from rules.systems.empire_ascendant.play.attacks import COMBAT, own_scale
from rules.systems.empire_ascendant.play.craft import shields_number
from rules.systems.empire_ascendant.play.craft_damage import CRAFT, HARM, LEVELS, MOST, TORPEDO
from rules.systems.empire_ascendant.rulebook.book import FOLDER
from rules.systems.empire_ascendant.rulebook.book import Level as CraftLevel

SOURCE = CRAFT.sources["crew"]
PILOT, PIPS, EVADE, SPEED, SHIELDS = "pilot", "pilot_pips", "evade", "speed", "shields"
BY_NAME = "Characters crew this craft: whoever is at the shields raises them."
NO_SHIELDS = "No shields are left."
NOBODY = "Nobody steers. Take the pilot’s station, or let your GM set the dice of its crew."


def _is_at(craft: TypedCraft, level: CraftLevel) -> bool:
    return bool(level.rank) and level.rank == craft.marks.level


DECLARED = DeclaredCraft(
    GAME.identity.slug,
    FOLDER,
    GAME.types.house,
    out=lambda craft: modifiers.refusal("wrecked" if craft.marks.level == MOST else ""),
    level=lambda craft: next((row.name for row in LEVELS.values() if _is_at(craft, row)), ""),
)
Inputs = ActionInput[TypedCraft]


# --- what its pilot rolls, and a crew without names


def _lost(turn: Mapping[str, int], cost: int = 1) -> int:
    """The dice that actions take of a crew without names: one for each further one, with one that
    takes so many of the turn.
    """
    return actions_counted(turn, cost) - 1


def _pilot(inputs: Inputs, cost: int) -> Figure:
    """The dice of whoever steers: of a crew without names less those that its actions take."""
    count, pips = (inputs.situation.get(name, 0) for name in (PILOT, PIPS))
    lost = _lost(inputs.situation, cost) if inputs.situation.get(CREW_DICE) else 0
    return dice("who steers", max(0, count - lost), pips=pips, source=SOURCE)


def _less(inputs: Inputs) -> str:
    """The dice that further actions take from a roll of a crew without names: "−1D"."""
    lost = _lost(inputs.situation) if inputs.situation.get(CREW_DICE) else 0
    return signed(-lost) if lost else ""


def _steer(id: str, added: str = "") -> ProcedureRule[TypedCraft]:
    """A roll with a number of the craft and the pilot's dice: with a question `added` these
    only where its answer says so. It is kept for the round, as its Speed or as what evades.
    """

    def plan(inputs: Inputs) -> Plan:
        pilot, steers, craft = _pilot(inputs, 1), not added or inputs[added], inputs.character
        who, ruling = (pilot,) if steers else (), COMBAT.rulings["carried"]
        pool = carried(craft.name_of(id), craft.figure(id), *who, ruling=ruling)
        barred = craft.out() or (NOBODY if steers and not pilot.value else "")
        roll = rolls.roll(inputs, pool, kind="plain")
        return Plan(roll=roll, barred=barred, foreseen=(roll.average(),), less=_less(inputs))

    def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        turn = {SPEED if added else EVADE: outcome.total}
        return text(saying(inputs, outcome, rng), situation=turn)

    return ProcedureRule(resolve, plan)


def _hazard(inputs: Inputs) -> Plan:
    """The pilot's dice against a number of the game master."""
    given = given_cost(inputs.answers)
    who, aim = _pilot(inputs, 1 if given is None else given), inputs["target"]
    target = None if aim is None else number("number", aim, source="Your GM")
    barred = inputs.character.out() or ("" if who.value else NOBODY)
    roll = rolls.roll(inputs, who, kind="plain", target=target)
    return Plan(roll=roll, barred=barred, less=_less(inputs))


def _raise(inputs: Inputs) -> Plan:
    """The dice of a crew without names, less those that its actions take, against the number of a
    range, to raise the shields after a hit; a crew by name does that with its own.
    """
    craft, count = inputs.character, inputs.situation.get(CREW_DICE, 0)
    has_shields = "" if craft.value(SHIELDS) else NO_SHIELDS
    barred = craft.out() or has_shields or ("" if count else BY_NAME)
    who = dice("crew", max(0, count - _lost(inputs.situation)), source=SOURCE)
    target = shields_number(inputs["range"])
    roll = rolls.roll(inputs, who, kind="plain", target=target)
    return Plan(roll=roll, barred=barred, less=_less(inputs))


RULES: dict[str, ProcedureRule[Any]] = {
    **play.RULES,
    "initiative": rounds.RULES["initiative"],
    "evade": _steer("maneuverability"),
    "speed": _steer("speed", "fancy"),
    "raise": ProcedureRule(result, _raise),
    "hazard": ProcedureRule(result, _hazard),
    "harm": HARM,
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


def _flown(pilot: Attempt[Any], craft: Attempt[TypedCraft]) -> dict[str, int]:
    """The present code of the pilot in the skill that steers; nothing of who is out."""
    if marks.out(pilot.character):
        return {}
    steering = craft.character.kind.values["steering"]
    code = modifiers.ROLLED.figure(pilot.character, steering)
    pool = modifiers.TURN.changed(code, *modifiers.taken(pilot.character, pilot.situation))
    return {PILOT: max(0, pool.value), PIPS: pool.pips}


def _evading(craft: Attempt[TypedCraft]) -> Figure | None:
    """The total that was rolled to evade this round; None where nothing was."""
    more = craft.situation.get(EVADE, 0)
    return number("Evade", more, source=SOURCE) if more else None


# --- a fight


def _aim(_attempt: Attempt[object], _action: str, targets: Targets) -> Any:
    """The range, from Short on, what evades, the Speed that a torpedo has to catch, and the scale.
    A person dodges.
    """
    ranges, target = tuple(COMBAT.ranges), targets[0].attempt
    at = max(ranges.index(CRAFT.nearest), min(targets[0].distance, len(ranges) - 1))
    if isinstance(target.character, TypedCraft):
        evade = target.situation.get(EVADE, 0)
        code = target.character.figure(SPEED)
        speed = target.situation.get(SPEED) or COMBAT.per_die * code.value + code.pips
    else:
        evade, speed = target.character.figure(figures.DODGE).value, 0
    theirs = own_scale(target.character)
    number = (str(evade),)
    return {
        "range": (ranges[at],),
        "evade": number,
        "defense": number,
        "speed": (str(speed),),
        "their_scale": (theirs,),
    }


def _harmed(attempt: Attempt[Any], _action: str, damage: Outcome) -> Any:
    scale = "".join(attempt.values.get("my_scale", ())) or own_scale(attempt.character)
    torpedo = {"torpedo": "yes"} if TORPEDO in attempt.values.get("weapon", ()) else {}
    return play.harm_values(damage, their_scale=scale, **torpedo)


FIGHT = with_craft(
    rounds.FIGHT,
    ("gunnery", "ship-damage"),
    aim=_aim,
    aim_damage=_aim,
    harmed=_harmed,
    at_craft=_aim,
    fields=("evade", "speed", "my_scale", "their_scale"),
    seen=("their_scale",),
    order="A craft rolls 1D for all aboard.",
)


def _unable(person: Attempt[Any], takes: int) -> str:
    """Why somebody aboard cannot act, or not so often."""
    who, turn = person.character, person.situation
    return modifiers.unable(who, turn) or modifiers.too_many_actions(who, turn, takes)


CREW = crew.crew_rules(
    DECLARED,
    flown=_flown,
    crewed=lambda count: {PILOT: count},
    evade=_evading,
    unable=_unable,
)
CRAFT_RULES = form.craft_rules(DECLARED, CREW, form.craft_starters(DECLARED))
