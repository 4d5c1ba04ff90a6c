"""Checks: dice, chance, alternatives and outcome.

What changes a pool, who may not roll, and what a tie means, is each game's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random

import msgspec

from rules.dice import codes, pools
from rules.dice import exploding as explosion
from rules.figures import Figure, at_least, dice, total
from rules.forms.fields import Field
from rules.play import Action, Alternative, Die, Outcome, RollForm
from rules.problems import Problem, RuleViolation

TOO_MANY = f"Roll at most {pools.MOST_DICE}D."


def too_many(pool: Figure) -> str:
    """Why a pool is too large to roll: more than 200 dice; "" if it is not."""
    return TOO_MANY if pool.value > pools.MOST_DICE else ""


def refuse(action: str, barred: str) -> None:
    """RuleViolation with the reason if an action is barred."""
    if barred:
        raise RuleViolation([Problem("barred", action, barred)])


def shown(pool: Figure) -> Figure:
    """A pool for display: negative dice are 0D, and pips alone are not rolled."""
    if pool.value > 0 or (pool.value == 0 and not pool.pips):
        return pool
    return msgspec.structs.replace(at_least(pool.label, pool, 0), pips=0)


def without_dice(pools: Mapping[str, Figure], label: str, *, source: str) -> dict[str, Figure]:
    """Every pool reduced to nothing, with the reason: for dead characters."""
    return {
        key: total(
            pool.label,
            pool,
            dice(label, -pool.value, pips=-pool.pips, source=source),
            unit="D",
            source=pool.source,
        )
        for key, pool in pools.items()
    }


def fallen(rng: Random, dice: int, *, exploding: int | None = None) -> tuple[Die, ...]:
    """The faces of `dice` rolled dice, of which the last `exploding` explode, or all."""
    thrown = explosion.roll(rng, dice, exploding=exploding)
    return tuple(Die(face, "again" if again else "") for face, again in thrown)


def dice_outcome(
    pool: Figure, dice: tuple[Die, ...], *, action: str, name: str, kind: str = "check"
) -> Outcome:
    """The outcome of rolled dice: their total with pips, without a target."""
    return Outcome(
        action=action,
        name=name,
        kind=kind,
        dice=dice,
        total=sum(die.face for die in dice) + pool.pips,
        added=pool.pips,
        code=pool.code,
        why=pool.why,
    )


def against_target(outcome: Outcome, target: Figure | None) -> Outcome:
    """An outcome compared with a target number, if there is one; an equal total succeeds."""
    if target is None:
        return outcome
    return msgspec.structs.replace(
        outcome,
        target=target.value,
        against=target.label,
        success=outcome.total >= target.value,
    )


# What the code of another roll begins with, in what a check is against.
THEIR = "their "


def against_code(outcome: Outcome, theirs: tuple[int, int], rng: Random, *, tie: str) -> Outcome:
    """An outcome compared with the roll of another dice code; on a tie nobody wins, and `tie` is
    the text.
    """
    other = sum(die.face for die in fallen(rng, theirs[0], exploding=0)) + theirs[1]
    return against_total(outcome, other, f"{THEIR}{codes.written(*theirs)}", tie=tie)


def against_total(outcome: Outcome, other: int, against: str, *, tie: str) -> Outcome:
    """An outcome compared with what another roll, `against`, came to."""
    is_tie = outcome.total == other
    won = "nobody wins" if is_tie else "success" if outcome.total > other else "failure"
    text = f"{outcome.total} against {against} {other}: {won}"
    return msgspec.structs.replace(
        outcome,
        target=other,
        against=against,
        success=None if is_tie else outcome.total > other,
        said=(text, tie) if is_tie else (text,),
    )


class Check(ABC):
    """A check with the choices made before it.

    `target` is the target number, None for none; without a target, `against` is the opponent's dice
    code. `added` is added to the total besides the pips of the pool.
    """

    __slots__ = ()
    # Whether an equal total beats another roll.
    wins_ties: bool
    target: Figure | None
    against: tuple[int, int] | None
    added: Figure | None = None

    @property
    @abstractmethod
    def pool(self) -> Figure:
        """The dice pool."""

    @property
    @abstractmethod
    def no_dice(self) -> str:
        """The game's message for a check without dice."""

    @property
    def exploding(self) -> int:
        """The number of dice that explode: none by default."""
        return 0

    @abstractmethod
    def refusal(self) -> str:
        """Why the check cannot be rolled, regardless of its dice; "" if it can."""

    @abstractmethod
    def variants(self) -> Iterator[tuple[str, Check]]:
        """The same check with one more choice, each with its name: "a Force Point"."""

    def barred(self) -> str:
        """Why the check cannot be rolled, "" if it can."""
        if refusal := self.refusal():
            return refusal
        pool = self.pool
        return f"0D: impossible. {self.no_dice}" if pool.value <= 0 else too_many(pool)

    def chance(self) -> Fraction | None:
        """The exact chance of success; None without dice, with too many, or without a target."""
        pool = self.pool
        if not 0 < pool.value <= pools.MOST_DICE:
            return None
        more = pool.pips + (self.added.value if self.added else 0)
        if self.target:
            return self.reach(self.target.value)
        if not self.against:
            return None
        other, pips = self.against
        return explosion.chance_against(
            pool.value,
            other,
            ties=self.wins_ties,
            added=more - pips,
            exploding=self.exploding,
        )

    def reach(self, least: int) -> Fraction:
        """The exact chance of a total of at least so much; certain or none where nothing can be
        rolled.
        """
        pool, more = self.pool, self.added.value if self.added else 0
        need = least - pool.pips - more
        if not 0 < pool.value <= pools.MOST_DICE:
            return Fraction(int(need <= 0))
        return explosion.chance(pool.value, need, exploding=self.exploding)

    def throw(self, rng: Random, *, action: str, name: str) -> Outcome:
        """The rolled dice and their total, without a target; RuleViolation if the check is
        barred.
        """
        refuse(action, self.barred())
        return dice_outcome(self.pool, self.roll(rng), action=action, name=name)

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The faces of the pool's dice; exploding dice are rolled again."""
        return fallen(rng, self.pool.value, exploding=self.exploding)

    def alternatives(self) -> Iterator[Alternative]:
        """The chance of each variant that can be rolled."""
        for name, variant in self.variants():
            if variant.barred():
                continue
            chance = variant.chance()
            if chance is not None:
                yield Alternative(name, pools.percent(chance))

    def average(self) -> str:
        """The average total as text: "14 on average"; "" if it cannot be rolled."""
        if self.barred():
            return ""
        return f"{pools.average_text(self.pool.value, self.pool.pips)} on average"

    def form(self, action: Action, fields: tuple[Field, ...]) -> RollForm:
        """The roll form with these fields, the pool and the chance."""
        chance = self.chance()
        return RollForm(
            action,
            fields,
            shown(self.pool),
            self.added,
            self.target,
            pools.shown(chance),
            tuple(self.alternatives()),
            barred=self.barred(),
            exact=chance,
        )


class FixedRoll(Check):
    """A roll that no choices change; `out` says why nobody can make it, "" if they can."""

    __slots__ = ("against", "no_dice", "out", "pool", "target")
    wins_ties = False
    pool: Figure
    no_dice: str

    def __init__(
        self,
        pool: Figure,
        target: Figure | None = None,
        *,
        against: tuple[int, int] | None = None,
        out: str = "",
        no_dice: str = "",
    ) -> None:
        self.pool, self.target, self.against = pool, target, against
        self.out, self.no_dice = out, no_dice

    def refusal(self) -> str:
        """Why nobody can act."""
        return self.out

    def variants(self) -> Iterator[tuple[str, Check]]:
        """None."""
        yield from ()


def compared(
    rolled: int,
    against: str,
    target: int,
    *,
    won: str = "success",
    lost: str = "failure",
    ties: bool = True,
) -> str:
    """A total beside its target number: "14 against Moderate 15: failure". Without `ties` an equal
    total is a failure.
    """
    is_won = rolled > target or (ties and rolled == target)
    return f"{rolled} against {against} {target}: {won if is_won else lost}"


def settled(
    outcome: Outcome, *, rolled: int, success: bool | None, messages: tuple[str, ...]
) -> Outcome:
    """An outcome with its total, its success, and the action that follows: `miss` after a failure,
    otherwise `hit`.
    """
    return follow(
        msgspec.structs.replace(outcome, total=rolled, success=success, said=messages),
    )


def follow(outcome: Outcome) -> Outcome:
    """An outcome with the action that follows: `miss` after a failure, otherwise `hit`."""
    follow_up = outcome.miss if outcome.success is False else outcome.hit
    return msgspec.structs.replace(outcome, follows=follow_up.action, follows_name=follow_up.name)
