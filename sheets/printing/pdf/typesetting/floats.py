"""Where floats stand beside each other."""

from __future__ import annotations

from dataclasses import dataclass

from sheets.printing.pdf.typesetting.look import NEAR, NotKept

ROUNDING = 1e-6


@dataclass(slots=True)
class Float:
    """The margin box of a float."""

    side: str
    x: float
    y: float
    width: float
    height: float

    @property
    def rounded(self) -> tuple[str | float, ...]:
        """The float's side and box, rounded to thousandths of a pixel: lines go around equal ones
        alike.
        """
        return (self.side, *(round(it, 3) for it in (self.x, self.y, self.width, self.height)))

    def is_beside(self, top: float, bottom: float) -> bool:
        """True if it stands beside any part of that height."""
        return self.y < bottom - NEAR and top + NEAR < self.y + self.height

    def is_across(self, left: float, right: float) -> bool:
        """True if it stands above, below or in any part of that width."""
        return self.x < right - NEAR and left + NEAR < self.x + self.width

    def covers(self, top: float, bottom: float) -> bool:
        """True if it stands beside all of that height."""
        return self.y <= top + NEAR and bottom <= self.y + self.height + NEAR


Floats = list[Float]


def check_clear(floats: Floats, *, left: float, top: float, right: float, bottom: float) -> None:
    """NotKept if a float stands in the way of what is in the flow there."""
    for shape in floats:
        if shape.is_across(left, right) and shape.is_beside(top, bottom):
            raise NotKept("a float in the way")


def find_place(shape: Float, left: float, width: float, floats: Floats, *, is_flat: bool) -> None:
    """Moves a float down until it has room beside the others, and to its side."""
    if is_flat:
        shape.x = left
        return
    while True:
        beside = [
            other
            for other in floats
            if other.y < shape.y < other.y + other.height
            or other.y < shape.y + shape.height < other.y + other.height
            or (other.y >= shape.y and other.y + other.height <= shape.y + shape.height)
        ]
        begins = max([left, *(it.x + it.width for it in beside if it.side == "left")])
        ends = min([left + width, *(it.x for it in beside if it.side == "right")])
        if beside and shape.width > ends - begins + ROUNDING:
            lower = min(it.y + it.height for it in beside)
            if lower > shape.y:
                shape.y = lower
                continue
        shape.x = begins if shape.side == "left" else ends - shape.width
        return
