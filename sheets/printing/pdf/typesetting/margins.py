"""The boxes in a page's margins, with what the body says of itself: kept by page and words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from weasyprint import CSS, DEFAULT_OPTIONS, HTML, Document
from weasyprint.css.counters import CounterStyle
from weasyprint.formatting_structure.build import build_formatting_structure
from weasyprint.layout import layout_document
from weasyprint.layout.background import layout_box_backgrounds
from weasyprint.layout.page import make_margin_boxes

from sheets.printing.pdf.typesetting.look import NotKept
from sheets.printing.pdf.typesetting.paragraph import Composing, Paragraph

# Two empty pages: the first, and one after it.
EMPTY = (
    '<!DOCTYPE html><html lang="en"><body><p style="break-after: page"></p><p></p></body></html>'
)
MOST = 500
_ADDRESS, _MARGIN = re.compile(r"url\(([^)]+)\)"), re.compile(r"content:[^;}]*")


class Margins:
    """The page of one set of stylesheets: its size, its content area, and its margins."""

    def __init__(
        self,
        sheets: list[CSS],
        texts: tuple[str, ...],
        composing: Composing,
        fonts: Any,
        fetcher: Any,
    ) -> None:
        self._composing = composing
        self._addresses = _ADDRESS.findall("".join(_MARGIN.findall("".join(texts))))
        options = {**DEFAULT_OPTIONS, "stylesheets": sheets}
        html = HTML(string=EMPTY, url_fetcher=fetcher)
        counters = CounterStyle()
        self._context = Document._build_layout_context(html, fonts, counters, {}, options)
        # Here no picture is asked for yet.
        self._context.get_image_from_uri = lambda **_asked: None
        root = build_formatting_structure(
            html.etree_element,
            self._context.style_for,
            self._context.get_image_from_uri,
            None,
            self._context.target_collector,
            counters,
            self._context.footnotes,
        )
        self._pages = list(layout_document(html, root, self._context))
        first = self._pages[0]
        self.width, self.height = first.margin_width(), first.margin_height()
        self.x, self.y = first.content_box_x(), first.content_box_y()
        self.measure, self.depth = first.width, first.height
        self.is_usable = len(self._pages) == 2 and not _is_colored(first)
        self._kept: dict[Any, tuple[Paragraph, ...]] = {}
        # The strings that the margins of a page show; they may be others for another page.
        self._asked: dict[tuple[int, int], tuple[str, ...]] = {}

    def boxes(self, number: int, count: int, words: Mapping[str, str]) -> tuple[Paragraph, ...]:
        """Each box in the margins of a page, drawn where it is."""
        asked = self._asked.get((number, count), words.keys())
        sizes = tuple(self._composing.pictures.size(address) for address in self._addresses)
        key = (number, count, sizes, tuple(words.get(name) for name in asked))
        if key not in self._kept:
            if len(self._kept) > MOST:
                self._kept.clear()
            made = self._set(number, count, words)
            asked = self._asked[number, count] = tuple(self._context.string_set.asked)
            key = (number, count, sizes, tuple(words.get(name) for name in asked))
            self._kept[key] = made
        return self._kept[key]

    def _set(self, number: int, count: int, words: Mapping[str, str]) -> tuple[Paragraph, ...]:
        context = self._context
        context.get_image_from_uri = self._composing.pictures.image
        context.string_set = _Strings({name: {1: [it], number: [it]} for name, it in words.items()})
        page = self._pages[min(number, 2) - 1]
        context.current_page = number
        quotes, counters, scopes, *others = context.page_maker[min(number, 2)][3]
        state = (quotes, {**counters, "page": [number], "pages": [count]}, scopes, *others)
        found = []
        for box in make_margin_boxes(context, page, state):
            layout_box_backgrounds(page, box, context.get_image_from_uri)
            found.append(self._composing.margin_box(box))
        return tuple(found)


class _Strings(dict[str, dict[int, list[str]]]):
    """The strings of a page; it remembers which were asked for."""

    def __init__(self, strings: dict[str, dict[int, list[str]]]) -> None:
        super().__init__(strings)
        self.asked: dict[str, None] = {}

    def __getitem__(self, name: str) -> dict[int, list[str]]:
        self.asked[name] = None
        return self.get(name, {})


def words_of(body: Any, style: Any) -> dict[str, str]:
    """The strings that a body sets for the margins, by name."""
    words = {}
    for name, content in () if style["string_set"] == "none" else style["string_set"]:
        text = ""
        for kind, value in content:
            if kind != "attr()":
                raise NotKept("a string that is no attribute")
            text += body.get(value[0], "")
        words[name] = text
    return words


def _is_colored(page: Any) -> bool:
    """True if a page has a background."""
    grounds = (page.background, page.canvas_background)
    return any(it and (it.color.alpha or any(layer.image for layer in it.layers)) for it in grounds)
