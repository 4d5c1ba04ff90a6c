"""The example on the landing page: a number of a pregen's real sheet."""

from collections.abc import Iterable
from dataclasses import dataclass

from django import template

from rules.figures import Figure
from rules.sheet.sections import Figures
from sheets.demo import Pregen


@dataclass(frozen=True)
class SumExample:
    """A number with several terms."""

    owner: str
    figure: Figure


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


register = template.Library()
register.simple_tag(best_sum)
