"""The round and the scene: declaring, initiative, Facts, and when either ends."""

from __future__ import annotations

from random import Random

from rules.forms.parsing import YES, FormValues
from rules.kit.answers import Answers, read_number
from rules.play import Action, MarkChange, Outcome, TurnState
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.play.rolls import Plan, plain, procedure, rows_menu, text
from rules.systems.empire_ascendant.rulebook import rulebook

# What a round holds once it is over, and a scene besides.
OVER = {"actions": 1, "facts": 0, "full_dodge": 0, "lost_round": 0}
SCENE_OVER = {**OVER, "exploding": 0}


def declare(character: Character, situation: TurnState, values: FormValues) -> dict[str, int]:
    """The situation with so many actions declared, or a Full Dodge; RuleViolation for more actions
    than there can be.
    """
    found = read_number(values, "actions", 1, modifiers.most_actions(character))
    answers = Answers(values)
    dodging = answers.option("full_dodge", (YES,))
    answers.check()
    actions = situation.get("actions", 1) if found is None else found
    return {**situation, "actions": actions, "full_dodge": int(bool(dodging))}


def _nothing(_character: Character, _situation: TurnState, _answers: Answers) -> Plan:
    return Plan()


def _fact(_character: Character, _situation: TurnState, answers: Answers) -> Plan:
    rows = rulebook().combat.facts
    fact, field = rows_menu(answers, "fact", "Fact", {id: row.name for id, row in rows.items()})
    missing = () if fact else (("fact", "Say which Fact."),)
    return Plan(fields=(field,), missing=missing, given=fact)


def _done(
    _character: Character, situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """One Fact more, which takes a die from all that comes after it this round."""
    row, facts = rulebook().combat.facts[plan.given], situation.get("facts", 0) + 1
    said = (f"{row.name}.", rulebook().play.rulings["facts_later"])
    return text(outcome, *said, row=row.id, situation={"facts": facts})


def _initiative(character: Character, _situation: TurnState, _answers: Answers) -> Plan:
    play = rulebook().play
    roll = plain(character, play.initiative_dice, "Initiative", source=play.sources["initiative"])
    return Plan(roll=roll, foreseen=("Low numbers go first.", play.rulings["initiative_tie"]))


def _rolled(
    _character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    return text(outcome, f"You act on {outcome.total}.")


def _round(
    character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    shifts = (MarkChange("stunned", -1),) if character.marks.stunned else ()
    ends = "Your head clears." if character.marks.stunned == 1 else ""
    said = "A new round begins: declare your actions, or a Full Dodge."
    return text(outcome, said, ends, shifts=shifts, situation=dict(OVER))


def _scene(
    character: Character, situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    held, shifts = character.marks, []
    for mark in ("stunned", "drowning"):
        if value := getattr(held, mark):
            shifts.append(MarkChange(mark, -value))
    explodes = "Sixes no longer explode." if situation.get("exploding") else ""
    said = "The scene ends."
    return text(outcome, said, explodes, shifts=tuple(shifts), situation=dict(SCENE_OVER))


INITIATIVE = procedure(
    Action("initiative", "Roll initiative", "1D. Low numbers go first."), _initiative, _rolled
)
FACT = procedure(
    Action("fact", "Do a Fact", "Not quite an action, but it costs a die of all that follows."),
    _fact,
    _done,
    barred=modifiers.unable,
    kind="note",
)
ROUND = procedure(
    Action("round", "New round", "Actions and Facts start over; a stun wears off."),
    _nothing,
    _round,
    kind="note",
)
SCENE = procedure(
    Action("scene", "End the scene", "Explosions and stuns end."), _nothing, _scene, kind="note"
)
