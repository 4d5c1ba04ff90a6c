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
from rules.systems.empire_ascendant.play.rolls import Given, plain
from rules.systems.empire_ascendant.rulebook import rulebook

# What a round holds once it is over, and a scene besides.
OVER = {"actions": 1, "facts": 0, "full_dodge": 0, "lost_round": 0}
SCENE_OVER = {**OVER, "exploding": 0}


def declare(attempt: Attempt[Character]) -> dict[str, int]:
    """The situation with so many actions declared, or a Full Dodge; RuleViolation for more actions
    than there can be.
    """
    situation, answers = attempt.situation, Answers(attempt.values)
    found = answers.number("actions", 1, modifiers.most_actions(attempt.character))
    dodging = answers.option("full_dodge", (YES,))
    answers.check()
    actions = situation.get("actions", 1) if found is None else found
    return {**situation, "actions": actions, "full_dodge": int(bool(dodging))}


def _fact(given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    """One Fact more, which takes a die from all that comes after it this round."""
    row, facts = rulebook().combat.facts[given["fact"]], given.situation.get("facts", 0) + 1
    ruling = rulebook().play.rulings["facts_later"]
    return text(outcome, f"{row.name}.", ruling, row=row.id, situation={"facts": facts})


def _initiative(given: Given) -> Plan:
    play = rulebook().play
    roll = plain(given, play.initiative_dice, "Initiative", source=play.sources["initiative"])
    return Plan(roll=roll, foreseen=("Low numbers go first.", play.rulings["initiative_tie"]))


def _round(given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    stunned = given.character.marks.stunned
    shifts = (MarkChange("stunned", -1),) if stunned else ()
    ends = "Your head clears." if stunned == 1 else ""
    said = "A new round begins: declare your actions, or a Full Dodge."
    return text(outcome, said, ends, shifts=shifts, situation=dict(OVER))


def _scene(given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    held = given.character.marks
    over = (("stunned", held.stunned), ("drowning", held.drowning))
    shifts = tuple(MarkChange(mark, -value) for mark, value in over if value)
    explodes = "Sixes no longer explode." if given.situation.get("exploding") else ""
    return text(outcome, "The scene ends.", explodes, shifts=shifts, situation=dict(SCENE_OVER))


RULES = {
    "round": ProcedureRule(_round),
    "initiative": ProcedureRule(saying, _initiative),
    "fact": ProcedureRule(_fact, barred=modifiers.unable),
    "scene": ProcedureRule(_scene),
}
