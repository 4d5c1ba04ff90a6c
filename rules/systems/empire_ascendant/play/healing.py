"""Healing: first aid, treatment by someone else, natural healing, bacta, rest."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.figures import Figure, dice
from rules.kit.answers import Answers, number_field
from rules.kit.inventory import counted
from rules.play import Action, FollowUp, MarkChange, Outcome, TurnState
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character, Holding
from rules.systems.empire_ascendant.document import Use
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.harm import target_field
from rules.systems.empire_ascendant.play.rollables import of_trait
from rules.systems.empire_ascendant.play.rolls import (
    MOST_NUMBER,
    DiceRoll,
    Plan,
    compared,
    plain,
    procedure,
    rows_menu,
    text,
)
from rules.systems.empire_ascendant.rulebook import rulebook

SELF, OTHER = "self", "other"
NEED_TARGET = ("target", "Enter the number that your GM names.")
UNITS = {"hours": "Hours", "days": "Days", "weeks": "Weeks"}
MEDICINE = "medicine"
ANOTHER_DAY = MarkChange("medpac_today", -1, most=1)


def medpac(character: Character) -> Holding | None:
    """The first thing that is carried and called a medpac."""
    words = rulebook().play.medpac
    return next(
        (held for held in character.carried if any(w in f"-{held.item.key}" for w in words)), None
    )


def _unhurt(character: Character, _situation: TurnState) -> str:
    if character.marks.dead:
        return modifiers.said("dead")
    return "" if marks.wound(character) else modifiers.said("unhurt")


def better(character: Character) -> tuple[tuple[MarkChange, ...], str]:
    """One level better, in marks and in words (our ruling)."""
    held = character.marks
    if not held.wound:
        return (), "You have no wounds."
    rows = {row.wound: row.name for row in rulebook().harm.levels.values() if row.wound}
    shifts = [MarkChange("wound", -1)]
    for mark in ("stabilised", "mortal_rounds"):
        if value := getattr(held, mark):
            shifts.append(MarkChange(mark, -value))
    now = rows.get(held.wound - 1)
    return tuple(shifts), f"You're {now} now." if now else "Your wounds have healed."


def _treated_marks(character: Character) -> tuple[tuple[MarkChange, ...], str]:
    """What a medpac does: the Mortally Wounded are stabilized first, all others get better."""
    held = character.marks
    if held.wound == rulebook().harm.levels["mortally-wounded"].wound and not held.stabilised:
        stable = MarkChange("stabilised", 1, most=1)
        return (stable,), "You're stable: no more rolls to stay alive."
    return better(character)


# --- first aid


def _aid(character: Character, situation: TurnState, answers: Answers) -> Plan:
    """Medicine with a medpac (Empire Ascendant, First Aid with Medpacs)."""
    rules, names = rulebook().harm, {SELF: "Yourself", OTHER: "Someone else"}
    usual = SELF if marks.wound(character) else OTHER
    patient, who = rows_menu(answers, "patient", "Patient", names, usual=usual)
    value, fields = target_field(answers, rules.stabilise if patient == OTHER else None)
    source = rules.sources["first_aid"]
    more: tuple[Figure, ...] = ()
    if patient == SELF:
        more = (dice("on yourself", rules.self_dice, source=source),)
    skill = of_trait(character, MEDICINE, f"skills.{MEDICINE}")
    target = None if value is None else checks.typed(value)
    barred = ""
    if patient == SELF and not marks.wound(character):
        barred = modifiers.said("unhurt")
    elif patient == SELF and character.marks.medpac_today:
        barred = modifiers.said("medpac_today")
    return Plan(
        fields=(who, *fields),
        roll=DiceRoll(character, situation, skill.pool, *more, target=target),
        foreseen=(rules.rulings["table_missing"],),
        barred=barred,
        missing=(NEED_TARGET,) if value is None else (),
        given=patient,
    )


def _aided(
    character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """A medpac is used up, whatever comes of it."""
    held = medpac(character)
    used = (Use(item=held.entry_name, note="First aid"),) if held else ()
    outcome = text(outcome, compared(outcome), kind="heal", entries=used)
    if held:
        outcome = text(outcome, f"{counted(held.item.name, 1)} used up.")
    if plan.given == OTHER:
        if not outcome.success:
            return outcome
        told = FollowUp("treated", f"First aid: {outcome.total} against {outcome.target}")
        return replace(outcome, onto=told)
    outcome = text(outcome, shifts=(MarkChange("medpac_today", 1, most=1),))
    if not outcome.success:
        return outcome
    shifts, said = _treated_marks(character)
    return text(outcome, said, shifts=shifts)


def _no_medpac(character: Character, _situation: TurnState) -> str:
    return "" if medpac(character) else modifiers.said("no_medpac")


FIRST_AID = procedure(
    Action("first-aid", "Give first aid", "Medicine with a medpac, which is used up."),
    _aid,
    _aided,
    barred=_no_medpac,
    kind="heal",
)


# --- treated by someone else


def _treatment(character: Character, _situation: TurnState, answers: Answers) -> Plan:
    total = answers.number("total", 0, MOST_NUMBER)
    value, fields = target_field(answers, rulebook().harm.stabilise)
    missing = (("total", "Enter what they rolled for Medicine."),) if total is None else ()
    said = modifiers.said("medpac_today") if character.marks.medpac_today else ""
    field = number_field("total", "Their Medicine total", total, 0, MOST_NUMBER)
    return Plan(fields=(field, *fields), missing=missing, barred=said, given=(total, value))


def _treated(
    character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """Someone else's medpac on you, once a day."""
    total, target = plan.given
    success = total >= target
    outcome = replace(outcome, total=total, target=target, success=success, against="the number")
    outcome = text(outcome, compared(outcome), shifts=(MarkChange("medpac_today", 1, most=1),))
    shifts, said = _treated_marks(character) if success else ((), "")
    return text(outcome, said, shifts=shifts)


TREATED = procedure(
    Action("treated", "Get treated", "Enter what someone else rolled for Medicine on you."),
    _treatment,
    _treated,
    barred=_unhurt,
    kind="heal",
)


# --- time


def _natural(character: Character, _situation: TurnState, answers: Answers) -> Plan:
    """Strength, once a day; whoever is out cold still heals."""
    value, fields = target_field(answers)
    target = None if value is None else checks.typed(value)
    barred = modifiers.said("mortally_wounded") if _is_dying(character) else ""
    less = () if marks.out(character) else tuple(marks.penalties(character))
    pool = figures.strength(character)
    roll = DiceRoll(character, {}, pool, *less, kind="plain", target=target)
    return Plan(
        fields=fields,
        roll=roll,
        foreseen=(rulebook().harm.rulings["natural"],),
        barred=barred,
        missing=(NEED_TARGET,) if value is None else (),
    )


def _is_dying(character: Character) -> bool:
    held = character.marks
    return held.wound == rulebook().harm.levels["mortally-wounded"].wound and not held.stabilised


def _healed(
    character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """A day has passed, so a medpac can help again."""
    day = (ANOTHER_DAY,) if character.marks.medpac_today else ()
    shifts, said = better(character) if outcome.success else ((), "")
    return text(outcome, compared(outcome), said, shifts=(*day, *shifts))


def _tank(character: Character, _situation: TurnState, answers: Answers) -> Plan:
    unit, field = rows_menu(answers, "unit", "Unit", UNITS, usual="hours")
    rules = rulebook().harm
    roll = plain(character, rules.bacta_dice, "Bacta", source=rules.sources["bacta"])
    return Plan(fields=(field,), roll=roll, foreseen=(rules.rulings["table_missing"],), given=unit)


def _floated(
    character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    shifts, said = better(character)
    return text(outcome, f"{outcome.total} {plan.given} in the tank.", said, shifts=shifts)


def _nothing(_character: Character, _situation: TurnState, _answers: Answers) -> Plan:
    return Plan()


def _rested(
    character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    held, shifts = character.marks, []
    if held.fatigued:
        shifts.append(MarkChange("fatigued", -1, most=1))
    if held.medpac_today:
        shifts.append(ANOTHER_DAY)
    return text(outcome, "You're rested.", shifts=tuple(shifts), name="Rest")


def _awake(character: Character, _situation: TurnState) -> str:
    """Why there is no need to rest."""
    held = character.marks
    if held.dead:
        return modifiers.said("dead")
    return "" if held.fatigued or held.medpac_today else modifiers.said("rested")


def _woke(
    _character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    return text(outcome, "You come to.", shifts=(MarkChange("unconscious", -1, most=1),))


def _not_out(character: Character, _situation: TurnState) -> str:
    held = character.marks
    if held.dead:
        return modifiers.said("dead")
    return "" if held.unconscious else "You aren't knocked out."


NATURAL = procedure(
    Action("natural", "Heal naturally", "Strength against your GM's number, once a day."),
    _natural,
    _healed,
    barred=_unhurt,
    kind="heal",
)
BACTA = procedure(
    Action("bacta", "Float in a bacta tank", "2D hours, days or weeks; your GM says which."),
    _tank,
    _floated,
    barred=_unhurt,
    kind="heal",
)
REST = procedure(
    Action("rest", "Rest", "An hour or a night, as your GM says. You're no longer fatigued."),
    _nothing,
    _rested,
    barred=_awake,
    kind="heal",
)
WAKE = procedure(
    Action("wake", "Come to", "The minutes of a stun are over, or someone brings you around."),
    _nothing,
    _woke,
    barred=_not_out,
    kind="heal",
)
