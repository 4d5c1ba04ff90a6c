"""A name tent for the table: name, leading figures, and emblem or portrait, on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.sheet.sections import Figures, Line, Sheet
from sheets.printing.options import Extras
from sheets.printing.sheet.head import NAMELESS
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD, CONDENSED, TEXT
from sheets.printing.type.glyphs import one_line, printable, with_minus
from sheets.printing.type.measure import MM_PER_POINT, count_lines, shorten, width

# As many figures as stand side by side.
MOST_FIGURES = 6
# Safety factor for our estimate of line breaks.
SAFETY = 0.96
# What is said below the name takes two lines at most.
LINES = 2 * SAFETY
# So many texts are said below the name.
MOST_SAID = 2
# Lines of a name.
MOST_LINES = 2
PLAYER_SIZE = 14
# Millimeters of the figures, and between two labels; the ems between the letters of a label.
FIGURES_MEASURE, LABEL_GAP, LABEL_SPACING = 172, 2, 0.05


@dataclass(frozen=True)
class Tent:
    """Both sides of a name tent. `size` and `letters` are the CSS classes of the sizes in which
    the name and what is said below it fit; the figures are the label and the code of each.
    """

    name: str
    size: str
    about: str
    letters: str
    player: str
    figures: tuple[tuple[str, str], ...]
    alt: str


def tent(sheet: Sheet, look: Styles, extras: Extras) -> Tent:
    """The tent of a character, its name in the largest size in which it stands on two lines and no
    word of it breaks; one too long for the smallest is cut.
    """
    name = one_line(sheet.name) or NAMELESS
    measure = look.number("tent-measure") * SAFETY
    sizes = [float(size) for size in look.words("tent-sizes")]
    step = next((place for place, size in enumerate(sizes) if _fits(name, size, measure)), -1)
    if step < 0:
        step = len(sizes) - 1
        name = shorten(name, sizes[-1], measure * look.number("tent-lines") * SAFETY, BOLD)
    abouts = [float(size) for size in look.words("tent-abouts")]
    about, letters = _about(sheet, abouts, measure)
    return Tent(
        name=name,
        size=f"tent-{step + 1}",
        about=about,
        letters=f"about-{letters + 1}",
        player=shorten(one_line(extras.player), PLAYER_SIZE, measure * 0.8),
        figures=tuple(_figures(sheet, look)),
        alt=printable(extras.portrait_alt).strip() or f"Portrait of {name}",
    )


def _about(sheet: Sheet, sizes: Sequence[float], measure: float) -> tuple[str, int]:
    """The character's kind and concept on one line or on a line each, and which of the sizes they
    have: the largest in which neither is cut, else the last. A kind that is the name is not said
    again; a craft has its facts instead.
    """
    said = [sheet.kind, sheet.concept, *(text for _, text in sheet.facts if sheet.is_craft)]
    different = dict.fromkeys(map(one_line, said))
    texts = [text for text in different if text not in ("", one_line(sheet.name))][:MOST_SAID]
    whole = " · ".join(texts)
    lines, step = "", 0
    for step, size in enumerate(sizes):
        if width(whole, size, TEXT) <= measure:
            return whole, step
        cut = [shorten(text, size, measure * LINES / len(texts), TEXT) for text in texts]
        lines = "\n".join(cut)
        if cut == texts:
            break
    return lines, step


def _fits(name: str, size: float, measure: float) -> bool:
    """True if a name stands on two lines with each of its words whole."""
    words = max(width(word, size, BOLD) for word in name.split(" "))
    return words <= measure and count_lines(name, size, measure, BOLD) <= MOST_LINES


def _figures(sheet: Sheet, look: Styles) -> list[tuple[str, str]]:
    """The label and the code of each of the leading figures, which stand side by side."""
    leading, size = _leading(sheet)[:MOST_FIGURES], look.number("tent-label")
    measure = FIGURES_MEASURE / max(1, len(leading)) - LABEL_GAP
    return [
        (_label(line.name.upper(), size, measure), with_minus(line.figure.code)) for line in leading
    ]


def _leading(sheet: Sheet) -> tuple[Line, ...]:
    """The leading figures of a character; those of a craft that stand above its weapons, as far
    as whole sections of them have room.
    """
    lines = sheet.leading
    for section in sheet.sections[1:] if sheet.is_craft else ():
        if not isinstance(section, Figures) or len(lines) + len(section.lines) > MOST_FIGURES:
            break
        lines += section.lines
    return lines


def _label(name: str, size: float, measure: float) -> str:
    spaces = len(name) * LABEL_SPACING * size * MM_PER_POINT
    return shorten(name, size, measure - spaces, CONDENSED)
