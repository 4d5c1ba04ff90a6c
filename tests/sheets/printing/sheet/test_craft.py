"""A craft on paper: its page, and the cards of its stations."""

import pytest

from rules import registry
from rules.document import Document
from sheets import printing
from sheets.printing import Extras, PrintOptions, styles
from sheets.printing.sheet.framed import framed
from sheets.printing.sheet.sections import print_sections
from tests.sheets.printing import mupdf, pdf_readers
from tests.sheets.printing.conftest import document


@pytest.fixture
def coin() -> Document:
    """A YT-1300 with two systems damaged, and a hit on the fore shields."""
    build = {"craft": {"id": "yt-1300"}}
    return document("The Slow Coin", build, marks={"damaged": 2, "fore": 1})


@pytest.mark.parametrize(
    "options",
    [
        PrintOptions(paper="letter"),
        PrintOptions(kind="full", colour=True),
        PrintOptions(fillable=True),
        PrintOptions(kind="cards"),
    ],
    ids=["classic", "full", "fillable", "cards"],
)
def test_every_kind_of_page_is_one_that_all_can_read(coin: Document, options: PrintOptions):
    pdf = printing.sheet_pdf(coin, options)
    assert pdf_readers.complaints(pdf) == []
    pages = mupdf.pages(pdf)
    assert len(pages) == 1
    assert mupdf.out_of_place(pages) == []
    assert mupdf.outside_cards(pages) == []


def test_the_page_has_numbers_shields_weapons_harm_and_crew(coin: Document):
    text = pdf_readers.text(printing.sheet_pdf(coin))
    for said in (
        "YT-1300", "Starship", "MOBILITY 3D", "FIREPOWER 2D", "EVADE 10", "HULL 8", "FORE 1",
        "STARBOARD 1", "Quad Laser Turrets 2D + Gunnery 4D", "9–23", "2 of 8 marked",
        "CHARACTER POINTS 0", "Pilot Mobility 3D, Evade 10", "Gunner Firepower 2D",
    ):  # fmt: skip
        assert said in text, said


def test_each_place_at_a_station_has_a_card(coin: Document):
    (page,) = mupdf.pages(printing.sheet_pdf(coin, PrintOptions(kind="cards")))
    # Pilot, two gunners, sensors, shields, engineer, passenger.
    assert page.text.count("PLAYER") == 7
    assert page.text.count("IN PLAY") == len(page.cards) - 7 == 2
    text = pdf_readers.text(printing.sheet_pdf(coin, PrintOptions(kind="cards")))
    for said in (
        "Gunnery + 2D Firepower against Evade.",
        "Fire Concussion Missiles: Damage 6D.",
        "Outmaneuver: Pilot + 3D Mobility, opposed",
        "You also work any empty station.",
    ):
        assert said in text, said


def test_a_craft_without_shields_has_no_sections_of_them_and_no_card_for_them():
    tie = document("", {"craft": {"id": "tie-fighter"}})
    assert "SHIELDS BY SECTION" not in pdf_readers.text(printing.sheet_pdf(tie))
    (page,) = mupdf.pages(printing.sheet_pdf(tie, PrintOptions(kind="cards")))
    assert page.text.count("PLAYER") == 5


def test_the_card_of_a_gunner_has_room_for_four_weapons():
    bomber = document("Gold 2", {"craft": {"id": "b-wing"}})
    (page,) = mupdf.pages(printing.sheet_pdf(bomber, PrintOptions(kind="cards")))
    # Pilot, four gunners, sensors, shields, engineer, passenger.
    assert len(page.cards) == 9
    assert "1 OF 2" not in page.text


@pytest.mark.parametrize("kind", ["classic", "full", "cards"])
def test_its_key_and_its_page_take_one_replay(
    coin: Document, kind: str, monkeypatch: pytest.MonkeyPatch
):
    opened, replayed = registry.open(coin), []
    replay = type(opened.system.ledger_rules).replay

    def counted(*arguments: object) -> object:
        replayed.append(arguments)
        return replay(*arguments)

    monkeypatch.setattr(type(opened.system.ledger_rules), "replay", counted)
    for options in (PrintOptions(kind=kind), PrintOptions(kind=kind, state=False)):
        assert printing.content_key(opened, options)
        assert "Pilot" in printing.sheet_job(opened, options).html
    assert len(replayed) == 1


@pytest.mark.parametrize(
    ("craft", "rows"),
    [
        ("yt-1300", [["3D", "1D", "2D"], ["10", "8", "6"], ["2", "2", "1", "1"]]),
        ("tie-fighter", [["3D", "1D", "1D"], ["12", "3"]]),
    ],
)
def test_a_craft_to_frame_has_its_defenses_and_shields_below_its_dice(
    craft: str, rows: list[list[str]]
) -> None:
    sheet = registry.open(document("The Slow Coin", {"craft": {"id": craft}})).sheet
    look = styles.for_game("hyperspace-d6", kind="frame", held="craft")
    parts = print_sections(sheet, look, blank=False)
    page = framed(sheet, parts, look, Extras(), height=styles.page_height("letter"))
    assert [[cell.code for cell in row] for row in page.figures] == rows
