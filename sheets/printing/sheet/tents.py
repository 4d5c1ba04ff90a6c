"""A name tent for the table: name, leading figures, and emblem or portrait, on both sides."""

from __future__ import annotations

from dataclasses import dataclass

from rules.sheet.sections import Sheet
from sheets.printing.options import Extras
from sheets.printing.sheet.head import NAMELESS
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD, CONDENSED, TEXT
from sheets.printing.type.glyphs import one_line, printable
from sheets.printing.type.measure import count_lines, shorten, width

# As many figures as stand side by side.
MOST_FIGURES = 6
# Safety factor for our estimate of line breaks.
SAFETY = 0.96
# What is said below the name takes two lines at most.
LINES = 2 * SAFETY
PLAYER_SIZE = 12
LABEL_SIZE, LABEL_MEASURE = 7, 25


@dataclass(frozen=True)
class Tent:
    """Both sides of a name tent. `size` is the CSS class of the size in which the name fits; the
    figures are the label and the code of each.
    """

    name: str
    size: str
    about: str
    player: str
    figures: tuple[tuple[str, str], ...]
    alt: str


def tent(sheet: Sheet, look: Styles, extras: Extras) -> Tent:
    """The tent of a character. A long name shrinks in steps; one that is longer still is cut."""
    name = one_line(sheet.name) or NAMELESS
    measure = look.number("tent-measure") * SAFETY
    sizes = [float(size) for size in look.words("tent-sizes")]
    step = next(
        (i for i, size in enumerate(sizes) if count_lines(name, size, measure, BOLD) <= 1), -1
    )
    if step < 0:
        step = len(sizes) - 1
        name = shorten(name, sizes[-1], measure * look.number("tent-lines") * SAFETY, BOLD)
    return Tent(
        name=name,
        size=f"tent-{step + 1}",
        about=_about(sheet, look.number("tent-about"), measure),
        player=shorten(one_line(extras.player), PLAYER_SIZE, measure * 0.8),
        figures=tuple(_figures(sheet)),
        alt=printable(extras.portrait_alt).strip() or f"Portrait of {name}",
    )


def _about(sheet: Sheet, size: float, measure: float) -> str:
    """The character's kind and concept, on one line or on a line each; either is cut to fit. A kind
    that is the name is not said again.
    """
    said = (one_line(text) for text in (sheet.kind, sheet.concept))
    texts = [text for text in dict.fromkeys(said) if text not in ("", one_line(sheet.name))]
    whole = " · ".join(texts)
    if width(whole, size, TEXT) <= measure:
        return whole
    return "\n".join(shorten(text, size, measure * LINES / len(texts), TEXT) for text in texts)


def _figures(sheet: Sheet) -> list[tuple[str, str]]:
    return [
        (shorten(line.name.upper(), LABEL_SIZE, LABEL_MEASURE, CONDENSED), line.figure.code)
        for line in sheet.leading[:MOST_FIGURES]
    ]
