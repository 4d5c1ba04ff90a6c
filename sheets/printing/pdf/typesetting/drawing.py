"""The content of a page: frames, then borders and backgrounds, then paragraphs, then the margins.

Paragraphs are drawn in the order of the document, which is the order of their tags.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from sheets.printing.pdf.content import as_margin
from sheets.printing.pdf.frames import Framed, frame_strokes
from sheets.printing.pdf.typesetting.look import used
from sheets.printing.pdf.typesetting.paragraph import OF_THE_PAGE, Composing, Paragraph
from sheets.printing.pdf.typesetting.placed import Placed

SCALE = 0.75


@dataclass(slots=True)
class Drawn:
    """A page's content, the number of the first mark of each paragraph, and what it uses."""

    content: bytes
    marks: dict[int, int] = field(default_factory=dict)
    count: int = 0
    glyphs: dict[str, set[int]] = field(default_factory=dict)
    states: set[str] = field(default_factory=lambda: {"a1.0"})
    pictures: set[str] = field(default_factory=set)


def draw_page(
    placed: Sequence[Placed],
    margins: Sequence[Paragraph],
    composing: Composing,
    *,
    height: float,
    foot: float,
    again: Container[int] = (),
) -> Drawn:
    """Draws a page of that height, whose content may reach down to `foot`. Margin boxes at the
    places in `again` repeat an earlier page's: readers pass over them.
    """
    everything = [one for top in placed for one in top.all()]
    drawn = Drawn(b"")
    strokes = "".join(_frames(everything, foot))
    flip = f"{SCALE} 0 0 {-SCALE} 0 {height * SCALE:.3f} cm"
    parts: list[bytes] = []
    if strokes:
        parts.append(f"/Artifact BMC q {flip} {strokes}Q EMC\nq {flip}".encode())
    else:
        parts.append(f"q {flip}".encode())
    parts += _edges(everything, composing)
    for one in everything:
        if one.paragraph is not None:
            _draw_paragraph(one, one.paragraph, parts, drawn)
    for place, box in enumerate(margins):
        if place in again:
            parts.append(as_margin(_numbered(box, 0)))
        else:
            parts.append(_numbered(box, drawn.count))
            drawn.count += len(box.drawing) - 1
        _use(box, drawn)
    parts.append(b"Q")
    drawn.content = b"\n".join(parts)
    return drawn


def _draw_paragraph(placed: Placed, paragraph: Paragraph, parts: list[bytes], drawn: Drawn) -> None:
    """Adds a paragraph where it is placed, its marks numbered on."""
    drawn.marks[id(placed)] = first = drawn.count
    pieces = paragraph.drawing
    if len(pieces) == 1 and not paragraph.glyphs and b"re" not in pieces[0]:
        return
    parts.append(b"q 1 0 0 1 %.2f %.2f cm" % placed.corner)
    parts.append(_numbered(paragraph, first))
    parts.append(b"Q")
    drawn.count += len(pieces) - 1
    _use(paragraph, drawn)


def _numbered(paragraph: Paragraph, first: int) -> bytes:
    """The drawing of a paragraph, its marks numbered from there."""
    text = paragraph.drawing[0]
    for number, piece in enumerate(paragraph.drawing[1:], start=first):
        text += b"/MCID %d" % number + piece
    return text


def _use(paragraph: Paragraph, drawn: Drawn) -> None:
    for font, glyphs in paragraph.glyphs.items():
        drawn.glyphs.setdefault(font, set()).update(glyphs)
    drawn.states |= paragraph.states
    drawn.pictures |= paragraph.pictures


def _frames(everything: Sequence[Placed], foot: float) -> Iterator[str]:
    """The strokes of all frames, in the order of the document."""
    for place, one in enumerate(everything):
        paragraph = one.paragraph
        kinds = one.element.get("data-frame")
        if paragraph is not None:
            if paragraph.frames:
                yield f"q 1 0 0 1 {one.x:.2f} {one.y + one.lowered:.2f} cm {paragraph.frames}Q "
            if not one.is_cell:
                kinds = OF_THE_PAGE if OF_THE_PAGE in (kinds or "").split() else ""
        if kinds and not one.is_anonymous:
            framed = _framed(one)
            for kind in kinds.split():
                below = _below(everything[place:], foot) if kind == "foot" else 0.0
                yield frame_strokes(framed, kind, foot=below)


def _below(following: Sequence[Placed], foot: float) -> float:
    """The bottom of the free room below the first: the next element, or the foot of the page."""
    end = following[0].y + following[0].height
    return next((one.y for one in following if one.y >= end - 0.01), foot)


def _framed(one: Placed) -> Framed:
    look = one.look
    top, right, bottom, left = (
        border + (used(padding, one.width) or 0.0)
        for border, padding in zip(look.border, look.padding, strict=True)
    )
    rows = [
        inner.y + inner.lowered + row
        for inner in one.all()
        if inner.paragraph is not None
        for row in inner.paragraph.rows
    ]
    return Framed(
        one.element,
        look.style,
        (one.x, one.y, one.width, one.height),
        (one.x + left, one.y + top, one.width - left - right, one.height - top - bottom),
        rows,
    )


def _edges(everything: Sequence[Placed], composing: Composing) -> Iterator[bytes]:
    """The backgrounds and borders of blocks and cells, and of paragraphs around floats; others draw
    their own.
    """
    for one in everything:
        draws_own = one.paragraph is not None and not one.is_cell and not one.beside
        if one.look.is_plain or draws_own:
            continue
        edge = composing.edge(one.look, one.width, one.height, (one.goes_on, one.is_cut))
        yield b"q 1 0 0 1 %.2f %.2f cm\n%b\nQ" % (one.x, one.y, edge)
