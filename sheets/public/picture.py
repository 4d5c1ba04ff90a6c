"""The picture of a shared sheet that chats and forums show beside its link."""

from __future__ import annotations

import math
from functools import cache, partial
from io import BytesIO
from random import Random

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from rules.sheet.sections import Sheet
from sheets.printing.type import fonts
from sheets.printing.type.glyphs import printable
from sheets.printing.type.measure import has_glyphs
from sheets.ui import likeness_image
from sheets.ui.likeness_image import Colors
from sheets.ui.likenesses import traits
from sheets.ui.sections import leading

SIZE = WIDTH, HEIGHT = 1200, 630
MARGIN = 72
GROUND, INK, SOFT, AMBER = (12, 18, 33), (242, 237, 227), (152, 162, 184), (240, 178, 74)
STREAK = (30, 40, 64)
PORTRAIT = 300, 400
NAME_SIZES = range(112, 43, -4)
MOST_FIGURES = 5


def draw(sheet: Sheet, game: str, portrait: bytes | None) -> bytes:
    """A PNG of 1200 × 630 pixels: name, concept, the leading numbers, and the portrait (WebP), or
    the likeness without one. Characters without a glyph are left out.
    """
    image = _ground().copy()
    pen = ImageDraw.Draw(image)
    if portrait:
        face = Image.open(BytesIO(portrait)).convert("RGB")
        face.thumbnail(PORTRAIT)
    else:
        face = likeness_image.image(traits(sheet), PORTRAIT[0], Colors(INK, GROUND, AMBER))
    right = WIDTH - MARGIN - face.width - 48
    image.paste(face, (WIDTH - MARGIN - face.width, MARGIN))
    facts = " · ".join(text for _, text in sheet.facts if text)
    _line(pen, (MARGIN, MARGIN), facts or game, fonts.CONDENSED, 36, SOFT, right)
    _name(pen, _drawn(sheet.name, fonts.BOLD) or _drawn(sheet.kind, fonts.BOLD) or game, right)
    _line(pen, (MARGIN, 268), sheet.concept, fonts.TEXT, 38, SOFT, right)
    _figures(pen, sheet)
    _line(pen, (MARGIN, HEIGHT - 62), sheet.credit, fonts.CONDENSED, 24, SOFT, WIDTH - MARGIN)
    out = BytesIO()
    image.quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def _ground() -> Image.Image:
    """The ground, with streaks of stars from one point."""
    image = Image.new("RGB", SIZE, GROUND)
    pen, chance = ImageDraw.Draw(image), Random(6)  # noqa: S311  # the same sky each time
    x, y = WIDTH * 0.8, HEIGHT * 0.45
    for _ in range(150):
        angle, start = chance.uniform(0, math.tau), chance.uniform(160, 700)
        end = start + chance.uniform(20, 120)
        across, down = math.cos(angle), math.sin(angle)
        ends = (x + across * start, y + down * start, x + across * end, y + down * end)
        pen.line(ends, STREAK, 2)
    pen.rectangle((0, 0, WIDTH, 9), AMBER)
    return image


@cache
def _font(face: str, size: int) -> FreeTypeFont:
    return ImageFont.truetype(str(fonts.path(face)), size)


def _drawn(text: str, face: str) -> str:
    """The text on one line, without what the font cannot show."""
    shown = "".join(letter for letter in printable(text) if has_glyphs(letter, face))
    return " ".join(shown.split())


def _line(
    pen: ImageDraw.ImageDraw,
    at: tuple[int, int],
    text: str,
    face: str,
    size: int,
    ink: tuple[int, int, int],
    right: int,
) -> None:
    """One line of text, cut with an ellipsis where it would pass `right`."""
    length = partial(pen.textlength, font=_font(face, size))
    words = _drawn(text, face)
    if at[0] + length(words) > right:
        while words and at[0] + length(f"{words}…") > right:
            words = words[:-1].rstrip()
        words += "…"
    pen.text(at, words, ink, _font(face, size))


def _name(pen: ImageDraw.ImageDraw, name: str, right: int) -> None:
    """The name as large as it fits."""
    for size in NAME_SIZES:
        if MARGIN + pen.textlength(name, _font(fonts.BOLD, size)) <= right:
            break
    _line(pen, (MARGIN, 124 + (112 - size) // 2), name, fonts.BOLD, size, INK, right)


def _figures(pen: ImageDraw.ImageDraw, sheet: Sheet) -> None:
    """The leading numbers side by side, each under its name."""
    section = leading(sheet)
    x = MARGIN
    for line in section.lines[:MOST_FIGURES] if section else ():
        label, code = _drawn(line.name, fonts.CONDENSED), _drawn(line.figure.code, fonts.BOLD)
        small, large = _font(fonts.CONDENSED, 32), _font(fonts.BOLD, 92)
        pen.text((x, 374), label, SOFT, small)
        pen.text((x, 408), code, INK, large)
        x += int(max(pen.textlength(label, small), pen.textlength(code, large))) + 44
        if x > WIDTH - MARGIN - 120:
            break
