"""Faults of a page at the widths that phones, tablets and screens have.

The page is loaded once; a script in it measures every text at each width. A fault is

- "word": a word of three letters and more, or a number of two signs and more, on two lines. Hyphens
  and slashes may break. More than 24 signs without a space fit nowhere: those may break anywhere.
- "over": a text over another one, or over a field or a picture. Both lie in the same layer: what
  sticks, is fixed, or opens on top ("position", popover, dialog) may cover what scrolls below it.
- "out": a text that sticks out of one of the boxes that it stands in, to the left or to the right.
- "close": a button that touches the text or the field above it.
- "tower": four words and more, each on a line of its own.
- "alone": the last figure of four and more, on a line of its own below the others, and short.
- "sideways": the page, or a part of it, scrolls sideways. Text that keeps its own lines may, and a
  table that is made for it, which the keyboard reaches too ("tabindex").

Nothing is asked of what nobody sees: hidden, clipped to a pixel for those who listen, cut off by a
box with "overflow", off the page until the keyboard reaches it, or a decoration that is placed by
hand and hidden from those who listen.
"""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Error, Page

WIDTHS = (
    320, 360, 390, 430, 600, 768, 820, 912, 1000, 1024, 1112, 1180, 1200, 1220, 1280, 1440, 1920,
)  # fmt: skip
HEIGHT = 900

_MEASURE = (Path(__file__).parent / "widths.js").read_text()


class Fault(NamedTuple):
    """Something that breaks on a page, at which widths."""

    kind: str
    where: str
    text: str
    widths: tuple[int, ...]


def ready(page: Page) -> None:
    """Lets a frame be put into the pages that are opened from now on."""
    page.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})


def opens(page: Page, address: str) -> bool:
    """Goes to an address; whether a page to look at is there, and no file."""
    try:
        answer = page.goto(address)
    except Error as error:
        if "Download is starting" not in error.message:
            raise
        return False
    return bool(answer and answer.status == 200) and bool(
        page.evaluate("document.fonts.ready.then(() => document.contentType === 'text/html')")
    )


def faults(page: Page, widths: Collection[int]) -> list[Fault]:
    """The faults of the page at these widths. Nothing is left of the page itself."""
    found: dict[str, list[int]] = page.evaluate(_MEASURE, [list(widths), HEIGHT])
    parts = ((fault.split("\t", 2), tuple(at)) for fault, at in found.items())
    return [Fault(kind, where, text, at) for (kind, where, text), at in parts]
