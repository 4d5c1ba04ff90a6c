"""Healing: first aid, treatment by someone else, natural healing, bacta, rest."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.figures import dice
from rules.kit.inventory import Use, counted
from rules.kit.outcomes import compared, marked, text
from rules.kit.planned_procedures import Plan, ProcedureRule, saying
from rules.play import FollowUp, MarkChange, Outcome
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character, Holding
from rules.systems.empire_ascendant.play import checks, modifiers, rolls
from rules.systems.empire_ascendant.play.harm import is_dying, typed_target
from rules.systems.empire_ascendant.play.rolls import Inputs, plain
from rules.systems.empire_ascendant.rulebook import rulebook

SELF, OTHER = "self", "other"
USED, ANOTHER_DAY = marked("medpac_today"), marked("medpac_today", -1)
Change = tuple[tuple[MarkChange, ...], str]


def medpac(character: Character) -> Holding | None:
    """The first thing that is carried and called a medpac."""
    words = rulebook().play.medpac
    return next(
        (
            holding
            for holding in character.carried
            if any(w in f"-{holding.item.key}" for w in words)
        ),
        None,
    )


def _better(character: Character) -> Change:
    """One level better, in marks and in words (our ruling)."""
    condition = character.marks
    if not condition.wound:
        return (), "You have no wounds."
    rows = {row.wound: row.name for row in rulebook().harm.levels.values() if row.wound}
    shifts = [MarkChange("wound", -1)]
    for mark in ("stabilised", "mortal_rounds"):
        if value := getattr(condition, mark):
            shifts.append(MarkChange(mark, -value))
    now = rows.get(condition.wound - 1)
    return tuple(shifts), f"You're {now} now." if now else "Your wounds have healed."


def _with_medpac(character: Character) -> Change:
    """What a medpac does: the Mortally Wounded are stabilized first, all others get better."""
    if is_dying(character):
        return (marked("stabilised"),), "You're stable: no more rolls to stay alive."
    return _better(character)


def _done(outcome: Outcome, change: Change, *first: MarkChange) -> Outcome:
    """What healing comes to, where it came off."""
    shifts, message = change if outcome.success else ((), "")
    return text(outcome, message, shifts=(*first, *shifts))


def _aid(inputs: Inputs) -> Plan:
    """Medicine with a medpac (Empire Ascendant, First Aid with Medpacs)."""
    rules, is_self, barred = rulebook().harm, inputs["patient"] == SELF, ""
    source = rules.sources["first_aid"]
    more = (dice("on yourself", rules.self_dice, source=source),) if is_self else ()
    if is_self and not marks.wound(inputs.character):
        barred = modifiers.refusal("unhurt")
    elif is_self and inputs.character.marks.medpac_today:
        barred = modifiers.refusal("medpac_today")
    roll = checks.skill_roll(inputs, "medicine", *more, **typed_target(inputs))
    return Plan(roll=roll, foreseen=(rules.rulings["table_missing"],), barred=barred)


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
    return Plan(barred=modifiers.refusal("medpac_today") if spent else "")


def _treated(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Someone else's medpac on you, once a day."""
    total, target = inputs["total"], inputs["target"]
    success = total >= target
    outcome = replace(outcome, total=total, target=target, success=success, against="the number")
    return _done(text(outcome, compared(outcome)), _with_medpac(inputs.character), USED)


def _natural(inputs: Inputs) -> Plan:
    """Strength, once a day; whoever is out cold still heals."""
    character = inputs.character
    pool = figures.strength(character)
    less = () if marks.out(character) else tuple(marks.penalties(character))
    roll = rolls.roll(inputs, pool, *less, kind="plain", **typed_target(inputs))
    barred = modifiers.refusal("mortally_wounded") if is_dying(character) else ""
    return Plan(roll=roll, foreseen=(rulebook().harm.rulings["natural"],), barred=barred)


def _healed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A day has passed, so a medpac can help again."""
    day = (ANOTHER_DAY,) if inputs.character.marks.medpac_today else ()
    return _done(text(outcome, compared(outcome)), _better(inputs.character), *day)


def _tank(inputs: Inputs) -> Plan:
    rules = rulebook().harm
    roll = plain(inputs, rules.bacta_dice, "Bacta", source=rules.sources["bacta"])
    return Plan(roll=roll, foreseen=(rules.rulings["table_missing"],))


def _floated(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    shifts, message = _better(inputs.character)
    return text(outcome, f"{outcome.total} {inputs['unit']} in the tank.", message, shifts=shifts)


def _rested(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    condition = inputs.character.marks
    cleared = [mark for mark in ("fatigued", "medpac_today") if getattr(condition, mark)]
    return text(saying(inputs, outcome, rng), shifts=tuple(marked(mark, -1) for mark in cleared))


UNHURT = modifiers.unless(marks.wound, "unhurt")
RULES = {
    "first-aid": ProcedureRule(
        _aided,
        _aid,
        modifiers.unless(medpac, "no_medpac"),
        {
            "patient": lambda inputs: SELF if marks.wound(inputs.character) else OTHER,
            "target": lambda inputs: (
                rulebook().harm.stabilise if inputs["patient"] == OTHER else None
            ),
        },
    ),
    "treated": ProcedureRule(_treated, _treatment, UNHURT),
    "natural": ProcedureRule(_healed, _natural, UNHURT),
    "bacta": ProcedureRule(_floated, _tank, UNHURT),
    "rest": ProcedureRule(
        _rested,
        barred=modifiers.unless(lambda who: who.marks.fatigued or who.marks.medpac_today, "rested"),
    ),
    "wake": ProcedureRule(
        lambda inputs, outcome, rng: text(
            saying(inputs, outcome, rng), shifts=(marked("unconscious", -1),)
        ),
        barred=modifiers.unless(lambda who: who.marks.unconscious, "not_out"),
    ),
}
