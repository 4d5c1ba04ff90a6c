"""Makes a player's notes printable; their HTML is already safe.

Addresses are printed beside their links, tables that are too wide become lines, and each passage
has the direction of its script.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from html import unescape

from sheets.printing.options import Note
from sheets.printing.type import direction
from sheets.printing.type.glyphs import printable, without_widows

MOST_COLUMNS, MOST_DEPTH = 6, 5
# The notes of a print may have so many elements together. One that has more than are left becomes
# one text: thousands of items take too much work.
MOST_ELEMENTS = 1000
_EMPTY = re.compile(r"<(br|hr)>")
_START = re.compile("<[a-z]")
_TAG = re.compile(r"<[^>]*>")
# Characters that no XML may hold.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def all_for_paper(notes: Iterable[Note]) -> Iterator[Note]:
    """The notes of one print, of which the first may have the most elements."""
    left = MOST_ELEMENTS
    for note in notes:
        count = len(_START.findall(note.html))
        yield for_paper(note, most=left)
        left -= count if count <= left else 0


def for_paper(note: Note, *, most: int = MOST_ELEMENTS) -> Note:
    """The note as HTML that is also well-formed XML; as plain text if it cannot be read, as one
    text if it has more than so many elements.
    """
    name = printable(note.name).strip()
    root = _parsed(note.html)
    if sum(1 for _ in root.iterfind(".//*")) > most:
        root = _in_one(root)
    for table in list(root.iter("table")):
        _narrow(table)
    for element in root.iter():
        _mend(element)
    direction.turn(root)
    _flatten(root, depth=0)
    return Note(name, _inner(root))


def turned(html: str) -> str:
    """Safe HTML as it is, but for the direction of each passage."""
    root = _parsed(html)
    direction.turn(root)
    return _inner(root)


def _parsed(html: str) -> ET.Element:
    """The elements of safe HTML; one paragraph of its text if it cannot be read."""
    markup = _EMPTY.sub(r"<\1/>", html).replace("&nbsp;", "&#160;")
    try:
        return ET.fromstring(f"<div>{_FORBIDDEN.sub('', markup)}</div>")  # noqa: S314 (made safe by us)
    except ET.ParseError:
        root = ET.Element("div")
        ET.SubElement(root, "p").text = unescape(_TAG.sub("", html))
        return root


def _inner(root: ET.Element) -> str:
    return "".join(ET.tostring(child, encoding="unicode") for child in root)


def _in_one(root: ET.Element) -> ET.Element:
    """All texts of a note in one paragraph, with dots between them."""
    texts = filter(None, (text.strip() for text in root.itertext()))
    one = ET.Element("div")
    ET.SubElement(one, "p").text = " · ".join(texts)
    return one


def _mend(element: ET.Element) -> None:
    element.text = printable(element.text or "") if element.text else element.text
    element.tail = printable(element.tail or "") if element.tail else element.tail
    if element.tag in ("p", "li") and element.text and not len(element):
        element.text = without_widows(element.text)
    if element.tag == "a":
        address = printable(element.attrib.pop("href", "").removeprefix("mailto:"))
        element.attrib.clear()
        element.tag = "span"
        if address and address not in "".join(element.itertext()):
            element.tail = f" ({address}){element.tail or ''}"


def _flatten(element: ET.Element, *, depth: int) -> None:
    """Deeply nested elements are not indented any further."""
    if depth > MOST_DEPTH:
        element.set("class", f"{element.get('class', '')} deep".strip())
    for child in element:
        _flatten(child, depth=depth + 1)


def _narrow(table: ET.Element) -> None:
    """A table that is too wide becomes one paragraph per row, with dots between the cells."""
    rows = list(table.iter("tr"))
    if max((len(row) for row in rows), default=0) <= MOST_COLUMNS:
        return
    tail = table.tail
    table.clear()
    table.tag, table.tail = "div", tail
    for row in rows:
        line = ET.SubElement(table, "p")
        for place, cell in enumerate(row):
            cell.tag, cell.tail = "span", " · " if place < len(row) - 1 else ""
            line.append(cell)
