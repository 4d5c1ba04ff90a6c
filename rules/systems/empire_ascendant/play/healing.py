"""Healing: first aid, treatment by someone else, natural healing, bacta, rest."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.declared.character import Holding
from rules.figures import dice
from rules.kit.inventory import Use, counted
from rules.kit.play.outcomes import compared, marked, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, clearing
from rules.play import FollowUp, MarkChange, Outcome
from rules.systems.empire_ascendant.character import marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import checks, modifiers, rolls
from rules.systems.empire_ascendant.play.harm import is_dying, typed_target
from rules.systems.empire_ascendant.play.rolls import Inputs, plain
from rules.systems.empire_ascendant.play.rounds import SCENE_OVER
from rules.systems.empire_ascendant.rulebook.book import rulebook

HARM = rulebook().harm
SELF, OTHER = "self", "other"
USED, ANOTHER_DAY = marked("medpac_today"), marked("medpac_today", -1)
# Marks that last for rounds, or for minutes.
BRIEF = ("stunned", "drowning", "unconscious")
Change = tuple[tuple[MarkChange, ...], str]


def medpac(character: Character) -> Holding | None:
    """The first thing that is carried and called a medpac."""
    for holding in character.carried:
        if any(word in f"-{holding.item.key}" for word in rulebook().table.medpac):
            return holding
    return None


def _better(character: Character) -> Change:
    """One level better, in marks and in words (our ruling)."""
    condition = character.marks
    if not condition.wound:
        return (), "You have no wounds."
    held = (("stabilised", condition.stabilised), ("mortal_rounds", condition.mortal_rounds))
    gone = (MarkChange(mark, -value) for mark, value in held if value)
    names = {row.wound: row.name for row in HARM.levels.values() if row.wound}
    level = names.get(condition.wound - 1)
    message = f"Now {level}." if level else "All wounds healed."
    return (MarkChange("wound", -1), *gone), message


def _with_medpac(character: Character) -> Change:
    """The change by a medpac: the Mortally Wounded are stabilized first, all others get better."""
    if is_dying(character):
        return (marked("stabilised"),), "You're stable: no more rolls to stay alive."
    return _better(character)


def _done(outcome: Outcome, change: Change, *first: MarkChange) -> Outcome:
    """The outcome with the healing's change, if the roll was a success; `first` are marked
    anyway.
    """
    shifts, message = change if outcome.success else ((), "")
    return text(outcome, message, shifts=(*first, *shifts))


def _aid(inputs: Inputs) -> Plan:
    """Medicine with a medpac (Empire Ascendant, First Aid with Medpacs)."""
    is_self, reason = inputs["patient"] == SELF, ""
    more = (dice("on yourself", HARM.self_dice, **HARM.cite("first_aid")),) if is_self else ()
    if is_self and not marks.wound(inputs.character):
        reason = "unhurt"
    elif is_self and inputs.character.marks.medpac_today:
        reason = "medpac_today"
    roll = checks.skill_roll(inputs, "medicine", *more, **typed_target(inputs))
    foreseen = (HARM.rulings["table_missing"],)
    return Plan(roll=roll, foreseen=foreseen, barred=modifiers.refusal(reason))


def _aided(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A medpac is used up, whatever comes of it."""
    outcome = text(outcome, compared(outcome))
    if holding := medpac(inputs.character):
        used = Use(item=holding.entry_name, note="First aid")
        outcome = text(outcome, f"{counted(holding.item.name, 1)} used up.", entries=(used,))
    if inputs["patient"] == SELF:
        return _done(outcome, _with_medpac(inputs.character), USED)
    if not outcome.success:
        return outcome
    follow_up = FollowUp("treated", f"First aid: {outcome.total} against {outcome.target}")
    return replace(outcome, onto=follow_up)


def _treatment(inputs: Inputs) -> Plan:
    spent = inputs.character.marks.medpac_today
    return Plan(barred=modifiers.refusal("medpac_today" if spent else ""))


def _treated(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Someone else's medpac on you, once a day."""
    total, target = inputs["total"], inputs["target"]
    success = total >= target
    outcome = replace(outcome, total=total, target=target, success=success, against="the number")
    return _done(text(outcome, compared(outcome)), _with_medpac(inputs.character), USED)


def _natural(inputs: Inputs) -> Plan:
    """Strength, once a day; whoever is out cold still heals, and no stun weighs on it that the day
    outlasts.
    """
    character = inputs.character
    less = () if marks.out(character) else tuple(marks.lasting_penalties(character))
    strength = GAME.codes.strength_of(character)
    roll = rolls.roll(inputs, strength, *less, kind="plain", **typed_target(inputs))
    barred = modifiers.refusal("mortally_wounded" if is_dying(character) else "")
    return Plan(roll=roll, foreseen=(HARM.rulings["natural"],), barred=barred)


def _healed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A day has passed, so a medpac can help again."""
    day = (ANOTHER_DAY,) if inputs.character.marks.medpac_today else ()
    outcome = _later(inputs.character, text(outcome, compared(outcome)))
    return _done(outcome, _better(inputs.character), *day)


def _tank(inputs: Inputs) -> Plan:
    roll = plain(inputs, HARM.bacta_dice, "Bacta", source=HARM.sources["bacta"])
    return Plan(roll=roll, foreseen=(HARM.rulings["table_missing"],))


def _floated(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    shifts, message = _better(inputs.character)
    outcome = text(
        outcome, f"{outcome.total} {inputs['unit']} in the tank.", message, shifts=shifts
    )
    return _later(inputs.character, outcome)


def _rested(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    return _later(inputs.character, REST.resolve(inputs, outcome, rng))


def _later(character: Character, outcome: Outcome) -> Outcome:
    """An outcome that takes an hour or more: what counts rounds or minutes is over by then, and so
    is any scene.
    """
    held = ((mark, getattr(character.marks, mark)) for mark in BRIEF)
    shifts = tuple(MarkChange(mark, -value) for mark, value in held if value)
    return text(outcome, shifts=shifts, situation=dict(SCENE_OVER))


REST = clearing(modifiers.unless, "rested", "fatigued", "medpac_today")
UNHURT = modifiers.unless(marks.wound, "unhurt")
RULES = {
    "first-aid": ProcedureRule(
        _aided,
        _aid,
        modifiers.unless(medpac, "no_medpac"),
        {
            "patient": lambda inputs: SELF if marks.wound(inputs.character) else OTHER,
            "target": lambda inputs: HARM.stabilise if inputs["patient"] == OTHER else None,
        },
    ),
    "treated": ProcedureRule(_treated, _treatment, UNHURT),
    "natural": ProcedureRule(_healed, _natural, UNHURT),
    "bacta": ProcedureRule(_floated, _tank, UNHURT),
    "rest": ProcedureRule(_rested, barred=REST.barred),
    "wake": clearing(modifiers.unless, "not_out", "unconscious"),
}
