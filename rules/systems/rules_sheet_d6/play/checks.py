"""Checks and attacks: their dice, number and roll; a GM's roll requests and opposed checks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.dice import codes
from rules.figures import Figure, dice, number
from rules.kit.play.checks import Check, against_code, compared, shown
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.kit.play.procedures import Rollable
from rules.kit.play.roll_requests import RollRequests
from rules.kit.play.turns import asked_cost, less_dice, scopes
from rules.play import Attempt, FollowUp, Outcome
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play import modifiers, rolls
from rules.systems.rules_sheet_d6.play.rolls import MOST_NUMBER, QUESTIONS, Inputs
from rules.systems.rules_sheet_d6.rulebook import book
from rules.turn import Scope

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
    """A check: a code against a number, a Defense, or another code. A Force Point doubles the code,
    the GM's dice come last.
    """

    __slots__ = (
        *("against", "attempt", "bonus", "code", "cost", "no_dice", "pool", "scopes", "spends"),
        "target",
    )
    wins_ties = False
    pool: Figure
    no_dice: str

    def __init__(
        self,
        attempt: Attempt[Character],
        code: Figure,
        target: Figure | None = None,
        *,
        against: tuple[int, int] | None = None,
        bonus: int = 0,
        spends: bool = False,
        scopes: tuple[Scope, ...] = ("checks",),
        cost: int = 1,
    ) -> None:
        self.attempt, self.code, self.target, self.against = attempt, code, target, against
        self.bonus, self.spends, self.scopes, self.cost = bonus, spends, scopes, cost
        turn = attempt.during(force_point=1) if spends else attempt
        more = (dice("conditions", bonus, source=GM),) if bonus else ()
        self.pool = modifiers.current_pool(turn, code, *more, scopes=scopes, cost=cost)
        self.no_dice = book().play.rulings["pips_stay"]

    def refusal(self) -> str:
        """Why the character cannot roll, or not with a Force Point; "" if they can."""
        if out := modifiers.incapacitated(self.attempt.character):
            return out
        if too_many := modifiers.too_many_actions(self.attempt, self.cost):
            return too_many
        if self.spends:
            return modifiers.no_force_point(self.attempt.character, self.attempt.situation)
        return ""

    def variants(self) -> Iterator[tuple[str, Check]]:
        """The check with a Force Point, and with one more action in this round."""
        if not self.spends:
            yield "a Force Point", self._variant(self.attempt, spends=True)
        actions = modifiers.actions_in_round(self.attempt, self.cost) + 1
        further = self.attempt.during(actions=actions)
        yield "one more action", self._variant(further, spends=self.spends)

    def _variant(self, attempt: Attempt[Character], *, spends: bool) -> RollCheck:
        return RollCheck(
            attempt,
            self.code,
            self.target,
            against=self.against,
            bonus=self.bonus,
            spends=spends,
            scopes=self.scopes,
            cost=self.cost,
        )


class TableRoll(Check):
    """The dice of a table against a number: nothing changes them."""

    __slots__ = ("pool", "target")
    wins_ties, against, no_dice = False, None, ""
    pool: Figure

    def __init__(self, pool: Figure, target: Figure) -> None:
        self.pool, self.target = pool, target

    def refusal(self) -> str:
        """Nothing bars it."""
        return ""

    def variants(self) -> Iterator[tuple[str, Check]]:
        """Nothing can be added to it."""
        yield from ()


def changed_check(
    inputs: Inputs,
    code: Figure,
    target: Figure | None = None,
    against: tuple[int, int] | None = None,
    scopes: tuple[Scope, ...] = ("checks",),
    cost: int = 1,
) -> RollCheck:
    """A check with the answers that change its dice: the GM's, a Force Point."""
    bonus, spends = inputs["bonus"] or 0, rolls.spends_force_point(inputs)
    return RollCheck(
        inputs.attempt,
        code,
        target,
        against=against,
        bonus=bonus,
        spends=spends,
        scopes=scopes,
        cost=cost,
    )


def _plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of a check and its number: a Defense, a difficulty, or an opponent's code."""
    changes = rolls.changes(inputs)
    if rollable.is_attack:
        inputs.ask(QUESTIONS["attack"])
    else:
        inputs.said["target"] = inputs.answers.target(MOST_NUMBER)
        opposed = inputs.read(QUESTIONS["opposed"])
    cost, target = asked_cost(inputs, rollable), _target(inputs)
    check = changed_check(
        inputs, rollable.pool, target, inputs.get("opposed"), scopes(rollable), cost
    )
    if not rollable.is_attack and inputs.has_form:
        inputs.fields += (*rolls.ladder_fields(inputs["target"], shown(check.pool)), *opposed)
    inputs.fields += changes
    further = modifiers.actions_in_round(inputs.attempt, cost) - 1
    return RollPlan(roll=check, cost=cost, less=less_dice(further, book().play.action))


def _target(inputs: Inputs) -> Figure | None:
    """The target number: a Defense, or a difficulty; None for none."""
    if (defense := inputs.get("defense")) is not None:
        source, ruling = book().play.sources["attack"], book().defense.rulings["every_attack"]
        return number("Defense", defense, source=source, ruling=ruling)
    target = inputs.get("target")
    return None if target is None else difficulty(target)


def difficulty(least: int) -> Figure:
    """A target number with the name of its rung; above the ladder that of the highest."""
    rows = tuple(book().play.difficulties.values())
    row = next((row for row in reversed(rows) if least >= row.low), None)
    name = row.name if row else "difficulty"
    ruling = book().play.rulings["top"] if least > rows[-1].high else ""
    return number(name, least, source=row.source if row else GM, ruling=ruling)


def with_force_point(inputs: Inputs, outcome: Outcome) -> Outcome:
    """A roll with the Force Point that was spent on it, if one was."""
    if not rolls.spends_force_point(inputs):
        return outcome
    shifts = (modifiers.force_point(inputs.character),)
    return text(outcome, shifts=shifts, situation={"force_point": 1})


def _resolve(inputs: Inputs, rollable: Rollable, outcome: Outcome, rng: Random) -> Outcome:
    """A check or an attack; a total equal to the target number succeeds (Star Wars D6 rules sheet,
    Actions).
    """
    outcome = with_force_point(inputs, outcome)
    if outcome.target is None and inputs.get("opposed"):
        return against_code(outcome, inputs["opposed"], rng, tie=book().play.rulings["tie"])
    won, lost = ("a hit", "a miss") if rollable.is_attack else ("success", "failure")
    sentences: tuple[str, ...] = ()
    if outcome.target is not None:
        sentences = (compared(outcome.total, outcome.against, outcome.target, won=won, lost=lost),)
    damage = FollowUp(rollable.damage_key, "Roll damage") if rollable.damage_key else FollowUp()
    return text(outcome, *sentences, hit=damage)


CHECK = PlannedRoll(rolls.QUESTIONNAIRE, _plan, _resolve)
