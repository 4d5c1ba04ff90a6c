"""Printed sheets of Empire Ascendant: how many pages, and what a blank one has room for."""

import pytest

from rules.document import Document
from rules.sheet.sections import Figures, Traits
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions
from sheets.printing.sheet.blank import blank_sheet
from tests.sheets.every_game.characters import by_chance
from tests.sheets.printing import mupdf, pdf_readers

SLUG = "empire-ascendant"
READY_MADE = [one.document for one in all_pregens().values() if one.document.system == SLUG]
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])


def test_a_blank_sheet_has_room_for_the_force_and_for_character_points() -> None:
    sheet = blank_sheet(SLUG)
    traits, points = sheet.section("traits"), sheet.section("points")
    assert isinstance(traits, Traits)
    assert traits.row
    assert [line.name for line in traits.row.lines] == ["Control", "Sense", "Alter"]
    assert isinstance(points, Figures)
    assert "Character Points" in [line.name for line in points.lines]


@PAPERS
@pytest.mark.parametrize("fillable", [False, True])
def test_a_blank_sheet_is_one_page(paper: str, *, fillable: bool) -> None:
    pdf = printing.blank_pdf(SLUG, PrintOptions(paper=paper, fillable=fillable))
    (page,) = mupdf.pages(pdf)
    assert mupdf.out_of_place([page]) == []
    assert mupdf.crossed([page]) == []
    assert pdf_readers.complaints(pdf) == []


@pytest.mark.parametrize("fillable", [False, True])
@pytest.mark.parametrize("blank", [False, True])
def test_a_name_of_two_lines_takes_the_height_of_one(*, blank: bool, fillable: bool) -> None:
    """The second rows of Strength and Technical stand in line, below one of two lines in TEC."""
    options = PrintOptions(fillable=fillable)
    pdf = (
        printing.blank_pdf(SLUG, options)
        if blank
        else printing.sheet_pdf(by_chance(SLUG, 3), options)
    )
    ((_, _, words),) = pdf_readers.words(pdf)
    bottoms = {word: bottom for _, _, _, bottom, word in words}
    assert bottoms["Demolitions"] == pytest.approx(bottoms["Swimming"], abs=0.6)
    assert bottoms["Programming/"] < bottoms["Repair"] < bottoms["Demolitions"]


@PAPERS
def test_whoever_has_the_force_and_ordinary_gear_fits_one_page(paper: str) -> None:
    (document,) = [one for one in READY_MADE if len(one.build.powers) > 3]
    (page,) = _pages(document, paper)
    for words in ("THE FORCE", "FORCE POWERS", "Lightsaber Combat", "GEAR", "DESCRIPTION"):
        assert words in page.text
    assert mupdf.out_of_place([page]) == []
    assert mupdf.crossed([page]) == []


@pytest.mark.parametrize("blank", [False, True])
def test_names_and_boxes_of_harm_stand_in_line(*, blank: bool) -> None:
    """Also of "Severely Wounded", which is the longest name, and has no range of damage."""
    pdf = printing.blank_pdf(SLUG) if blank else printing.sheet_pdf(by_chance(SLUG, 3))
    ((_, _, words),) = pdf_readers.words(pdf)
    severely = next(word for word in words if word[4] == "Severely")
    tops = [top for left, top, _, _, word in words if word == "Wounded" and left > severely[0]]
    assert tops[0] == pytest.approx(severely[1], abs=0.6)
    effects = {word: top for _, top, _, _, word in reversed(words)}
    below = [effects[word] for word in ("Ears", "Goes", "Just", "Drops,")]
    assert max(below) - min(below) < 0.6


@pytest.mark.parametrize("kind", ["classic", "full", "large"])
@pytest.mark.parametrize("fillable", [False, True])
def test_no_text_repeats_its_heading(kind: str, *, fillable: bool) -> None:
    pdf = printing.sheet_pdf(READY_MADE[0], PrintOptions(kind=kind, fillable=fillable))
    texts = "".join([*pdf_readers.pages(pdf), *pdf_readers.values(pdf)])
    assert texts.casefold().count("description") == 1


def _pages(document: Document, paper: str) -> list[mupdf.Page]:
    return mupdf.pages(printing.sheet_pdf(document, PrintOptions(paper=paper)))
