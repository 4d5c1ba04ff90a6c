"""Rolls that count successes, made of a pool and a difficulty: within the difficulties that dice
can show, and behind a die that sets the difficulty first.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from msgspec.structs import replace

from rules.dice import successes
from rules.figures import Figure, at_least, bonus, total
from rules.forms.fields import Field
from rules.kit.play.checks import refuse
from rules.kit.play.outcomes import text
from rules.kit.play.success_checks import SuccessCheck, unit
from rules.kit.rulebooks import Number
from rules.play import Action, Die, Outcome, RollForm


class Difficulties:
    """The difficulties of a game: below the `least` it is that. Above the `most` it is rolled at
    `beyond`, and takes itself less `beyond_less` successes.
    """

    __slots__ = ("beyond", "beyond_less", "least", "most")

    def __init__(self, *, least: Number, most: Number, beyond: Number, beyond_less: Number) -> None:
        self.least, self.most = least, most
        self.beyond, self.beyond_less = beyond, beyond_less

    def clamped(self, raw: Figure) -> tuple[Figure, int]:
        """A difficulty as dice roll it, and the successes that it takes."""
        if raw.value > self.most.number:
            return self.beyond.figure(raw.label), raw.value - self.beyond_less.number
        if raw.value < self.least.number:
            return self.least.figure(raw.label), 1
        return raw, 1

    def throw(
        self,
        pool: Figure,
        difficulty: Figure,
        *,
        needed: int = 1,
        added: int = 0,
        bars: str = "",
        reroll: str = "",
    ) -> Throw:
        """A roll with these dice at that difficulty, whatever it is."""
        at, least = self.clamped(difficulty)
        return Throw(pool, at, needed=max(needed, least), added=added, bars=bars, reroll=reroll)

    def plain(self, pool: Figure, difficulty: Figure, rng: Random) -> tuple[tuple[Die, ...], int]:
        """Dice and successes of a roll that never botches; nothing without dice."""
        if pool.value <= 0:
            return (), 0
        dice, left = self.throw(pool, difficulty).throw(rng)
        return dice, left.successes


def dice_left(pool: Figure) -> Figure:
    """The pool; penalties can take all dice, and no more than that."""
    return pool if pool.value >= 0 else at_least(pool.label, pool, 0)


class Throw(SuccessCheck):
    """A check with a pool and a difficulty. `added` are successes without dice, negative where
    somebody takes some; `bars` says why it cannot be rolled.
    """

    __slots__ = ("_pool", "added", "bars", "difficulty", "needed", "reroll")

    def __init__(
        self, pool: Figure, difficulty: Figure, *, needed: int, added: int, bars: str, reroll: str
    ) -> None:
        self._pool, self.difficulty = dice_left(pool), difficulty
        self.needed, self.added = needed, added
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
        """The successes needed as a sentence: "At difficulty 9, 3 successes are needed."."""
        verb = "is" if self.needed == 1 else "are"
        at = self.difficulty.code
        return f"At difficulty {at}, {self.needed} {unit(self.needed)} {verb} needed."


class DieFirst(SuccessCheck):
    """A roll that a die makes first: one roll for each of its results."""

    __slots__ = ("added", "difficulty", "needed", "throws")

    def __init__(self, throws: tuple[Throw, ...]) -> None:
        self.throws = throws
        self.difficulty, self.needed = throws[0].difficulty, throws[0].needed
        self.added = throws[0].added

    @property
    def pool(self) -> Figure:
        """The dice, whatever the first die shows."""
        return self.throws[0].pool

    def refusal(self) -> str:
        """Why it cannot be rolled."""
        return self.throws[0].bars

    def chance(self) -> Fraction | None:
        """The chance over all results of the die."""
        return self._over(Throw.chance)

    def botch(self) -> Fraction | None:
        """The chance of a botch over all of them."""
        return self._over(Throw.botch)

    def _over(self, chance: Callable[[Throw], Fraction | None]) -> Fraction | None:
        chances = [one for one in map(chance, self.throws) if one is not None]
        return sum(chances, Fraction(0)) / len(self.throws) if chances else None

    def outcome(self, action: Action, rng: Random) -> Outcome:
        """The die, and the roll that it makes."""
        die, throw = self.first(rng)
        result = throw.outcome(action, rng)
        message = f"The d{die.sides} shows {die.face}."
        return replace(text(result, message), dice=(die, *result.dice))

    def first(self, rng: Random) -> tuple[Die, Throw]:
        """The die as it falls, and the roll that it makes."""
        face = rng.randint(1, len(self.throws))
        return Die(face, "", successes.SIDES), self.throws[face - 1]


class LeadingRoll(SuccessCheck):
    """Two rolls, of which the successes of the first are dice more of the second. What counts are
    the successes; there is nothing to reach, and without dice there are none.
    """

    __slots__ = ("added", "bars", "dice", "difficulty", "first", "second")

    def __init__(
        self,
        dice: Difficulties,
        first: Figure,
        second: Figure,
        difficulty: Figure,
        *,
        added: int = 0,
        bars: str = "",
    ) -> None:
        self.dice, self.first, self.second = dice, first, second
        self.difficulty, self.added, self.bars = difficulty, added, bars

    @property
    def pool(self) -> Figure:
        """The dice of the second roll, without those that the first brings."""
        return self.second

    def refusal(self) -> str:
        """Why it cannot be rolled."""
        return self.bars

    def barred(self) -> str:
        """Why it cannot be rolled. Too few dice are no reason: the first roll may bring some."""
        return self.bars

    def results(self) -> dict[str, Fraction]:
        """The chance of each count of successes."""
        at, shares = self.difficulty.value, dict[str, Fraction]()
        start = successes.odds(self.first.value, at)
        for more, ways in enumerate(start.ways):
            dice = self.second.value + more
            own = successes.odds(dice, at) if dice > 0 else successes.Odds((1,), 0, 1)
            for count, chances in enumerate(own.ways):
                key = str(count + self.added)
                part = Fraction(ways * chances, start.every * own.every)
                shares[key] = shares.get(key, Fraction(0)) + part
        return {key: chance for key, chance in shares.items() if chance}

    def form(self, action: Action, fields: tuple[Field, ...]) -> RollForm:
        """The second roll; there is nothing to reach."""
        return RollForm(action, fields, self.second, target=self.difficulty, barred=self.bars)

    def outcome(self, action: Action, rng: Random) -> Outcome:
        """Both rolls as they fall; RuleViolation where it is barred."""
        refuse(action.id, self.bars)
        second, dice = self.second, tuple[Die, ...]()
        if self.first.value:
            dice, (more, _) = self.dice.throw(self.first, self.difficulty).throw(rng)
            second = summed(second, bonus("first roll", more)) if more else second
        again, left = tuple[Die, ...](), successes.Count(0, botch=False)
        if second.value > 0:
            again, left = self.dice.throw(second, self.difficulty).throw(rng)
        count = left.successes + self.added
        return Outcome(
            action.id,
            action.name,
            "check",
            (*dice, *again),
            count,
            code=second.code,
            why=second.why,
            said=(f"{action.name} {count}",),
            botch=left.botch,
            unit=unit(count),
            row=str(count),
        )


def summed(figure: Figure, *terms: Figure) -> Figure:
    """A figure with what is added to it, itself where nothing is."""
    return total(figure.label, figure, *terms, unit=figure.unit) if terms else figure


def added_to(figure: Figure, *terms: Figure) -> Figure:
    """A figure with the terms that change it, beside those that it has."""
    more = tuple(term for term in terms if term.value)
    if figure.op != "sum" or not more:
        return summed(figure, *more)
    return total(figure.label, *figure.terms, *more, unit=figure.unit)
