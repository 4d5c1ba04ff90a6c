"""Name tents: read from both sides of the table."""

import msgspec
import pymupdf
import pytest

from rules import registry
from rules.document import Document
from rules.opponents import WHO
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import Extras, PrintOptions, styles
from sheets.printing.sheet.tents import tent
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import mupdf, pdf_readers
from tests.sheets.printing.conftest import SLUG
from tests.sheets.printing.sheet.test_full_sheet import portrait

TENT = PrintOptions(kind="tent")


@EVERY
def test_a_tent_is_one_accessible_page_with_the_name_on_both_sides(slug: str):
    document = by_chance(slug)
    pdf = printing.sheet_pdf(document, TENT)
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.information(pdf)["Pages"] == "1"
    assert pdf_readers.text(pdf).count(document.name) >= 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_it_shows_portrait_player_and_defenses_and_shortens_a_long_name(
    hoarder: Document, paper: str
):
    extras = Extras(player="Inés", portrait=portrait(), portrait_alt="A face")
    pdf = printing.sheet_pdf(hoarder, PrintOptions(kind="tent", paper=paper), extras)
    (page,) = mupdf.pages(pdf)
    assert mupdf.crossed([page]) == []
    assert page.text.count("Played by Inés") == page.text.count("DODGE") == 2
    assert page.text.count("…") == 4  # name and concept, twice
    with pymupdf.open(stream=pdf) as document:
        assert len(document[0].get_image_info()) == 2


def test_what_is_too_long_for_a_line_stands_on_two():
    pdf = printing.sheet_pdf(all_pregens()["grawwa"].document, TENT)
    text = pdf_readers.text(pdf)
    assert text.count("Salvager who returns what was lost") == 2
    assert "…" not in text


@pytest.mark.parametrize(("paper", "fold"), [("a4", 148.5), ("letter", 139.7)])
def test_it_folds_in_the_middle_with_both_sides_as_far_from_the_fold(paper: str, fold: float):
    options = PrintOptions(kind="tent", paper=paper)
    pdf = printing.sheet_pdf(all_pregens()["grawwa"].document, options)
    with pymupdf.open(stream=pdf) as opened:
        (page,) = opened
        middle = page.rect.height / 2
        lines = [
            span["origin"][1]
            for block in page.get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
            if span["text"] == "Grawwa"
        ]
    back, front = sorted(lines)
    assert middle == pytest.approx(fold * 72 / 25.4, abs=0.5)
    assert middle - back == pytest.approx(front - middle, abs=1)


def test_whoever_is_called_what_they_are_is_named_once_on_each_side():
    rules = registry.get("empire-ascendant").opponents
    assert rules
    thug = rules.document({WHO: ("street-thug",)})
    text = pdf_readers.text(printing.sheet_pdf(thug, TENT))
    assert text.count("Street thug") == 2


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("Oz-12", "tent-1"),
        ("Murgha Doorfall", "tent-1"),  # a word a line
        ("Wagwmilquothstepant", "tent-7"),  # no word breaks
    ],
)
def test_a_name_is_as_large_as_two_lines_of_whole_words_allow(name: str, size: str):
    sheet = msgspec.structs.replace(registry.open(by_chance(SLUG)).sheet, name=name)
    assert tent(sheet, styles.for_game(SLUG, kind="tent"), Extras()).size == size


@pytest.mark.parametrize(
    ("slug", "id", "about", "labels"),
    [
        (
            SLUG,
            "yt-1300",
            "Transports · Starship",
            ["MOBILITY", "SENSORS", "FIREPOWER", "EVADE", "HULL", "SHIELDS"],
        ),
        (
            "empire-ascendant",
            "star-cruiser",
            "Capital ship",
            ["SUBLIGHT SPEED", "MANEUVERABILITY", "HULL", "SHIELDS", "FIRE CONTROL"],
        ),
        ("storytelling-d10", "strike-fighter", "Gargantuan", ["MOVE", "ARMOR", "SHIELDS"]),
    ],
)
def test_a_craft_shows_what_is_asked_of_it_in_a_fight(
    slug: str, id: str, about: str, labels: list[str]
):
    rules = registry.get(slug).craft
    assert rules
    sheet = registry.open(rules.document({WHO: (id,)})).sheet
    found = tent(sheet, styles.for_game(slug, kind="tent", held="craft"), Extras())
    assert found.about == about
    assert [label for label, _ in found.figures] == labels
