"""Healing: by a check, of oneself or another character, by rest, in bacta; and the daily rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import msgspec

from rules.dice import pools
from rules.dice.codes import signed
from rules.forms.fields import Field, Option
from rules.forms.parsing import FormValues
from rules.kit.play.answers import menu, pick
from rules.kit.play.checks import compared, refuse
from rules.kit.play.procedures import NumberField, Procedure, plain_form
from rules.play import SOMEBODY, WHOM, Action, Attempt, Die, FollowUp, MarkChange, Outcome, RollForm
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.play import checks, turns
from rules.systems.hyperspace_d6.play.modifiers import DEAD, incapacitated
from rules.systems.hyperspace_d6.play.roll_input import MOST_NUMBER
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.play.rollables import rollable as rollable_of
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

MEDPAC, REPAIR, TREATED = "medpac", "repair", "treated"
# Checks that heal: the skill, and the name in the log.
MENDING = {MEDPAC: ("medicine", "Medpac"), REPAIR: ("droids", "Mending")}
HELD_AGAINST = ("ladder", "target", "opposed")
ALL_HEALED = "All wounds are healed."
AWAKE = "You come to."
UNHURT = "You have no wounds to heal."
NEED_TOTAL = "Enter their total, 0 or more."


def _dead(character: Character) -> str:
    return DEAD if character.marks.dead else ""


def _unhurt(character: Character) -> str:
    """Why nothing can be healed, "" if something can."""
    return _dead(character) or ("" if is_hurt(character) else UNHURT)


def _is_idle(character: Character) -> bool:
    return not (character.marks.dead or is_hurt(character))


def repair_action(character: Character) -> Action | None:
    """Self-repair: in a party that repairs droids, it replaces the medpac."""
    if not mends(character):
        return None
    target = book().play.healing[MEDPAC]
    about = f"Droids against {target}. {guide().topics['droid-repair'].ruling}"
    barred, idle = incapacitated(character) or _unhurt(character), _is_idle(character)
    return Action(REPAIR, "Repair yourself", about, barred=barred, idle=idle)


def medpac_action(character: Character) -> Action | None:
    """A medpac, barred without one; there are none in quick play."""
    if mends(character) or character.house.quickplay:
        return None
    target = book().play.healing[MEDPAC]
    about = f"Medicine against {target} heals a wound. Uses up the medpac."
    barred = "" if character.of_row(MEDPAC) else "You carry no medpac. Add one in Gear."
    return Action(MEDPAC, "Use medpac", about, barred=incapacitated(character) or barred)


def treated_action(attempt: Attempt[Character]) -> Action:
    """Another character's check to heal."""
    character = attempt.character
    about = f"Someone else rolls against {book().play.healing[MEDPAC]}. Enter their total."
    if not character.house.quickplay:
        about = f"{about} {book().play.rulings['treated']}"
    barred, idle = _unhurt(character), _is_idle(character)
    return Action(TREATED, "Get treated", about, barred=barred, asks=True, idle=idle)


def day_action(attempt: Attempt[Character]) -> Action:
    """A day's rest."""
    rest = healed_said(book().play.healing["a_day"])
    daily = " Rolls for daily burdens." if any(_daily(attempt.character)) else ""
    return Action("day", "Rest a day", f"{rest}{daily}", barred=_dead(attempt.character))


def bacta_action(attempt: Attempt[Character]) -> Action:
    """An hour in bacta."""
    barred, idle = _unhurt(attempt.character), _is_idle(attempt.character)
    return Action("bacta", "An hour in bacta", ALL_HEALED, barred=barred, idle=idle)


def is_hurt(character: Character) -> bool:
    """Whether there is anything to heal: a wound, or unconsciousness without one."""
    return character.marks.wounds > 0 or figures.is_unconscious(character)


def mends(character: Character) -> bool:
    """Whether it is a droid, in a party that repairs droids with the skill Droids."""
    house, species = character.house, character.tables.species.get(str(character.build.species))
    is_droid = species is not None and species.kind == "droid"
    return house.droid_repair and is_droid and not house.quickplay


def subject(character: Character, action: str) -> Rollable | None:
    """The check that heals; None if this character uses another one."""
    if (action == REPAIR) is not mends(character):
        return None
    skill, name = MENDING[action]
    rolled = rollable_of(character, f"skills.{character.tables.skill_id(skill)}")
    return msgspec.structs.replace(rolled, key=action, name=name) if rolled else None


def _against_target(attempt: Attempt[Character]) -> Attempt[Character]:
    """The attempt with the target number of healing, whatever was typed."""
    values = {**attempt.values, "target": (str(book().play.healing[MEDPAC]),)}
    return replace(attempt, values=values)


def patient(character: Character, action: str, values: FormValues) -> str:
    """The patient: "" for oneself, otherwise the form's value.

    By default oneself, or somebody else for a character without wounds.
    """
    if action != MEDPAC:
        return ""
    whom = "".join(values[WHOM]) if WHOM in values else None
    if whom not in (None, "", SOMEBODY):
        raise RuleViolation([Problem("bad-value", WHOM, "Choose whom to heal.")])
    return ("" if is_hurt(character) else SOMEBODY) if whom is None else whom


def fields(character: Character, action: str, values: FormValues) -> Iterator[Field]:
    """The menu of patients, if it can be somebody else."""
    if action != MEDPAC:
        return
    chosen = patient(character, action, values)
    names = (("", "Yourself"), (SOMEBODY, "Someone else"))
    options = tuple(Option(id, name, chosen=id == chosen) for id, name in names)
    yield menu(WHOM, "Patient", options)


def pointless(character: Character, action: str, values: FormValues) -> str:
    """Why this check could heal nothing, "" if it can."""
    if patient(character, action, values) or is_hurt(character):
        return ""
    return f"{UNHURT} Choose another patient." if action == MEDPAC else UNHURT


def mended(character: Character, outcome: Outcome, values: FormValues) -> Outcome:
    """The outcome of a check that heals; a medpac is used up in any case."""
    whom = patient(character, outcome.action, values)
    after = _dressed(character, msgspec.structs.replace(outcome, whom=whom))
    if outcome.action != MEDPAC:
        return after
    return msgspec.structs.replace(after, entries=(*outcome.entries, *_used(character, "Medicine")))


def _used(character: Character, note: str) -> tuple[entries.Use, ...]:
    """One medpac less, whatever its name; none if there is none."""
    medpac = character.of_row(MEDPAC)
    return (entries.Use(item=medpac.stack.key, note=note),) if medpac else ()


def mended_after_all(character: Character, before: Outcome, after: Outcome) -> Outcome:
    """A check that heals after a point was spent on it: an earlier success heals only once."""
    dressed = _dressed(character, after)
    if not before.success:
        return dressed
    return msgspec.structs.replace(dressed, shifts=(), onto=FollowUp())


def _dressed(character: Character, outcome: Outcome) -> Outcome:
    """The outcome with its sentences and mark changes; for another patient, with what they do."""
    wounds, sentences = book().play.healing["a_check"], outcome.said
    if not outcome.success:
        sentences = (*sentences, "It does not help.")
        return msgspec.structs.replace(outcome, kind="heal", said=sentences)
    if outcome.whom:
        onto = FollowUp(
            f"{TREATED}?total={outcome.total}",
            f"Your patient enters {outcome.total} under “Get treated”.",
        )
        return msgspec.structs.replace(
            outcome, kind="heal", said=(*sentences, "It helps."), onto=onto
        )
    sentences, shifts = (*sentences, *told(character, wounds)), healed(character, wounds)
    return msgspec.structs.replace(
        outcome, kind="heal", said=sentences, shifts=(*outcome.shifts, *shifts)
    )


def healed(character: Character, wounds: int | None = None) -> tuple[MarkChange, ...]:
    """Fewer wounds (None: no more wounds); an unconscious character wakes, even with more wounds
    than Strength allows (HyperspaceD6, Unconscious: after one wound is removed).
    """
    marks = character.marks
    many = max(0, marks.wounds) if wounds is None else wounds
    left = max(0, marks.wounds - many)
    changes = [MarkChange("wounds", -many)] if many else []
    changes.append(MarkChange("unconscious", -1, most=1))
    woken = left if character.is_too_many(left) else 0
    if woken != marks.woken:
        changes.append(MarkChange("woken", woken - marks.woken))
    return tuple(changes)


def told(character: Character, wounds: int | None = None) -> tuple[str, ...]:
    """What `healed` does, in words: only of wounds that were there, and of waking if there was
    need.
    """
    had = max(0, character.marks.wounds)
    many = had if wounds is None else min(wounds, had)
    sentences = [ALL_HEALED if wounds is None else healed_said(many)] if many else []
    if figures.is_unconscious(character):
        sentences.append(AWAKE)
    return tuple(sentences)


def healed_said(wounds: int) -> str:
    """A number of healed wounds as text."""
    return "One wound is healed." if wounds == 1 else f"{wounds} wounds are healed."


def day(attempt: Attempt[Character], rng: Random) -> Outcome:
    """A day's rest heals one wound, and each daily burden is rolled again. Any fight is over."""
    character = attempt.character
    play = book().play
    wounds = play.healing["a_day"]
    sentences = [*told(character, wounds)]
    thrown: list[Die] = []
    shifts = [*healed(character, wounds), MarkChange("stunned", -1, most=1)]
    for burden, mark in _daily(character):
        face = pools.roll(rng, 1)[0]
        felt = face <= play.daily[mark]
        thrown.append(Die(face))
        now = getattr(character.marks, mark)
        shifts.append(MarkChange(mark, int(felt) - now, most=1))
        less = signed(play.dice[mark])
        until = f"{less} until the next day's roll" if felt else "no effect today"
        sentences.append(f"{burden}: {face}, {until}.")
    return Outcome(
        action="day",
        name="Rest a day",
        kind="heal",
        dice=tuple(thrown),
        said=tuple(sentences) or ("A quiet day.",),
        shifts=tuple(shifts),
        situation=turns.over(attempt.situation),
    )


def _daily(character: Character) -> Iterator[tuple[str, str]]:
    """The burden with a daily roll, and its mark."""
    burden, mark = character.chosen.burden, character.burden_mark
    if burden and mark in book().play.daily:
        yield burden.name, mark


def treated_panel(attempt: Attempt[Character], action: Action) -> RollForm:
    """The other character's total, and its effect; and whose medpac is used."""
    character = attempt.character
    total = _total(character)
    typed = total.read(attempt.values)
    fields: list[Field] = [total.field(typed)]
    if character.of_row(MEDPAC) and not character.house.quickplay:
        own = Option(
            MEDPAC, "They use your medpac", chosen=MEDPAC in attempt.values.get("used", ())
        )
        fields.append(pick("used", "With", (own,)))
    if typed is None or action.barred:
        return RollForm(action, tuple(fields), barred=action.barred)
    return RollForm(action, tuple(fields), foreseen=_treated_said(character, typed))


def treated(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """Another character's check: a success heals a wound; RuleViolation without a total."""
    character = attempt.character
    typed = _total(character).need(attempt.values)
    enough, wounds = _is_enough(typed), book().play.healing["a_check"]
    is_own = MEDPAC in attempt.values.get("used", ())
    return Outcome(
        action=TREATED,
        name="Treatment",
        kind="heal",
        total=typed,
        target=book().play.healing[MEDPAC],
        against=_level(),
        success=enough,
        said=_treated_said(character, typed),
        shifts=healed(character, wounds) if enough else (),
        entries=_used(character, "Treatment") if is_own else (),
    )


def _total(character: Character) -> NumberField:
    """The other character's total, with Medicine, or with Droids for a repaired droid."""
    label = "Their total"
    if not character.house.quickplay:
        skill = MENDING[REPAIR if mends(character) else MEDPAC][0]
        label = f"Their {character.skills[character.tables.skill_id(skill)].name} total"
    return NumberField("total", label, MOST_NUMBER, NEED_TOTAL)


def _level() -> str:
    """The rung of the ladder for a check that heals."""
    target = book().play.healing[MEDPAC]
    return next(row.name for row in guide().targets.values() if row.number == target)


def _is_enough(total: int) -> bool:
    return total >= book().play.healing[MEDPAC]


def _treated_said(character: Character, total: int) -> tuple[str, ...]:
    first = compared(total, _level(), book().play.healing[MEDPAC])
    if not _is_enough(total):
        return (first, "It does not help.")
    return (first, *told(character, book().play.healing["a_check"]))


def bacta(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """An hour in bacta: all wounds are gone. Any fight is over, and so is a stun."""
    clear = (MarkChange("stunned", -1, most=1),) if attempt.character.marks.stunned else ()
    return Outcome(
        "bacta",
        "An hour in bacta",
        "heal",
        said=told(attempt.character),
        shifts=(*healed(attempt.character), *clear),
        situation=turns.over(attempt.situation),
    )


def _mending(
    id: str, action: Callable[[Character], Action | None], *, onto: str = ""
) -> Procedure[Character]:
    """The procedure of a check that heals; `onto` is the matching action of another patient."""
    check = checks.procedure(id, action, lambda attempt: subject(attempt.character, id))

    def form(attempt: Attempt[Character], offered: Action) -> RollForm:
        values = attempt.values
        form = check.form(_against_target(attempt), offered)
        decided = (field for field in form.fields if field.id not in HELD_AGAINST)
        return msgspec.structs.replace(
            form,
            fields=(*fields(attempt.character, id, values), *decided),
            barred=offered.barred or pointless(attempt.character, id, values) or form.barred,
            onto=onto,
        )

    def resolve(attempt: Attempt[Character], rng: Random) -> Outcome:
        values = attempt.values
        refuse(id, pointless(attempt.character, id, values))
        outcome = check.resolve(_against_target(attempt), rng)
        return mended(attempt.character, outcome, values)

    return Procedure(id, check.offer, form, resolve)


PROCEDURES = (
    _mending(REPAIR, repair_action),
    _mending(MEDPAC, medpac_action, onto=TREATED),
    Procedure(TREATED, treated_action, treated_panel, treated),
    Procedure("day", day_action, plain_form, day),
    Procedure("bacta", bacta_action, plain_form, bacta),
)
