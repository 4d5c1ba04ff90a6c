"""Checks: their roll form and roll; a GM's roll requests and opposed checks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from rules.dice import codes
from rules.figures import Figure, dice, number
from rules.kit.play.checks import Check, against_code, compared, settled, shown
from rules.kit.play.procedures import Rollable
from rules.kit.play.roll_requests import RollRequests
from rules.play import Action, Attempt, FollowUp, Outcome, RollForm
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play import force_points, modifiers
from rules.systems.rules_sheet_d6.play.roll_form import (
    MOST_NUMBER,
    RollInput,
    check_fields,
    read_roll_input,
)
from rules.systems.rules_sheet_d6.rulebook import book

ALONE = "This game has no combined actions. Roll alone."
REQUESTS = RollRequests(
    MOST_NUMBER,
    codes.MOST_DICE,
    tie=lambda: book().play.rulings["tie"],  # our ruling
    nobody_helps=ALONE,
    written=codes.written,
)
GM = "Your GM"


class RollCheck(Check):
    """A check: a code against a number, a Defense, or another code."""

    __slots__ = ("against", "attempt", "given", "no_dice", "pool", "subject", "target")
    wins_ties = False
    pool: Figure
    no_dice: str

    def __init__(
        self,
        attempt: Attempt[Character],
        subject: Rollable,
        roll_input: RollInput,
        target: Figure | None = None,
    ) -> None:
        self.attempt, self.subject, self.given, self.target = attempt, subject, roll_input, target
        self.against = roll_input.opposed
        self.pool = pool_of(attempt, subject, roll_input)
        self.no_dice = book().play.rulings["pips_stay"]

    def refusal(self) -> str:
        """Why the character cannot roll, or not with a Force Point; "" if they can."""
        if out := modifiers.incapacitated(self.attempt.character):
            return out
        if self.given.force_point:
            return force_points.no_force_point(self.attempt)
        return ""

    def variants(self) -> Iterator[tuple[str, Check]]:
        """The check with a Force Point, and with one more action in this round."""
        attempt, roll_input = self.attempt, self.given
        if not roll_input.force_point:
            spending = msgspec.structs.replace(roll_input, force_point=True)
            yield "a Force Point", RollCheck(attempt, self.subject, spending, self.target)
        further = attempt.during(actions=modifiers.actions_declared(attempt) + 1)
        yield "one more action", RollCheck(further, self.subject, roll_input, self.target)


def panel(attempt: Attempt[Character], subject: Rollable) -> RollForm:
    """The roll form of a check, with the pool and the chance so far."""
    roll_input = read_roll_input(attempt.values)
    check = RollCheck(attempt, subject, roll_input, target_of(subject, roll_input))
    return check.form(
        Action(subject.key, subject.name, pool=subject.pool, asks=True),
        check_fields(attempt, subject, roll_input, shown(check.pool)),
    )


def pool_of(attempt: Attempt[Character], subject: Rollable, roll_input: RollInput) -> Figure:
    """The code with its modifiers: doubled by a Force Point, then reduced by penalties, with the
    GM's dice.
    """
    if roll_input.force_point:
        attempt = attempt.during(force_point=1)
    more = (dice("conditions", roll_input.bonus, source=GM),) if roll_input.bonus else ()
    return modifiers.current_pool(attempt, subject.pool, *more)


def target_of(subject: Rollable, roll_input: RollInput) -> Figure | None:
    """The target number: a Defense, or a difficulty; None for none."""
    if subject.is_attack:
        if roll_input.defense is None:
            return None
        source, ruling = book().play.sources["attack"], book().defense.rulings["every_attack"]
        return number("Defense", roll_input.defense, source=source, ruling=ruling)
    return None if roll_input.target is None else difficulty(roll_input.target)


def difficulty(least: int) -> Figure:
    """A target number with the name of its rung; above the ladder that of the highest."""
    rows = tuple(book().play.difficulties.values())
    row = next((row for row in reversed(rows) if least >= row.low), None)
    name = row.name if row else "difficulty"
    ruling = book().play.rulings["top"] if least > rows[-1].high else ""
    return number(name, least, source=row.source if row else GM, ruling=ruling)


def thrown(
    attempt: Attempt[Character], subject: Rollable, roll_input: RollInput, rng: Random
) -> Outcome:
    """The rolled dice of a check, without a target; RuleViolation if it is barred."""
    check = RollCheck(attempt, subject, roll_input)
    outcome = check.throw(rng, action=subject.key, name=subject.name)
    if not roll_input.force_point:
        return outcome
    return msgspec.structs.replace(
        outcome,
        shifts=(force_points.force_point(attempt.character),),
        situation={"force_point": 1},
    )


def roll(attempt: Attempt[Character], subject: Rollable, rng: Random) -> Outcome:
    """Roll a check or an attack; a total equal to the target number succeeds (Star Wars D6 rules
    sheet, Actions).
    """
    roll_input = read_roll_input(attempt.values)
    outcome = thrown(attempt, subject, roll_input, rng)
    target = target_of(subject, roll_input)
    if target is None and roll_input.opposed:
        return against_code(outcome, roll_input.opposed, rng, tie=book().play.rulings["tie"])
    success = None if target is None else outcome.total >= target.value
    outcome = msgspec.structs.replace(
        outcome,
        target=target.value if target else None,
        against=target.label if target else "",
        hit=FollowUp(subject.damage_key, "Roll damage") if subject.damage_key else FollowUp(),
    )
    sentences = (_said(subject, outcome.total, target),) if target else ()
    return settled(outcome, rolled=outcome.total, success=success, messages=sentences)


def _said(subject: Rollable, rolled: int, target: Figure) -> str:
    won, lost = ("a hit", "a miss") if subject.is_attack else ("success", "failure")
    return compared(rolled, target.label, target.value, won=won, lost=lost)
