"""Content that does not fit continues: nothing is lost, nothing is said twice, no page is blank."""

import re

import pytest

from rules.document import Document
from sheets import printing
from sheets.printing import PrintOptions
from tests.sheets.printing import pdf_readers
from tests.sheets.printing.conftest import document


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_everything_a_hoarder_has_is_printed_once(hoarder: Document, paper: str):
    pdf = printing.sheet_pdf(hoarder, PrintOptions(paper=paper))
    text = pdf_readers.text(pdf)
    for kind, count in (("Knife", 20), ("Thing", 40)):
        found = re.findall(rf"{kind} \d\d!", text)
        assert sorted(found) == [f"{kind} {number:02}!" for number in range(count)]
    assert re.findall(r"Sentence \d\d\d!", text) == [f"Sentence {n:03}!" for n in range(60)]
    assert text.count("Edge words!") == 30
    assert text.count("Burden words!") == 30
    assert text.count(hoarder.name.strip()) == 1
    assert text.count("of most things that can be carried") == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_an_overflowing_sheet_stays_in_order(hoarder: Document, paper: str):
    pdf = printing.sheet_pdf(hoarder, PrintOptions(paper=paper))
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    pages = pdf_readers.pages(pdf)
    assert 2 <= len(pages) <= 4
    assert all(len(page) > 200 for page in pages)
    assert all("Matt Click" in page for page in pages)
    assert [f"{number} / {len(pages)}" in page for number, page in enumerate(pages, 1)] == [
        False, *[True] * (len(pages) - 1),
    ]  # fmt: skip


def test_further_pages_say_what_continues(hoarder: Document):
    text = pdf_readers.text(printing.sheet_pdf(hoarder)).lower()
    assert "attacks, continued" in text
    assert "gear, continued" in text
    assert "edge and burden, continued" in text


@pytest.mark.parametrize(("paper", "size"), [("letter", 4), ("a4", 8)])
def test_a_weapon_with_a_name_of_many_lines_stays_on_one_page(paper: str, size: int):
    """All of its row: each is as often on a page as the other."""
    name = "of the long watch " * size
    weapons = [
        {"id": "blaster-pistol", "quantity": 1, "as": f"First{n:02} {name}Last{n:02}"}
        for n in range(30)
    ]
    pdf = printing.sheet_pdf(document("Armorer", {"gear": weapons}), PrintOptions(paper=paper))
    pages = pdf_readers.pages(pdf)
    assert sum(page.count("First") for page in pages) == 30
    for page in pages:
        assert page.count("First") == page.count("Last") == page.count("3D")
