"""Checks that count successes: difficulty, exact chances of success and botch, alternatives and
outcome.

What changes a pool or a difficulty, and the effect of a botch, is each game's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import msgspec

from rules.dice import pools, successes
from rules.dice.successes import Count
from rules.figures import Figure
from rules.forms.fields import Field
from rules.kit.play.checks import shown
from rules.play import Action, Alternative, Die, Outcome, RollForm

NO_DICE = "No dice are left to roll."
TOO_MANY = f"Roll at most {pools.MOST_DICE} dice."
# The rows of such a check's results.
HIT, BOTCH = "hit", "botch"
# Which of two rolls counts.
BEST, SECOND = "best", "second"


class SuccessCheck(ABC):
    """A check with the choices made before it. `difficulty` is the number that each die has to
    reach, `needed` is the number of successes to reach, and `added` are successes without dice.
    With `cancels` each 1 cancels a success, and the roll can botch. With `reroll` it is rolled
    twice, and the BEST or the SECOND roll counts.
    """

    __slots__ = ()
    sides = successes.SIDES
    cancels = True
    reroll = ""
    difficulty: Figure
    needed: int
    added: int

    @property
    @abstractmethod
    def pool(self) -> Figure:
        """The dice pool."""

    @abstractmethod
    def refusal(self) -> str:
        """Why the check cannot be rolled, regardless of its dice; "" if it can."""

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """The same check with one more choice, each with its name: "Willpower"."""
        return iter(())

    def barred(self) -> str:
        """Why the check cannot be rolled, "" if it can."""
        if refusal := self.refusal():
            return refusal
        if self.pool.value <= 0:
            return NO_DICE
        return TOO_MANY if self.pool.value > pools.MOST_DICE else ""

    def chance(self) -> Fraction | None:
        """The exact chance of enough successes; None if nothing can be rolled."""
        if not 0 < self.pool.value <= pools.MOST_DICE:
            return None
        return self.of_best(
            successes.chance(
                self.pool.value,
                self.difficulty.value,
                self.needed - self.added,
                sides=self.sides,
                cancel=self.cancels,
            )
        )

    def of_best(self, chance: Fraction) -> Fraction:
        """The chance of one roll as it is where the best of two counts."""
        return 1 - (1 - chance) ** 2 if self.reroll == BEST else chance

    def botch(self) -> Fraction | None:
        """The exact chance of a botch; None if nothing can be rolled, or if ones do not cancel."""
        if not self.cancels or not 0 < self.pool.value <= pools.MOST_DICE:
            return None
        chance = successes.botch(self.pool.value, self.difficulty.value, sides=self.sides)
        return chance**2 if self.reroll == BEST else chance

    def form(self, action: Action, fields: tuple[Field, ...]) -> RollForm:
        """The roll form with these fields, the pool and the chances."""
        chance, botch = self.chance(), self.botch()
        chances = {HIT: chance, BOTCH: botch}
        return RollForm(
            action,
            fields,
            shown(self.pool),
            target=self.difficulty,
            chance=pools.shown(chance),
            alternatives=tuple(self.alternatives()),
            barred=self.barred(),
            exact=chance,
            results={row: known for row, known in chances.items() if known is not None},
            needed=self.needed,
            botch=botch,
        )

    def alternatives(self) -> Iterator[Alternative]:
        """The chance of each variant that can be rolled."""
        for name, variant in self.variants():
            chance = None if variant.barred() else variant.chance()
            if chance is not None:
                yield Alternative(name, pools.percent(chance))

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The rolled dice, each marked if it counts."""
        return self.fallen(rng, self.pool.value)

    def fallen(self, rng: Random, many: int) -> tuple[Die, ...]:
        """So many dice as they fall, each marked if it counts."""
        thrown = pools.roll(rng, many, sides=self.sides)
        return tuple(Die(face, self._kind(face), self.sides) for face in thrown)

    def count(self, dice: tuple[Die, ...]) -> Count:
        """The successes of these dice, with those added, and whether it is a botch."""
        counted = successes.count(
            (die.face for die in dice), self.difficulty.value, cancel=self.cancels
        )
        return Count(max(0, counted.successes + self.added), counted.botch)

    def throw(self, rng: Random) -> tuple[tuple[Die, ...], Count]:
        """The dice, both rolls where there are two, and what counts."""
        dice = self.roll(rng)
        first = self.count(dice)
        if not self.reroll:
            return dice, first
        again = self.roll(rng)
        second = self.count(again)
        is_better = (first.successes, not first.botch) > (second.successes, not second.botch)
        return (*dice, *again), first if self.reroll == BEST and is_better else second

    def outcome(self, action: Action, rng: Random) -> Outcome:
        """The outcome of a roll, as one sentence, without consequences."""
        return self.judged(action, *self.throw(rng))

    def judged(self, action: Action, dice: tuple[Die, ...], counted: Count) -> Outcome:
        """The outcome of these dice and of what counts of them."""
        left, botch = counted
        success = left >= self.needed
        difficulty = self.difficulty
        return Outcome(
            action=action.id,
            name=action.name,
            kind="check",
            dice=dice,
            total=left,
            code=shown(self.pool).code,
            why=self.pool.why,
            target=difficulty.value,
            against=difficulty.label,
            success=success,
            said=(told(left, self.needed, difficulty, botch=botch),),
            row=HIT if success else BOTCH if botch else "",
            botch=botch and not success,
            needed=self.needed,
            unit=unit(left),
        )

    def _kind(self, face: int) -> str:
        if face >= self.difficulty.value:
            return "success"
        return "cancel" if self.cancels and face == 1 else ""


def unit(left: int) -> str:
    """The unit of a count: "success" or "successes"."""
    return "success" if left == 1 else "successes"


def told(left: int, needed: int, difficulty: Figure, *, botch: bool = False) -> str:
    """The successes beside those needed: "2 successes at Difficulty 6, 3 needed: failure"."""
    won = "success" if left >= needed else "botch" if botch else "failure"
    at = f"{difficulty.label} {difficulty.code}"
    return f"{left} {unit(left)} at {at}, {needed} needed: {won}"


def against(outcome: Outcome, theirs: int, *, who: str) -> Outcome:
    """An outcome minus the successes of another roll: it wins with one left, and without one nobody
    wins by this roll (`who` made the other).
    """
    left = outcome.total - theirs
    won = left >= 1
    text = f"{outcome.total} against {theirs} of {who}: " + ("success" if won else "failure")
    return msgspec.structs.replace(
        outcome,
        total=max(0, left),
        unit=unit(max(0, left)),
        success=won,
        row=HIT if won else BOTCH if outcome.botch else "",
        said=(text,),
    )
