"""The uses of Destiny, Willpower, and Current Power, and the end of a round and of a scene."""

from __future__ import annotations

from random import Random

from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import ProcedureRule
from rules.play import MarkChange, Outcome
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play import lasting
from rules.systems.storytelling_d10.play.checks import points_left
from rules.systems.storytelling_d10.play.rollables import Inputs
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.point_uses import PointUses
from rules.turn import Turn

POINTS = rulebook().points
# What a round holds once it is over, and a scene besides; `done` and `battle` are numbers of
# version 1 of an account.
ROUND_OVER = {
    "actions": 1, "done": 0, "evasions": 0, "power_actions": 0, "power_damage": 0,
    "no_penalties": 0, "destiny_round": 0, "pursuits": 0,
}  # fmt: skip
SCENE_OVER = {**ROUND_OVER, "battle": 0, "destiny_scene": 0}
USES = (
    PointUses(
        "destiny",
        "Destiny",
        POINTS.destiny,
        MarkChange("destiny_spent", 1),
        lambda character: points_left(character, "destiny"),
        limited=True,
    ),
    PointUses(
        "willpower",
        "Willpower",
        POINTS.willpower,
        MarkChange("willpower_spent", 1),
        lambda character: points_left(character, "willpower"),
    ),
    PointUses(
        "power",
        "Current Power",
        POINTS.power,
        MarkChange("power_now", -1),
        lambda character: int(character.marks.power_now),
    ),
)


def _round(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A new round: its counts are 0."""
    outcome = text(outcome, inputs.texts["said"], situation=dict(ROUND_OVER))
    return lasting.first_round(inputs.attempt.turn, outcome)


def scene_over(turn: Turn) -> dict[str, int]:
    """The numbers of the turn once a scene is over: everything can be used again."""
    return {**SCENE_OVER, **lasting.used_again(turn)}


def _scene(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A new scene."""
    return text(outcome, inputs.texts["said"], situation=scene_over(inputs.attempt.turn))


RULES: dict[str, ProcedureRule[Character]] = {
    **{uses.id: uses.rule for uses in USES},
    "round": ProcedureRule(_round),
    "scene": ProcedureRule(_scene),
}
