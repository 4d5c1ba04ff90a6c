"""Sets a document's pages from kept parts, and writes its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from weasyprint import CSS, HTML

from sheets.printing.pdf.content import repeated
from sheets.printing.pdf.messages import Total
from sheets.printing.pdf.typesetting.breaks import PageEnd
from sheets.printing.pdf.typesetting.cascade import Cascade
from sheets.printing.pdf.typesetting.drawing import draw_page
from sheets.printing.pdf.typesetting.file import SetPage, write
from sheets.printing.pdf.typesetting.fonts import Fonts
from sheets.printing.pdf.typesetting.layout import Layout
from sheets.printing.pdf.typesetting.look import NotKept, Overfull
from sheets.printing.pdf.typesetting.margins import Margins, words_of
from sheets.printing.pdf.typesetting.paragraph import Composing
from sheets.printing.pdf.typesetting.pictures import NONE, Pictures
from sheets.printing.pdf.typesetting.placed import START, Placed, Resume

MOST_PAGES = 12


@dataclass(frozen=True, slots=True)
class SetDocument:
    """The pages of a document, not yet drawn."""

    typesetter: Typesetter
    html: HTML
    pictures: Pictures
    pages: Sequence[Sequence[Placed]]
    words: Mapping[str, str]

    def empty_part(self, number: int) -> float:
        """The part of a page below its last section, from 0 to 1."""
        margins = self.typesetter.margins
        ends = (one.y + one.height + one.margin_bottom for one in self.pages[number])
        if any(one.is_cut for one in self.pages[number]):
            return 0.0
        return float(1 - (max(ends, default=0.0) - margins.y) / margins.depth)

    def is_writing_space(self, number: int) -> bool:
        """True if a page is empty except for room to write on."""
        return all("data-room" in one.element.attrib for one in self.pages[number])

    def pdf(self, totals: Sequence[Total] = ()) -> bytes:
        """Its file; `totals` are fields that follow from others."""
        return self.typesetter.write(self, totals)


class Typesetter:
    """Sets documents with one set of stylesheets."""

    def __init__(
        self, sheets: list[CSS], texts: tuple[str, ...], fonts: Any, fetcher: Any, *, forms: bool
    ) -> None:
        self._cascade = Cascade(sheets, texts, fonts, forms=forms)
        self._composing = Composing(fonts, fetcher)
        self.margins = Margins(sheets, texts, self._composing, fonts, fetcher)
        self._fonts = Fonts(self._composing)

    def set(self, html: HTML, pictures: Pictures = NONE) -> SetDocument:
        """The pages of a document; NotKept if they ask for more than kept parts, Overfull if that
        is where a page ends.
        """
        margins, self._composing.pictures = self.margins, pictures
        if not self._cascade.is_usable or not margins.is_usable:
            raise NotKept("such a stylesheet")
        styles = self._cascade.styles(html)
        body = html.etree_element.find("body")
        if body is None:
            raise NotKept("no body")
        layout = Layout(styles, self._composing)
        pages: list[Sequence[Placed]] = []
        following: Resume | None = START
        drops_margins = False
        while following is not None:
            if len(pages) == MOST_PAGES:
                raise NotKept("a long document")
            end = PageEnd(margins.y + margins.depth, layout.piece)
            placed = layout.body(
                body,
                margins.x,
                margins.y,
                margins.measure,
                following,
                drops_margins=drops_margins,
            )
            try:
                page = end.page(placed)
            except Overfull as fault:
                fault.pages = len(pages) + 2
                raise
            pages.append(page.placed)
            following, drops_margins = page.following, not page.is_asked_for
        return SetDocument(self, html, pictures, pages, words_of(body, styles[body].look.style))

    def write(self, document: SetDocument, totals: Sequence[Total] = ()) -> bytes:
        """The file of a document of its own; `totals` are fields that follow from others."""
        margins, self._composing.pictures = self.margins, document.pictures
        foot, count = margins.y + margins.depth, len(document.pages)
        around = [margins.boxes(number + 1, count, document.words) for number in range(count)]
        told_before = repeated([[b"".join(box.drawing) for box in boxes] for boxes in around])
        pages = []
        for placed, boxes, again in zip(document.pages, around, told_before, strict=True):
            drawn = draw_page(
                placed,
                boxes,
                self._composing,
                height=margins.height,
                foot=foot,
                again=again,
            )
            pages.append(SetPage(placed, drawn, margins.width, margins.height, foot))
        return write(document.html, pages, self._composing, self._fonts, totals)
