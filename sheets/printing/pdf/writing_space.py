"""Leaves out the pages at the end of a document on which there is only room to write on.

WeasyPrint numbers the pages once all are laid out. Pages that go before need no second layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import weasyprint.layout
from weasyprint.formatting_structure.boxes import Box
from weasyprint.layout import LayoutContext

_make_all_pages = weasyprint.layout.make_all_pages


@dataclass
class LeftOut:
    """The number of pages that the last layout of this process has left out."""

    pages: int = 0


LEFT_OUT = LeftOut()


def make_all_pages(
    context: LayoutContext, root_box: Box, html: object, pages: Iterable[Box]
) -> Iterator[Box]:
    """WeasyPrint's function of this name, without pages at the end that say nothing. It is asked
    again where the content depends on the number of pages, and then gets all of them.
    """
    made = getattr(context, "made", pages)
    context.made = made = list(_make_all_pages(context, root_box, html, made))
    count = len(made)
    while count > 1 and _is_writing_space(made[count - 1]):
        count -= 1
    LEFT_OUT.pages = len(made) - count
    yield from made[:count]


def _is_writing_space(page: Box) -> bool:
    """True if a page is empty except for room to write on."""
    body = page.children[0].children[0]
    return all(_is_room(box) for box in body.children)


def _is_room(box: Box) -> bool:
    """True if a box, or all that is in it on its page, is room to write on."""
    if box.element is not None and "data-room" in box.element.attrib:
        return True
    parts = getattr(box, "children", ())
    return bool(parts) and all(_is_room(part) for part in parts)


def leave_out_writing_space() -> None:
    """Lets WeasyPrint use this, whatever it lays out."""
    weasyprint.layout.make_all_pages = make_all_pages
