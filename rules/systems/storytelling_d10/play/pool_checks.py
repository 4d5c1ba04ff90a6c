"""Checks of pools that count successes, with the answers that their roll forms share: the
difficulty, the successes needed, dice that oppose it or successes that somebody takes away,
successes lent, dice more or less, points spent, and what merits add.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from random import Random

from msgspec.structs import replace

from rules.dice import pools, successes
from rules.figures import Figure, bonus, number
from rules.forms.fields import Field, Option
from rules.kit.play.answers import Answers, number_field, pick
from rules.kit.play.success_checks import BOTCH, SuccessCheck, against
from rules.phrases import counted
from rules.play import Die, Outcome
from rules.systems.storytelling_d10.rulebook.power_rows import Step
from rules.systems.storytelling_d10.rulebook.roll_effects import Bearings
from rules.systems.storytelling_d10.rulebook.success_rolls import Difficulties, summed

MOST_DIFFICULTY, MOST_SUCCESSES, MOST_BONUS = 30, 30, 20
# Whose successes are taken away: of whoever resists, of whoever evades.
TAKEN = ("resisted", "evaded")


class PoolCheck(SuccessCheck):
    """A check of a pool. A game names its `dice` (its difficulties), its game master, the `usual`
    difficulty of what opposes it, and what stands over merits; it says what the pool is (`current`,
    `more`), what makes it `harder`, and which `numbers` are asked besides.
    """

    dice: Difficulties
    gm: str
    usual: int
    merits: str

    def read(
        self, answers: Answers, start: Figure, bearings: Bearings, points: Mapping[str, int]
    ) -> None:
        """Read the answers of the form; RuleViolation for one that cannot be read. `start` is the
        difficulty where none is typed; `points` are the kinds that may be spent, with the successes
        that each adds.
        """
        self.bearings, self.reroll = bearings, bearings.reroll
        self.bonus = answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0
        self.lent = answers.number("added", 0, MOST_SUCCESSES) or 0
        self.opposed = answers.number("opposed", 0, pools.MOST_DICE) or 0
        self.taken = {id: answers.number(id, 0, MOST_SUCCESSES) or 0 for id in TAKEN}
        self.points = answers.options("points", points)
        typed = answers.number("difficulty", 1, MOST_DIFFICULTY)
        self.typed_needed = answers.number("needed", 1, MOST_SUCCESSES) or 1
        answers.check()
        if typed is not None and typed != start.value:
            start = number("Difficulty", typed, source=self.gm)
        self.start = start
        raw = summed(start, *self.harder(), *bearings.difficulty())
        self.difficulty, least = self.dice.clamped(raw)
        self.needed = max(self.typed_needed, least)
        self.added = self.lent + sum(points[kind] for kind in self.points)

    def current(self) -> Figure:
        """The dice as they are now."""
        raise NotImplementedError

    def more(self) -> Iterator[Figure]:
        """The dice that answers add."""
        return iter(())

    def harder(self) -> Iterator[Figure]:
        """The numbers added to the difficulty."""
        return iter(())

    @cached_property
    def pool(self) -> Figure:
        """The dice with everything that adds or takes some."""
        given = (bonus("conditions", self.bonus, source=self.gm),) if self.bonus else ()
        return summed(self.current(), *self.more(), *self.bearings.dice(), *given)

    @property
    def against(self) -> int:
        """The successes that somebody takes away."""
        return sum(self.taken.values())

    def chance(self) -> Fraction | None:
        """The exact chance, also against what opposes it."""
        pool, at = self.pool.value, self.difficulty.value
        if not (self.opposed or self.against) or not 0 < pool <= pools.MOST_DICE:
            return super().chance()
        if self.opposed:
            own, other = successes.odds(pool, at), successes.odds(self.opposed, self.usual)
            chance = successes.chance_against(own, other, added=self.added, needed=self.needed)
        else:
            chance = successes.chance(pool, at, self.needed + self.against - self.added)
        return self.of_best(chance)

    def contested(self, outcome: Outcome, rng: Random, *, who: str) -> Outcome:
        """The outcome less the successes of the dice that oppose it, or those that somebody (`who`)
        takes away.
        """
        if self.opposed:
            other_dice = pools.roll(rng, self.opposed, sides=successes.SIDES)
            other = successes.count(other_dice, self.usual).successes
            outcome = against(outcome, other, who=f"their {counted(self.opposed, 'die', 'dice')}")
            dice = (Die(face, "", successes.SIDES) for face in other_dice)
            return replace(outcome, dice=(*outcome.dice, *dice))
        if self.against:
            outcome = against(outcome, self.against, who=who)
            if outcome.success and outcome.total < self.needed:
                row = BOTCH if outcome.botch else ""
                return replace(outcome, success=False, row=row)
        return outcome

    def step_chances(self, steps: Sequence[Step]) -> dict[str, Fraction]:
        """The chance of each step of effect, and none of the next."""
        pool, at = self.pool.value, self.difficulty.value
        least = [max(step.successes, self.needed) + self.against - self.added for step in steps]
        reach = [successes.chance(pool, at, one) for one in least]
        pairs = zip(steps, reach, [*reach[1:], Fraction(0)], strict=True)
        return {str(step.successes): own - more for step, own, more in pairs}

    # --- fields

    def numbers(self) -> Iterator[Field]:
        """The numbers to type between those that every check has."""
        return iter(())

    def number_fields(self, *, has_target: bool = True) -> Iterator[Field]:
        """The numbers to type; without a target nothing has to be reached."""
        if has_target:
            at = self.start.value
            yield number_field("difficulty", "Difficulty", at, 1, MOST_DIFFICULTY)
            yield number_field("needed", "Successes needed", self.typed_needed, 1, MOST_SUCCESSES)
        yield from self.numbers()
        if has_target:
            yield number_field("added", "Successes lent", self.lent or None, 0, MOST_SUCCESSES)
        lowest, highest = -MOST_BONUS, MOST_BONUS
        yield number_field("bonus", "Dice more or less", self.bonus or None, lowest, highest)

    def opposing_field(self) -> Field:
        """The dice that oppose it."""
        dice = self.opposed or None
        return number_field("opposed", "Opposed by dice", dice, 0, pools.MOST_DICE)

    def taken_field(self, id: str, label: str) -> Field:
        """The successes that somebody takes away."""
        return number_field(id, label, self.taken[id] or None, 0, MOST_SUCCESSES)

    def choice_fields(self, names: Mapping[str, str]) -> Iterator[Field]:
        """The merits that bear on it, and the points to spend, with these names."""
        yield from self.bearings.fields(self.merits)
        if names:
            options = (Option(id, name, chosen=id in self.points) for id, name in names.items())
            yield pick("points", "Points", tuple(options))
