"""Blocks with their places on a page, and the point at which the next page goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element

from sheets.printing.pdf.typesetting.floats import Float
from sheets.printing.pdf.typesetting.look import Look
from sheets.printing.pdf.typesetting.paragraph import Paragraph


@dataclass(slots=True)
class Placed:
    """An element on the page: its border box, and what is in it."""

    element: Element
    look: Look
    x: float
    y: float
    width: float
    height: float
    inside: list[Placed] = field(default_factory=list)
    paragraph: Paragraph | None = None
    margin_bottom: float = 0
    # Where its paragraph begins, below its own top: cells have room above.
    lowered: float = 0
    # How many boxes of the style alone are around what is in it, and whether it is one itself.
    wraps: int = 0
    is_anonymous: bool = False
    # Whether it began on an earlier page, or goes on on the next; where its paragraph goes on.
    goes_on: bool = False
    is_cut: bool = False
    resumed: Any = None
    # Whether it is a table that has moved down below floats.
    is_lowered: bool = False
    # The floats that its lines go around, as seen from its corner.
    beside: Sequence[Float] = ()

    @property
    def is_in_flow(self) -> bool:
        """True if the next block comes below it."""
        return self.look.float == "none" and self.look.position != "absolute"

    @property
    def is_cell(self) -> bool:
        """True if it is a cell of a table."""
        return self.look.display == ("table-cell",)

    @property
    def is_row(self) -> bool:
        """True if it is a row of a table, also one that only the style makes."""
        return self.is_anonymous or self.look.display == ("table-row",)

    @property
    def corner(self) -> tuple[float, float]:
        """Where its paragraph begins: within the border of a cell, which is drawn for itself."""
        return self.x + (self.look.border[3] if self.is_cell else 0.0), self.y + self.lowered

    def move(self, across: float, down: float) -> None:
        """Moves it with everything in it."""
        self.x += across
        self.y += down
        for child in self.inside:
            child.move(across, down)

    def all(self) -> Iterator[Placed]:
        """It and everything in it, as the document has it."""
        yield self
        for child in self.inside:
            yield from child.all()


@dataclass(frozen=True, slots=True)
class Resume:
    """Where a page begins: the elements down to the first one on it, and how far that one had come
    on the page before, as WeasyPrint counts it.
    """

    path: tuple[Element, ...] = ()
    within: Any = None

    @property
    def goes_on(self) -> bool:
        """True if part of it is on the page before."""
        return bool(self.path) or self.within is not None

    def below(self) -> Resume:
        """The same, as seen from the first element of the path."""
        return Resume(self.path[1:], self.within)


START = Resume()


Margins = list[float]


def collapsed(margins: tuple[float, ...] | Margins) -> float:
    """One margin of several that adjoin."""
    if not margins:
        return 0.0
    return max(0.0, *margins) + min(0.0, *margins)
