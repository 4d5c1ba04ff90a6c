"""Makes the font files of the printed sheet. Run by hand when a source font changes.

    npm install @fontsource/saira-condensed @fontsource/atkinson-hyperlegible-next
    .venv/bin/python -m sheets.printing.type.make_fonts node_modules/@fontsource

The packages split each font by alphabet, and two files of one family and weight overwrite each
other in a PDF, so the parts are merged into one file per weight. The changed fonts get new names,
as their license requires ("Saira" is reserved): Hyperspace Condensed (with tabular figures, which
the original lacks) and Hyperspace Text (with a plain zero, as the other has).
"""

import shutil
import sys
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

from sheets.printing.type.fonts import FOLDER

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
    shutil.copy(sources / ATKINSON[0] / "LICENSE", FOLDER / "LICENSE-hyperspace-text")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
