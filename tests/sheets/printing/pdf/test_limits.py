"""Prints that would take too long or too much are stopped, with advice."""

import time
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from rules import registry
from rules.character import Character
from rules.document import Document
from sheets import printing
from sheets.markdown import safe_html
from sheets.printing import Extras, Note, PrintingFailed, PrintOptions, api, page_pictures
from sheets.printing.pdf import pool
from sheets.printing.sheet.compose import compose
from tests.sampling import sample
from tests.sheets.printing import pdf_readers
from tests.sheets.printing.conftest import document


@pytest.fixture
def bomb() -> Document:
    """As many things as a document may hold."""
    gear = [{"name": f"thing {n}", "quantity": 1} for n in range(7000)]
    return document("Bomb", {"gear": gear})


@pytest.fixture
def _short_of_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two seconds of processor time, however long they take to come by on a machine that runs other
    tests."""
    hasty = pool.Pool(size=1, seconds=2, wall=180)
    monkeypatch.setattr(api, "pool", lambda: hasty)
    yield
    hasty.close()


@pytest.mark.usefixtures("_short_of_time")
@pytest.mark.parametrize(
    ("kind", "helps"),
    sample(
        [
            ("classic", "Shorten its descriptions, names and lists."),
            ("full", "Shorten its notes and descriptions, or print the classic sheet."),
            ("cards", "Shorten the texts of its weapons and gear, or print the classic sheet."),
        ],
        every=3,
    ),
)
def test_a_bomb_is_stopped_and_what_helps_is_said(
    bomb: Document, scoundrel: Document, kind: str, helps: str
):
    printing.sheet_pdf(scoundrel, PrintOptions(kind=kind))
    with pytest.raises(PrintingFailed) as failed:
        printing.sheet_pdf(bomb, PrintOptions(kind=kind))
    assert str(failed.value) == f"This takes longer than 2 seconds to print. {helps}"


@pytest.mark.parametrize("kind", ["classic", "full", "cards"])
def test_what_is_very_long_is_fitted_in_little_time(kind: str):
    words = "a " * 60_000
    long = document(words, {"appearance": words, "gear": [{"name": words, "quantity": 1}]})
    sheet = Character(registry.get(long.system), long).sheet
    began = time.process_time()
    compose(sheet, PrintOptions(kind=kind), game="Any")
    assert time.process_time() - began < 4


def test_notes_in_notes_in_notes_are_printed(scoundrel: Document):
    words = ">" * 15 + " deep\n\n" + "".join(f"{'  ' * n}- level {n}\n" for n in range(9))
    extras = Extras(notes=(Note("Notes", safe_html(words)),))
    text = pdf_readers.text(printing.sheet_pdf(scoundrel, PrintOptions(kind="full"), extras))
    assert "deep" in text
    assert "level 8" in text
    assert text.count("level") == 9


def test_pages_become_pictures_as_wide_as_asked_for(hoarder: Document):
    pdf = printing.sheet_pdf(hoarder, PrintOptions(paper="letter", fillable=True))
    pictures = page_pictures(pdf, width=400)
    assert len(pictures) == len(pdf_readers.pages(pdf))
    for picture in pictures:
        with Image.open(BytesIO(picture)) as opened:
            assert opened.format == "PNG"
            assert opened.size == (400, 518)
            dark, light = opened.convert("L").getextrema()
            assert (dark < 100, light) == (True, 255)


@pytest.mark.parametrize("width", [0, -1, 2001])
def test_pictures_of_no_sensible_width_are_refused(width: int):
    with pytest.raises(ValueError, match="1 to 2000 pixels"):
        page_pictures(b"", width=width)


def test_what_is_no_pdf_has_no_pictures():
    with pytest.raises(PrintingFailed, match="A picture of this could not be printed"):
        page_pictures(b"no PDF", width=400)
