"""The examples on the landing page: numbers of pregens' real sheets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django import template

from rules.creation import Step
from rules.figures import Figure
from rules.sheet.sections import Column, Figures, Line, Traits
from rules.system import GameSystem
from sheets.demo import Pregen


@dataclass(frozen=True)
class PoolExample:
    """A dice pool and its parts."""

    owner: str
    kind: str
    column: str
    line: Line

    @property
    def attribute(self) -> Figure:
        """The dice of the attribute."""
        return self.line.figure.terms[0]

    @property
    def skill(self) -> Figure:
        """The dice of the skill."""
        return self.line.figure.terms[1]

    @property
    def hollow(self) -> str:
        """A hollow square per attribute die."""
        return "□" * self.attribute.value

    @property
    def solid(self) -> str:
        """A solid square per skill die."""
        return "■" * self.skill.value


@dataclass(frozen=True)
class SumExample:
    """A number with several terms."""

    owner: str
    figure: Figure


def best_pool(pregens: Iterable[Pregen]) -> PoolExample | None:
    """The pool with the most skill dice; of equal ones, the largest pool."""
    pools = [
        PoolExample(pregen.name, pregen.kind, column.name, line)
        for pregen in pregens
        for column in _columns(pregen)
        for line in column.lines
        if line.figure.op == "pool"
    ]
    return max(pools, key=lambda pool: (pool.skill.weight, pool.line.figure.weight), default=None)


def best_sum(pregens: Iterable[Pregen]) -> SumExample | None:
    """The number with the most terms in the first two sections."""
    sums = [
        SumExample(pregen.name, line.figure)
        for pregen in pregens
        for section in pregen.sheet.sections[:2]
        if isinstance(section, Figures)
        for line in section.lines
    ]
    return max(sums, key=lambda example: len(example.figure.rows()), default=None)


def steps_of(system: GameSystem) -> list[Step]:
    """The wizard steps of a new character of this game."""
    return list(system.steps(system.empty()))


def _columns(pregen: Pregen) -> Iterator[Column]:
    for section in pregen.sheet.sections:
        if isinstance(section, Traits):
            yield from section.columns


register = template.Library()
register.simple_tag(best_pool)
register.simple_tag(best_sum)
register.simple_tag(steps_of)
