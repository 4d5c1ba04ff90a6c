"""The round of a character: how many actions are declared and taken, the dice that they lose, and
whether there is a battle.
"""

from __future__ import annotations

from rules.dice.codes import dice_text
from rules.forms.fields import Field, Option
from rules.forms.parsing import YES
from rules.kit.play import turns
from rules.kit.play.answers import Answers, menu, number_field
from rules.play import Attempt, TurnState
from rules.turn import ROUNDS, Taken, Turn

BATTLE = {"no": "No battle", YES: "In battle"}
# The most actions of a round.
MOST = 10
# The numbers in which version 1 of an account counted actions, and said that there is a battle.
DONE, IN_BATTLE = "done", "battle"


def account(_character: object, turn: Turn) -> Turn:
    """The account of a turn: whoever declares several actions is in a round. Numbers of version 1
    are read as actions taken, and as rounds.
    """
    done = turn.get(DONE, 0)
    in_rounds = turn.get(ROUNDS) or turn.get(IN_BATTLE) or done or turn.get("actions", 1) > 1
    if not in_rounds:
        return turn
    kept = {name: turn[name] for name in turn if name not in (DONE, IN_BATTLE)}
    before = (Taken("", done),) if done else ()
    return Turn({**kept, ROUNDS: 1}, (*before, *turn.taken), turn.effects)


def actions_lost(situation: TurnState, cost: int = 1) -> int:
    """The dice that an action loses which takes so many of the round: of n actions the i-th loses
    n + i − 1, less what Power gives back. Those taken beyond the declared count as declared.
    """
    place = Turn.of(situation).done + cost
    actions = turns.actions_counted(situation, cost)
    if not cost or actions < 2:
        return 0
    return max(0, actions + place - 1 - situation.get("power_actions", 0))


def less(situation: TurnState, cost: int) -> str:
    """The dice that an action loses, for its button: "−3 dice"; "" for none."""
    lost = actions_lost(situation, cost)
    return dice_text(-lost) if lost else ""


def too_many(situation: TurnState, cost: int = 1) -> str:
    """Why the round has no room for so many actions more, "" if it has."""
    return turns.too_many_actions(situation, MOST, cost, "round")


def controls(situation: TurnState) -> tuple[Field, ...]:
    """The fields of a turn. A battle can be said to be on where no rounds are played; a new scene
    ends them.
    """
    actions = number_field("actions", "Actions this round", situation.get("actions", 1), 1, MOST)
    if situation.get(ROUNDS):
        return (actions,)
    fights = tuple(Option(id, name, chosen=id != YES) for id, name in BATTLE.items())
    return actions, menu("battle", "Battle", fights)


def declare(attempt: Attempt[object]) -> dict[str, int]:
    """The turn with what was sent; what was not sent stays as it is."""
    answers, situation = Answers(attempt.values), dict(attempt.situation)
    actions = answers.number("actions", 1, MOST)
    battle = answers.option("battle", BATTLE)
    answers.check()
    if actions:
        situation["actions"] = actions
    if battle:
        situation[ROUNDS] = int(battle == YES)
    return situation
