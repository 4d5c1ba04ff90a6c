"""The bars over sections: none has a hairline right above it, as if somebody had ruled twice."""

from collections.abc import Iterator
from itertools import pairwise

import pymupdf
import pytest

from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions
from tests.sampling import draw, sample

# Games whose pages flow, and are set closer where that saves one.
FLOWING = ("rules-sheet-d6", "empire-ascendant")
PIXELS_PER_INCH, DARK, MARGIN = 150, 140, 75
# Millimeters: a rule is a bar from here on, and less white between two looks like a mistake.
THICK, APART = 0.7, 1.5


def _bars(pdf: bytes) -> Iterator[tuple[float, float, float]]:
    """The thickness of each rule over most of the first page, of the rule that follows, and the
    white between them, in millimeters.
    """
    with pymupdf.open(stream=pdf) as document:
        picture = document[0].get_pixmap(dpi=PIXELS_PER_INCH, colorspace=pymupdf.csGRAY)
    wide, pixels = picture.stride, picture.samples
    rows = [pixels[at : at + picture.width] for at in range(0, wide * picture.height, wide)]
    across = [sum(it < DARK for it in row[MARGIN:-MARGIN:5]) * 5 for row in rows]
    rules: list[list[int]] = []
    for place, dark in enumerate(across):
        if dark > 0.8 * (picture.width - 2 * MARGIN):
            if rules and rules[-1][1] == place - 1:
                rules[-1][1] = place
            else:
                rules.append([place, place])
    unit = 25.4 / PIXELS_PER_INCH
    for (top, bottom), (next_top, next_bottom) in pairwise(rules):
        high, next_high = bottom - top + 1, next_bottom - next_top + 1
        yield high * unit, next_high * unit, (next_top - bottom - 1) * unit


def _doubled(pdf: bytes) -> list[float]:
    """The white above each bar that has a hairline close above it."""
    found = [*_bars(pdf)]
    assert sum(following >= THICK for _, following, _ in found) > 2
    return [
        round(white, 1)
        for high, following, white in found
        if high < THICK <= following and white < APART
    ]


@pytest.mark.parametrize("slug", FLOWING)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_line_to_write_on_lies_close_above_a_bar_of_a_blank_sheet(slug: str, paper: str) -> None:
    assert _doubled(printing.blank_pdf(slug, PrintOptions(paper=paper))) == []


@pytest.mark.parametrize("slug", FLOWING)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("number", sample(range(3), every=3, first=draw() % 3))
def test_nor_of_a_sheet_that_is_filled_in(slug: str, paper: str, number: int) -> None:
    made = [one.document for one in all_pregens().values() if one.document.system == slug]
    assert _doubled(printing.sheet_pdf(made[number], PrintOptions(paper=paper))) == []
