"""The frames of a page: plates, scales, ruled lines and boxes, drawn under the text as artifacts.

An element asks for a frame with `data-frame`; it is drawn where the layout has put the element.
Plain CSS borders do the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pydyf
from weasyprint.document import Document, Page
from weasyprint.formatting_structure.boxes import Box, LineBox, ReplacedBox

from sheets.printing.pdf.signature import RULERS, emblem

MM = 96 / 25.4  # CSS pixels
# Writing lines are as thick and as black as a copy of a copy needs.
THICK, THIN, HAIR = 1.5 * 96 / 72, 1.1 * 96 / 72, 0.5 * 96 / 72
SLAB, BOX, OVER = 2.2 * 96 / 72, 0.8 * 96 / 72, 0.75 * 96 / 72
BLACK = "0 G"
CUT = 2.5 * MM
# So many millimeters at the end of a page, at least, are ruled to write on.
LEAST_RULED = 17
# Millimeters from a corner of a page to where its border begins.
OPEN = 21
# A dot of a row, and the way from one to the next; many are smaller, and so are boxes.
FEW_DOTS, CLOSER = 5, 0.9
SOLID = (LineBox, ReplacedBox)
DOT_RADIUS, DOT = 1.15 * MM, 2.8 * MM
# How much larger they are in large print.
LARGER, LARGER_BOXES = 1.15, 1.8
# The name of a row of boxes, such as "spent".
ROW_NAME = 13 * MM


def _frame_strokes(box: Box, kind: str, *, foot: float) -> str:
    """One frame of a box; one that reaches down ends at `foot`."""
    return REACHING[kind](box, foot) if kind in REACHING else DRAWN[kind](box)


def draw_frames(document: Document, pdf: pydyf.PDF) -> None:
    """A finisher for WeasyPrint: draws the frames of each page."""
    pages = [
        thing for thing in pdf.objects if isinstance(thing, dict) and thing.get("Type") == "/Page"
    ]
    for page, pdf_page in zip(document.pages, pages, strict=True):
        strokes = "".join(_strokes(page))
        if page is not document.pages[-1]:
            strokes += _lines_below(page)
        if not strokes:
            continue
        scale = 0.75
        under = (
            f"/Artifact BMC q {scale} 0 0 {-scale} 0 {page.height * scale:.3f} cm {strokes}Q EMC"
        )
        stream = pydyf.Stream([under.encode()], compress=True)
        pdf.add_object(stream)
        pdf_page["Contents"] = pydyf.Array([stream.reference, pdf_page["Contents"]])


def _strokes(page: Page) -> Iterator[str]:
    seen = set()
    boxes = [getattr(box, "_box", box) for box in page._page_box.descendants(placeholders=True)]
    for place, box in enumerate(boxes):
        element = box.element
        kinds = _frames_of(box)
        if kinds and id(element) not in seen:
            seen.add(id(element))
            for kind in kinds:
                foot = _foot(page, boxes[place:]) if kind in REACHING else 0.0
                yield _frame_strokes(box, kind, foot=foot)


def _lines_below(page: Page) -> str:
    """Lines to write on below the last content of a page before which the next one breaks, so many
    millimeters apart as `data-lines` of its body says; "" if it says nothing, or where little is
    free.
    """
    content = page._page_box.children[0].descendants(placeholders=True)
    boxes = [getattr(box, "_box", box) for box in content]
    body = next(box for box in boxes if box.element_tag == "body")
    kinds = {kind for box in boxes for kind in _frames_of(box)}
    if not (pitch := body.element.get("data-lines")) or kinds & set(REACHING):
        return ""
    solid = (it for it in boxes if isinstance(it, SOLID) or _frames_of(it))
    low = max(it.position_y + it.margin_height() for it in solid)
    foot = page._page_box.content_box_y() + page._page_box.height
    if foot - low < LEAST_RULED * MM:
        return ""
    count = int((foot - low) / (float(pitch) * MM) + 0.01)
    x, right = body.content_box_x(), body.content_box_x() + body.width
    rows = (low + (row + 1) * float(pitch) * MM for row in range(count))
    lines = (_line(x, row, right, row) for row in rows)
    return f"{BLACK} {HAIR:.2f} w {''.join(lines)}S "


def _frames_of(box: Box) -> list[str]:
    """The kinds of frames that a box asks for."""
    return (box.element.get("data-frame") or "").split() if box.element is not None else []


def _foot(page: Page, boxes: list[Box]) -> float:
    """The bottom of the free room below the first box: the next box, or the foot of the page."""
    end = boxes[0].position_y + boxes[0].margin_height()
    below = (box.position_y for box in boxes if box.position_y >= end - 0.01)
    return float(next(below, page._page_box.content_box_y() + page._page_box.height))


def _plate(box: Box, thickness: float = THIN) -> str:
    """A box with two cut corners, drawn inside its edges."""
    x, y, right, bottom = _edges(box)
    half = thickness / 2
    x, y, right, bottom = x + half, y + half, right - half, bottom - half
    cut = 2.2 * MM
    path = [
        (x, y),
        (right - cut, y),
        (right, y + cut),
        (right, bottom),
        (x + cut, bottom),
        (x, bottom - cut),
    ]
    return f"{_ink(box)} {thickness:.2f} w {_polygon(path)}"


def _slab(box: Box) -> str:
    """A plate with a heavy frame."""
    return _plate(box, SLAB)


def _mat(box: Box) -> str:
    """A double line around a page, heavy and thin, without its corners."""
    return "".join(
        _open_corners(box, inset * MM, thickness) for inset, thickness in ((7, SLAB), (9, HAIR))
    )


def _open_corners(box: Box, inset: float, thickness: float) -> str:
    """A line along each side, which ends before the corners."""
    x, y, right, bottom = _edges(box)
    x, y, right, bottom = x + inset, y + inset, right - inset, bottom - inset
    gap = OPEN * MM - inset
    lines = (
        _line(x + gap, y, right - gap, y),
        _line(x + gap, bottom, right - gap, bottom),
        _line(x, y + gap, x, bottom - gap),
        _line(right, y + gap, right, bottom - gap),
    )
    return f"{_ink(box)} {thickness:.2f} w {''.join(lines)}S "


def _ruler(name: str) -> Callable[[Box], str]:
    """A game's ruler below the name."""
    return lambda box: RULERS[name](_edges(box), _ink(box))


def _emblem(box: Box) -> str:
    """A game's emblem, from the paths of its element."""
    path, full = box.element.get("data-path", ""), box.element.get("data-full", "")
    return emblem(_edges(box), _ink(box), path, full)


def _turned_emblem(box: Box) -> str:
    """The emblem upside down, for the side of a tent that is folded over."""
    x, y, right, bottom = _edges(box)
    path, full = box.element.get("data-path", ""), box.element.get("data-full", "")
    return emblem((right, bottom, x, y), _ink(box), path, full)


def _fold(box: Box) -> str:
    """A dashed line along the top, where to fold."""
    x, y, right, _ = _edges(box)
    return f"q {BLACK} {HAIR:.2f} w [6 4] 0 d {_line(x, y, right, y)}S Q "


def _over(box: Box) -> str:
    """A line above a row: one for all of its cells, each of which would have its own border."""
    x, y, right, _ = _edges(box)
    return f"{BLACK} {OVER:.2f} w {_line(x, y + OVER / 2, right, y + OVER / 2)}S "


def _under(box: Box) -> str:
    """A hairline below a row."""
    x, _, right, bottom = _edges(box)
    return f"{BLACK} {HAIR:.2f} w {_line(x, bottom - HAIR / 2, right, bottom - HAIR / 2)}S "


def _lines(box: Box) -> str:
    """Lines to write on."""
    return _ruled(box, box.content_box_y() + box.height)


def _ruled(box: Box, foot: float) -> str:
    """A line under each line of text, continued down to the foot."""
    x, right = box.content_box_x(), box.content_box_x() + box.width
    pitch = _pitch(box)
    rows = _row_bottoms(box)
    at = max(rows, default=box.content_box_y())
    while at + pitch <= foot + 0.05:
        at += pitch
        rows.append(at)
    lines = (_line(x, row, right, row) for row in rows)
    return f"{BLACK} {HAIR:.2f} w {''.join(lines)}S " if rows else ""


def _end(box: Box, foot: float) -> str:
    """A hairline at the foot, where a field ends."""
    x, right = box.content_box_x(), box.content_box_x() + box.width
    return f"{BLACK} {HAIR:.2f} w {_line(x, foot - HAIR / 2, right, foot - HAIR / 2)}S "


def _row_bottoms(box: Box) -> list[float]:
    """Where the lines of text in a box end."""
    lines = (line for line in box.descendants() if isinstance(line, LineBox))
    return [line.position_y + line.height for line in lines]


def _box(box: Box) -> str:
    """A box to tick."""
    x, y, right, bottom = _edges(box)
    return f"{_ink(box)} {BOX:.2f} w {x:.2f} {y:.2f} {right - x:.2f} {bottom - y:.2f} re S "


def _marked(box: Box) -> str:
    """A cross in a box."""
    x, y, right, bottom = _edges(box)
    inset = (right - x) * 0.2
    x, y, right, bottom = x + inset, y + inset, right - inset, bottom - inset
    return f"{_ink(box)} {THICK:.2f} w {_line(x, y, right, bottom)}{_line(x, bottom, right, y)}S "


def _slashed(box: Box) -> str:
    """One stroke in a box: the lesser of two kinds of mark."""
    x, y, right, bottom = _edges(box)
    inset = (right - x) * 0.2
    x, y, right, bottom = x + inset, y + inset, right - inset, bottom - inset
    return f"{_ink(box)} {THICK:.2f} w {_line(x, bottom, right, y)}S "


def _dots(box: Box) -> str:
    """Dots side by side, from the `data-dots` of its element: 1 is one that is filled in. Each row
    is placed by its first: alike rows are written alike, which takes a tenth of the room in a file.
    """
    dots = box.element.get("data-dots")
    pitch, radius = box.width / len(dots), box.height / 2
    first = box.content_box_x() + radius, box.content_box_y() + radius
    return _circles(box, first, pitch=pitch, radius=radius)


def _row_dots(end: float, size: float = 1) -> Callable[[Box], str]:
    """Dots on the first line of a row, so many millimeters before its end, and so many times the
    usual size.
    """

    def drawn(box: Box) -> str:
        count = len(box.element.get("data-dots"))
        closer = size * (CLOSER if count > FEW_DOTS else 1)
        pitch, radius = closer * DOT, closer * DOT_RADIUS
        x, middle = _row_end(box, pitch * count)
        return _circles(box, (x - end * MM + radius, middle), pitch=pitch, radius=radius)

    return drawn


def _row_boxes(most: float = 1) -> Callable[[Box], str]:
    """Boxes at the end of a row, from the `data-boxes` of its element: 1 is one that is marked.
    They are up to so many times as large, as far as the row has room beside its name.
    """

    def drawn(box: Box) -> str:
        boxes, pitch = box.element.get("data-boxes"), CLOSER * DOT
        pitch *= max(1, min(most, (box.width - ROW_NAME) / (len(boxes) * pitch)))
        side = pitch * 2 * DOT_RADIUS / DOT
        x, middle = _row_end(box, len(boxes) * pitch)
        top, strokes = middle - side / 2, f"{_ink(box)} {BOX:.2f} w "
        for mark in boxes:
            strokes += f"{x:.2f} {top:.2f} {side:.2f} {side:.2f} re "
            if mark == "1":
                a, b = x + side * 0.2, x + side * 0.8
                c, d = top + side * 0.2, top + side * 0.8
                strokes += f"{_line(a, c, b, d)}{_line(a, d, b, c)}"
            x += pitch
        return f"{strokes}S "

    return drawn


def _row_end(box: Box, length: float) -> tuple[float, float]:
    """Where something of that length begins that ends with a row, and the middle of its first
    line.
    """
    line = next(it for it in box.descendants() if isinstance(it, LineBox))
    x = box.content_box_x() + box.width - length
    return float(x), float(line.position_y + line.height / 2)


def _circles(box: Box, first: tuple[float, float], *, pitch: float, radius: float) -> str:
    """A circle for each dot of an element, the first around a point: a line without a length has
    round ends and no more. All are as black as one that is filled in; the others are white inside.
    """
    dots, (x, middle) = box.element.get("data-dots"), first
    points = [f"{pitch * place:.1f} 0 m {pitch * place:.1f} 0 l " for place in range(len(dots))]
    inside = "".join(point for point, dot in zip(points, dots, strict=True) if dot == "0")
    white = f"1 G {2 * radius - BOX:.2f} w {inside}S " if inside else ""
    drawn = f"{_ink(box)} {2 * radius + BOX:.2f} w {''.join(points)}S {white}"
    return f"q 1 J 1 0 0 1 {x:.1f} {middle:.1f} cm {drawn}Q "


def _cut(box: Box) -> str:
    """Where to cut: a mark along each side at each corner. Those of neighbors form a cross."""
    x, y, right, bottom = _edges(box)
    lines = []
    for corner_x, corner_y in ((x, y), (right, y), (x, bottom), (right, bottom)):
        lines.append(_line(corner_x - CUT, corner_y, corner_x + CUT, corner_y))
        lines.append(_line(corner_x, corner_y - CUT, corner_x, corner_y + CUT))
    return f"{BLACK} {HAIR:.2f} w {''.join(lines)}S "


DRAWN: dict[str, Callable[[Box], str]] = {
    "plate": _plate,
    "slab": _slab,
    "mat": _mat,
    "emblem": _emblem,
    "turned-emblem": _turned_emblem,
    "fold": _fold,
    **{name: _ruler(name) for name in RULERS},
    "over": _over,
    "under": _under,
    "lines": _lines,
    "box": _box,
    "marked": _marked,
    "slashed": _slashed,
    "dots": _dots,
    "row-dots": _row_dots(4.8),
    "pool-dots": _row_dots(10.4),
    "large-row-dots": _row_dots(6.2, LARGER),
    "large-pool-dots": _row_dots(13.2, LARGER),
    "row-boxes": _row_boxes(),
    "large-row-boxes": _row_boxes(LARGER_BOXES),
    "cut": _cut,
}
# Frames that reach down to what follows, or to the foot of the page.
REACHING = {"foot": _ruled, "end": _end}


def _ink(box: Box) -> str:
    """The outline color of a box in the stylesheet, else black."""
    colour = box.style["outline_color"]
    if colour == "currentcolor":
        return BLACK
    return " ".join(f"{part:.3f}" for part in colour.to("srgb")[:3]) + " RG"


def _pitch(box: Box) -> float:
    height = box.style["line_height"]
    return float(getattr(height, "value", None) or height[0])


def _edges(box: Box) -> tuple[float, float, float, float]:
    x, y = box.border_box_x(), box.border_box_y()
    return x, y, x + box.border_width(), y + box.border_height()


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l "


def _polygon(points: list[tuple[float, float]]) -> str:
    first, *others = (f"{x:.2f} {y:.2f}" for x, y in points)
    return f"{first} m {''.join(f'{point} l ' for point in others)}h S "
