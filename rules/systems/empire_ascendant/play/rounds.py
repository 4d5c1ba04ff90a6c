"""The round and the scene: declaring, initiative, Facts, and when either ends; and a fight: low
initiative first, four ranges, and the defense that a weapon is used against.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.declared.own_tables import Own
from rules.declared.play import rounds
from rules.fight import Band, Circumstance, FightRules, Target
from rules.forms.parsing import YES, FormValues
from rules.kit.play.answers import Answers
from rules.kit.play.outcomes import cleared, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, saying
from rules.play import Attempt, MarkChange, Outcome
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.play.attacks import RANGED
from rules.systems.empire_ascendant.play.force import POWERS
from rules.systems.empire_ascendant.play.rolls import Inputs, plain
from rules.systems.empire_ascendant.rulebook.book import rulebook

PLAY, COMBAT = rulebook().table, rulebook().combat
# What a round holds once it is over, and a scene besides.
OVER = {"actions": 1, "facts": 0, "full_dodge": 0, "lost_round": 0}
SCENE_OVER = {**OVER, "exploding": 0}
# What a target can be in, and the field of the form that says so.
CIRCUMSTANCES = ("cover", "prone")


def declare(attempt: Attempt[Character]) -> dict[str, int]:
    """The turn with so many actions declared, or a Full Dodge; RuleViolation for too many."""
    answers = Answers(attempt.values)
    is_dodging = bool(answers.option("full_dodge", (YES,)))
    answers.check()
    return {**rounds.declare(attempt), "full_dodge": int(is_dodging)}


def _fact(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """One Fact more, which takes a die from all that comes after it this round."""
    row, facts = COMBAT.facts[inputs["fact"]], inputs.situation.get("facts", 0) + 1
    ruling = PLAY.rulings["facts_later"]
    return text(outcome, f"{row.name}.", ruling, row=row.id, situation={"facts": facts})


def _initiative(inputs: Inputs) -> Plan:
    roll = plain(inputs, PLAY.initiative_dice, "Initiative", source=PLAY.sources["initiative"])
    return Plan(roll=roll, foreseen=("Low numbers go first.", PLAY.rulings["initiative_tie"]))


def _round(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    stunned = inputs.character.marks.stunned
    shifts = (MarkChange("stunned", -1),) if stunned else ()
    ends = "No longer stunned." if stunned == 1 else ""
    message = "A new round begins: declare your actions, or a Full Dodge."
    return text(outcome, message, ends, shifts=shifts, situation=dict(OVER))


def _scene(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    shifts = cleared(inputs.character.marks, "stunned", "drowning")
    explodes = "Sixes no longer explode." if inputs.situation.get("exploding") else ""
    return text(outcome, "The scene ends.", explodes, shifts=shifts, situation=dict(SCENE_OVER))


RULES = {
    "round": ProcedureRule(_round),
    "initiative": ProcedureRule(saying, _initiative),
    "fact": ProcedureRule(_fact, barred=modifiers.unable),
    "scene": ProcedureRule(_scene),
}


# --- a fight


def _form(attempt: Attempt[Character], action: str) -> Own:
    """The form of the weapon that attacks; None for none."""
    rollable = modifiers.ROLLED.find(attempt.character, action)
    weapon = rollable.weapon if rollable and rollable.is_attack else None
    return COMBAT.forms[weapon.form or RANGED] if weapon else None


def _aim(
    attempt: Attempt[Character], action: str, targets: Sequence[Target[Character]]
) -> FormValues:
    target, form = targets[0], _form(attempt, action)
    values: dict[str, tuple[str, ...]] = {}
    if form and form.number == "range":
        ranges = tuple(COMBAT.ranges)
        values["range"] = (ranges[min(target.distance, len(ranges) - 1)],)
    if form and form.against:
        defense = target.attempt.character.figure(figures.defense_id(form.against))
        held = [name for name in CIRCUMSTANCES if name in target.circumstances]
        held += ["full_dodge"] if target.attempt.situation.get("full_dodge") else []
        values |= {"defense": (str(defense.value),), **dict.fromkeys(held, (YES,))}
    return values


def _reach(attempt: Attempt[Character], action: str) -> int | None:
    form = _form(attempt, action)
    return 0 if form and form.number == "difficulty" else None


FIGHT = FightRules[Character](
    bands=tuple(Band(row.id, row.name) for row in COMBAT.ranges.values()),
    circumstances=(
        Circumstance("cover", "Cover", f"+{COMBAT.cover} to hit"),
        Circumstance("prone", "Prone", f"+{COMBAT.prone} to hit, not at point-blank"),
    ),
    lowest_first=True,
    fields=("range", "difficulty", "defense", "full_dodge", *CIRCUMSTANCES),
    order="Everyone rolls 1D, the lowest goes first. Those with the same number act together.",
    distance="The farther the target, the higher the number: 5, 10, 15, 20.",
    aim=_aim,
    attacks=POWERS.attacks,
    reach=_reach,
)
