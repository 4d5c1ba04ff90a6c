"""A page's content: shortens its operators, and finds the heads and feet that repeat, which get no
tag.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from functools import cache
from textwrap import wrap

import pydyf
from fontTools.ttLib import TTFont

from sheets.printing.type.fonts import CONDENSED, path

# A head or foot can repeat from SEVERAL pages on; from LONG on, not every page needs it.
SEVERAL, LONG = 3, 6
# CSS pixels from above: what begins there is a head.
HEAD = 150
MARGIN = b"/Artifact <</Type /Pagination>> BDC"
_STEPS = re.compile(rb"(-?[\d.]+)<>(-?[\d.]+)")
# Numbers with more decimals than a page shows: a hundredth of a point is less than a printer's dot.
# Colors and rotations are below 2 and keep four.
_LONG = re.compile(rb"\b(\d+)\.\d{3,}\b")
_SMALL = frozenset({b"0", b"1"})
_NO_LETTERS = re.compile(
    rb"/Span\s<</MCID (\d+)>>\sBDC\n((?:(?:/\S+ gs|[\d. ]+ rg)\n)*)(?:BT\nET\n)?EMC\n?"
)
# Colors and clips that nothing follows.
_NOTHING = re.compile(
    rb"(?<=\n)(?:q\n(?:[-\d. ]+ re\nW\nn\n)?Q\n|(?:/\S+ gs|[\d. ]+ rg)\n(?=Q(?:\n|$)))"
)
# The space at the end of a line that is set to both sides, with the room before it.
_LAST_SPACE = re.compile(rb"-\d{4,}(?:\.\d+)?<0003>-?[\d.]+\] TJ")
# Between letters, in thousandths of an em.
_KERNED = re.compile(rb">(-?\d+\.\d+)<")
_PLACE = re.compile(rb"1 0 0 -1 \S+ (\S+) Tm")
_GLYPHS = re.compile(rb"<([0-9a-f]+)>")
_INSIDE = re.compile(rb"<</MCID (\d+)>>\s+BDC(.*?)EMC", re.DOTALL)
_MARKED = re.compile(rb"/\w+\s+<</MCID (\d+)>>\s+BDC")


def operators(stream: pydyf.Stream) -> bytes:
    """All operators of a stream that is not yet written."""
    return b"\n".join(map(_written, stream.stream))


def _written(line: bytes | str | pydyf.Object) -> bytes:
    if isinstance(line, bytes):
        return line
    return line.encode() if isinstance(line, str) else bytes(line.data)


def without_empty(content: bytes) -> tuple[bytes, set[int]]:
    """The content without marked text of no letters, such as between the dots of a row, and the
    numbers of these marks. What colors the text after them stays.
    """
    numbers = {int(found[1]) for found in _NO_LETTERS.finditer(content)}
    if not numbers:
        return content, numbers
    content, count = _NO_LETTERS.sub(rb"\2", content), 1
    while count:
        content, count = _NOTHING.subn(b"", content)
    return content, numbers


def briefly(content: bytes) -> bytes:
    """The content without steps of nothing between letters, with those in a row added up, and with
    as many decimals as a page shows.
    """
    content = _LONG.sub(_shorter, content)
    content = _STEPS.sub(_step, content.replace(b">0<", b""))
    content = _LAST_SPACE.sub(b"<0003>] TJ", content)
    return _KERNED.sub(lambda found: b">%.0f<" % float(found[1]), content)


def _shorter(found: re.Match[bytes]) -> bytes:
    decimals = 4 if found[1] in _SMALL else 2
    return (b"%.*f" % (decimals, float(found[0]))).rstrip(b"0").rstrip(b".")


def _step(found: re.Match[bytes]) -> bytes:
    return b"%.1f" % (float(found[1]) + float(found[2]))


def repeated(pages: Sequence[Sequence[bytes]]) -> list[set[int]]:
    """Which boxes in the margins of each page, by their place, are in a line that repeats one of an
    earlier page, but for figures. A line repeats that is on three of six pages or more, or on each
    of three to five. `pages` have the operators of their boxes.
    """
    if len(pages) < SEVERAL:
        return [set() for _ in pages]
    least = SEVERAL if len(pages) >= LONG else len(pages)
    lines = [_lines(boxes) for boxes in pages]
    counts = Counter(text for page in lines for text in {text for text, _ in page})
    seen: set[str] = set()
    found = []
    for page in lines:
        again = [places for text, places in page if counts[text] >= least and text in seen]
        found.append({place for places in again for place in places})
        seen |= {text for text, _ in page}
    return found


def _lines(boxes: Sequence[bytes]) -> list[tuple[str, list[int]]]:
    """The glyphs in the head and in the foot, without figures, and the places of their boxes."""
    lines: dict[bool, tuple[str, list[int]]] = {}
    for place, drawn in enumerate(boxes):
        at = _PLACE.search(drawn)
        if at is not None:
            glyphs = b"".join(_GLYPHS.findall(drawn)).decode()
            text = "".join(it for it in wrap(glyphs, 4) if it not in _figures())
            is_head = float(at[1]) < HEAD
            before, places = lines.get(is_head, ("", []))
            lines[is_head] = (before + text, [*places, place])
    return list(lines.values())


@cache
def _figures() -> frozenset[str]:
    """The numbers of the glyphs of figures, as content has them."""
    with TTFont(path(CONDENSED)) as font:
        names = font.getBestCmap()
        return frozenset(f"{font.getGlyphID(names[ord(figure)]):04x}" for figure in "0123456789")


def marked(content: bytes, numbers: Container[int]) -> dict[int, bytes]:
    """The operators within marks of these numbers."""
    found = ((int(it[1]), it[2]) for it in _INSIDE.finditer(content))
    return {number: inside for number, inside in found if number in numbers}


def as_margin(content: bytes, numbers: Container[int] | None = None) -> bytes:
    """The content with its marked parts, or those of these numbers, as parts of the margin: readers
    pass over them.
    """

    def changed(found: re.Match[bytes]) -> bytes:
        return MARGIN if numbers is None or int(found[1]) in numbers else found[0]

    return _MARKED.sub(changed, content)
