"""Damage that is taken: which box it marks, and what follows where that is full."""

from __future__ import annotations

import msgspec

from rules.play import Action, Outcome, Panel, Shift, Situation
from rules.problems import Problem, RuleViolation
from rules.systems.rules_sheet_d6 import derived
from rules.systems.rules_sheet_d6.asked import Answers, Values
from rules.systems.rules_sheet_d6.book import Level, book
from rules.systems.rules_sheet_d6.character import Character
from rules.systems.rules_sheet_d6.choices import number
from rules.systems.rules_sheet_d6.conditions import is_dying, worst
from rules.systems.rules_sheet_d6.results import counted, reached, span

NEED_DAMAGE = "Type the damage that was rolled, from 0 up."
NEED_STRENGTH = "Give Strength a dice code first: it says what a hit does to you."
MOST_DAMAGE = 2000
# How often a mark is passed on where a party limits that.
STEPS = 1


class Fall(msgspec.Struct, frozen=True, gc=False):
    """What one hit does: the boxes that get a mark, whether it knocks out, and what is said."""

    said: tuple[str, ...]
    marked: tuple[Level, ...] = ()
    is_out: bool = False


def action(character: Character) -> Action:
    """What is pressed when an attack has hit."""
    barred = ""
    if derived.is_dead(character):
        barred = "Dead: there is nothing left to mark."
    elif not derived.boxes(character).value:
        barred = _no_boxes(character)
    about = "Type what was rolled against you: nothing is taken off it."
    return Action("harm", "Damage", about, barred=barred, asks=True)


def _no_boxes(character: Character) -> str:
    """Why nothing can be marked: Strength has no code, or one without a whole die."""
    strength = derived.attribute(character, book().defense.harm_attribute)
    if not strength.pips:
        return NEED_STRENGTH
    said = f"{strength.label} {strength.code} has no whole die, so no box takes a mark."
    return f"{said} Raise it to 1D: that says what a hit does to you."


def panel(character: Character, _situation: Situation, action: Action, values: Values) -> Panel:
    """The damage to be typed, and everything that it would do."""
    damage = _damage(values)
    fields = (number("damage", "Damage rolled", damage, 0, MOST_DAMAGE),)
    if damage is None or action.barred:
        return Panel(action, fields, barred=action.barred)
    return Panel(action, fields, foreseen=fall(character, damage).said)


def suffer(character: Character, _situation: Situation, values: Values, _rng: object) -> Outcome:
    """A hit, marked; RuleViolation where no damage was typed."""
    damage = _damage(values)
    if damage is None:
        raise RuleViolation([Problem("missing", "damage", NEED_DAMAGE)])
    found, limit = fall(character, damage), derived.boxes(character).value
    shifts = [Shift(level.mark, 1, most=limit) for level in found.marked]
    if found.is_out:
        shifts.append(Shift("unconscious", 1, most=1))
    return Outcome(
        action="harm",
        name=f"{damage} damage",
        kind="harm",
        total=damage,
        said=found.said,
        shifts=tuple(shifts),
        row=reached(derived.base(character).value, damage).id,
    )


def _damage(values: Values) -> int | None:
    answers = Answers(values)
    found = answers.number("damage", 0, MOST_DAMAGE)
    answers.check()
    return found


def fall(character: Character, damage: int) -> Fall:
    """What so much damage does (Star Wars D6 rules sheet, Damage Results)."""
    base = derived.base(character).value
    level = reached(base, damage)
    first = f"{damage}: {level.name} ({span(base, level)})."
    return _hurt(character, level, first) if level.times else _stunned(character, level, first)


def _stunned(character: Character, level: Level, first: str) -> Fall:
    """A stun; where their box is full, unconscious, and no mark beyond it."""
    limit, held = derived.boxes(character).value, derived.marked(character, level.id)
    dying = (_dying(),) if is_dying(character) else ()
    if held >= limit:
        said = (first, f"{level.name} is full: you fall unconscious.", _ruled("full_box"))
        return Fall((*said, *dying), is_out=True)
    now = held + 1
    less = f"−{-book().play.stun * now} to the total of your actions"
    told = (first, f"{counted(level, now)} of {limit}: {less}.")
    if now < limit:
        return Fall((*told, *dying), (level,))
    out = f"{level.name} is full: you fall unconscious."
    return Fall((*told, out, *dying), (level,), is_out=True)


def _hurt(character: Character, level: Level, first: str) -> Fall:
    """A mark in its box, or in the next worse that is not full; a box that it fills gives one mark
    to the next, and so on to the last; where the party goes one step a hit, only to the next.
    """
    limit, rows = derived.boxes(character).value, tuple(book().defense.levels.values())
    last, place = rows[-1], rows.index(level)
    said, marked = [first], list[Level]()
    while True:
        row = rows[place]
        held = derived.marked(character, row.id)
        if held >= limit and row is not last:
            place += 1
            said += [f"{row.name} is full: the mark goes to {rows[place].name}."]
            said += [_ruled("full_box")]
            continue
        marked.append(row)
        said.append(f"{counted(row, held + 1)} of {limit}.")
        is_enough = character.house.one_step_a_hit and len(marked) > STEPS
        if held + 1 < limit or row is last or is_enough:
            break
        place += 1
        said.append(f"{row.name} is full: you receive one mark in {rows[place].name}.")
    said += _after(character, marked, limit)
    return Fall(tuple(dict.fromkeys(said)), tuple(marked))


def _after(character: Character, marked: list[Level], limit: int) -> list[str]:
    """How somebody stands after a hit: what it takes from actions, and whether they live."""
    row, last = marked[-1], tuple(book().defense.levels)[-1]
    is_full = derived.marked(character, row.id) + 1 >= limit
    said = []
    if row.id == last and is_full:
        said.append(f"{row.name} is full: you are dead.")
    elif is_full:
        said += [f"{row.name} is full.", _ruled("one_step")]
    if len(marked) > 1 and derived.is_frail(character):
        said.append(_ruled("chain"))
    if row.id == last and is_full:
        return said
    worse = worst(character) or row
    said.append(f"−{max(-row.dice, -worse.dice)}D to your actions.")
    if row.id == last or derived.marked(character, last):
        said.append(_dying())
    return said


def _dying() -> str:
    return f"You are dying. {_ruled('dying')}"


def _ruled(ruling: str) -> str:
    return book().defense.rulings[ruling]
