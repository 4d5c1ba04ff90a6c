"""Two craft that meet: each takes dice for the size and the speed of the other, through its
shields, and nothing for difficulties of size. And how long a ship holds that is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.figures import Figure
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import ActionInput
from rules.kit.rulebooks import Number
from rules.play import Die, Outcome

Inputs = ActionInput[Any]
Levels = Callable[[int, Figure, Random], tuple[tuple[Die, ...], int]]


def counted(count: int) -> str:
    """The unit of so many levels."""
    return "level" if count == 1 else "levels"


@dataclass(frozen=True, kw_only=True)
class Collisions:
    """The dice of a collision by size; `damage` and `soak` are the difficulties, `levels` rolls at
    one, and a mere bump does its share of the damage.
    """

    sizes: Mapping[str, int]
    damage: Figure
    soak: Figure
    levels: Levels
    bump: int

    def dice(self, of: str, speed: int) -> int:
        """The dice that whoever meets such a size at such a speed takes."""
        return self.sizes[of] + speed

    def _sides(self, inputs: Inputs) -> tuple[tuple[str, int, int], tuple[str, int, int]]:
        """Both craft: who takes damage, its dice, its shields."""
        mine = self.dice(inputs["their_size"], inputs["their_speed"] or 0)
        theirs = self.dice(inputs["size"], inputs["speed"] or 0)
        other = ("The other", theirs, inputs["their_shields"] or 0)
        return ("You", mine, inputs["shields"] or 0), other

    def rule(self) -> ProcedureRule[Any]:
        """The procedure of the game master."""
        return ProcedureRule(self._collided, self._plan)

    def _plan(self, inputs: Inputs) -> Plan:
        (_, mine, _), (_, theirs, _) = self._sides(inputs)
        at = self.damage.value
        return Plan(foreseen=(f"You take {mine} dice at {at}, the other {theirs}.",))

    def _collided(self, inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        dice, texts, first = list[Die](), list[str](), 0
        for position, (who, count, shields) in enumerate(self._sides(inputs)):
            thrown, damage = self.levels(count, self.damage, rng)
            dice += thrown
            if inputs["bump"]:
                damage //= self.bump
            thrown, soaked = self.levels(shields, self.soak, rng) if damage else ((), 0)
            dice += thrown
            damage = damage if damage > soaked else 0
            texts.append(f"{who}: {damage} {counted(damage)} of damage before armor")
            first = damage if position == 0 else first
        return text(outcome, *texts, total=first, dice=tuple(dice), unit=counted(first))


def fate(rows: Mapping[str, Number], minutes: int, hits: int) -> tuple[int, str]:
    """Seconds until a lost ship explodes, with the dice that those aboard lose by now; each hit
    through its full armor takes some of the time.
    """
    spent = minutes * 60 + hits * rows["destruction-seconds"].number
    left = rows["destruction-minutes"].number * 60 - spent
    if left <= 0:
        return 0, "The ship explodes."
    over = spent // 60 - rows["destruction-from"].number + 1
    lost = max(0, over) * rows["destruction-dice"].number
    dice = f"everyone aboard has {lost} dice".replace("-", "−") if lost else "no dice are lost yet"
    return left, f"{left // 60}:{left % 60:02} minutes until it explodes; {dice}."


def destruction(rows: Mapping[str, Number], barred: Callable[[Inputs], str]) -> ProcedureRule[Any]:
    """How long a lost ship holds; `barred` says which ones do not explode."""

    def plan(inputs: Inputs) -> Plan:
        return Plan(
            foreseen=(fate(rows, inputs["minutes"], inputs["hits"])[1],), barred=barred(inputs)
        )

    def resolve(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
        left, message = fate(rows, inputs["minutes"], inputs["hits"])
        return text(outcome, message, total=left, unit="seconds")

    return ProcedureRule(resolve, plan)
