"""Rows of dots as fields of a form: a list to choose a number from, shown as dots.

The letters of their font are dots, so that a reader that draws a field anew draws dots, too.
"""

from __future__ import annotations

import math
from functools import cache
from io import BytesIO

import pydyf
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph

from sheets.printing.pdf.text import Text

# What an element of HTML says of its dots: how many there are.
MOST = "data-most"
# The font's name in a field, and in the file.
FACE, NAME = "D", "HYPDOT+Hyperspace-Dots"
FULL, EMPTY = "●", "○"
# Thousandths of an em, which is the way from a dot to the next: the height of its middle, its
# radius, and that of the white in it, as frames draw dots.
EM, MIDDLE, RADIUS, WHITE = 1000, 344, 461, 360
# A list that drops down, and tells at once what was chosen.
LIST = 1 << 17 | 1 << 26
# The sides of a circle's outline, each one curve.
SIDES = 8
TO_UNICODE = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
2 beginbfchar <0001> <25CF> <0002> <25CB> endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end"""


def drawing(value: int, most: int) -> str:
    """The glyphs of a number of dots, as a PDF writes them."""
    return f"<{'0001' * value}{'0002' * (most - value)}>"


def options(pdf: pydyf.PDF, most: int) -> bytes:
    """A reference to what can be chosen: each number, shown as its dots."""
    rows = pydyf.Array(
        pydyf.Array([Text(str(value)), Text(FULL * value + EMPTY * (most - value))])
        for value in range(most + 1)
    )
    pdf.add_object(rows)
    return bytes(rows.reference)


def add_font(pdf: pydyf.PDF) -> bytes:
    """Adds the font of dots to a file; its reference."""
    file = _file()
    letters = pydyf.Stream([TO_UNICODE.encode()], compress=True)
    stream = pydyf.Stream([file], {"Length1": len(file)}, compress=True)
    for it in (letters, stream):
        pdf.add_object(it)
    descriptor = pydyf.Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": f"/{NAME}",
            "Flags": 4,
            "FontBBox": pydyf.Array([0, MIDDLE - RADIUS, EM, MIDDLE + RADIUS]),
            "ItalicAngle": 0,
            "Ascent": MIDDLE + RADIUS,
            "Descent": MIDDLE - RADIUS,
            "CapHeight": MIDDLE + RADIUS,
            "StemV": RADIUS - WHITE,
            "FontFile2": stream.reference,
        }
    )
    pdf.add_object(descriptor)
    inner = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": f"/{NAME}",
            "CIDSystemInfo": pydyf.Dictionary(
                {
                    "Registry": pydyf.String("Adobe"),
                    "Ordering": pydyf.String("Identity"),
                    "Supplement": 0,
                }
            ),
            "CIDToGIDMap": "/Identity",
            "DW": EM,
            "FontDescriptor": descriptor.reference,
        }
    )
    pdf.add_object(inner)
    font = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{NAME}",
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([inner.reference]),
            "ToUnicode": letters.reference,
        }
    )
    pdf.add_object(font)
    return bytes(font.reference)


@cache
def _file() -> bytes:
    """The font file: nothing, a dot, and an empty one."""
    names = [".notdef", "full", "empty"]
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(FULL): "full", ord(EMPTY): "empty"})
    builder.setupGlyf({".notdef": _glyph(), "full": _glyph(RADIUS), "empty": _glyph(RADIUS, WHITE)})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (EM, EM // 2 - RADIUS)))
    builder.setupHorizontalHeader(ascent=MIDDLE + RADIUS, descent=MIDDLE - RADIUS)
    builder.setupPost()
    # The same file each time.
    builder.updateHead(created=0, modified=0)
    builder.font.recalcTimestamp = False
    buffer = BytesIO()
    builder.save(buffer)
    return buffer.getvalue()


def _glyph(*radii: int) -> Glyph:
    """Circles around one middle, each other one turned around: it is a hole."""
    pen = TTGlyphPen(None)
    for place, radius in enumerate(radii):
        turn = (-1) ** place * 2 * math.pi / SIDES
        # Control points lie further out than the circle, the points between them on it.
        far = radius / math.cos(math.pi / SIDES)
        points = [
            (
                round(EM / 2 + far * math.cos(turn * side)),
                round(MIDDLE + far * math.sin(turn * side)),
            )
            for side in range(SIDES)
        ]
        pen.qCurveTo(*points, None)
        pen.closePath()
    return pen.glyph()
