"""The GM's notes on a briefing: as many lines as fit."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe

from sheets.printing.briefing.text import SAFETY, fit_text
from sheets.printing.options import Note
from sheets.printing.sheet import notes
from sheets.printing.styles import Styles
from sheets.printing.type.direction import by_line, direction_class
from sheets.printing.type.fonts import TEXT
from sheets.printing.type.measure import count_lines

_HEADINGS = {"h3", "h4", "h5"}
_SINGLE = {"p", "pre", "tr", *_HEADINGS}
_NESTED = {*_SINGLE, "ul", "ol", "blockquote", "table", "div", "hr"}
HEADING, ITEM, CODE, WORDS = "heading", "item", "code", "words"


@dataclass(frozen=True)
class NoteBlock:
    """A paragraph, heading or list item: safe HTML, and its plain text; `mark` is the bullet or
    number.
    """

    kind: str
    html: SafeString
    text: str
    mark: str = ""

    @property
    def look(self) -> str:
        """Its CSS classes."""
        return f"{self.kind} {direction_class(self.text)}".strip()


@dataclass(frozen=True)
class NoteBlocks:
    """The blocks that fit, grouped by kind, and whether there are more."""

    runs: tuple[tuple[str, tuple[NoteBlock, ...]], ...]
    more: bool


def blocks(html: str) -> list[NoteBlock]:
    """The notes as blocks."""
    root = ET.fromstring(f"<div>{notes.for_paper(Note('', html)).html}</div>")  # noqa: S314 (made by us)
    return list(_blocks(root, WORDS))


def height(blocks: Sequence[NoteBlock], look: Styles) -> float:
    """The height of the blocks in millimeters."""
    return sum(_height(block, look) for block in blocks)


def fit(blocks: Sequence[NoteBlock], look: Styles, *, room: float) -> NoteBlocks:
    """The blocks that fit into `room` millimeters; the last one may be cut, and a line says that
    there are more.
    """
    if height(blocks, look) <= room:
        return NoteBlocks(_runs(blocks), more=False)
    room -= look.number("note-line")
    kept: list[NoteBlock] = []
    for block in blocks:
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
    return NoteBlocks(_runs(kept), more=True)


def _runs(blocks: Sequence[NoteBlock]) -> tuple[tuple[str, tuple[NoteBlock, ...]], ...]:
    return tuple((kind, tuple(run)) for kind, run in groupby(blocks, lambda block: block.kind))


def _blocks(element: ET.Element, kind: str, mark: str = "") -> Iterator[NoteBlock]:
    """The blocks of an element, depth first; the first block in a list item gets its mark."""
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


def _item(item: ET.Element, mark: str) -> Iterator[NoteBlock]:
    """A list item: its own text, if any, and the blocks nested in it."""
    first, rest = ET.Element("li"), ET.Element("div")
    first.text = item.text
    for child in item:
        (rest if len(rest) or child.tag in _NESTED else first).append(child)
    blocks = list(_block(first, ITEM, mark))
    yield from blocks
    yield from _blocks(rest, ITEM, "" if blocks else mark)


def _block(element: ET.Element, kind: str, mark: str) -> Iterator[NoteBlock]:
    if element.tag == "tr":
        text = " · ".join(_words(cell).strip() for cell in element)
        inner = escape(text)
    else:
        text, inner = _words(element), _inner(element)
    if text.strip():
        yield NoteBlock(kind, mark_safe(inner), text.strip(), mark)  # noqa: S308 (from safe HTML)


def _words(element: ET.Element) -> str:
    """The text of an element; a <br> becomes a line break."""
    text = element.text or ""
    for child in element:
        is_line = "line" in child.get("class", "").split()
        text += "" if child.tag == "br" else _words(child)
        text += "\n" * (child.tag == "br" or is_line) + (child.tail or "").lstrip("\n")
    return text


def _inner(element: ET.Element) -> str:
    text = escape(element.text or "")
    return text + "".join(ET.tostring(child, encoding="unicode") for child in element)


def _height(block: NoteBlock, look: Styles) -> float:
    lines = _lines(block.text, look)
    above = look.number("note-head") if block.kind == HEADING else look.number("note-air")
    return above + lines * look.number("note-line")


def _lines(text: str, look: Styles) -> int:
    measure = look.number("note-measure") * SAFETY
    return max(1, count_lines(text, look.number("note-size"), measure, TEXT))


def _cut(block: NoteBlock, look: Styles, *, lines: int) -> NoteBlock:
    text = fit_text(
        block.text, size=look.number("note-size"), measure=look.number("note-measure"), lines=lines
    )
    return NoteBlock(block.kind, by_line(text), text, block.mark)
