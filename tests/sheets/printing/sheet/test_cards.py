"""Weapons and gear as cards to cut out."""

import pytest
from pypdf import PdfReader

from rules.document import Document
from sheets import printing
from sheets.printing import PrintOptions
from tests.sheets.printing import mupdf, pdf_readers
from tests.sheets.printing.conftest import document

CARDS = PrintOptions(kind="cards")
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])


@pytest.mark.parametrize(("paper", "fitting"), [("a4", 9), ("letter", 6)])
def test_they_are_accessible_and_fill_a_page(hoarder: Document, paper: str, fitting: int):
    pdf = printing.sheet_pdf(hoarder, PrintOptions(kind="cards", paper=paper))
    # Each card says whose it is, also those at the top of a page.
    complaints = [it for it in pdf_readers.complaints(pdf) if not it.startswith("PAG-001")]
    assert complaints == []
    pages = mupdf.pages(pdf)
    assert mupdf.out_of_place(pages) == []
    assert mupdf.outside_cards(pages) == []
    # Twenty knives, bare hands, and the cards that all things share.
    assert [len(page.cards) for page in pages[:-1]] == [fitting] * (len(pages) - 1)
    text = " ".join(page.text for page in pages)
    assert all(f"Thing {number:02}! ×{number + 1}" in text for number in range(1, 40))


@PAPERS
def test_a_card_is_as_large_as_another(scoundrel: Document, paper: str):
    pages = mupdf.pages(printing.sheet_pdf(scoundrel, PrintOptions(kind="cards", paper=paper)))
    sizes = {(round(card.width), round(card.height)) for page in pages for card in page.cards}
    assert sizes == {(179, 249)}  # points: 63 by 88 millimeters, as playing cards


def test_a_card_says_everything_of_its_thing(scoundrel: Document):
    text = pdf_readers.text(printing.sheet_pdf(scoundrel, CARDS))
    for said in (
        "Blaster Pistol", "ATTACK 5D Blasters DEX 4D + Blasters 1D", "DAMAGE 3D", "Unarmed",
        "Medpac ×2", "Marked sabacc deck", "Dask Orrin, cards to cut out", "Matt Click",
    ):  # fmt: skip
        assert said in text, said


def test_armor_shows_its_soak():
    build = {"gear": [{"id": "heavy-armor", "quantity": 1}]}
    text = pdf_readers.text(printing.sheet_pdf(document("Oz", build), CARDS))
    assert "Heavy Armor Soak +4, Dodge −2" in text
    assert "Not worn" in text


def test_a_stack_is_one_card_with_boxes_to_tick(scoundrel: Document):
    (page,) = mupdf.pages(printing.sheet_pdf(scoundrel, CARDS))
    assert len(page.cards) == 4
    assert page.text.count("Medpac") == 1


def test_what_does_not_fit_on_a_card_continues_on_another():
    name = " ".join(f"word{n:03}" for n in range(400))
    build = {"gear": [{"name": name, "quantity": 1}]}
    pages = mupdf.pages(printing.sheet_pdf(document("Long", build), CARDS))
    text = " ".join(page.text for page in pages)
    assert all(f"word{n:03}" in text for n in range(400))
    assert "2 OF" in text
    assert mupdf.outside_cards(pages) == []
    assert mupdf.out_of_place(pages) == []


def test_a_card_is_heard_whole_before_the_next(scoundrel: Document):
    told = pdf_readers.told(printing.sheet_pdf(scoundrel, CARDS))
    order = [
        "cards to cut out", "Blaster Pistol", "5D Blasters", "3D", "Unarmed", "Medpac",
        "Marked sabacc deck",
    ]  # fmt: skip
    places = [told.index(word) for word in order]
    assert places == sorted(places)


def test_every_card_has_a_bookmark(scoundrel: Document, tmp_path):
    file = tmp_path / "cards.pdf"
    file.write_bytes(printing.sheet_pdf(scoundrel, CARDS))
    whole, cards = PdfReader(file).outline
    assert whole.title == "Dask Orrin, cards to cut out"
    assert [mark.title for mark in cards] == [
        "Blaster Pistol", "Unarmed", "Medpac ×2", "Marked sabacc deck",
    ]  # fmt: skip


def test_a_back_lies_behind_its_face(scoundrel: Document):
    faces, backs = mupdf.pages(
        printing.sheet_pdf(scoundrel, PrintOptions(kind="cards", backs=True))
    )
    wide = faces.wide
    assert len(faces.cards) == len(backs.cards) == 4
    assert sorted((round(card.x0), round(card.y0)) for card in faces.cards) == sorted(
        (round(wide - card.x1), round(card.y0)) for card in backs.cards
    )
    assert backs.text.count("DASK ORRIN") == 4
