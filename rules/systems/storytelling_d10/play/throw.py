"""Rolls of this game: difficulties that dice cannot show, two rolls of which one counts, and rolls
whose difficulty a d10 sets first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.dice import successes
from rules.dice.successes import Count
from rules.figures import Figure
from rules.kit.outcomes import text
from rules.kit.success_checks import SuccessCheck, unit
from rules.play import Action, Die, Outcome
from rules.systems.storytelling_d10.rulebook import rulebook

BEST = "best"


def clamped(raw: Figure) -> tuple[Figure, int]:
    """The difficulty as dice roll it, and the successes that it takes: below 2 it is 2, above 10
    it is rolled at 9 and needs itself − 8 (Vehicle / ship fight rules).
    """
    numbers = rulebook().combat.numbers
    if raw.value > numbers["most-difficulty"].number:
        rolled = numbers["threshold-difficulty"].figure(raw.label)
        return rolled, raw.value - numbers["threshold-less"].number
    least = numbers["least-difficulty"]
    if raw.value < least.number:
        return least.figure(raw.label), 1
    return raw, 1


class Rerollable(SuccessCheck):
    """A check that may be rolled twice: `reroll` keeps the "best" or the "second" roll."""

    __slots__ = ()
    reroll: str

    def chance(self) -> Fraction | None:
        """The chance of enough successes, of the best of two rolls where that counts."""
        return self.of_best(super().chance())

    def of_best(self, chance: Fraction | None) -> Fraction | None:
        """The same chance where the best of two rolls counts."""
        return 1 - (1 - chance) ** 2 if chance is not None and self.reroll == BEST else chance

    def botch(self) -> Fraction | None:
        """The chance of a botch; of two rolls the best takes two."""
        chance = super().botch()
        return chance if chance is None or self.reroll != BEST else chance**2

    def throw(self, rng: Random) -> tuple[tuple[Die, ...], Count]:
        """The dice, both rolls where there are two, and what counts."""
        dice = self.roll(rng)
        left = self.count(dice)
        if not self.reroll:
            return dice, left
        again = self.roll(rng)
        second = self.count(again)
        ranks = [(one.successes, not one.botch) for one in (left, second)]
        return (*dice, *again), left if self.reroll == BEST and ranks[0] > ranks[1] else second

    def count(self, dice: tuple[Die, ...]) -> Count:
        """The successes that are left, never below none."""
        successes = super().count(dice)
        return Count(max(0, successes.successes), successes.botch)

    def outcome(self, action: Action, rng: Random) -> Outcome:
        """A roll as it falls, without consequences."""
        dice, (left, botch) = self.throw(rng)
        won, pool, at = left >= self.needed, self.pool, self.difficulty
        ends = "success" if won else "botch" if botch else "failure"
        return Outcome(
            action.id,
            action.name,
            "check",
            dice,
            left,
            code=pool.code,
            why=pool.why,
            target=at.value,
            against=at.label,
            success=won,
            said=(f"{left} {unit(left)} at {at.label} {at.code}, {self.needed} needed: {ends}",),
            row="hit" if won else "botch" if botch else "",
            botch=botch and not won,
            needed=self.needed,
            unit=unit(left),
        )

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """Nothing else is chosen."""
        return iter(())


class Throw(Rerollable):
    """A check with a pool and a difficulty before it is clamped. `added` are successes without
    dice, negative where somebody takes some; `bars` says why it cannot be rolled.
    """

    __slots__ = ("_pool", "added", "bars", "difficulty", "needed", "reroll")

    def __init__(
        self,
        pool: Figure,
        difficulty: Figure,
        *,
        needed: int = 1,
        added: int = 0,
        bars: str = "",
        reroll: str = "",
    ) -> None:
        self._pool = pool
        self.difficulty, least = clamped(difficulty)
        self.needed, self.added = max(needed, least), added
        self.bars, self.reroll = bars, reroll

    @property
    def pool(self) -> Figure:
        """The dice."""
        return self._pool

    def refusal(self) -> str:
        """Why it cannot be rolled."""
        return self.bars

    @property
    def requirement(self) -> str:
        """What it takes: "At difficulty 9, 3 successes are needed."."""
        verb = "is" if self.needed == 1 else "are"
        at = self.difficulty.code
        return f"At difficulty {at}, {self.needed} {unit(self.needed)} {verb} needed."


def plain(pool: Figure, difficulty: Figure, rng: Random) -> tuple[tuple[Die, ...], int]:
    """Dice and successes of damage or of a soak, which never botch; nothing without dice."""
    if pool.value <= 0:
        return (), 0
    dice, left = Throw(pool, difficulty).throw(rng)
    return dice, left.successes


class DieFirst(SuccessCheck):
    """A roll that a die makes first: one roll for each result of a d10."""

    __slots__ = ("added", "difficulty", "needed", "throws")

    def __init__(self, throws: tuple[Throw, ...]) -> None:
        self.throws = throws
        self.difficulty, self.needed = throws[0].difficulty, throws[0].needed
        self.added = throws[0].added

    @property
    def pool(self) -> Figure:
        """The dice, whatever the d10 shows."""
        return self.throws[0].pool

    def refusal(self) -> str:
        """Why it cannot be rolled."""
        return self.throws[0].bars

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """Nothing else is chosen."""
        return iter(())

    def chance(self) -> Fraction | None:
        """The chance over all results of the d10."""
        return self._over(Throw.chance)

    def botch(self) -> Fraction | None:
        """The chance of a botch over all of them."""
        return self._over(Throw.botch)

    def _over(self, chance: Callable[[Throw], Fraction | None]) -> Fraction | None:
        chances = [one for one in map(chance, self.throws) if one is not None]
        return sum(chances, Fraction(0)) / len(self.throws) if chances else None

    def outcome(self, action: Action, rng: Random) -> Outcome:
        """The d10, and the roll that it makes."""
        die, throw = self.first(rng)
        result = throw.outcome(action, rng)
        return replace(text(result, f"The d10 shows {die.face}."), dice=(die, *result.dice))

    def first(self, rng: Random) -> tuple[Die, Throw]:
        """The d10 as it falls, and the roll that it makes."""
        face = rng.randint(1, successes.SIDES)
        return Die(face, "", successes.SIDES), self.throws[face - 1]
