"""The round and the scene: declaring, initiative, Facts, and when either ends."""

from __future__ import annotations

from random import Random

from rules.forms.parsing import YES
from rules.kit.answers import Answers
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan, ProcedureRule, saying
from rules.play import Attempt, MarkChange, Outcome
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.play.rolls import Inputs, plain
from rules.systems.empire_ascendant.rulebook import rulebook

# What a round holds once it is over, and a scene besides.
OVER = {"actions": 1, "facts": 0, "full_dodge": 0, "lost_round": 0}
SCENE_OVER = {**OVER, "exploding": 0}


def declare(attempt: Attempt[Character]) -> dict[str, int]:
    """The situation with so many actions declared, or a Full Dodge; RuleViolation for more actions
    than there can be.
    """
    situation, answers = attempt.situation, Answers(attempt.values)
    count = answers.number("actions", 1, modifiers.most_actions(attempt.character))
    dodging = answers.option("full_dodge", (YES,))
    answers.check()
    actions = situation.get("actions", 1) if count is None else count
    return {**situation, "actions": actions, "full_dodge": int(bool(dodging))}


def _fact(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """One Fact more, which takes a die from all that comes after it this round."""
    row, facts = rulebook().combat.facts[inputs["fact"]], inputs.situation.get("facts", 0) + 1
    ruling = rulebook().play.rulings["facts_later"]
    return text(outcome, f"{row.name}.", ruling, row=row.id, situation={"facts": facts})


def _initiative(inputs: Inputs) -> Plan:
    play = rulebook().play
    roll = plain(inputs, play.initiative_dice, "Initiative", source=play.sources["initiative"])
    return Plan(roll=roll, foreseen=("Low numbers go first.", play.rulings["initiative_tie"]))


def _round(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    stunned = inputs.character.marks.stunned
    shifts = (MarkChange("stunned", -1),) if stunned else ()
    ends = "Your head clears." if stunned == 1 else ""
    message = "A new round begins: declare your actions, or a Full Dodge."
    return text(outcome, message, ends, shifts=shifts, situation=dict(OVER))


def _scene(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    condition = inputs.character.marks
    over = (("stunned", condition.stunned), ("drowning", condition.drowning))
    shifts = tuple(MarkChange(mark, -value) for mark, value in over if value)
    explodes = "Sixes no longer explode." if inputs.situation.get("exploding") else ""
    return text(outcome, "The scene ends.", explodes, shifts=shifts, situation=dict(SCENE_OVER))


RULES = {
    "round": ProcedureRule(_round),
    "initiative": ProcedureRule(saying, _initiative),
    "fact": ProcedureRule(_fact, barred=modifiers.unable),
    "scene": ProcedureRule(_scene),
}
