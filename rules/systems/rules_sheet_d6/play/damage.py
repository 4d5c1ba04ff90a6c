"""Damage: its roll, which has no penalties, and its effect on the boxes."""

from fractions import Fraction
from random import Random

import msgspec

from rules.dice import pools
from rules.figures import Figure
from rules.kit.play import result_tables
from rules.kit.play.checks import dice_outcome, fallen, refuse, too_many
from rules.kit.play.procedures import NumberField, Rollable, of_number
from rules.play import Action, Attempt, MarkChange, Outcome, RollForm
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.marks import counted, reached, results, spans
from rules.systems.rules_sheet_d6.play import modifiers
from rules.systems.rules_sheet_d6.play.modifiers import is_dying, worst
from rules.systems.rules_sheet_d6.play.roll_form import (
    RollInput,
    damage_fields,
    read_roll_input,
)
from rules.systems.rules_sheet_d6.rulebook import Level, book


def roll_panel(attempt: Attempt[Character], subject: Rollable) -> RollForm:
    """The dice, their average, and for a known base the chance of each result."""
    roll_input, pool = read_roll_input(attempt.values), modifiers.damage(attempt.situation, subject)
    action = Action(subject.key, subject.name, pool=subject.pool, asks=True)
    if barred := _barred(attempt.character, pool):
        return RollForm(action, damage_fields(roll_input), pool, barred=barred)
    chances, where = _chances(pool, roll_input), spans(roll_input.base or 0)
    sentences = [f"{pools.average_text(pool.value, pool.pips)} on average"]
    for id, chance in chances.items():
        name = book().defense.levels[id].name
        sentences.append(f"{name} ({where[id]}): {pools.percent(chance)}")
    return RollForm(
        action, damage_fields(roll_input), pool, foreseen=tuple(sentences), results=chances
    )


def _barred(character: Character, pool: Figure) -> str:
    """Why damage cannot be rolled: the character cannot act, or there are too many dice."""
    return modifiers.incapacitated(character) or too_many(pool)


def _chances(pool: Figure, roll_input: RollInput) -> dict[str, Fraction]:
    """The exact chance of each of the four results; none for an unknown base."""
    if roll_input.base is None:
        return {}
    return result_tables.chances(
        results(roll_input.base), lambda least: pools.chance(pool.value, least - pool.pips)
    )


def roll(attempt: Attempt[Character], subject: Rollable, rng: Random) -> Outcome:
    """The total of dice and pips, and for a known base the box that it marks."""
    roll_input, pool = read_roll_input(attempt.values), modifiers.damage(attempt.situation, subject)
    refuse(subject.key, _barred(attempt.character, pool))
    dice = fallen(rng, pool.value, exploding=0)
    outcome = dice_outcome(pool, dice, action=subject.key, name=subject.name, kind="damage")
    if roll_input.base is None:
        return msgspec.structs.replace(outcome, said=(f"{outcome.total} damage",))
    row = reached(roll_input.base, outcome.total)
    return msgspec.structs.replace(outcome, said=(f"{outcome.total}: {row.name}",), row=row.id)


NEED_STRENGTH = "Give Strength a dice code first. It sets what a hit does to you."
DAMAGE = NumberField("damage", "Damage rolled", 2000, "Enter the damage rolled, 0 or more.")
# How many boxes further a mark moves if the party limits that.
STEPS = 1


class DamageEffect(msgspec.Struct, frozen=True, gc=False):
    """The effect of one hit: the boxes that get a mark, whether it knocks out, and its
    sentences.
    """

    said: tuple[str, ...]
    marked: tuple[Level, ...] = ()
    is_out: bool = False


def _no_hit(attempt: Attempt[Character]) -> str:
    """Why nothing can be marked, "" if something can."""
    character = attempt.character
    if figures.is_dead(character):
        return "Dead: no more marks to take."
    return "" if figures.boxes(character).value else _no_boxes(character)


def _no_boxes(character: Character) -> str:
    """Why nothing can be marked: Strength has no code, or one without a whole die."""
    strength = figures.attribute(character, book().defense.harm_attribute)
    if not strength.pips:
        return NEED_STRENGTH
    text = f"{strength.label} {strength.code} is under 1D, so no box can take a mark."
    return f"{text} Raise it to at least 1D."


def apply_damage(character: Character, damage: int) -> Outcome:
    """The outcome of a hit."""
    effect, limit = fall(character, damage), figures.boxes(character).value
    shifts = [MarkChange(level.mark, 1, most=limit) for level in effect.marked]
    if effect.is_out:
        shifts.append(MarkChange("unconscious", 1, most=1))
    return Outcome(
        action="harm",
        name=f"{damage} damage",
        kind="harm",
        total=damage,
        said=effect.said,
        shifts=tuple(shifts),
        row=reached(figures.base(character).value, damage).id,
    )


def fall(character: Character, damage: int) -> DamageEffect:
    """The effect of damage (Star Wars D6 rules sheet, Damage Results)."""
    base = figures.base(character).value
    level = reached(base, damage)
    first = f"{damage}: {level.name} ({spans(base)[level.id]})."
    return _hurt(character, level, first) if level.times else _stunned(character, level, first)


def _stunned(character: Character, level: Level, first: str) -> DamageEffect:
    """A stun; if that box is full the character falls unconscious, and no further mark is made."""
    limit, stuns = figures.boxes(character).value, figures.marked(character, level.id)
    dying = (_dying(),) if is_dying(character) else ()
    if stuns >= limit:
        sentences = (first, f"{level.name} is full: you fall unconscious.", _ruled("full_box"))
        return DamageEffect((*sentences, *dying), is_out=True)
    now = stuns + 1
    less = f"−{-book().play.stun * now} to the total of your actions"
    stunned = (first, f"{counted(level, now)} of {limit}: {less}.")
    if now < limit:
        return DamageEffect((*stunned, *dying), (level,))
    out = f"{level.name} is full: you fall unconscious."
    return DamageEffect((*stunned, out, *dying), (level,), is_out=True)


def _hurt(character: Character, level: Level, first: str) -> DamageEffect:
    """A mark in its box, or in the next worse one that is not full; a box that becomes full gives
    one mark to the next, and so on to the last; with the house rule, only to the next one.
    """
    limit, rows = figures.boxes(character).value, tuple(book().defense.levels.values())
    last, place = rows[-1], rows.index(level)
    sentences, marked = [first], list[Level]()
    while True:
        row = rows[place]
        boxes = figures.marked(character, row.id)
        if boxes >= limit and row is not last:
            place += 1
            sentences += [f"{row.name} is full: the mark goes to {rows[place].name}."]
            sentences += [_ruled("full_box")]
            continue
        marked.append(row)
        sentences.append(f"{counted(row, boxes + 1)} of {limit}.")
        is_enough = character.house.one_step_a_hit and len(marked) > STEPS
        if boxes + 1 < limit or row is last or is_enough:
            break
        place += 1
        sentences.append(f"{row.name} is full: you receive one mark in {rows[place].name}.")
    sentences += _after(character, marked, limit)
    return DamageEffect(tuple(dict.fromkeys(sentences)), tuple(marked))


def _after(character: Character, marked: list[Level], limit: int) -> list[str]:
    """The state after a hit: the penalty on actions, and whether the character lives."""
    row, last = marked[-1], tuple(book().defense.levels)[-1]
    is_full = figures.marked(character, row.id) + 1 >= limit
    sentences = []
    if row.id == last and is_full:
        sentences.append(f"{row.name} is full: you are dead.")
    elif is_full:
        sentences += [f"{row.name} is full.", _ruled("one_step")]
    if len(marked) > 1 and figures.is_frail(character):
        sentences.append(_ruled("chain"))
    if row.id == last and is_full:
        return sentences
    worse = worst(character) or row
    sentences.append(f"−{max(-row.dice, -worse.dice)}D to your actions.")
    if row.id == last or figures.marked(character, last):
        sentences.append(_dying())
    return sentences


def _dying() -> str:
    return f"You are dying. {_ruled('dying')}"


def _ruled(ruling: str) -> str:
    return book().defense.rulings[ruling]


ABOUT = "Enter the damage rolled against you. Nothing reduces it."
HARM = of_number(
    Action("harm", "Take damage", ABOUT, asks=True),
    _no_hit,
    DAMAGE,
    lambda character, damage: fall(character, damage).said,
    apply_damage,
)
