"""Likenesses as pixels, for the picture of a shared sheet and for paper."""

from io import BytesIO
from typing import NamedTuple

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from PIL import Image, ImageDraw

from rules.sheet.sections import Sheet
from rules.text_cache import text_cache
from sheets.ui import likenesses

Color = tuple[int, int, int]
Point = tuple[float, float]
ACROSS, DOWN = 48, 64  # the grid of the parts
SHARP = 2  # drawn so much larger, and made smaller with smooth edges
STEPS = 8  # straight lines for a curve
STROKES = {"tone": 1.6, "line": 1.6, "cut": 1.4}
GLOW, CORE = 4.4, 1.5
TONE = 0.2
# As wide on paper as a portrait is at most.
PAPER_WIDTH = 420


class Colors(NamedTuple):
    """The colors of a likeness: of its lines, of what it lies on, and its one accent."""

    ink: Color
    ground: Color
    accent: Color

    def of(self, layer: str) -> Color:
        """The fill or stroke of a layer."""
        if layer == "tone":
            red, green, blue = (
                round(TONE * one + (1 - TONE) * other)
                for one, other in zip(self.ink, self.ground, strict=True)
            )
            return red, green, blue
        return {"cut": self.ground, "dot": self.accent}.get(layer, self.ink)


PAPER = Colors((20, 24, 34), (255, 255, 255), (150, 96, 20))


class _Outline(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Collects the lines of a path, curves as short straight ones."""

    def __init__(self) -> None:
        super().__init__(None)
        self.lines: list[list[Point]] = []

    def _moveTo(self, pt: Point) -> None:  # noqa: N802 (BasePen's name)
        self.lines.append([pt])

    def _lineTo(self, pt: Point) -> None:  # noqa: N802 (BasePen's name)
        self.lines[-1].append(pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802 (BasePen's name)
        line = self.lines[-1]
        four = line[-1], pt1, pt2, pt3
        line += [_on_curve(four, step / STEPS) for step in range(1, STEPS + 1)]

    def _closePath(self) -> None:  # noqa: N802 (BasePen's name)
        self.lines[-1].append(self.lines[-1][0])


def paper_portrait(sheet: Sheet) -> bytes:
    """The likeness as a portrait to print: a WebP in ink on white."""
    return _paper_portrait(*likenesses.traits(sheet))


@text_cache(256)
def _paper_portrait(*traits: str) -> bytes:
    out = BytesIO()
    image(likenesses.Traits(*traits), PAPER_WIDTH, PAPER).save(out, "WEBP", quality=90)
    return out.getvalue()


def image(traits: likenesses.Traits, width: int, colors: Colors) -> Image.Image:
    """The likeness, so many pixels wide and a third as much higher."""
    species, calling, blade, name, craft = traits
    height, scale = width * DOWN // ACROSS, width * SHARP / ACROSS
    picture = Image.new("RGB", (width * SHARP, height * SHARP), colors.ground)
    pen = ImageDraw.Draw(picture)
    for part, where in likenesses.placed(species, calling, name, craft):
        _part(pen, part, where, colors, scale)
    if blade:
        blade_lines = _lines(likenesses.BLADE, scale)
        _stroke(pen, blade_lines, _hex(blade), GLOW * scale)
        _stroke(pen, blade_lines, (255, 255, 255), CORE * scale)
        _part(pen, likenesses.GRIP, "", colors, scale)
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def _part(pen: ImageDraw.ImageDraw, part: str, where: str, colors: Colors, scale: float) -> None:
    """A part with its layers, from the back to the front."""
    for layer, path in likenesses.drawings()[part].items():
        lines = _lines(path, scale, is_head=where == likenesses.HEAD)
        _paint(pen, lines, layer, colors, scale)


def _paint(
    pen: ImageDraw.ImageDraw, lines: list[list[Point]], layer: str, colors: Colors, scale: float
) -> None:
    """A layer of a part: filled, stroked, or both."""
    if layer not in ("line", "cut"):
        for line in lines:
            pen.polygon(line, fill=colors.of(layer))
    if width := STROKES.get(layer):
        _stroke(pen, lines, colors.ground if layer == "cut" else colors.ink, width * scale)


def _stroke(pen: ImageDraw.ImageDraw, lines: list[list[Point]], color: Color, width: float) -> None:
    """Lines with round ends and corners."""
    whole = round(width)
    half = (whole - 1) / 2
    for line in lines:
        pen.line(line, fill=color, width=whole)
        for x, y in line:
            pen.ellipse((x - half, y - half, x + half, y + half), fill=color)


def _lines(path: str, scale: float, *, is_head: bool = False) -> list[list[Point]]:
    """The lines of a path, in pixels."""
    outline = _Outline()
    parse_path(path, outline)
    grow, left, top = 1.0, 0.0, 0.0
    if is_head:
        grow, left, top = likenesses.HEAD_SCALE, likenesses.HEAD_LEFT, likenesses.HEAD_TOP
    return [
        [((grow * x + left) * scale, (grow * y + top) * scale) for x, y in line]
        for line in outline.lines
    ]


def _on_curve(four: tuple[Point, Point, Point, Point], at: float) -> Point:
    """A point of a cubic curve, from 0 at its start to 1 at its end."""
    rest = 1 - at
    shares = (rest**3, 3 * rest**2 * at, 3 * rest * at**2, at**3)
    x, y = (
        sum(share * point[axis] for share, point in zip(shares, four, strict=True))
        for axis in (0, 1)
    )
    return x, y


def _hex(color: str) -> Color:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
