"""A PDF as MuPDF reads it, in little time: words, glyphs, and their places."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pymupdf

from tests.sheets.printing.pdf_readers import Word, overlaps

# What stands on every page whatever is on it: its foot.
FOOT = 13 / 25.4 * 72
# A box that is filled, in points: a line, if it is no thicker and longer than that.
MOST_THICK, LEAST_LONG = 2.5, 20


# How far cut marks reach out from the corner of a card.
OUT = 2.5 / 25.4 * 72

Side = tuple[float, float, float, float]


@dataclass
class Page:
    """A page: its size, words with their boxes, glyphs, what stands in its fields, whether shown or
    too long for them, the cards between its cut marks, the sides of its plates and boxes, and the
    lines from left to right, to write on or between rows."""

    wide: float
    high: float
    words: list[Word]
    glyphs: list[tuple[int, int]]
    text: str
    fields: str
    cards: list[pymupdf.Rect]
    sides: list[Side]
    rules: list[Side]

    @property
    def says_something(self) -> bool:
        """True if any word is above its foot."""
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
    words = [word for span in spans for word in _runs(span)]
    drawn = page.get_drawings()
    rules = [rule for one in drawn for item in one["items"] if (rule := _rule(item))]
    drawings = [one for one in drawn if one["type"] == "s"]
    cards = [_between(one) for one in drawings if _is_cut(one)]
    sides = [side for one in drawings for side in _sides(one)]
    text = " ".join(page.get_text().split())
    fields = " ".join(str(field.field_value) for field in page.widgets())
    return Page(page.rect.width, page.rect.height, words, glyphs, text, fields, cards, sides, rules)


def _is_cut(drawing: dict[str, Any]) -> bool:
    """True for the marks at the four corners of a card: two short lines each."""
    lines = [item for item in drawing["items"] if item[0] == "l"]
    return len(drawing["items"]) == len(lines) == 8 and all(
        abs(abs(start - end) - 2 * OUT) < 0.1 for _, start, end in lines
    )


def _between(cut: dict[str, Any]) -> pymupdf.Rect:
    """The card between its cut marks."""
    points = [point for _, *ends in cut["items"] for point in ends]
    across, down = [point.x for point in points], [point.y for point in points]
    return pymupdf.Rect(min(across) + OUT, min(down) + OUT, max(across) - OUT, max(down) - OUT)


def _rule(item: Any) -> Side | None:
    """A line from left to right, stroked or as a long thin box that is filled."""
    kind, first, *rest = item
    if kind == "re" and first.height < MOST_THICK and first.width > LEAST_LONG:
        middle = (first.y0 + first.y1) / 2
        return first.x0, middle, first.x1, middle
    if kind == "l" and abs(first.y - rest[0].y) < 0.01:
        return first.x, first.y, rest[0].x, rest[0].y
    return None


def _sides(drawing: dict[str, Any]) -> list[Side]:
    """The sides of a plate or a box; none of what is a line or several."""
    kind, *ends = drawing["items"][0]
    if kind == "re":
        corners = [ends[0].tl, ends[0].tr, ends[0].br, ends[0].bl]
    else:
        corners = [item[1] for item in drawing["items"]]
        if drawing["items"][-1][2] != corners[0]:
            return []
    following = [*corners[1:], corners[0]]
    return [(*one, *other) for one, other in zip(corners, following, strict=True)]


def _runs(span: dict[str, Any]) -> Iterator[Word]:
    """The texts of a run of glyphs, each with its box: as wide as its letters, as high as its size.
    What a space between them stretches over, such as dots, lies beside both. Marks lie on the
    letters of others, as they should.
    """
    shown = [char for char in span["chars"] if _has_place(chr(max(0, char[0])))]
    size, begin = span["size"], 0
    for place in range(1, len(shown) + 1):
        if place < len(shown) and shown[place][3][0] - shown[place - 1][3][2] < size:
            continue
        part = shown[begin:place]
        begin = place
        left, right = min(char[3][0] for char in part), max(char[3][2] for char in part)
        foot = part[0][2][1]
        text = "".join(chr(max(0, char[0])) for char in part)
        yield left, foot - size * 0.8, right, foot + size * 0.2, text


def _has_place(char: str) -> bool:
    return not char.isspace() and not unicodedata.category(char).startswith("M")


def undefined_glyphs(found: list[Page]) -> int:
    """The number of empty boxes in place of a character."""
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


def crossed(found: list[Page]) -> list[str]:
    """Words that a side of a plate or of a box runs through, or a line."""
    return [
        f"page {number}: a line runs through {word[4]}"
        for number, page in enumerate(found, start=1)
        for word in page.words
        if any(_meets(side, _letters(word)) for side in (*page.sides, *page.rules))
    ]


def _letters(word: Word) -> Word:
    """Where the small letters of a word are: from its foot up to half its size."""
    x, y, right, bottom, said = word
    size = bottom - y
    return x + 0.2, bottom - size * 0.7, right - 0.2, bottom - size * 0.2, said


def _meets(side: Side, box: Word) -> bool:
    """True if a line runs through a box: its ends outside are cut off, side by side."""
    x, y, to_x, to_y = side
    first, last = 0.0, 1.0
    for step, low, high in ((to_x - x, box[0] - x, box[2] - x), (to_y - y, box[1] - y, box[3] - y)):
        if step == 0:
            if not low < 0 < high:
                return False
        else:
            ends = sorted((low / step, high / step))
            first, last = max(first, ends[0]), min(last, ends[1])
    return first < last
