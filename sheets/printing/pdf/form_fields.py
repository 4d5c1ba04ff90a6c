"""Form fields: adds what PDF readers need to show them, to type into them, and to add them up.

WeasyPrint places, names and tags the fields and embeds their font, whole and by glyph number, with
the character of each glyph: readers type with that. It gives fields no appearance, so many readers
would show them empty. Here each field gets one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from io import BytesIO

import pydyf
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import dropImpliedOnCurvePoints
from weasyprint.document import Document, Page
from weasyprint.formatting_structure.boxes import Box

from rules.text_cache import text_cache
from sheets.printing.pdf import dot_fields
from sheets.printing.pdf.messages import Total
from sheets.printing.pdf.output import referred
from sheets.printing.pdf.text import KEPT, Text
from sheets.printing.pdf.totals import add_totals
from sheets.printing.pdf.typed_font import is_typed
from sheets.printing.type.fonts import CONDENSED, path
from sheets.printing.type.measure import LEADING, MM_PER_POINT, is_typed_with, lines

# The name of the font to type in: short, as every appearance repeats it.
TYPING = "T"
CAPITALS, PADDING = 0.688, 2.0  # ems; points
# Points per CSS pixel; the mark of a field that reaches down to the foot of its page.
POINTS, FOOT = 0.75, "foot"
# Some readers, such as pdf.js, draw what is typed so many ems and a point above the foot of its
# field, however high it is. What we draw stands in the middle, as others draw it; so a field is as
# high as it has to be for both to be the same.
TYPED_EMS = 0.35
# What stands in a field of several lines at first. As the text of its element it would be set, too,
# far outside the page.
VALUE = "data-value"
MULTILINE = 1 << 12
# What only places glyphs or finds them by character: in a PDF they are placed, and found by number.
NEEDLESS = ["GDEF", "GPOS", "GSUB", "cmap", "name", "OS/2", "post"]
# Below the line, in thousandths of an em. Some readers put a text so far above the foot of its
# field if that is more than their own measure; with the depth of the face it would stand above the
# line of what is printed.
DESCENT = -300
# The grid of its glyphs, in thousandths of an em.
GRID = 8
# Bytes of an appearance that compressing would not make shorter.
SHORT = 130
MOST_RANGES = 100
# The appearance of an empty field of any size.
NOTHING = "/Tx BMC EMC", 1.0, 1.0
CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo
<< /Registry (Adobe)
/Ordering (UCS)
/Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
"""
ALIGNED = {"center": 1, "right": 2}
# What means something between the brackets of a text.
_SPECIAL = re.compile(r"[()\\\r]")
# Words, not dice codes.
_WORD = re.compile(r"[^\W\d_]{3}")
_SIZE = re.compile(rb"/([A-Za-z]+) ([0-9.]+) Tf")


def complete_fields(document: Document, pdf: pydyf.PDF, totals: Sequence[Total] = ()) -> None:
    """A finisher for WeasyPrint: gives each text field an appearance, and a font to type in."""
    if "AcroForm" not in pdf.catalog:
        return
    form = pdf.catalog["AcroForm"]
    # Appearances are made below; those of a reader would only look worse.
    del form["NeedAppearances"]
    fields = []
    for page, box, field in _fields(document):
        size = float(_match(field)[2]) if field["FT"] == "/Tx" else 0
        field["Rect"] = pydyf.Array(_placed(page, box, field, size))
        if not size:
            continue
        field["V"] = Text(box.element.get(VALUE, field["V"].string))
        field["TU"] = Text(field["TU"].string)
        if most := int(box.element.get(dot_fields.MOST, 0)):
            field |= {"FT": "/Ch", "Ff": dot_fields.LIST, "Opt": most}
        face = dot_fields.FACE if most else TYPING
        field["DA"] = pydyf.String(f"0 g /{face} {size:g} Tf")
        side = ALIGNED.get(box.style["text_align_all"], 0)
        if side:
            field["Q"] = side
        fields.append((field, size, side))
    faces = (font for font in document.fonts.values() if is_typed(font.name))
    font = _font(pdf, form)
    cut(pdf, font, (glyph for face in faces for glyph in face.to_unicode))
    dress(pdf, form, fields, totals, font=font.reference)


def alt_text(field: pydyf.Dictionary) -> str:
    """The alternate text for the tag of a field with printed words, for readers that know only
    tags; "" for a field whose title is enough.
    """
    text = field["V"].string if field["FT"] == "/Tx" else ""
    return f"{field['TU'].string}, as printed: {text}" if _WORD.search(text) else ""


def _placed(page: Page, box: Box, field: pydyf.Dictionary, size: float) -> list[float]:
    """The sides of a field: as high as a text of that size in one line wants it, around its middle;
    0 for no text.
    """
    left, top, right, bottom = field["Rect"]
    lower, upper = sorted((top, bottom))
    if box.element.get("data-field") == FOOT:
        lower = min(lower, _foot(page))
    if size and not field.get("Ff", 0) & MULTILINE:
        middle, half = (lower + upper) / 2, 1 + (TYPED_EMS + CAPITALS / 2) * size
        lower, upper = middle - half, middle + half
    return rectangle(left, lower, right, upper)


def rectangle(left: float, bottom: float, right: float, top: float) -> list[float]:
    """The sides of a field in points. Fields of one size keep it, wherever they are."""
    x, y = round(left, 1), round(bottom, 1)
    return [x, y, round(x + round(right - left, 1), 1), round(y + round(top - bottom, 1), 1)]


def dress(
    pdf: pydyf.PDF,
    form: pydyf.Dictionary,
    fields: Sequence[tuple[pydyf.Dictionary, float, int]],
    totals: Sequence[Total],
    *,
    font: bytes,
) -> None:
    """Gives text fields, each with the size and side of its text, an appearance and a font to type
    in, by its reference, and adds up what is a total of others.
    """
    faces = pydyf.Dictionary({TYPING: font})
    dotted = [field for field, _, _ in fields if field["FT"] == "/Ch"]
    if dotted:
        faces[dot_fields.FACE] = dot_fields.add_font(pdf)
    resources = pydyf.Dictionary({"Font": faces})
    pdf.add_object(resources)
    form["DR"] = resources.reference
    looks: dict[tuple[str, float, float], bytes] = {}
    for field, size, side in fields:
        look = _appearance(pdf, field, (size, side, resources.reference), looks)
        field["AP"] = pydyf.Dictionary({"N": look})
    choices = {most: dot_fields.options(pdf, most) for most in {it["Opt"] for it in dotted}}
    for field in dotted:
        field["Opt"] = choices[field["Opt"]]
    add_totals(pdf, form, {field["T"].string: field for field, _, _ in fields}, totals)


def _fields(document: Document) -> Iterator[tuple[Page, Box, pydyf.Dictionary]]:
    """Each field with its page, box and PDF dictionary."""
    for page in document.pages:
        for inputs in page.forms.values():
            for box, _ in inputs:
                if box.widget_annotation:
                    yield page, box, box.widget_annotation


def _foot(page: Page) -> float:
    """The bottom of the page's content area, in points from below."""
    content = page._page_box
    return float((page.height - content.content_box_y() - content.height) * POINTS)


def _match(field: pydyf.Dictionary) -> re.Match[bytes]:
    """The font and size of a field."""
    appearance = field["DA"].string
    size = _SIZE.search(appearance if isinstance(appearance, bytes) else appearance.encode())
    if not size:
        raise ValueError("a field without a font")
    return size


def _font(pdf: pydyf.PDF, form: pydyf.Dictionary) -> pydyf.Dictionary:
    """The embedded font that fields are shown and typed in."""
    fonts = referred(pdf, referred(pdf, form["DR"])["Font"])
    whole = [referred(pdf, reference) for reference in fonts.values()]
    return next(font for font in whole if is_typed(font["BaseFont"]))


def cut(pdf: pydyf.PDF, font: pydyf.Dictionary, used: Iterable[int]) -> None:
    """Leaves of an embedded font these glyphs and what can be typed."""
    used = frozenset(used).difference(to_type())
    numbers, advances = _glyphs()
    chars = to_type() | {glyph: chr(code) for code, glyph in numbers.items() if glyph in used}
    kept = sorted({*to_type(), *used})
    descendant = referred(pdf, font["DescendantFonts"][0])
    descendant["W"] = pydyf.Array(
        part
        for run in _runs(kept)
        for part in (run[0], pydyf.Array(advances[glyph] for glyph in run))
    )
    descriptor = referred(pdf, descendant["FontDescriptor"])
    descriptor["Descent"] = DESCENT
    descriptor["FontBBox"][2] = max(advances[glyph] for glyph in kept)
    file = referred(pdf, descriptor["FontFile2"])
    file.stream = [_file(used)]
    file.extra["Length1"] = len(file.stream[0])
    referred(pdf, font["ToUnicode"]).stream = [_to_unicode(chars).encode()]


def _runs(numbers: Iterable[int]) -> list[list[int]]:
    """Sorted numbers, in runs without a gap."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def _to_unicode(chars: Mapping[int, str]) -> str:
    """The characters of glyphs, in the words of a PDF: from a first to a last one."""
    ranges: list[list[int]] = []
    for glyph, char in sorted(chars.items()):
        code = ord(char)
        if ranges:
            first, last, begin = ranges[-1]
            is_next = glyph == last + 1 and code - begin == glyph - first
            # A range stays within 256 glyphs and within 256 characters.
            if is_next and glyph >> 8 == first >> 8 and code >> 8 == begin >> 8:
                ranges[-1][1] = glyph
                continue
        ranges.append([glyph, glyph, code])
    parts = [ranges[place : place + MOST_RANGES] for place in range(0, len(ranges), MOST_RANGES)]
    said = "\n".join(
        f"{len(part)} beginbfrange\n"
        + "".join(f"<{first:04x}> <{last:04x}> <{code:04x}>\n" for first, last, code in part)
        + "endbfrange"
        for part in parts
    )
    return f"{CMAP}{said}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"


@cache
def _glyphs() -> tuple[dict[int, int], list[int]]:
    """The font's glyph numbers by character, and their advances in thousandths of an em."""
    with TTFont(path(CONDENSED)) as font:
        numbers = {code: font.getGlyphID(name) for code, name in font.getBestCmap().items()}
        per_em = font["head"].unitsPerEm
        return numbers, [font["hmtx"][name][0] * 1000 // per_em for name in font.getGlyphOrder()]


@cache
def to_type() -> dict[int, str]:
    """The glyph numbers of what can be typed, and their characters."""
    numbers, _ = _glyphs()
    found: dict[int, str] = {}
    for code, glyph in numbers.items():
        if is_typed_with(chr(code)):
            found.setdefault(glyph, chr(code))
    return dict(sorted(found.items()))


@lru_cache(maxsize=64)
def _file(used: frozenset[int]) -> bytes:
    """The font file with these glyphs and what can be typed, and the tables that a PDF needs."""
    with TTFont(path(CONDENSED)) as font:
        options = Options(retain_gids=True, notdef_outline=True, hinting=False)
        options.drop_tables += NEEDLESS
        options.layout_features = []
        subset = Subsetter(options)
        subset.populate(gids=used.union(to_type()))
        subset.subset(font)
        _make_coarser(font)
        font["hhea"].descent = DESCENT * font["head"].unitsPerEm // 1000
        buffer = BytesIO()
        font.save(buffer)
    return buffer.getvalue()


def _make_coarser(font: TTFont) -> None:
    """Moves the points of glyphs to a coarser grid, by less than what a screen or a printer shows:
    a sixth of the file less.
    """
    glyphs = font["glyf"]
    for name in font.getGlyphOrder():
        glyph = glyphs[name]
        if glyph.numberOfContours > 0:
            points = glyph.coordinates
            for place, point in enumerate(points):
                points[place] = tuple(GRID * round(length / GRID) for length in point)
            dropImpliedOnCurvePoints(glyph)
            glyph.recalcBounds(glyphs)


def _appearance(
    pdf: pydyf.PDF,
    field: pydyf.Dictionary,
    type: tuple[float, int, bytes],
    looks: dict[tuple[str, float, float], bytes],
) -> bytes:
    """A field's appearance until the user types. `looks` has those that are in the file: empty
    fields of one size share theirs.
    """
    size, side, resources = type
    left, bottom, right, top = field["Rect"]
    wide, high = round(right - left, 2), round(top - bottom, 2)
    text = field["V"].string
    has_lines = bool(field.get("Ff", 0) & MULTILINE)
    # Nothing looks the same in every size.
    if field["FT"] == "/Ch":
        key = _row_of_dots(int(text), field["Opt"], size, high), wide, high
    else:
        key = (_drawing(text, size, side, wide, high, has_lines), wide, high) if text else NOTHING
    if key not in looks:
        looks[key] = _drawn(pdf, *key, resources=resources)
    return looks[key]


def _row_of_dots(value: int, most: int, size: float, high: float) -> str:
    """The PDF operators that draw dots, as far from its side as a text would stand."""
    at = f"{PADDING:g} {_short((high - CAPITALS * size) / 2)} Td"
    return _written(f"{at} {dot_fields.drawing(value, most)} Tj", size, dot_fields.FACE)


@text_cache(KEPT)
def _drawing(
    text: str,
    size: float,
    side: int,
    wide: float,
    high: float,
    has_lines: bool,  # noqa: FBT001 (cached by place)
) -> str:
    """The PDF operators that draw a text in a field of that size, in points."""
    if has_lines:
        measure = (wide - 2 * PADDING) * MM_PER_POINT
        first = high - PADDING - CAPITALS * size - (LEADING - 1) * size / 2
        shown = [_glyphs_of(line) for line in lines(text, size, measure)]
        moved = f" 0 {-LEADING * size:.2f} Td ".join(f"({line}) Tj" for line in shown)
        return _written(f"{PADDING:g} {_short(first)} Td {moved}", size)
    length = _length(text) * size
    x = (PADDING, (wide - length) / 2, wide - length - PADDING)[side]
    at = f"{_short(x)} {_short((high - CAPITALS * size) / 2)} Td"
    return _written(f"{at} ({_glyphs_of(text)}) Tj", size)


def _written(text: str, size: float, face: str = TYPING) -> str:
    """The PDF operators that draw a text."""
    return f"/Tx BMC BT /{face} {size:g} Tf {text} ET EMC"


def _short(length: float) -> str:
    """A length in points, of which a tenth is seen, and a twentieth is not."""
    return f"{length:.1f}".removesuffix(".0")


def _glyphs_of(text: str) -> str:
    """The glyphs of a text, two bytes each, as a PDF writes them between brackets."""
    numbers, _ = _glyphs()
    written = b"".join(numbers[ord(char)].to_bytes(2) for char in text if ord(char) in numbers)
    return _SPECIAL.sub(lambda found: f"\\{ord(found[0]):03o}", written.decode("latin-1"))


def _length(text: str) -> float:
    """The length of a text in ems."""
    numbers, advances = _glyphs()
    return sum(advances[numbers[ord(char)]] for char in text if ord(char) in numbers) / 1000


def _drawn(pdf: pydyf.PDF, drawn: str, wide: float, high: float, *, resources: bytes) -> bytes:
    """A reference to an appearance of that size, added to the file."""
    look = pydyf.Stream(
        [drawn.encode("latin-1")],
        {
            "Subtype": "/Form",
            "BBox": pydyf.Array([0, 0, wide, high]),
            "Resources": resources,
        },
        compress=len(drawn) > SHORT,
    )
    pdf.add_object(look)
    return bytes(look.reference)
