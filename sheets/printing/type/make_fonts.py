"""Makes the font files of the printed sheet. Run by hand when a source font changes.

    npm install @fontsource/saira-condensed @fontsource/roboto-condensed \
        @fontsource/atkinson-hyperlegible-next
    .venv/bin/python -m sheets.printing.type.make_fonts node_modules/@fontsource

The packages split each font by alphabet, and two files of one family and weight overwrite each
other in a PDF, so the parts are merged into one file per weight. The changed fonts get new names,
as their license requires ("Saira" is reserved): Hyperspace Condensed (with tabular figures, and
with the Greek and Cyrillic letters of Roboto Condensed, both of which the original lacks) and
Hyperspace Text (with a plain zero, as the other has).
"""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger
from fontTools.misc.arrayTools import unionRect
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.reorderGlyphs import reorderGlyphs

from sheets.printing.type.fonts import FOLDER

ROBOTO = ("roboto-condensed", ("greek", "cyrillic"))
# The first letter that is taken of it, and the last; how much narrower it is drawn here.
GREEK, CYRILLIC, NARROW = 0x370, 0x491, 0.92
# Its weights with stems as thick as those of the weights here.
LIGHTER = {500: 400, 700: 600}
LOOKALIKES = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοАВЕМНОРСТХЅІЈаеорсухѕіј", "ABEZHIKMNOPTYXoABEMHOPCTXSIJaeopcyxsij"
SAIRA = ("saira-condensed", ("latin", "latin-ext", "vietnamese"))
ATKINSON = ("atkinson-hyperlegible-next", ("latin", "latin-ext"))
TEXT_STYLES = (
    (400, "normal", "Regular"),
    (400, "italic", "Italic"),
    (700, "normal", "Bold"),
    (700, "italic", "Bold Italic"),
)
DIGITS = "0123456789"
# Fixed-width spaces, in thousandths of an em; a figure space is as wide as a figure.
SPACES = {"\u2009": 200, "\u200a": 100, "\u202f": 200}


def merged(
    sources: Path, face: tuple[str, tuple[str, ...]], weight: int, slope: str = "normal"
) -> TTFont:
    """One font from all parts of a face, without hints and features that paper does not use.

    Parts share characters; each is taken from the first part that has it, or copied text would lose
    it.
    """
    package, parts = face
    taken: set[int] = set()
    with TemporaryDirectory() as folder:
        files = []
        for part in parts:
            font = TTFont(sources / package / f"files/{package}-{part}-{weight}-{slope}.woff2")
            options = Options()
            options.hinting = False
            options.layout_features = ["kern", "mark", "mkmk", "locl"]
            options.name_IDs = ["*"]
            options.drop_tables += ["STAT", "DSIG", "gasp"]
            cut = Subsetter(options)
            cut.populate(unicodes=set(font.getBestCmap()) - taken)
            taken |= set(font.getBestCmap())
            cut.subset(font)
            font.flavor = None
            files.append(str(Path(folder) / f"{part}.ttf"))
            font.save(files[-1])
        return Merger().merge(files)


def name(font: TTFont, family: str, style: str) -> None:
    """Renames a changed font; copyright and license stay."""
    full = f"{family} {style}"
    names = {
        1: full,
        2: "Regular",
        3: full,
        4: full,
        6: full.replace(" ", ""),
        16: family,
        17: style,
    }
    table = font["name"]
    kept = {record.nameID: str(record) for record in table.names if record.nameID in (0, 5, 13, 14)}
    table.names = []
    for id, text in sorted({**kept, **names}.items()):
        table.setName(text, id, 3, 1, 0x409)


def add_spaces(font: TTFont) -> None:
    """Adds narrow spaces and the figure space, which the sources lack."""
    cmap = font.getBestCmap()
    widths = {
        **SPACES,
        "\u2007": font["hmtx"][cmap[ord("0")]][0],
        "\u00a0": font["hmtx"]["space"][0],
    }
    for char, width in widths.items():
        if ord(char) in cmap:
            continue
        glyph = f"uni{ord(char):04X}"
        font.setGlyphOrder([*font.getGlyphOrder(), glyph])
        font["glyf"][glyph] = TTGlyphPen(None).glyph()
        font["hmtx"][glyph] = (width, 0)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(char)] = glyph


def add_letters(font: TTFont, sources: Path, weight: int) -> None:
    """Adds the Greek and Cyrillic letters of another face, with capitals as high as those here and
    a little narrower than they are there. Those that look like Latin letters are these.
    """
    package, parts = ROBOTO
    known = set(font.getBestCmap())
    for part in parts:
        other = TTFont(sources / package / f"files/{package}-{part}-{LIGHTER[weight]}-normal.woff2")
        codes = {code: shape for code, shape in other.getBestCmap().items() if _is_new(code, known)}
        size = font["OS/2"].sCapHeight / other["OS/2"].sCapHeight
        loan = _Loan(font, other, part, (size * NARROW, size), {})
        for letter, latin in zip(*LOOKALIKES, strict=True):
            shape = other["glyf"][codes.get(ord(letter), ".notdef")]
            if shape.isComposite():
                loan.same[shape.components[0].glyphName] = font.getBestCmap()[ord(latin)]
        for code, shape in codes.items():
            glyph = loan.add(shape)
            for table in font["cmap"].tables:
                if table.isUnicode():
                    table.cmap[code] = glyph


def _is_new(code: int, known: set[int]) -> bool:
    return code not in known and GREEK <= code <= CYRILLIC


@dataclass
class _Loan:
    """Adds glyphs of a `part` of another font, scaled; `same` are glyphs here in place of its."""

    font: TTFont
    other: TTFont
    part: str
    scale: tuple[float, float]
    same: dict[str, str]

    def add(self, shape: str) -> str:
        """Adds a glyph with those that it is put together of; its name."""
        name = self.same.get(shape, f"{self.part}.{shape}")
        if name in self.font.getGlyphOrder():
            return name
        across, down = self.scale
        drawn, whole = TTGlyphPen(self.font["glyf"]), self.other["glyf"][shape]
        advance = round(self.other["hmtx"][shape][0] * across)
        if whole.isComposite():
            base, *marks = whole.components
            first = self.add(base.glyphName)
            drawn.addComponent(first, (1, 0, 0, 1, 0, 0))
            wider = self.font["hmtx"][first][0] - advance
            advance += wider
            for mark in marks:
                shift = round(mark.x * across + wider / 2)
                place = (1, 0, 0, 1, shift, round(mark.y * down))
                drawn.addComponent(self.add(mark.glyphName), place)
        else:
            shapes = self.other.getGlyphSet()
            shapes[shape].draw(TransformPen(drawn, (across, 0, 0, down, 0, 0)))
        self.font.setGlyphOrder([*self.font.getGlyphOrder(), name])
        self.font["glyf"][name] = outline = drawn.glyph()
        outline.recalcBounds(self.font["glyf"])
        self.font["hmtx"][name] = (advance, getattr(outline, "xMin", 0))
        return name


def in_order(font: TTFont) -> None:
    """Sorts the glyphs by their characters: what maps the ones to the others takes few lines."""
    first: dict[str, int] = {}
    for code, glyph in sorted(font.getBestCmap().items()):
        first.setdefault(glyph, code)
    order = sorted(font.getGlyphOrder()[1:], key=lambda glyph: first.get(glyph, sys.maxunicode))
    reorderGlyphs(font, [font.getGlyphOrder()[0], *order])


def same_width_figures(font: TTFont) -> None:
    """Makes all figures as wide as the third widest, so columns of numbers align."""
    shapes, hmtx, glyf = font.getGlyphSet(), font["hmtx"], font["glyf"]
    glyphs = [font.getBestCmap()[ord(digit)] for digit in DIGITS]
    width = sorted(hmtx[glyph][0] for glyph in glyphs)[-3]
    for glyph in glyphs:
        pen = TTGlyphPen(None)
        shift = round((width - hmtx[glyph][0]) / 2)
        shapes[glyph].draw(TransformPen(pen, (1, 0, 0, 1, shift, 0)))
        glyf[glyph] = pen.glyph()
        glyf[glyph].recalcBounds(glyf)
        hmtx[glyph] = (width, glyf[glyph].xMin)


def plain_zero(font: TTFont) -> None:
    """Takes the slash out of the zero, so that both families have the same: its outline, and the
    same outline again as large as the two halves that the slash leaves.
    """
    glyph = font.getBestCmap()[ord("0")]
    outline, *halves = _contours(font, glyph)
    inside = unionRect(_bounds(halves[0]), _bounds(halves[1]))
    left, foot, right, top = _bounds(outline)
    across = (inside[2] - inside[0]) / (right - left)
    down = (inside[3] - inside[1]) / (top - foot)
    pen = TTGlyphPen(None)
    outline.replay(pen)
    place = (across, 0, 0, down, inside[0] - left * across, inside[1] - foot * down)
    outline.replay(TransformPen(ReverseContourPen(pen), place))
    font["glyf"][glyph] = pen.glyph()
    font["glyf"][glyph].recalcBounds(font["glyf"])


def _contours(font: TTFont, glyph: str) -> list[RecordingPen]:
    """The contours of a glyph, the first one outside."""
    whole = RecordingPen()
    font.getGlyphSet()[glyph].draw(whole)
    found = [RecordingPen()]
    for name, points in whole.value:
        found[-1].value.append((name, points))
        if name == "closePath":
            found.append(RecordingPen())
    return found[:-1]


def _bounds(contour: RecordingPen) -> tuple[float, float, float, float]:
    pen = BoundsPen(None)
    contour.replay(pen)
    left, foot, right, top = map(float, pen.bounds)
    return left, foot, right, top


def main(sources: Path) -> None:
    """Writes the font files and their licenses."""
    for weight, style in ((500, "Medium"), (700, "Bold")):
        font = merged(sources, SAIRA, weight)
        same_width_figures(font)
        add_spaces(font)
        add_letters(font, sources, weight)
        in_order(font)
        name(font, "Hyperspace Condensed", style)
        font.save(FOLDER / f"hyperspace-condensed-{weight}.ttf")
    for weight, slope, style in TEXT_STYLES:
        font = merged(sources, ATKINSON, weight, slope)
        plain_zero(font)
        add_spaces(font)
        name(font, "Hyperspace Text", style)
        ending = "" if slope == "normal" else f"-{slope}"
        font.save(FOLDER / f"hyperspace-text-{weight}{ending}.ttf")
    shutil.copy(sources / SAIRA[0] / "LICENSE", FOLDER / "LICENSE-hyperspace-condensed")
    shutil.copy(sources / ROBOTO[0] / "LICENSE", FOLDER / "LICENSE-greek-and-cyrillic")
    shutil.copy(sources / ATKINSON[0] / "LICENSE", FOLDER / "LICENSE-hyperspace-text")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
