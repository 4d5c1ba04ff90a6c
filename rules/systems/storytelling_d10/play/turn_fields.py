"""The turn: how many actions are declared and done, the dice that further ones lose, and whether
there is a battle.
"""

from typing import Any

import msgspec

from rules.dice.codes import signed
from rules.forms.fields import Field, Option
from rules.forms.parsing import YES
from rules.kit.play.answers import Answers, menu, number_field
from rules.play import Attempt, TurnState
from rules.turn import ROUNDS, Turn

BATTLE = {"no": "No battle", YES: "In battle"}


class TurnFields(msgspec.Struct, frozen=True):
    """The fields of a turn with at most `most` actions; the turn holds `actions` and `battle`."""

    most: int

    def shown(self, situation: TurnState) -> tuple[Field, ...]:
        """The fields as the turn stands. Whoever plays rounds is in battle."""
        declared, fights = situation.get("actions", 1), in_battle(situation)
        chosen = tuple(
            Option(id, name, chosen=fights is (id == YES)) for id, name in BATTLE.items()
        )
        battle = () if situation.get(ROUNDS) else (menu("battle", "Battle", chosen),)
        return (number_field("actions", "Actions this round", declared, 1, self.most), *battle)

    def declare(self, attempt: Attempt[Any]) -> dict[str, int]:
        """The turn with what was sent; what was not sent stays as it is."""
        answers, situation = Answers(attempt.values), dict(attempt.situation)
        actions = answers.number("actions", 1, self.most)
        battle = answers.option("battle", BATTLE)
        answers.check()
        if actions:
            situation["actions"] = actions
        if battle:
            situation["battle"] = int(battle == YES)
        return situation


def in_battle(situation: TurnState) -> bool:
    """True while rounds are played, or where a player says so."""
    return bool(situation.get(ROUNDS) or situation.get("battle"))


def done(situation: TurnState) -> int:
    """The actions done in this round: those of the account; of several that were declared outside
    of rounds, a number.
    """
    turn = Turn.of(situation)
    return turn.done if situation.get(ROUNDS) else int(situation.get("done", 0))


def actions_lost(situation: TurnState) -> int:
    """The dice that the next action loses: of n the i-th loses n + i − 1, less what Power gives
    back. One beyond those declared counts as if it had been declared.
    """
    declared, before = situation.get("actions", 1), done(situation)
    if not situation.get(ROUNDS):
        before = min(before, declared - 1)
    count = max(declared, before + 1)
    return max(0, count + before - situation.get("power_actions", 0)) if count > 1 else 0


def less(situation: TurnState) -> str:
    """The dice that the next action loses as text: "−3 dice"; "" for none."""
    lost = actions_lost(situation)
    return signed(-lost, " die" if lost == 1 else " dice") if lost else ""
