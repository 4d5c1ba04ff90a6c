"""The game master's notes on a brief: as many of their lines as have a place there."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe

from sheets.printing.briefing.text import SAFE, cut
from sheets.printing.edition import Note
from sheets.printing.sheet import notes
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import TEXT
from sheets.printing.type.glyphs import turn
from sheets.printing.type.measure import count_lines

_HEADINGS = {"h3", "h4", "h5"}
_SINGLE = {"p", "pre", "tr", *_HEADINGS}
_NESTED = {*_SINGLE, "ul", "ol", "blockquote", "table", "div", "hr"}
HEADING, ITEM, CODE, WORDS = "heading", "item", "code", "words"


@dataclass(frozen=True)
class Block:
    """A paragraph, a heading or an item of a list: safe HTML, and its words alone; `mark` is what
    stands before an item.
    """

    kind: str
    html: SafeString
    text: str
    mark: str = ""

    @property
    def look(self) -> str:
        """Its classes."""
        return f"{self.kind} {turn(self.text)}".strip()


@dataclass(frozen=True)
class Notes:
    """The blocks that stand on the page, by runs of one kind, and whether there are more."""

    runs: tuple[tuple[str, tuple[Block, ...]], ...]
    more: bool


def blocks(html: str) -> list[Block]:
    """The notes in their blocks."""
    root = ET.fromstring(f"<div>{notes.for_paper(Note('', html)).html}</div>")  # noqa: S314 (made by us)
    return list(_blocks(root, WORDS))


def height(found: Sequence[Block], look: Styles) -> float:
    """Millimetres that they take."""
    return sum(_height(block, look) for block in found)


def fitting(found: Sequence[Block], look: Styles, *, room: float) -> Notes:
    """Those that fit into so many millimetres; the one that the page ends in is cut, and where
    there are more that is said in a line of its own."""
    if height(found, look) <= room:
        return Notes(_runs(found), more=False)
    room -= look.number("note-line")
    kept: list[Block] = []
    for block in found:
        high = _height(block, look)
        if high > room:
            lines = int((room - look.number("note-air")) / look.number("note-line"))
            if lines > 0 and block.kind != HEADING:
                kept.append(_cut(block, look, lines=lines))
            break
        kept.append(block)
        room -= high
    while kept and kept[-1].kind == HEADING:
        kept.pop()
    return Notes(_runs(kept), more=True)


def _runs(found: Sequence[Block]) -> tuple[tuple[str, tuple[Block, ...]], ...]:
    return tuple((kind, tuple(run)) for kind, run in groupby(found, lambda block: block.kind))


def _blocks(element: ET.Element, kind: str, mark: str = "") -> Iterator[Block]:
    """Depth first; what stands in an item is set like one, and the first of it has its mark."""
    for place, child in enumerate(element, start=int(element.get("start", 1))):
        if child.tag == "li":
            own = f"{place}." if element.tag == "ol" else "–"
            yield from _item(child, own)
        elif child.tag in _SINGLE:
            own = HEADING if child.tag in _HEADINGS else CODE if child.tag == "pre" else kind
            yield from _block(child, own, mark)
            mark = ""
        else:
            yield from _blocks(child, kind, mark)


def _item(item: ET.Element, mark: str) -> Iterator[Block]:
    """An item of a list: its words, if it begins with any, and what stands in it."""
    first, rest = ET.Element("li"), ET.Element("div")
    first.text = item.text
    for child in item:
        (rest if len(rest) or child.tag in _NESTED else first).append(child)
    said = list(_block(first, ITEM, mark))
    yield from said
    yield from _blocks(rest, ITEM, "" if said else mark)


def _block(element: ET.Element, kind: str, mark: str) -> Iterator[Block]:
    if element.tag == "tr":
        text = " · ".join(_words(cell).strip() for cell in element)
        inner = escape(text)
    else:
        text, inner = _words(element), _inner(element)
    if text.strip():
        yield Block(kind, mark_safe(inner), text.strip(), mark)  # noqa: S308 (from safe HTML)


def _words(element: ET.Element) -> str:
    """The words in it, each of its lines on one of its own."""
    said = element.text or ""
    for child in element:
        said += ("\n" if child.tag == "br" else _words(child)) + (child.tail or "").lstrip("\n")
    return said


def _inner(element: ET.Element) -> str:
    said = escape(element.text or "")
    return said + "".join(ET.tostring(child, encoding="unicode") for child in element)


def _height(block: Block, look: Styles) -> float:
    lines = _lines(block.text, look)
    above = look.number("note-head") if block.kind == HEADING else look.number("note-air")
    return above + lines * look.number("note-line")


def _lines(text: str, look: Styles) -> int:
    measure = look.number("note-measure") * SAFE
    return max(1, count_lines(text, look.number("note-size"), measure, TEXT))


def _cut(block: Block, look: Styles, *, lines: int) -> Block:
    text = cut(
        block.text, size=look.number("note-size"), measure=look.number("note-measure"), lines=lines
    )
    return Block(block.kind, mark_safe(escape(text)), text, block.mark)  # noqa: S308 (escaped)
