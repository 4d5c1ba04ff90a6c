"""Damage that is rolled: no check, so what weighs on actions does not touch it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from rules import odds, pools
from rules.figures import Figure
from rules.play import Action, Die, Outcome, Panel, Situation
from rules.problems import Problem, RuleViolation
from rules.systems.rules_sheet_d6 import conditions
from rules.systems.rules_sheet_d6.asked import Asked, Values, asked
from rules.systems.rules_sheet_d6.book import book
from rules.systems.rules_sheet_d6.character import Character
from rules.systems.rules_sheet_d6.choices import damage_fields
from rules.systems.rules_sheet_d6.results import reach, reached, span
from rules.systems.rules_sheet_d6.subjects import Subject

TOO_MANY = f"More than {pools.MOST_DICE}D are not rolled here."


def panel(character: Character, situation: Situation, subject: Subject, values: Values) -> Panel:
    """The dice, what they come to on average, and for a base that is known each result's chance."""
    given, pool = asked(values), _pool(character, situation, subject)
    action = Action(subject.key, subject.name, pool=subject.pool, asks=True)
    if barred := _barred(character, pool):
        return Panel(action, damage_fields(given), pool, barred=barred)
    chances = _chances(pool, given)
    said = [f"{odds.average(pool.value, pool.pips)} on average"]
    for id, chance in chances.items():
        row = book().defense.levels[id]
        said.append(f"{row.name} ({span(given.base or 0, row)}): {odds.percent(chance)}")
    return Panel(action, damage_fields(given), pool, foreseen=tuple(said), results=chances)


def _pool(character: Character, situation: Situation, subject: Subject) -> Figure:
    found = conditions.damage(character, situation, subject.weapon) if subject.weapon else None
    return found or subject.pool


def _barred(character: Character, pool: Figure) -> str:
    """Why it cannot be rolled: by whom cannot act it is not."""
    out = conditions.out_of_it(character)
    return out or (TOO_MANY if pool.value > pools.MOST_DICE else "")


def _chances(pool: Figure, given: Asked) -> dict[str, Fraction]:
    """The exact chance of each of the four results; none where the base is not known."""
    found: dict[str, Fraction] = {}
    if given.base is None:
        return found
    for row in book().defense.levels.values():
        low, after = reach(given.base, row)
        least = pools.chance(pool.value, low - pool.pips) if row.times else Fraction(1)
        worse = pools.chance(pool.value, after - pool.pips) if after is not None else Fraction(0)
        found[row.id] = least - worse
    return found


def roll(
    character: Character, situation: Situation, subject: Subject, values: Values, rng: Random
) -> Outcome:
    """What the dice and pips show, and for a base that is known which box that marks."""
    given, pool = asked(values), _pool(character, situation, subject)
    if barred := _barred(character, pool):
        raise RuleViolation([Problem("barred", subject.key, barred)])
    faces = pools.roll(rng, pool.value)
    rolled = sum(faces) + pool.pips
    row = None
    if given.base is None:
        said = f"{rolled} damage"
    else:
        row = reached(given.base, rolled)
        said = f"{rolled}: {row.name}"
    return Outcome(
        action=subject.key,
        name=subject.name,
        kind="damage",
        dice=tuple(Die(face) for face in faces),
        total=rolled,
        added=pool.pips,
        code=pool.code,
        why=pool.why,
        said=(said,),
        row=row.id if row else "",
    )
