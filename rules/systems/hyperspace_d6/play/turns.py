"""Turns: actions, moving over range bands, holding an action, and the end of the fight."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from rules.kit.play.answers import read_number, required
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, always, as_rolled
from rules.kit.play.procedures import NOTHING
from rules.kit.play.questions import ActionInput
from rules.kit.play.turns import with_effect
from rules.phrases import counted
from rules.play import Attempt, Outcome, TurnState
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import checks, modifiers, weapon_in_hand
from rules.systems.hyperspace_d6.play.roll_form import check_plan
from rules.systems.hyperspace_d6.play.rollables import Inputs, Play, rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Item
from rules.turn import ROUNDS, TURN_OVER, Turn

C = TypeVar("C")
# What a turn holds; when the fight is over nothing of that, nor of a round.
TURN = {"actions": book().harm.actions_base, "bands": 0, "held": 0}
OF_A_ROUND = ("rounds", "character_point", "force_point")
ALREADY_AIMING = "You are aiming already. It counts for your next attack."


def over(situation: TurnState) -> dict[str, int]:
    """The changes of the turn at the end of a fight: everything but the weapon in hand is reset."""
    before = {**TURN, **dict.fromkeys((*OF_A_ROUND, weapon_in_hand.BLADE_SET), 0)}
    return {name: value for name, value in before.items() if situation.get(name, value) != value}


def declare(attempt: Play) -> dict[str, int]:
    """The declared actions, and the weapon in hand; RuleViolation for what cannot be."""
    values = attempt.values
    weapon = weapon_in_hand.declare(attempt)
    if "actions" not in values and values.keys() & {weapon_in_hand.HAND, weapon_in_hand.BLADE}:
        return weapon
    most = modifiers.most_actions(attempt.character)
    text = f"You can take 1 to {counted(most, 'action')} in a turn."
    count = read_number(values, "actions", 1, most, refusal=text)
    return {**weapon, "actions": required(count, "actions", text)}


def free_bands(character: Character) -> tuple[int, str]:
    """The free range bands of a turn (HyperspaceD6, Movement), and the item that adds to them."""
    things = (
        (holding.item.row.bands, holding.item.name)
        for holding in character.carried
        if isinstance(holding.item.row, Item)
    )
    more, name = max(things, key=lambda pair: pair[0], default=(0, ""))
    return book().play.moving["bands"] + more, name if more else ""


def movement(
    free: Callable[[C], tuple[int, str]], barred: Callable[[C, TurnState], str]
) -> ProcedureRule[C]:
    """One free band a turn, with a jetpack two; a further one is an action (Movement)."""

    def plan(inputs: ActionInput[C]) -> Plan:
        return Plan(cost=int(inputs.situation.get("bands", 0) >= free(inputs.character)[0]))

    def moved(inputs: ActionInput[C], outcome: Outcome, _rng: Random) -> Outcome:
        bands, (least, carrier) = inputs.situation.get("bands", 0), free(inputs.character)
        is_carried = carrier and bands >= book().play.moving["bands"]
        said = "paid" if bands >= least else "carried" if is_carried else "free"
        return text(outcome, inputs.texts[said].format(carrier), situation={"bands": bands + 1})

    return ProcedureRule(moved, plan, barred)


def _no_move(character: Character, situation: TurnState) -> str:
    """Why the character cannot move further, "" if they can."""
    is_free = situation.get("bands", 0) < free_bands(character)[0]
    return modifiers.unable(character, situation, cost=int(not is_free))


def _no_hold(character: Character, situation: TurnState) -> str:
    """Why no action can be held, "" if one can."""
    declared = modifiers.actions_declared(Attempt(character, situation))
    is_all_held = situation.get("held", 0) >= declared and not situation.get(ROUNDS)
    all_held = "You already hold all actions of this turn." if is_all_held else ""
    return modifiers.unable(character, situation) or all_held


def _held(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """One more held action, with the player's note on what it waits for."""
    held = {"held": inputs.situation.get("held", 0) + 1}
    return text(outcome, inputs["note"], situation=held)


def _no_aim(character: Character, situation: TurnState) -> str:
    """Why nobody can aim now, "" if they can."""
    is_aiming = modifiers.is_aiming(Turn.of(situation))
    refusal = modifiers.incapacitated(character) or ALREADY_AIMING * is_aiming
    return refusal or modifiers.unable(character, situation)


def _aimed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """An action to aim: a die more for one's next attack (HyperspaceD6, Modifying Checks)."""
    aim = modifiers.TAKEN_AIM
    return text(with_effect(inputs.attempt, outcome, aim), f"{aim.told()}.")


def _turn(inputs: Inputs, outcome: Outcome, _rng: Random, **points: int) -> Outcome:
    """A new turn: one action, nothing held; in a new round `points` can be spent again."""
    situation, texts = inputs.situation, inputs.texts
    blade = {weapon_in_hand.BLADE_SET: 0} if situation.get(weapon_in_hand.BLADE_SET) else {}
    now = TURN | blade | points
    held = texts["held"] if situation.get("held") else ""
    return text(outcome, texts["said"], held, situation=now)


def _no_turn(character: Character, situation: TurnState) -> str:
    """Why there is no turn to end, "" if there is."""
    if not situation.get(ROUNDS):
        return "No fight is running."
    return (
        "Your turn is over."
        if situation.get(TURN_OVER)
        else modifiers.if_alive(character, situation)
    )


def _no_fight(character: Character, situation: TurnState) -> str:
    """Why there is no fight to end, "" if there is."""
    if dead := modifiers.if_alive(character, situation):
        return dead
    is_running = over(situation) or Turn.of(situation).effects
    return "" if is_running else "No fight is running."


def _ended(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The end of the turns: points are limited per check again."""
    return text(outcome, inputs.texts["said"], situation=over(inputs.situation))


def _initiative(inputs: Inputs) -> Plan:
    """Perception, without a skill and without a target."""
    perception = replace(
        required(rollable(inputs.character, "attributes.PER"), "initiative", NOTHING),
        name="Initiative",
        target=None,
        is_reaction=True,
    )
    return check_plan(inputs, perception)


def _began(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """Initiative begins the rounds: what was done before them counts no more."""
    outcome = checks.checked(inputs, outcome, rng)
    return text(outcome, begins_turn=True, situation={**outcome.situation, ROUNDS: 1})


RULES = {
    "turn": ProcedureRule(_turn, barred=modifiers.if_alive),
    "round": ProcedureRule(
        partial(_turn, character_point=0, force_point=0), barred=modifiers.if_alive
    ),
    "turn-end": ProcedureRule(as_rolled, barred=_no_turn, idle=always),
    "move": movement(free_bands, _no_move),
    "aim": ProcedureRule(_aimed, barred=_no_aim),
    "hold": ProcedureRule(_held, barred=_no_hold),
    "scene": ProcedureRule(_ended, barred=_no_fight, idle=always),
    "initiative": ProcedureRule(_began, _initiative, modifiers.incapacitated),
}
