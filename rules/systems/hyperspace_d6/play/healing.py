"""Healing: by a check, of oneself or somebody else, by rest, in bacta; and what each day brings."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from rules.dice import pools
from rules.dice.codes import signed
from rules.forms.fields import Field, Option
from rules.forms.parsing import FormValues
from rules.kit.answers import menu, number_field, pick, read_number, required
from rules.kit.checks import compared
from rules.play import (
    SOMEBODY,
    WHOM,
    Action,
    Die,
    FollowUp,
    MarkChange,
    Outcome,
    RollForm,
    TurnState,
)
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.play import turns
from rules.systems.hyperspace_d6.play.modifiers import DEAD, incapacitated
from rules.systems.hyperspace_d6.play.roll_form import MOST_NUMBER
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.play.rollables import rollable as subject_of
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

MEDPAC, REPAIR, TREATED = "medpac", "repair", "treated"
# What heals by a check: the skill that is rolled, and what the log calls it.
MENDING = {MEDPAC: ("medicine", "Medpac"), REPAIR: ("droids", "Mending")}
HELD_AGAINST = ("ladder", "target", "opposed")
ALL_HEALED = "All wounds are healed."
AWAKE = "You come to."
UNHURT = "You have no wounds to heal."
NEED_TOTAL = "Type the total that they rolled, from 0 up."


def actions(character: Character) -> Iterator[Action]:
    """All that heals. Where the table mends droids, that takes the place of the medpac; played
    quickly nobody carries one.
    """
    healing, dead = book().play.healing, DEAD if character.marks.dead else ""
    idle = not (dead or is_hurt(character))
    unhurt = dead or (UNHURT if idle else "")
    if mends(character):
        about = f"Droids against {healing[MEDPAC]}. {guide().topics['droid-repair'].ruling}"
        barred = incapacitated(character) or unhurt
        yield Action(REPAIR, "Mend yourself", about, barred=barred, idle=idle)
    elif not character.house.quickplay:
        about = f"Medicine against {healing[MEDPAC]} heals a wound; the medpac is used up."
        barred = "" if character.of_row(MEDPAC) else "You carry no medpac."
        yield Action(MEDPAC, "Use medpac", about, barred=incapacitated(character) or barred)
    about = f"Somebody else rolls against {healing[MEDPAC]}: type their total."
    if not character.house.quickplay:
        about = f"{about} {book().play.rulings['treated']}"
    yield Action(TREATED, "Get treated", about, barred=unhurt, asks=True, idle=idle)
    rest = healed_said(healing["a_day"])
    daily = " Daily burdens are rolled for." if any(_daily(character)) else ""
    yield Action("day", "A day goes by", f"{rest}{daily}", barred=dead)
    yield Action("bacta", "An hour in bacta", ALL_HEALED, barred=unhurt, idle=idle)


def is_hurt(character: Character) -> bool:
    """Whether there is anything to heal: a wound, or having been knocked out without one."""
    return character.marks.wounds > 0 or figures.is_unconscious(character)


def mends(character: Character) -> bool:
    """Whether it is one of the droid types, at a table where droids are mended with Droids."""
    house, species = character.house, character.tables.species.get(str(character.build.species))
    is_droid = species is not None and species.kind == "droid"
    return house.droid_repair and is_droid and not house.quickplay


def subject(character: Character, action: str) -> Rollable | None:
    """What is rolled to heal, None where nothing is, or not by this character."""
    if action not in MENDING or (action == "repair") is not mends(character):
        return None
    skill, name = MENDING[action]
    found = subject_of(character, f"skills.{character.tables.skill_id(skill)}")
    return msgspec.structs.replace(found, key=action, name=name) if found else None


def held(action: str, values: FormValues) -> FormValues:
    """The answers of a form with what healing is held against, whatever they say."""
    if action not in MENDING:
        return values
    return {**values, "target": (str(book().play.healing[MEDPAC]),)}


def decided(action: str, found: tuple[Field, ...]) -> tuple[Field, ...]:
    """What is decided before an action, less what a check that heals is always held against."""
    if action not in MENDING:
        return found
    return tuple(field for field in found if field.id not in HELD_AGAINST)


def patient(character: Character, action: str, values: FormValues) -> str:
    """Whom it is to heal: "" for oneself, and for somebody else what the form calls them.

    Nobody said: whoever is unhurt themselves has somebody else in mind.
    """
    if action != MEDPAC:
        return ""
    said = "".join(values[WHOM]) if WHOM in values else None
    if said not in (None, "", SOMEBODY):
        raise RuleViolation([Problem("bad-value", WHOM, "Choose who is to be healed.")])
    return ("" if is_hurt(character) else SOMEBODY) if said is None else said


def fields(character: Character, action: str, values: FormValues) -> Iterator[Field]:
    """Who is to be healed, where that may be somebody else."""
    if action != MEDPAC:
        return
    chosen = patient(character, action, values)
    names = (("", "Yourself"), (SOMEBODY, "Somebody else"))
    options = tuple(Option(id, name, chosen=id == chosen) for id, name in names)
    yield menu(WHOM, "Patient", options)


def pointless(character: Character, action: str, values: FormValues) -> str:
    """Why there is nothing that this check could heal, "" where there is."""
    if action not in MENDING or patient(character, action, values) or is_hurt(character):
        return ""
    return f"{UNHURT} Choose another patient." if action == MEDPAC else UNHURT


def mended(character: Character, outcome: Outcome, values: FormValues) -> Outcome:
    """What a check that heals comes to; a medpac is used up whether or not it helps."""
    whom = patient(character, outcome.action, values)
    after = _dressed(character, msgspec.structs.replace(outcome, whom=whom))
    if outcome.action != MEDPAC:
        return after
    return msgspec.structs.replace(after, entries=(*outcome.entries, *_used(character, "Medicine")))


def _used(character: Character, note: str) -> tuple[entries.Use, ...]:
    """One medpac less, whatever it is called; none where there is none."""
    medpac = character.of_row(MEDPAC)
    return (entries.Use(item=medpac.stack.key, note=note),) if medpac else ()


def mended_after_all(character: Character, before: Outcome, after: Outcome) -> Outcome:
    """The same once a point went on it: what had helped already helps no more."""
    dressed = _dressed(character, after)
    if not before.success:
        return dressed
    return msgspec.structs.replace(dressed, shifts=(), onto=FollowUp())


def _dressed(character: Character, outcome: Outcome) -> Outcome:
    """Its words and its shifts: so many wounds fewer, or none; of somebody else, what they do."""
    wounds, said = book().play.healing["a_check"], outcome.said
    if not outcome.success:
        said = (*said, "It does not help.")
        return msgspec.structs.replace(outcome, kind="heal", said=said)
    if outcome.whom:
        onto = FollowUp(
            f"{TREATED}?total={outcome.total}",
            f"Your patient enters {outcome.total} under “Get treated”.",
        )
        return msgspec.structs.replace(outcome, kind="heal", said=(*said, "It helps."), onto=onto)
    said, shifts = (*said, *told(character, wounds)), healed(character, wounds)
    return msgspec.structs.replace(
        outcome, kind="heal", said=said, shifts=(*outcome.shifts, *shifts)
    )


def healed(character: Character, wounds: int | None = None) -> tuple[MarkChange, ...]:
    """So many wounds fewer (None: all of them); whoever lay unconscious wakes, even with more left
    than can be stood (HyperspaceD6, Unconscious: after one wound is removed).
    """
    marks = character.marks
    many = max(0, marks.wounds) if wounds is None else wounds
    left = max(0, marks.wounds - many)
    found = [MarkChange("wounds", -many)] if many else []
    found.append(MarkChange("unconscious", -1, most=1))
    woken = left if character.is_too_many(left) else 0
    if woken != marks.woken:
        found.append(MarkChange("woken", woken - marks.woken))
    return tuple(found)


def told(character: Character, wounds: int | None = None) -> tuple[str, ...]:
    """The same in words: only of wounds that there are, and of who really wakes."""
    had = max(0, character.marks.wounds)
    many = had if wounds is None else min(wounds, had)
    said = [ALL_HEALED if wounds is None else healed_said(many)] if many else []
    if figures.is_unconscious(character):
        said.append(AWAKE)
    return tuple(said)


def healed_said(wounds: int) -> str:
    """So many wounds fewer, in words."""
    return "One wound is healed." if wounds == 1 else f"{wounds} wounds are healed."


def day(character: Character, situation: TurnState, rng: Random) -> Outcome:
    """A day's rest heals one wound, and each daily burden is rolled for anew. No fight lasts that
    long.
    """
    play = book().play
    wounds = play.healing["a_day"]
    said = [*told(character, wounds)]
    thrown: list[Die] = []
    shifts = [*healed(character, wounds), MarkChange("stunned", -1, most=1)]
    for burden, mark in _daily(character):
        face = pools.roll(rng, 1)[0]
        felt = face <= play.daily[mark]
        thrown.append(Die(face))
        now = getattr(character.marks, mark)
        shifts.append(MarkChange(mark, int(felt) - now, most=1))
        less = signed(play.dice[mark])
        until = f"{less} until the next day's roll" if felt else "nothing today"
        said.append(f"{burden}: {face}, {until}.")
    return Outcome(
        action="day",
        name="A day goes by",
        kind="heal",
        dice=tuple(thrown),
        said=tuple(said) or ("A quiet day.",),
        shifts=tuple(shifts),
        situation=turns.over(situation),
    )


def _daily(character: Character) -> Iterator[tuple[str, str]]:
    """The burden that is rolled for each day, and its mark."""
    burden, mark = character.chosen.burden, character.burden_mark
    if burden and mark in book().play.daily:
        yield burden.name, mark


def treated_panel(character: Character, action: Action, values: FormValues) -> RollForm:
    """What somebody else rolled, and what that does; whose medpac it takes."""
    given = total_of(values)
    found: list[Field] = [number_field("total", _asked_total(character), given, 0, MOST_NUMBER)]
    if character.of_row(MEDPAC) and not character.house.quickplay:
        own = Option(MEDPAC, "They use your medpac", chosen=MEDPAC in values.get("used", ()))
        found.append(pick("used", "With", (own,)))
    if given is None or action.barred:
        return RollForm(action, tuple(found), barred=action.barred)
    return RollForm(action, tuple(found), foreseen=_treated_said(character, given))


def treated(character: Character, values: FormValues) -> Outcome:
    """Somebody else's check: enough, and a wound is healed; RuleViolation without a total."""
    given = required(total_of(values), "total", NEED_TOTAL)
    enough, wounds = _is_enough(given), book().play.healing["a_check"]
    is_own = MEDPAC in values.get("used", ())
    return Outcome(
        action=TREATED,
        name="Treatment",
        kind="heal",
        total=given,
        target=book().play.healing[MEDPAC],
        against=_level(),
        success=enough,
        said=_treated_said(character, given),
        shifts=healed(character, wounds) if enough else (),
        entries=_used(character, "Treatment") if is_own else (),
    )


def total_of(values: FormValues) -> int | None:
    """The total that somebody rolled, None where none is typed yet; RuleViolation for no number."""
    return read_number(values, "total", 0, MOST_NUMBER)


def _asked_total(character: Character) -> str:
    """What the total is called: it is rolled with Medicine, unless droids are mended."""
    if character.house.quickplay:
        return "Their total"
    skill = MENDING[REPAIR if mends(character) else MEDPAC][0]
    return f"Their {character.skills[character.tables.skill_id(skill)].name} total"


def _level() -> str:
    """The rung of the ladder that a check to heal stands on."""
    target = book().play.healing[MEDPAC]
    return next(row.name for row in guide().targets.values() if row.number == target)


def _is_enough(total: int) -> bool:
    return total >= book().play.healing[MEDPAC]


def _treated_said(character: Character, total: int) -> tuple[str, ...]:
    first = compared(total, _level(), book().play.healing[MEDPAC])
    if not _is_enough(total):
        return (first, "It does not help.")
    return (first, *told(character, book().play.healing["a_check"]))


def bacta(character: Character, situation: TurnState) -> Outcome:
    """An hour in bacta: all wounds are gone."""
    return Outcome(
        "bacta",
        "An hour in bacta",
        "heal",
        said=told(character),
        shifts=healed(character),
        situation=turns.over(situation),
    )
