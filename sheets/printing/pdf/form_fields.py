"""Form fields: adds what PDF readers need to show them and to type into them.

WeasyPrint places, names and tags the fields and embeds their font. It gives them no appearance, so
many readers would show them empty, and a font by glyph number, in which most readers cannot type.
Here each field gets an appearance and a font to type in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Any

import pydyf
from fontTools.agl import UV2AGL
from fontTools.ttLib import TTFont

from sheets.printing.type.fonts import CONDENSED, path

TYPING, PRINTED = "Typing", "Printed"
FAMILY = "Hyperspace-Condensed,-Medium"
# The characters of the encoding in which every reader can type: cp1252. Codes that it leaves free
# have the letters of Central Europe.
FIRST, LAST = 1, 255
LETTERS = "ŁłĄąĆćĘęŃńŚśŹźŻżČčĎďĚěŇňŘřŤťŮůŐőŰű"
FREE = (*(code for code in range(1, 32) if code not in (9, 10, 13)), 127, 129, 141, 143, 144, 157)
CENTRAL = dict(zip(FREE, LETTERS, strict=True))
NONSYMBOLIC = 32
CAPITALS, PADDING = 0.688, 2.0  # ems; points
# Points per CSS pixel; the mark of a field that reaches down to the foot of its page.
POINTS, FOOT = 0.75, "foot"
PLACING = ("GDEF", "GPOS", "GSUB")
ALIGNED = {"center": 1, "right": 2}
_SIZE = re.compile(rb"/([A-Za-z]+) ([0-9.]+) Tf")


def complete_fields(document: Any, pdf: Any) -> None:
    """A finisher for WeasyPrint: gives each text field an appearance and a font to type in."""
    if "AcroForm" not in pdf.catalog:
        return
    form = pdf.catalog["AcroForm"]
    # Appearances are made below; those of a reader would only look worse.
    del form["NeedAppearances"]
    fields = []
    for page, box, field in _text_fields(document):
        left, top, right, bottom = field["Rect"]
        lower = min(top, bottom)
        if box.element.get("data-field") == FOOT:
            lower = min(lower, _foot(page))
        field["Rect"] = pydyf.Array([left, lower, right, max(top, bottom)])
        size = float(_match(field)[2])
        field["DA"] = pydyf.String(f"0 g /{TYPING} {size:g} Tf")
        side = ALIGNED.get(box.style["text_align_all"], 0)
        if side:
            field["Q"] = side
        fields.append((field, size, side))
    dress(pdf, form, fields)


def dress(pdf: Any, form: Any, fields: Sequence[tuple[Any, float, int]]) -> None:
    """Gives text fields, each with the size and side of its text, a font to type in and an
    appearance. The form's resources have the fonts of the file.
    """
    printed, typing = _fonts(pdf, form)
    form["DR"] = pydyf.Dictionary({"Font": pydyf.Dictionary({TYPING: typing})})
    looks: dict[tuple[str, float, float], bytes] = {}
    for field, size, side in fields:
        field["AP"] = pydyf.Dictionary({"N": _appearance(pdf, field, (size, side, printed), looks)})


def _text_fields(document: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Each text field with its page, box and PDF dictionary."""
    for page in document.pages:
        for inputs in page.forms.values():
            for box, _ in inputs:
                if box.widget_annotation and box.widget_annotation["FT"] == "/Tx":
                    yield page, box, box.widget_annotation


def _foot(page: Any) -> float:
    """The bottom of the page's content area, in points from below."""
    content = page._page_box
    return float((page.height - content.content_box_y() - content.height) * POINTS)


def _match(field: Any) -> re.Match[bytes]:
    """The font and size of a field."""
    appearance = field["DA"].string
    size = _SIZE.search(appearance if isinstance(appearance, bytes) else appearance.encode())
    if not size:
        raise ValueError("a field without a font")
    return size


def _fonts(pdf: Any, form: Any) -> tuple[bytes, bytes]:
    """References to the embedded font by glyph, and to a font to type in."""
    by_number = {thing.reference: thing for thing in pdf.objects}
    fonts = by_number[by_number[form["DR"]]["Font"]]
    whole = [by_number[reference] for reference in fonts.values()]
    face = next(font for font in whole if _family(font).startswith(FAMILY))
    descriptor = _descriptor(face, by_number)
    file = by_number[descriptor["FontFile2"]]
    if "Filter" not in file.extra:
        file.stream = [without_layout()]
        file.extra["Length1"] = len(file.stream[0])
    to_type = pydyf.Dictionary({**descriptor, "Flags": NONSYMBOLIC})
    pdf.add_object(to_type)
    typing = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/TrueType",
            "BaseFont": descriptor["FontName"],
            "FirstChar": FIRST,
            "LastChar": LAST,
            "Widths": pydyf.Array(_widths()),
            "Encoding": _encoding(),
            "FontDescriptor": to_type.reference,
        }
    )
    pdf.add_object(typing)
    return face.reference, typing.reference


def _descriptor(font: Any, by_number: dict[bytes, Any]) -> Any:
    descendant = by_number[font["DescendantFonts"][0]]
    return by_number[descendant["FontDescriptor"]]


def is_typed(name: bytes) -> bool:
    """Whether a font of that name is the one to type in."""
    return name.decode().partition("+")[2].startswith(FAMILY)


def _family(font: Any) -> str:
    """The family and weight of an embedded font: "Hyperspace-Condensed,-Medium"."""
    name = font["BaseFont"]
    return (name.decode() if isinstance(name, bytes) else str(name)).partition("+")[2]


@cache
def _glyphs() -> tuple[dict[int, int], list[int]]:
    """The font's glyph numbers by character, and their advances in thousandths of an em."""
    with TTFont(path(CONDENSED)) as font:
        numbers = {code: font.getGlyphID(name) for code, name in font.getBestCmap().items()}
        per_em = font["head"].unitsPerEm
        return numbers, [font["hmtx"][name][0] * 1000 // per_em for name in font.getGlyphOrder()]


@cache
def without_layout() -> bytes:
    """The font without the tables that only place glyphs: a PDF has placed them already."""
    with TTFont(path(CONDENSED)) as font:
        for table in PLACING:
            if table in font:
                del font[table]
        buffer = BytesIO()
        font.save(buffer)
    return buffer.getvalue()


def _encoding() -> Any:
    """The encoding of the font to type in, with the names of the letters that are added."""
    named = [part for code, letter in CENTRAL.items() for part in (code, f"/{UV2AGL[ord(letter)]}")]
    return pydyf.Dictionary(
        {
            "Type": "/Encoding",
            "BaseEncoding": "/WinAnsiEncoding",
            "Differences": pydyf.Array(named),
        }
    )


def _widths() -> list[int]:
    numbers, advances = _glyphs()
    chars = (
        CENTRAL.get(code) or bytes([code]).decode("cp1252", "replace")
        for code in range(FIRST, LAST + 1)
    )
    return [advances[numbers.get(ord(char), 0)] for char in chars]


def _appearance(
    pdf: Any,
    field: Any,
    type: tuple[float, int, bytes],
    looks: dict[tuple[str, float, float], bytes],
) -> bytes:
    """A field's appearance until the user types: its text on one line. `looks` has those that are
    in the file: empty fields of one size share theirs.
    """
    size, side, printed = type
    left, bottom, right, top = field["Rect"]
    wide, high = round(right - left, 2), round(top - bottom, 2)
    numbers, advances = _glyphs()
    glyphs = [numbers[ord(char)] for char in str(field["V"].string) if ord(char) in numbers]
    drawn = "/Tx BMC EMC"
    if glyphs:
        length = sum(advances[glyph] for glyph in glyphs) * size / 1000
        x = (PADDING, (wide - length) / 2, wide - length - PADDING)[side]
        text = "".join(f"{glyph:04x}" for glyph in glyphs)
        at = f"{x:.2f} {(high - CAPITALS * size) / 2:.2f} Td"
        drawn = f"/Tx BMC q BT 0 g /{PRINTED} {size:g} Tf {at} <{text}> Tj ET Q EMC"
    key = (drawn, wide, high)
    if key not in looks:
        looks[key] = _drawn(pdf, *key, printed=printed)
    return looks[key]


def _drawn(pdf: Any, drawn: str, wide: float, high: float, *, printed: bytes) -> bytes:
    """A reference to an appearance of that size, added to the file."""
    look = pydyf.Stream(
        [drawn.encode()],
        {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": pydyf.Array([0, 0, wide, high]),
            "Resources": pydyf.Dictionary({"Font": pydyf.Dictionary({PRINTED: printed})}),
        },
    )
    pdf.add_object(look)
    return bytes(look.reference)
