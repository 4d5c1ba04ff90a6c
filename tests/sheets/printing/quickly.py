"""What MuPDF finds in a PDF, in little time: words, glyphs, and where they lie."""

import unicodedata
from dataclasses import dataclass
from typing import Any

import pymupdf

from tests.sheets.printing.reading import Word, overlaps

# What stands on every page whatever is on it: its foot.
FOOT = 13 / 25.4 * 72


@dataclass
class Page:
    """A page: its size, words with their boxes, glyphs, what stands in its fields, whether shown or
    too long for them, and the cards framed on it by dashes."""

    wide: float
    high: float
    words: list[Word]
    glyphs: list[tuple[int, int]]
    text: str
    fields: str
    cards: list[pymupdf.Rect]

    @property
    def says_something(self) -> bool:
        """Whether anything stands above its foot."""
        return any(word[3] < self.high - FOOT for word in self.words)


def pages(pdf: bytes) -> list[Page]:
    """All pages."""
    with pymupdf.open(stream=pdf) as document:
        return [_page(page) for page in document]


def _page(page: pymupdf.Page) -> Page:
    spans = page.get_texttrace()
    glyphs = [(char[0], char[1]) for span in spans for char in span["chars"]]
    # Runs of glyphs, not what a reader takes for words: it may join those of several lines where
    # they run both ways.
    words = [word for span in spans if (word := _run(span))]
    cards = []
    if b"[4 3]" in page.read_contents():
        drawings = page.get_drawings()
        cards = [one["rect"] for one in drawings if one["dashes"] not in (None, "", "[] 0")]
    text = " ".join(page.get_text().split())
    fields = " ".join(str(field.field_value) for field in page.widgets())
    return Page(page.rect.width, page.rect.height, words, glyphs, text, fields, cards)


def _run(span: dict[str, Any]) -> Word | None:
    """The text of a run of glyphs with its box: as wide as its letters, as high as its size. Marks
    lie on the letters of others, as they should."""
    shown = [char for char in span["chars"] if _has_place(chr(max(0, char[0])))]
    if not shown:
        return None
    left, right = min(char[3][0] for char in shown), max(char[3][2] for char in shown)
    foot, size = shown[0][2][1], span["size"]
    text = "".join(chr(max(0, char[0])) for char in shown)
    return left, foot - size * 0.8, right, foot + size * 0.2, text


def _has_place(char: str) -> bool:
    return not char.isspace() and not unicodedata.category(char).startswith("M")


def undefined_glyphs(found: list[Page]) -> int:
    """How many empty boxes are shown in place of a character."""
    return sum(glyph == 0 for page in found for _, glyph in page.glyphs)


def out_of_place(found: list[Page]) -> list[str]:
    """Words that leave the margins, or that lie on one another."""
    return [
        fault
        for number, page in enumerate(found, start=1)
        for fault in overlaps(number, page.wide, page.high, page.words)
    ]


def outside_cards(found: list[Page]) -> list[str]:
    """Words that lie across an edge of the card that they begin on."""
    return [
        f"page {number}: {word} lies across a cut"
        for number, page in enumerate(found, start=1)
        for x, y, right, bottom, word in page.words
        for card in page.cards
        if x < card.x1 and card.x0 < right and y < card.y1 - 1 and card.y0 + 1 < bottom
        if not (card.x0 <= x and right <= card.x1 and card.y0 <= y and bottom <= card.y1)
    ]
