"""The direction of players' texts on paper: each line takes that of its first letter that has one,
so that a Hebrew paragraph begins at the right, and its full stops stand at its left end.
"""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from sheets.printing.type.glyphs import without_widows

RIGHT_TO_LEFT, LEFT_TO_RIGHT = "rtl", "ltr"
# The look of the classes; every stylesheet of print has it.
RULES = """
.rtl { direction: rtl; text-align: right }
.line { display: block; text-align: start; text-align-last: start }
.rtl .ltr, .line.ltr { direction: ltr; text-align: left }
"""
# No script before Hebrew is written right to left.
_UNUSUAL = re.compile("[\u0590-\U0010ffff]")
_TURNING = {"R": RIGHT_TO_LEFT, "AL": RIGHT_TO_LEFT, "L": LEFT_TO_RIGHT}
# First strong isolate, and where it ends.
_APART, _JOINED = "\u2068", "\u2069"
_BLOCKS = {"p", "li", "td", "th", "h3", "h4", "h5", "pre"}
_NESTED = {*_BLOCKS, "ul", "ol", "blockquote", "table", "div", "hr"}


def direction(text: str) -> str:
    """The direction of a text: "rtl", "ltr", or "" if no letter has one."""
    return next((_TURNING[runs] for char in text if (runs := _runs(char)) in _TURNING), "")


def direction_class(text: str) -> str:
    """The CSS class of right-to-left text; "" for other text."""
    return RIGHT_TO_LEFT if _UNUSUAL.search(text) and direction(text) == RIGHT_TO_LEFT else ""


def apart(name: str) -> str:
    """A name that shares a line with figures: one in letters from right to left turns none of them,
    and keeps its own at its end.
    """
    turns = _UNUSUAL.search(name) and any(_runs(char) in ("R", "AL") for char in name)
    return f"{_APART}{name}{_JOINED}" if turns else name


def by_line(text: str, lead: str = "") -> SafeString:
    """A text as HTML, in which each line has its own direction and no short word alone at its end.
    `lead` is HTML that stands before its first line, and goes to where that begins.
    """
    text = without_widows(text)
    lines = text.split("\n")
    if not any(map(direction_class, lines)):
        return mark_safe(lead + escape(text))  # noqa: S308 (escaped)
    spans = (f'<span class="line {direction(line)}">' for line in lines)
    contents = (escape(line) or "&#160;" for line in lines)
    html = "</span>".join(map(str.__add__, spans, contents)) + "</span>"
    return mark_safe(html.replace(">", f">{lead}", 1))  # noqa: S308 (escaped)


def turn(element: ET.Element, around: str = "") -> None:
    """Gives each block of a note, and each line of those with line breaks, its direction; `around`
    is that of what they stand in.
    """
    if element.tag in _BLOCKS:
        text = "".join(element.itertext())
        own = direction(text) or around
        if own != around and (own == RIGHT_TO_LEFT or around):
            element.set("class", own)
        around = own if own == RIGHT_TO_LEFT else ""
        if element.find("br") is not None and _UNUSUAL.search(text):
            _part(element)
    for child in element:
        turn(child, around)


def _part(block: ET.Element) -> None:
    """Puts the lines of a block into elements, if not all have the same direction."""
    parts = list(_lines(block))
    lines = [part for part in parts if part.tag == "span"]
    directions = {direction("".join(line.itertext())) for line in lines} - {""}
    if len(directions) > 1:
        for line in lines:
            line.set("class", f"line {direction(''.join(line.itertext()))}")
        block.text = None
        block[:] = parts


def _lines(block: ET.Element) -> Iterator[ET.Element]:
    """The lines of a block between its breaks, and the blocks that stand in it."""
    line = ET.Element("span")
    line.text = block.text
    for child in block:
        if child.tag != "br" and child.tag not in _NESTED:
            line.append(child)
            continue
        if "".join(line.itertext()).strip():
            yield line
        line = ET.Element("span")
        line.text, tail = (child.tail or "").lstrip("\n"), None
        if child.tag in _NESTED:
            child.tail = tail
            yield child
    if "".join(line.itertext()).strip():
        yield line


def _runs(char: str) -> str:
    return unicodedata.bidirectional(char)
