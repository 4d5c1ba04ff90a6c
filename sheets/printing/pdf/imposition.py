"""Puts the pages of a booklet side by side on sheets of paper, in the order in which the printed
stack folds.

The result is for a printer: it has no tags. To read on screen there is the booklet itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from pikepdf import ObjectStreamMode, Pdf, Rectangle

PAGES_PER_SHEET = 4


def folding_order(pages: int) -> Iterator[tuple[int, int]]:
    """The page on the left and on the right of each side, from 0; numbers from `pages` on are
    empty. The sides of a sheet follow each other, for printing on both sides over the short edge.
    """
    last = -(-pages // PAGES_PER_SHEET) * PAGES_PER_SHEET - 1
    for first in range(0, (last + 1) // 2, 2):
        yield last - first, first
        yield first + 1, last - first - 1


def impose(booklet: bytes) -> bytes:
    """The booklet, two pages a side."""
    with Pdf.open(BytesIO(booklet)) as source, Pdf.new() as target:
        left, foot, right, top = (float(side) for side in source.pages[0].mediabox)
        wide, high = right - left, top - foot
        for pair in folding_order(len(source.pages)):
            side = target.add_blank_page(page_size=(wide * 2, high))
            for place, number in enumerate(pair):
                if number < len(source.pages):
                    spot = Rectangle(place * wide, 0, (place + 1) * wide, high)
                    side.add_overlay(source.pages[number], spot)
        target.docinfo["/Title"] = str(source.docinfo.get("/Title", ""))
        output = BytesIO()
        target.save(output, object_stream_mode=ObjectStreamMode.generate, deterministic_id=True)
        return output.getvalue()
