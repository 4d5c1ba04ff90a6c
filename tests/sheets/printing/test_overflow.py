"""What does not fit continues: nothing is lost, nothing is said twice, no page is blank."""

import re

import pytest

from rules import registry
from rules.document import Document
from sheets import printing
from sheets.printing import worker
from sheets.printing.compose import compose
from tests.sheets.printing import hostile, reading


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_everything_a_hoarder_has_is_printed_once(hoarder: Document, paper: str):
    pdf = printing.sheet_pdf(hoarder, paper=paper)
    text = reading.text(pdf)
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
    pdf = printing.sheet_pdf(hoarder, paper=paper)
    assert reading.complaints(pdf) == []
    assert reading.out_of_place(pdf) == []
    pages = reading.pages(pdf)
    assert 2 <= len(pages) <= 4
    assert all(len(page) > 200 for page in pages)
    assert all("Matt Click" in page for page in pages)
    assert [f"{number} / {len(pages)}" in page for number, page in enumerate(pages, 1)] == [
        False, *[True] * (len(pages) - 1),
    ]  # fmt: skip


def test_further_pages_say_what_continues(hoarder: Document):
    text = reading.text(printing.sheet_pdf(hoarder)).lower()
    assert "attacks, continued" in text
    assert "gear, continued" in text
    assert "edge and burden, continued" in text


@pytest.mark.parametrize("first", range(0, 40, 8))
def test_nothing_that_can_be_written_breaks_a_sheet(first: int):
    for seed in range(first, first + 8):
        document = hostile.document(seed)
        sheet = registry.get(document.system).sheet(document)
        # Made here, not in a worker: this is about pages, and a busy machine may take its time.
        pdf = worker.make(compose(sheet, game="Any", paper=("a4", "letter")[seed % 2]))
        text = reading.text(pdf)
        assert reading.undefined_glyphs(pdf) == 0, seed
        assert reading.out_of_place(pdf) == [], seed
        # A glyph that stands for a part of a letter has no character of its own: the layout
        # engine's way with letters of many marks, in the fallback faces.
        assert [c for c in reading.complaints(pdf) if not c.startswith("TXT-003")] == [], seed
        assert all(page.strip() for page in reading.pages(pdf)), seed
        for word in hostile.sentinels(document):
            assert text.count(word) == 1, (seed, word)
