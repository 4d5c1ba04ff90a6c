"""No letter of a sheet is smaller than can be read at the table."""

from collections.abc import Iterator

import pymupdf
import pytest

from sheets import printing
from sheets.printing import PrintOptions
from tests.sampling import draw, sample, with_another_each
from tests.sheets.every_game.characters import EVERY, SAMPLES, by_chance
from tests.sheets.printing.briefing.test_briefing import NAMES, briefing, made

SMALLEST = 7.0


def _small(pdf: bytes) -> Iterator[tuple[float, str]]:
    """The texts in smaller letters, with their sizes."""
    with pymupdf.open(stream=pdf) as document:
        for page in document:
            for block in page.get_text("dict")["blocks"]:
                for line in block.get("lines", ()):
                    for span in line["spans"]:
                        if span["text"].strip() and span["size"] < SMALLEST - 0.01:
                            yield span["size"], span["text"]


@pytest.mark.all_games
@pytest.mark.parametrize(("slug", "kind"), with_another_each(SAMPLES, ("classic", "full", "cards")))
def test_no_letter_of_a_sheet_is_under_seven_points(slug: str, kind: str) -> None:
    assert [*_small(printing.sheet_pdf(by_chance(slug), PrintOptions(kind=kind)))] == []


@EVERY
@pytest.mark.all_games
def test_nor_of_a_tent(slug: str) -> None:
    assert [*_small(printing.sheet_pdf(by_chance(slug), PrintOptions(kind="tent")))] == []


@pytest.mark.parametrize("count", sample([1, 3, 6, 12], every=4, first=draw() % 4))
def test_nor_of_a_briefing(count: int) -> None:
    assert [*_small(made(briefing(NAMES[:count])))] == []


@pytest.mark.all_games
@pytest.mark.parametrize(("slug", "fillable"), with_another_each(SAMPLES, (False, True)))
def test_nor_of_a_blank_one(slug: str, *, fillable: bool) -> None:
    assert [*_small(printing.blank_pdf(slug, PrintOptions(fillable=fillable)))] == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nor_where_lines_are_set_closer_to_save_a_page(paper: str) -> None:
    document = by_chance("storytelling-d10")
    assert [*_small(printing.sheet_pdf(document, PrintOptions(paper=paper)))] == []
