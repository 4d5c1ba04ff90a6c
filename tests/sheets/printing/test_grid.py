"""Plates stand on the grid of a page: six columns of 28 1/3 mm, 3.2 mm apart. The middle of a heavy
stroke is 0.4 mm inside the edge of its plate."""

from sheets import printing
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import mupdf

MM, LEFT, WIDE, BETWEEN = 72 / 25.4, 12, 186, 3.2
LEFTS = [LEFT + place * (WIDE + BETWEEN) / 6 for place in range(6)]
RIGHTS = [left - BETWEEN for left in LEFTS[1:]] + [LEFT + WIDE]


def _rows_of_plates(pdf: bytes) -> list[tuple[float, float]]:
    """The left and right edge of each row of plates, in millimeters."""
    rows: dict[float, list[float]] = {}
    for page in mupdf.pages(pdf):
        sides = page.sides
        for first, *others in zip(*[sides[place:] for place in range(6)], strict=False):
            # Two of the six sides of a plate are its cut corners.
            slanted = [
                side for side in (first, *others) if side[0] != side[2] and side[1] != side[3]
            ]
            if len(slanted) == 2 and first[0] == others[4][2] and first[1] == others[4][3]:
                xs = [side[0] / MM for side in (first, *others)]
                rows.setdefault(round(first[1] / MM), []).extend((min(xs), max(xs)))
    return [(min(xs), max(xs)) for xs in rows.values()]


@EVERY
def test_each_row_of_plates_begins_and_ends_with_a_column(slug: str) -> None:
    rows = _rows_of_plates(printing.sheet_pdf(by_chance(slug)))
    assert rows
    for left, right in rows:
        assert min(abs(left - column) for column in LEFTS) <= 0.5, left
        assert min(abs(right - column) for column in RIGHTS) <= 0.5, right
