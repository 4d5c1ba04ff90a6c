"""The stylesheets of print, and the measures in them that the layout code uses too.

Each measure is a custom property of `:root`: `--thing-row: 5.2mm`. It replaces `var(--thing-row)`
before WeasyPrint reads the text (WeasyPrint would look it up for every element), and the layout
code reads it by name. A game's own stylesheet overrides the general one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from functools import cache
from pathlib import Path

from django.template import Engine, TemplateDoesNotExist

from sheets.printing.type import direction
from sheets.printing.type.fonts import RULES

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN_TOP, MARGIN_BOTTOM, MEASURE = 10, 13, 186
GENERAL, COLOR = "printing/sheet/print.css", "printing/sheet/colour.css"
# The stylesheet of pages that flow, and what it adds, one after the other, to save a page. A game
# whose first page has fixed bands has one of its own.
FLOWING, BANDS = "printing/sheet/plain.css", "--bands:"
TIGHT_STYLES = ("printing/sheet/tight.css", "printing/sheet/tightest.css")
TIGHT_DETAILS, TIGHT_LARGE = "printing/sheet/more-tight.css", "printing/large/large-tight.css"
SHEET, SIGNATURE, TIGHT = "print", "signature", "tight"
EXTRA_STYLES = {
    "full": "printing/sheet/more.css",
    "large": "printing/large/large.css",
    "frame": "printing/frame/frame.css",
    "cards": "printing/cards/cards.css",
    "tent": "printing/tents/tents.css",
}

# The kinds that are set alike in all games.
ALIKE = ("large", "frame")

_ROOT = re.compile(r":root\s*{([^}]*)}")
_PROPERTY = re.compile(r"--([a-z0-9-]+):\s*([^;]+)")
_NUMBER = re.compile(r"([\d.]+)(mm|pt)?")
_USE = re.compile(r"var\(--([a-z0-9-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class Styles:
    """The combined stylesheets of one game, and their measures by name."""

    def __init__(self, *texts: str) -> None:
        bare = [_COMMENT.sub("", text) for text in texts]
        self._measures: dict[str, str] = {}
        for text in bare:
            for block in _ROOT.findall(text):
                self._measures.update(_PROPERTY.findall(block))
        joined = RULES + direction.RULES + "".join(_ROOT.sub("", text) for text in bare)
        self._numbers = {
            name: float(match[1])
            for name, value in self._measures.items()
            if (match := _NUMBER.fullmatch(value.strip()))
        }
        self.text = self.filled_in(joined)

    def filled_in(self, text: str) -> str:
        """A stylesheet with the measures in place of their names."""
        return _USE.sub(lambda use: self._measures[use[1]], text)

    def number(self, name: str) -> float:
        """A measure in its own unit: millimeters, points or rows."""
        return self._numbers[name]

    def having(self, **numbers: float) -> Styles:
        """A copy with some measures changed; _ in a name stands for -."""
        other = copy(self)
        other._numbers = self._numbers | {
            name.replace("_", "-"): number for name, number in numbers.items()
        }
        return other

    def words(self, name: str) -> list[str]:
        """A measure that is a list of words: section names."""
        return self._measures.get(name, "").split()

    def value(self, name: str) -> str:
        """A measure as it is written: a word, or the path of an emblem."""
        return " ".join(self._measures.get(name, "").split())

    def has(self, name: str) -> bool:
        """True if the measure exists."""
        return name in self._measures


def page_rule(paper: str, *, measure: float = MEASURE, is_turned: bool = False) -> str:
    """The @page rule of the paper, upright or turned. The text width is the same on both papers, so
    the margins differ.
    """
    width, height = PAPERS[paper][::-1] if is_turned else PAPERS[paper]
    side = (width - measure) / 2
    margins = f"{MARGIN_TOP}mm {side}mm {MARGIN_BOTTOM}mm"
    return f"@page {{ size: {width}mm {height}mm; margin: {margins} }}\n"


def page_height(paper: str, *, is_turned: bool = False) -> float:
    """Millimeters between the top and bottom margins."""
    return PAPERS[paper][0 if is_turned else 1] - MARGIN_TOP - MARGIN_BOTTOM


@cache
def for_game(
    slug: str, *, kind: str = "", colour: bool = False, held: str = "", is_tight: bool = False
) -> Styles:
    """The general stylesheet, that of flowing pages, the game's own with its emblem and ruler, and
    those for the kind and for color. Large print and a page to frame are set alike in all games.
    What is `held` instead of a character ("craft") has a stylesheet of that name in place of the
    character's. With `is_tight`, a game whose first page has fixed bands has its own for more on
    that page.
    """
    flowing = _source(FLOWING) if flows(slug, held) and kind not in ALIKE else ""
    besides = _source(EXTRA_STYLES[kind]) if kind in EXTRA_STYLES else ""
    names = [SIGNATURE] if kind in ALIKE else [held or SHEET, SIGNATURE]
    names += [TIGHT] if is_tight else []
    own = (_source(f"systems/{slug}/{name}.css", optional=True) for name in names)
    return Styles(_source(GENERAL), flowing, *own, besides, _source(COLOR) if colour else "")


@cache
def tight(slug: str, held: str = "") -> tuple[str, ...]:
    """The stylesheets that save a page of a game whose pages flow, each with what the game adds to
    it; none for others.
    """
    if not flows(slug, held):
        return ()
    names = [f"systems/{slug}/{Path(name).name}" for name in TIGHT_STYLES if not held]
    own = [_source(name, optional=True) for name in names] or ["", ""]
    look = for_game(slug, held=held)
    texts = (_source(name) + more for name, more in zip(TIGHT_STYLES, own, strict=True))
    return tuple(map(look.filled_in, texts))


@cache
def tight_details() -> str:
    """The stylesheet that saves a page of texts after the first page."""
    return _source(TIGHT_DETAILS)


@cache
def tight_large() -> str:
    """The stylesheet that saves a page of large print."""
    return _source(TIGHT_LARGE)


@cache
def flows(slug: str, held: str = "") -> bool:
    """True if the pages of a game break by themselves."""
    return BANDS not in _source(f"systems/{slug}/{held or SHEET}.css", optional=True)


def _source(name: str, *, optional: bool = False) -> str:
    try:
        source = Engine.get_default().get_template(name).source
    except TemplateDoesNotExist:
        if optional:
            return ""
        raise
    return str(source)
