"""Healing: by a check, by somebody else, by rest, in bacta; and what each day brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from rules import pools
from rules.codes import signed
from rules.play import Action, Die, Outcome, Shift
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.conditions import out_of_it
from rules.systems.hyperspace_d6.guide import guide
from rules.systems.hyperspace_d6.subjects import Subject
from rules.systems.hyperspace_d6.subjects import subject as subject_of

Values = Mapping[str, tuple[str, ...]]
# What heals by a check: the skill that is rolled, and what the log calls it.
MENDING = {"medpac": ("medicine", "Medpac"), "repair": ("droids", "Mending")}
ALL_HEALED = "All wounds are healed."


def actions(character: Character) -> Iterator[Action]:
    """All that heals. Where the table mends droids, that takes the place of the medpac; played
    quickly nobody carries one.
    """
    healing = book().play.healing
    if mends(character):
        about = f"Droids against {healing['medpac']}. {guide().topics['droid-repair'].ruling}"
        yield Action("repair", "Mend yourself", about)
    elif not character.house.quickplay:
        about = f"Medicine against {healing['medpac']} heals a wound; the medpac is used up."
        barred = "" if character.of_row("medpac") else "You carry no medpac."
        yield Action("medpac", "Use a medpac", about, barred=out_of_it(character) or barred)
    yield Action("treated", "Treated by somebody", healed_said(healing["a_check"]))
    rest = healed_said(healing["a_day"])
    daily = " Daily burdens are rolled for." if any(_daily(character)) else ""
    yield Action("day", "A day goes by", f"{rest}{daily}")
    yield Action("bacta", "An hour in bacta", ALL_HEALED)


def mends(character: Character) -> bool:
    """Whether it is one of the droid types, at a table where droids are mended with Droids."""
    house, species = character.house, character.tables.species.get(str(character.build.species))
    is_droid = species is not None and species.kind == "droid"
    return house.droid_repair and is_droid and not house.quickplay


def subject(character: Character, action: str) -> Subject | None:
    """What is rolled to heal, None where nothing is, or not by this character."""
    if action not in MENDING or (action == "repair") is not mends(character):
        return None
    skill, name = MENDING[action]
    found = subject_of(character, f"skills.{character.tables.skill_id(skill)}")
    return msgspec.structs.replace(found, key=action, name=name) if found else None


def held(action: str, values: Values) -> Values:
    """The answers of a form with what healing is held against, whatever they say."""
    if action not in MENDING:
        return values
    return {**values, "target": (str(book().play.healing["medpac"]),)}


def mended(character: Character, outcome: Outcome) -> Outcome:
    """What a check that heals comes to; a medpac is used up whether or not it helps."""
    after = _dressed(character, outcome)
    if outcome.action != "medpac":
        return after
    medpac = character.of_row("medpac")
    used = (entries.Use(item=medpac.stack.key, note="Medicine"),) if medpac else ()
    return msgspec.structs.replace(after, entries=(*outcome.entries, *used))


def mended_after_all(character: Character, before: Outcome, after: Outcome) -> Outcome:
    """The same once a point went on it: what had helped already helps no more."""
    dressed = _dressed(character, after)
    return msgspec.structs.replace(dressed, shifts=()) if before.success else dressed


def _dressed(character: Character, outcome: Outcome) -> Outcome:
    """Its words and its shifts: so many wounds fewer, or none."""
    wounds = book().play.healing["a_check"]
    healing = healed(character, wounds) if outcome.success else ()
    said = healed_said(wounds) if outcome.success else "It does not help."
    return msgspec.structs.replace(
        outcome, kind="heal", said=(*outcome.said, said), shifts=(*outcome.shifts, *healing)
    )


def healed(character: Character, wounds: int | None = None) -> tuple[Shift, ...]:
    """So many wounds fewer (None: all of them); whoever lay unconscious wakes, unless there are
    still more than can be stood (HyperspaceD6, Unconscious).
    """
    many = character.marks.wounds if wounds is None else wounds
    left = max(0, character.marks.wounds - many)
    found = [Shift("wounds", -many)] if many else []
    if left <= derived.wounds(character).value:
        found.append(Shift("unconscious", -1, most=1))
    return tuple(found)


def healed_said(wounds: int) -> str:
    """So many wounds fewer, in words."""
    return "One wound is healed." if wounds == 1 else f"{wounds} wounds are healed."


def day(character: Character, rng: Random) -> Outcome:
    """A day's rest heals one wound, and each daily burden is rolled for anew."""
    play = book().play
    wounds = play.healing["a_day"]
    said = [healed_said(wounds)] if character.marks.wounds else []
    thrown: list[Die] = []
    shifts = [*healed(character, wounds), Shift("stunned", -1, most=1)]
    for burden, mark in _daily(character):
        face = pools.roll(rng, 1)[0]
        felt = face <= play.daily[mark]
        thrown.append(Die(face))
        now = getattr(character.marks, mark)
        shifts.append(Shift(mark, int(felt) - now, most=1))
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
    )


def _daily(character: Character) -> Iterator[tuple[str, str]]:
    """The burden that is rolled for each day, and its mark."""
    burden, mark = character.chosen.burden, character.burden_mark
    if burden and mark in book().play.daily:
        yield burden.name, mark


def treated(character: Character) -> Outcome:
    """Somebody else healed a wound of yours."""
    wounds = book().play.healing["a_check"]
    said = (healed_said(wounds),)
    shifts = healed(character, wounds)
    return Outcome("treated", "Treated by somebody", "heal", said=said, shifts=shifts)


def bacta(character: Character) -> Outcome:
    """An hour in bacta: all wounds are gone."""
    shifts = healed(character)
    return Outcome("bacta", "An hour in bacta", "heal", said=(ALL_HEALED,), shifts=shifts)
