"""The numbers of pages in an index, each once: which terms share a page is known once all is laid
out.
"""

from __future__ import annotations

from itertools import chain

from weasyprint.document import Document
from weasyprint.formatting_structure.boxes import Box, TextBox

LINK, NUMBER = "a", "a::after"
INDEX = "index"


def say_pages_once(document: Document) -> None:
    """Takes numbers out of the entries of an index that repeat the one before them."""
    for page in document.pages:
        entries = (
            entry
            for box in page._page_box.descendants()
            if box.element_tag == "ul" and box.element.get("class") == INDEX
            for entry in box.descendants()
            if entry.element_tag == "li"
        )
        gone = {id(box) for box in chain.from_iterable(map(_taken_out, entries))}
        if gone:
            page.links = [link for link in page.links if id(link[3]) not in gone]


def _taken_out(entry: Box) -> list[Box]:
    """The boxes of repeated numbers that an entry has no more; what follows moves up to them."""
    gone: list[Box] = []
    last = ""
    for line in entry.children:
        kept: list[Box] = []
        shift = 0.0
        for box in getattr(line, "children", ()):
            number = _number(box) if box.element_tag == LINK else ""
            if number and number == last:
                comma = kept.pop() if kept and isinstance(kept[-1], TextBox) else None
                shift += box.margin_width() + (comma.margin_width() if comma else 0)
                gone += [box, *box.descendants()]
                continue
            last = number or last
            box.translate(-shift)
            kept.append(box)
        if shift:
            line.children = tuple(kept)
    return gone


def _number(link: Box) -> str:
    """The number of the page that a link leads to."""
    ends = (box for box in link.descendants() if box.element_tag == NUMBER)
    return "".join(getattr(box, "text", "").strip() for box in ends)
