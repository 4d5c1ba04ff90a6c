"""What Destiny, Willpower, and Current Power are spent on, and what a round and a scene end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rules.forms.parsing import YES
from rules.kit.answers import Answers
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan, ProcedureRule, saying
from rules.play import Attempt, MarkChange, Outcome, TurnState
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play.modifiers import BATTLE, MOST_ACTIONS
from rules.systems.storytelling_d10.play.pool_check import points_left
from rules.systems.storytelling_d10.play.procedure_input import Inputs
from rules.systems.storytelling_d10.rulebook import Use, rulebook

# What a round holds once it is over, and a scene besides.
ROUND_OVER = {
    "actions": 1, "done": 0, "evasions": 0, "power_actions": 0, "power_damage": 0,
    "no_penalties": 0, "destiny_round": 0,
}  # fmt: skip
SCENE_OVER = {**ROUND_OVER, "battle": 0, "destiny_scene": 0}
# What a use counts in the turn, and the mark that one of Destiny clears.
COUNTED = {
    "power": {"damage": "power_damage", "actions": "power_actions"},
    "destiny": {"penalties": "no_penalties"},
    "willpower": {"penalties": "no_penalties"},
}
CLEARED = {"willpower": "willpower_spent", "survive": "dead"}


def spending(
    id: str, name: str, mark: MarkChange, left: Callable[[Character], int]
) -> ProcedureRule[Character]:
    """A point that is spent on one of its uses."""

    def refusal(character: Character, situation: TurnState, use: Use | None = None) -> str:
        if left(character) < 1:
            return f"No {name} is left."
        if character.marks.dead and (id != "destiny" or (use and use.id != "survive")):
            return "Dead: only Destiny helps."
        return destiny_limits(use, situation) if use and id == "destiny" else ""

    def plan(inputs: Inputs) -> Plan:
        use = rows_of(id).get(inputs["use"])
        barred = refusal(inputs.character, inputs.situation, use)
        return Plan(foreseen=(use.does,) if use else (), barred=barred)

    def spent(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
        use, situation, shifts = rows_of(id)[inputs["use"]], dict[str, int](), [mark]
        if counter := COUNTED[id].get(use.id):
            before = inputs.situation.get(counter, 0) if id == "power" else 0
            situation[counter] = before + 1
        if cleared := CLEARED.get(use.id) if id == "destiny" else "":
            shifts.append(MarkChange(cleared, -getattr(inputs.character.marks, cleared)))
        if id == "destiny":
            situation |= {"destiny_round": 1, **({"destiny_scene": 1} if use.scene else {})}
        moved = tuple(one for one in shifts if one.by)
        texts = (f"{name}: {use.name}", use.does)
        return text(outcome, *texts, shifts=moved, situation=situation, row=use.id)

    return ProcedureRule(spent, plan, refusal)


def rows_of(id: str) -> Mapping[str, Use]:
    """What such points are spent on."""
    rows: Mapping[str, Use] = getattr(rulebook().points, id)
    return rows


def destiny_limits(use: Use, situation: TurnState) -> str:
    """Once a round; what is for a scene once in that."""
    if situation.get("destiny_round"):
        return "You spent a Destiny point this round."
    if use.scene and situation.get("destiny_scene"):
        return "You did that once in this scene."
    return ""


def over(situation: Mapping[str, int]) -> ProcedureRule[Character]:
    """A new round or scene."""

    def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        return text(saying(inputs, outcome, rng), situation=dict(situation))

    return ProcedureRule(resolve)


def declare(attempt: Attempt[Character]) -> dict[str, int]:
    """The turn with so many actions, in battle or not; what was not sent stays as it is."""
    answers, situation = Answers(attempt.values), dict(attempt.situation)
    actions = answers.number("actions", 1, MOST_ACTIONS)
    battle = answers.option("battle", BATTLE)
    answers.check()
    if actions:
        situation["actions"] = actions
    if battle:
        situation["battle"] = int(battle == YES)
    return situation


RULES = {
    "destiny": spending(
        "destiny",
        "Destiny",
        MarkChange("destiny_spent", 1),
        lambda character: points_left(character, "destiny"),
    ),
    "willpower": spending(
        "willpower",
        "Willpower",
        MarkChange("willpower_spent", 1),
        lambda character: points_left(character, "willpower"),
    ),
    "power": spending(
        "power",
        "Current Power",
        MarkChange("power_now", -1),
        lambda character: int(character.marks.power_now),
    ),
    "round": over(ROUND_OVER),
    "scene": over(SCENE_OVER),
}
