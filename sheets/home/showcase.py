"""The examples on the landing page, of the real sheets of pregens: a roll, and a number."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import template

from rules import pregens
from rules.figures import Figure
from rules.sheet.sections import Figures, Line
from sheets.demo import Pregen

# How the dice of the example fall, on its best trait, and how many traits it shows.
FALLEN, SHOWN = (6, 4, 2, 5, 3, 4, 1, 5, 3, 6), 3
FIRST_FACE = ord("⚀")


@dataclass(frozen=True)
class RollExample:
    """A pregen, its best traits, the dice of the first as they fell, and their total."""

    pregen: Pregen
    lines: tuple[Line, ...]
    faces: str
    total: int


def roll_example(examples: Sequence[Pregen]) -> RollExample:
    """The roll of whoever has the best trait of all."""
    best = [(_best_traits(pregen), pregen) for pregen in examples]
    lines, pregen = max(best, key=lambda each: each[0][0].figure.weight)
    fallen = FALLEN[: lines[0].figure.value]
    faces = "".join(chr(FIRST_FACE - 1 + face) for face in fallen)
    return RollExample(pregen, lines, faces, sum(fallen))


def _best_traits(pregen: Pregen) -> tuple[Line, ...]:
    lines = pregens.trait_lines(pregen.sheet).values()
    return tuple(sorted(lines, key=lambda line: (-line.figure.weight, not line.trained))[:SHOWN])


@dataclass(frozen=True)
class SumExample:
    """A number with several terms."""

    owner: str
    figure: Figure


def best_sum(examples: Iterable[Pregen]) -> SumExample | None:
    """The number with the most terms in the first two sections."""
    sums = [
        SumExample(pregen.name, line.figure)
        for pregen in examples
        for section in pregen.sheet.sections[:2]
        if isinstance(section, Figures)
        for line in section.lines
    ]
    return max(sums, key=lambda example: len(example.figure.rows()), default=None)


register = template.Library()
register.simple_tag(best_sum)
register.simple_tag(roll_example)
