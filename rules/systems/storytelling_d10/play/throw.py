"""A roll of a typed or a foreseen pool: its dice, its difficulty, what is added or taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from rules.dice import successes
from rules.dice.successes import Count
from rules.figures import Figure
from rules.kit.outcomes import text
from rules.kit.success_checks import SuccessCheck, unit
from rules.play import Action, Die, Outcome
from rules.systems.storytelling_d10.play.pool_check import clamped


class Throw(SuccessCheck):
    """A check with a pool and a difficulty before it is clamped. `added` are successes without
    dice, negative where somebody takes some; `bars` says why it cannot be rolled.
    """

    __slots__ = ("_pool", "added", "bars", "cancels", "difficulty", "needed")

    def __init__(
        self,
        pool: Figure,
        difficulty: Figure,
        *,
        needed: int = 1,
        added: int = 0,
        bars: str = "",
        cancels: bool = True,
    ) -> None:
        self._pool = pool
        self.difficulty, least = clamped(difficulty)
        self.needed, self.added = max(needed, least), added
        self.bars, self.cancels = bars, cancels

    @property
    def pool(self) -> Figure:
        """The dice."""
        return self._pool

    def refusal(self) -> str:
        """Why it cannot be rolled."""
        return self.bars

    def variants(self) -> Iterator[tuple[str, SuccessCheck]]:
        """Nothing else is chosen."""
        return iter(())

    def count(self, dice: tuple[Die, ...]) -> Count:
        """The successes that are left, never below none."""
        found = super().count(dice)
        return Count(max(0, found.successes), found.botch)

    @property
    def asked(self) -> str:
        """What it takes: "At difficulty 9, 3 successes are needed."."""
        verb = "is" if self.needed == 1 else "are"
        at = self.difficulty.code
        return f"At difficulty {at}, {self.needed} {unit(self.needed)} {verb} needed."


class DieFirst(SuccessCheck):
    """A roll whose difficulty a d10 sets first: one roll for each of its ten results."""

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
        found = [one for one in map(chance, self.throws) if one is not None]
        return sum(found, Fraction(0)) / len(self.throws) if found else None

    def outcome(self, action: Action, rng: Random) -> Outcome:
        """The d10, and the roll that it makes."""
        die, throw = self.first(rng)
        found = throw.outcome(action, rng)
        return text(found, f"The d10 shows {die.face}.", dice=(die, *found.dice))

    def first(self, rng: Random) -> tuple[Die, Throw]:
        """The d10 as it falls, and the roll that it makes."""
        face = rng.randint(1, successes.SIDES)
        return Die(face, "", successes.SIDES), self.throws[face - 1]
