"""Sets a document's page from kept parts, and writes its file."""

from __future__ import annotations

from typing import Any

from weasyprint import CSS, HTML

from sheets.printing.pdf.typesetting.cascade import Cascade
from sheets.printing.pdf.typesetting.drawing import draw_page
from sheets.printing.pdf.typesetting.file import SetPage, write
from sheets.printing.pdf.typesetting.fonts import Fonts
from sheets.printing.pdf.typesetting.layout import Layout
from sheets.printing.pdf.typesetting.look import NotKept
from sheets.printing.pdf.typesetting.margins import Margins, words_of
from sheets.printing.pdf.typesetting.paragraph import Composing


class Typesetter:
    """Sets documents with one set of stylesheets."""

    def __init__(
        self, sheets: list[CSS], texts: tuple[str, ...], fonts: Any, fetcher: Any, *, forms: bool
    ) -> None:
        self._cascade = Cascade(sheets, texts, fonts, forms=forms)
        self._composing = Composing(fonts, fetcher)
        self._margins = Margins(sheets, self._composing, fonts, fetcher)
        self._fonts = Fonts(self._composing)

    def pdf(self, html: HTML) -> bytes:
        """The file of a document of one page; NotKept, DoesNotFit if it has more."""
        margins = self._margins
        if not self._cascade.is_usable or not margins.is_usable:
            raise NotKept("such a stylesheet")
        styles = self._cascade.styles(html)
        body = html.etree_element.find("body")
        if body is None:
            raise NotKept("no body")
        if any(styled.look.breaks for styled in styles.values()):
            raise NotKept("a page break")
        foot = margins.y + margins.depth
        layout = Layout(styles, self._composing, foot)
        placed = layout.body(body, margins.x, margins.y, margins.measure)
        words = words_of(body, styles[body].look.style)
        boxes = margins.boxes(1, 1, words)
        drawn = draw_page(placed, boxes, self._composing, height=margins.height, foot=foot)
        page = SetPage(placed, drawn, margins.width, margins.height, foot)
        return write(html, [page], self._composing, self._fonts)
