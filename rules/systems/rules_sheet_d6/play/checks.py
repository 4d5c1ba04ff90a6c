"""Checks: their roll form and roll; a GM's roll requests and opposed checks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import msgspec

from rules.dice import codes, pools
from rules.figures import Figure, dice, number
from rules.forms.parsing import FormValues
from rules.play import (
    Action,
    Alternative,
    Die,
    FollowUp,
    OpposedResult,
    Outcome,
    RollForm,
    TurnState,
)
from rules.problems import Problem, RuleViolation
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play import force_points, modifiers
from rules.systems.rules_sheet_d6.play.damage import TOO_MANY
from rules.systems.rules_sheet_d6.play.roll_form import (
    MOST_NUMBER,
    RollInput,
    check_fields,
    read_roll_input,
)
from rules.systems.rules_sheet_d6.play.rollables import Rollable
from rules.systems.rules_sheet_d6.rulebook import book

ALONE = "In this game everybody rolls alone: nobody helps with a check."
# What else a roll could be held against, left empty.
ONE_NUMBER = {"ladder": ("",), "target": ("",), "opposed": ("",)}


def roll_request_fields(
    *, target: int | None, helpers: int, opposed_by: int | None
) -> dict[str, tuple[str, ...]]:
    """The fields of a check's roll form; RuleViolation names each number that can be none of it."""
    wrong = []
    asked = (("target", target, MOST_NUMBER), ("opposed", opposed_by, codes.MOST_DICE))
    for name, value, highest in asked:
        if value is not None and not 0 <= value <= highest:
            said = f"Type a whole number from 0 to {highest}."
            wrong.append(Problem("bad-value", name, said))
    if helpers:
        wrong.append(Problem("bad-value", "helpers", ALONE))
    if wrong:
        raise RuleViolation(wrong)
    found: dict[str, tuple[str, ...]] = {}
    if target is not None:
        found["target"] = (str(target),)
    if opposed_by:
        found["opposed"] = (codes.written(opposed_by),)
    # Where there is a number it is the only one; whoever rolls against another has none to reach.
    return found if target is None and opposed_by != 0 else {**ONE_NUMBER, **found}


def opposed(first: Outcome, second: Outcome) -> OpposedResult:
    """The higher total wins; of equal ones none does (our ruling)."""
    if first.total == second.total:
        return OpposedResult(None, f"{first.total} each. {book().play.rulings['tie']}")
    won, lost = (first, second) if first.total > second.total else (second, first)
    by = won.total - lost.total
    said = f"{won.name} {won.total} beats {lost.name} {lost.total} by {by}."
    return OpposedResult(0 if won is first else 1, said)


GM = "Your GM"


def panel(
    character: Character, situation: TurnState, subject: Rollable, values: FormValues
) -> RollForm:
    """What is decided before this roll, with the dice and the chance that come of it so far."""
    given = read_roll_input(values)
    pool, target = pool_of(character, situation, subject, given), target_of(subject, given)
    chance = _chance(pool, target, given)
    return RollForm(
        Action(subject.key, subject.name, pool=subject.pool, asks=True),
        check_fields(character, situation, subject, given, modifiers.shown(pool)),
        modifiers.shown(pool),
        target=target,
        chance=pools.shown(chance),
        alternatives=tuple(alternatives(character, situation, subject, given, target)),
        barred=barred(character, situation, subject, given),
        exact=chance,
    )


def pool_of(
    character: Character, situation: TurnState, subject: Rollable, given: RollInput
) -> Figure:
    """The code with all that changes it: doubled by a Force Point, then less what weighs on it,
    and what the GM gives or takes.
    """
    if given.force_point:
        situation = {**situation, "force_point": 1}
    more = (dice("conditions", given.bonus, source=GM),) if given.bonus else ()
    return modifiers.current_pool(character, situation, subject.pool, *more)


def target_of(subject: Rollable, given: RollInput) -> Figure | None:
    """The number that the roll has to reach: a Defense, or a difficulty; None for nothing."""
    if subject.is_attack:
        if given.defense is None:
            return None
        source, ruling = book().play.sources["attack"], book().defense.rulings["every_attack"]
        return number("Defense", given.defense, source=source, ruling=ruling)
    return None if given.target is None else difficulty(given.target)


def difficulty(least: int) -> Figure:
    """A number to reach, by the name of the rung it stands on; above the ladder the highest."""
    rows = tuple(book().play.difficulties.values())
    row = next((row for row in reversed(rows) if least >= row.low), None)
    name = row.name if row else "difficulty"
    ruling = book().play.rulings["top"] if least > rows[-1].high else ""
    return number(name, least, source=row.source if row else GM, ruling=ruling)


def _chance(pool: Figure, target: Figure | None, given: RollInput) -> Fraction | None:
    """The exact chance that this comes off; None where there is none to speak of."""
    if not 0 < pool.value <= pools.MOST_DICE:
        return None
    if target or not given.opposed:
        reach = target.value if target else None
        return pools.exact(pool.value, target=reach, opposed=0, added=pool.pips)
    other, pips = given.opposed
    more = pool.pips - pips
    return pools.chance_against(pool.value, other, ties=False, added=more)


def alternatives(
    character: Character,
    situation: TurnState,
    subject: Rollable,
    given: RollInput,
    target: Figure | None,
) -> Iterator[Alternative]:
    """What a Force Point, and one action more in this round, would do to the chance."""
    declared = modifiers.actions_declared(character, situation)
    ways = (
        ("a Force Point", situation, msgspec.structs.replace(given, force_point=True)),
        ("one action more", {**situation, "actions": declared + 1}, given),
    )
    for name, then, other in ways:
        if (then, other) == (situation, given) or barred(character, then, subject, other):
            continue
        chance = _chance(pool_of(character, then, subject, other), target, other)
        if chance is not None:
            yield Alternative(name, pools.percent(chance))


def barred(character: Character, situation: TurnState, subject: Rollable, given: RollInput) -> str:
    """Why this roll cannot be made as it is asked for, "" where it can."""
    if out := modifiers.incapacitated(character):
        return out
    if given.force_point and (said := force_points.no_force_point(character, situation)):
        return said
    pool = pool_of(character, situation, subject, given)
    if pool.value <= 0:
        return f"0D: impossible. {book().play.rulings['pips_stay']}"
    return TOO_MANY if pool.value > pools.MOST_DICE else ""


def thrown(
    character: Character, situation: TurnState, subject: Rollable, given: RollInput, rng: Random
) -> Outcome:
    """The dice of a check and what they come to, held against nothing; RuleViolation where it
    cannot be rolled so.
    """
    if said := barred(character, situation, subject, given):
        raise RuleViolation([Problem("barred", subject.key, said)])
    pool = pool_of(character, situation, subject, given)
    faces = pools.roll(rng, pool.value)
    return Outcome(
        action=subject.key,
        name=subject.name,
        kind="check",
        dice=tuple(Die(face) for face in faces),
        total=sum(faces) + pool.pips,
        added=pool.pips,
        code=pool.code,
        why=pool.why,
        shifts=(force_points.force_point(character),) if given.force_point else (),
        situation={"force_point": 1} if given.force_point else {},
    )


def roll(
    character: Character, situation: TurnState, subject: Rollable, values: FormValues, rng: Random
) -> Outcome:
    """Roll a check or an attack; a total that equals the number is enough (Star Wars D6 rules
    sheet, Actions).
    """
    given = read_roll_input(values)
    outcome = thrown(character, situation, subject, given, rng)
    target = target_of(subject, given)
    if target is None and given.opposed:
        return _against(outcome, given.opposed, rng)
    success = None if target is None else outcome.total >= target.value
    hit = FollowUp(subject.damage_key, "Roll damage") if subject.damage_key else FollowUp()
    follows = FollowUp() if success is False else hit
    return msgspec.structs.replace(
        outcome,
        target=target.value if target else None,
        against=target.label if target else "",
        success=success,
        said=(_said(subject, outcome.total, target),) if target else (),
        hit=hit,
        follows=follows.action,
        follows_name=follows.name,
    )


def _said(subject: Rollable, rolled: int, target: Figure) -> str:
    won, lost = ("a hit", "a miss") if subject.is_attack else ("success", "failure")
    came = won if rolled >= target.value else lost
    return f"{rolled} against {target.label} {target.value}: {came}"


def _against(outcome: Outcome, theirs: tuple[int, int], rng: Random) -> Outcome:
    """Held against what somebody else rolls; of equal totals none wins (our ruling)."""
    other = sum(pools.roll(rng, theirs[0])) + theirs[1]
    against = f"their {codes.written(*theirs)}"
    said = [f"{outcome.total} against {against} {other}: "]
    if outcome.total == other:
        said = [f"{said[0]}nobody wins", book().play.rulings["tie"]]
    else:
        said[0] += "success" if outcome.total > other else "failure"
    return msgspec.structs.replace(
        outcome,
        target=other,
        against=against,
        success=None if outcome.total == other else outcome.total > other,
        said=tuple(said),
    )
