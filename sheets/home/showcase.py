"""What the first page shows of ready-made characters: numbers of real sheets, the richest ones."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django import template

from rules.creation import Step
from rules.figures import Figure
from rules.sheet.sections import Column, Figures, Line, Traits
from rules.system import GameSystem
from sheets.demo import ReadyMade


@dataclass(frozen=True)
class Pool:
    """A pool of dice, taken apart."""

    owner: str
    kind: str
    column: str
    line: Line

    @property
    def attribute(self) -> Figure:
        """The dice somebody was born with."""
        return self.line.figure.terms[0]

    @property
    def skill(self) -> Figure:
        """The dice somebody learned."""
        return self.line.figure.terms[1]

    @property
    def hollow(self) -> str:
        """A square for each die of the attribute."""
        return "□" * self.attribute.value

    @property
    def solid(self) -> str:
        """A square for each die of the skill."""
        return "■" * self.skill.value


@dataclass(frozen=True)
class Sum:
    """A number with several terms."""

    owner: str
    figure: Figure


def best_pool(ready_made: Iterable[ReadyMade]) -> Pool | None:
    """The pool with the most dice that were learned, and the most dice among those."""
    pools = [
        Pool(one.name, one.kind, column.name, line)
        for one in ready_made
        for column in _columns(one)
        for line in column.lines
        if line.figure.op == "pool"
    ]
    return max(pools, key=lambda pool: (pool.skill.weight, pool.line.figure.weight), default=None)


def best_sum(ready_made: Iterable[ReadyMade]) -> Sum | None:
    """The number with the most terms among those that matter most."""
    sums = [
        Sum(one.name, line.figure)
        for one in ready_made
        for section in one.sheet.sections[:2]
        if isinstance(section, Figures)
        for line in section.lines
    ]
    return max(sums, key=lambda found: len(found.figure.rows()), default=None)


def steps_of(system: GameSystem) -> list[Step]:
    """The steps on the way to a character of this game, as a newcomer meets them."""
    return list(system.steps(system.empty()))


def _columns(one: ReadyMade) -> Iterator[Column]:
    for section in one.sheet.sections:
        if isinstance(section, Traits):
            yield from section.columns


register = template.Library()
register.simple_tag(best_pool)
register.simple_tag(best_sum)
register.simple_tag(steps_of)
