"""Effects that a game master gives: they last for some turns, or until the scene ends, and change
the dice. Every game has them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rules import tables
from rules.dice.codes import signed
from rules.forms.fields import Option
from rules.kit.play.answers import menu
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ProcedureGroup
from rules.kit.play.questions import ActionInput, Questionnaire
from rules.kit.play.turns import over
from rules.play import Outcome, TurnState
from rules.turn import EFFECT, TURN_OVER, DiceText, Effect, Turn

FILE, NOTHING = "lasting.toml", "Nothing lasts."
READER = tables.Reader(Path(__file__).parent)


def _begins(dice: DiceText) -> Callable[[ActionInput[object], Outcome, Random], Outcome]:
    """The outcome with one more effect, which says what it does, and for how long."""

    def begun(inputs: ActionInput[object], outcome: Outcome, _rng: Random) -> Outcome:
        name, turn = " ".join(inputs["name"].split()), inputs.attempt.turn
        waits, turns = int(bool(inputs["from"])), inputs["turns"]
        effect = Effect(
            f"own.{name.casefold()}",
            name,
            inputs["dice"] or 0,
            inputs["on"],
            turns=turns,
            waits=waits,
            between=bool(turns and not waits and turn.get(TURN_OVER)),
        )
        others = tuple(one for one in turn.effects if one.id != effect.id)
        return text(outcome, f"{effect.told(dice)}.", effects=(*others, effect))

    return begun


def _nothing_lasts(_character: object, situation: TurnState) -> str:
    """Why no effect can be ended, "" if one can."""
    return "" if Turn.of(situation).effects else NOTHING


def _which(inputs: ActionInput[object]) -> Plan:
    """The effect that ends, of those that last."""
    names = {effect.id: effect.name for effect in inputs.attempt.turn.effects}
    if not names:
        return Plan()
    chosen = inputs.answers.option("effect", names) or next(iter(names))
    inputs.said["effect"] = chosen
    options = (Option(id, name, chosen=id == chosen) for id, name in names.items())
    inputs.fields.append(menu("effect", "Effect", tuple(options)))
    return Plan()


def _ended(inputs: ActionInput[object], outcome: Outcome, _rng: Random) -> Outcome:
    """The account without that effect, and its mark."""
    before = inputs.attempt.turn.effects
    after = tuple(effect for effect in before if effect.id != inputs["effect"])
    return over(outcome, before, after)


def lasting_group(
    questionnaire: Questionnaire, dice: DiceText = signed
) -> tuple[ProcedureGroup[Any], ...]:
    """The actions of a game's effects, with its questionnaire; their `dice` as it writes them."""
    rules: dict[str, ProcedureRule[Any]] = {
        EFFECT: ProcedureRule(_begins(dice)),
        "effect-end": ProcedureRule(_ended, _which, _nothing_lasts, idle=lambda _character: True),
    }
    return procedure_groups(READER, FILE, rules, questionnaire)
