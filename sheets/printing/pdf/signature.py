"""A game's signature at the head of its pages: the emblem and the ruler, as strokes of a PDF.

An emblem is drawn in a square of 24 units, in the path language of SVG: `data-path` is stroked,
`data-full` is filled. Lengths are CSS pixels, y runs downward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import log10

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.svgLib.path import parse_path

MM, POINT = 96 / 25.4, 96 / 72
SQUARE = 24
# The weights of the base line, of its ticks, and of an emblem's strokes (in its own units).
BASE, TICK, STROKE = 2 * POINT, 0.5 * POINT, 1.3
# A slide rule: marks from 1 to 10 on its length twice, finer where there is room.
DECADES = 2
BLOCK, BEAD = 6 * MM, 6 * MM


@cache
def _operators(path: str) -> str:
    """An SVG path in the operators of a PDF."""
    pen = DecomposingRecordingPen({})
    parse_path(path, pen)
    return "".join(_operator(name, points) for name, points in pen.value)


def _operator(name: str, points: tuple[tuple[float, float], ...]) -> str:
    numbers = " ".join(f"{x:.2f} {y:.2f}" for x, y in points)
    match name:
        case "moveTo":
            return f"{numbers} m "
        case "lineTo":
            return f"{numbers} l "
        case "curveTo":
            return f"{numbers} c "
        case "closePath":
            return "h "
        case "endPath":
            return ""
    raise ValueError(f"an emblem's path has {name}; draw it with M, L, C, A and Z")


def emblem(edges: tuple[float, float, float, float], ink: str, path: str, full: str) -> str:
    """An emblem as large as its box, upside down if its edges are turned; `ink` sets the color of
    strokes.
    """
    x, y, right, _ = edges
    side = (right - x) / SQUARE
    fill = f"{_filling(ink)} {_operators(full)}f " if full else ""
    strokes = f"{ink} {STROKE} w 1 j {_operators(path)}S " if path else ""
    return f"q {side:.4f} 0 0 {side:.4f} {x:.2f} {y:.2f} cm {strokes}{fill}Q "


def _filling(ink: str) -> str:
    return ink.replace("RG", "rg").replace("G", "g")


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l "


def _millimeters(length: float) -> Iterator[tuple[float, float]]:
    """A tick per millimeter, longer ones for five and ten: position, and share of the depth."""
    for tick in range(int(length / MM) + 1):
        yield tick * MM, 1.0 if tick % 10 == 0 else 0.64 if tick % 5 == 0 else 0.42


def _slide_rule(length: float) -> Iterator[tuple[float, float]]:
    """Ticks that close up from left to right, decade by decade, like stars before a jump."""
    decade = length / DECADES
    for start in range(DECADES):
        for mark in range(20, 200):
            # Twentieths up to 2, tenths up to 5, fifths up to 10.
            if mark % (1 if mark < 40 else 2 if mark < 100 else 4) == 0:
                depth = 1.0 if mark % 20 == 0 else 0.64 if mark % 10 == 0 else 0.42
                yield (start + log10(mark / 20)) * decade, depth
    yield length, 1.0


def _ticked(marks: Callable[[float], Iterator[tuple[float, float]]]) -> Callable[..., str]:
    def draw(edges: tuple[float, float, float, float], ink: str) -> str:
        x, y, right, bottom = edges
        return f"q 1 0 0 1 {x:.2f} {y:.2f} cm {ink} {_scale(right - x, bottom - y)}Q "

    @cache
    def _scale(length: float, depth: float) -> str:
        ticks = "".join(
            f"{at:.2f} 0 m {at:.2f} {depth * share:.1f} l " for at, share in marks(length)
        )
        return f"{BASE:.2f} w 0 0 m {length:.2f} 0 l S {TICK:.2f} w {ticks}S "

    return draw


def _blocks(edges: tuple[float, float, float, float], ink: str) -> str:
    """Blocks in two rows, black and white in turn, as at the foot of a map."""
    x, y, right, bottom = edges
    count = max(1, round((right - x) / BLOCK))
    wide, half = (right - x) / count, (bottom - y) * 0.36
    filled = "".join(
        f"{x + place * wide:.2f} {y + place % 2 * half:.2f} {wide:.2f} {half:.2f} re "
        for place in range(count)
    )
    frame = f"{x:.2f} {y:.2f} {right - x:.2f} {2 * half:.2f} re "
    return f"{_filling(ink)} {filled}f {ink} {TICK * 1.4:.2f} w {frame}S "


def _beads(edges: tuple[float, float, float, float], ink: str) -> str:
    """Dots on a line, each fifth one filled in."""
    x, y, right, bottom = edges
    count = max(1, round((right - x) / BEAD))
    apart, across = (right - x) / count, (bottom - y) * 0.62
    middle = y + across / 2
    lines, rings, full = _line(x, y, right, y), "", ""
    for place in range(count):
        center = x + (place + 0.5) * apart
        ring = _circle(center, middle + TICK * 2, across / 2)
        if place % 5 == 0:
            full += ring
        else:
            rings += ring
    return f"{ink} {BASE:.2f} w {lines}S {TICK * 1.4:.2f} w {rings}S {_filling(ink)} {full}f "


def _circle(x: float, y: float, radius: float) -> str:
    left, right, pull = x - radius, x + radius, radius * 4 / 3
    upper = f"{left:.1f} {y - pull:.2f} {right:.1f} {y - pull:.2f} {right:.1f} {y:.2f} c "
    lower = f"{right:.1f} {y + pull:.2f} {left:.1f} {y + pull:.2f} {left:.1f} {y:.2f} c "
    return f"{left:.1f} {y:.2f} m {upper}{lower}h "


RULERS: dict[str, Callable[[tuple[float, float, float, float], str], str]] = {
    "scale": _ticked(_millimeters),
    "slide-rule": _ticked(_slide_rule),
    "blocks": _blocks,
    "beads": _beads,
}
