"""The stylesheets of print, and the measures in them that the fitting reads too.

A custom property of `:root` holds each measure once: `--thing-row: 5.2mm`. It is put in where a
rule says `var(--thing-row)`, before WeasyPrint sees the text (which would look it up again for
every element), and the fitting asks for it by name. A game's own stylesheet is laid over the
general one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from functools import cache

from django.template import Engine, TemplateDoesNotExist

from sheets.printing.type.fonts import RULES

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN_TOP, MARGIN_BOTTOM, MEASURE = 10, 13, 186
GENERAL, COLOUR = "printing/sheet/print.css", "printing/sheet/colour.css"
# How a sheet looks whose game has no stylesheet of its own.
PLAIN = "printing/sheet/plain.css"
BESIDES = {"full": "printing/sheet/more.css", "cards": "printing/cards/cards.css"}

_ROOT = re.compile(r":root\s*{([^}]*)}")
_PROPERTY = re.compile(r"--([a-z0-9-]+):\s*([^;]+)")
_NUMBER = re.compile(r"([\d.]+)(mm|pt)?")
_USE = re.compile(r"var\(--([a-z0-9-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class Styles:
    """The text of the stylesheets for one game, and its measures by name."""

    def __init__(self, *texts: str) -> None:
        bare = [_COMMENT.sub("", text) for text in texts]
        self._measures: dict[str, str] = {}
        for text in bare:
            for block in _ROOT.findall(text):
                self._measures.update(_PROPERTY.findall(block))
        joined = RULES + "".join(_ROOT.sub("", text) for text in bare)
        self._numbers = {
            name: float(found[1])
            for name, value in self._measures.items()
            if (found := _NUMBER.fullmatch(value.strip()))
        }
        self.text = _USE.sub(lambda use: self._measures[use[1]], joined)

    def number(self, name: str) -> float:
        """A measure in its own unit: millimetres, points or rows."""
        return self._numbers[name]

    def having(self, **numbers: float) -> Styles:
        """The same with some measures set otherwise, for the fitting; _ stands for -."""
        other = copy(self)
        other._numbers = self._numbers | {
            name.replace("_", "-"): number for name, number in numbers.items()
        }
        return other

    def words(self, name: str) -> list[str]:
        """A measure that is a list of words: names of sections."""
        return self._measures.get(name, "").split()

    def has(self, name: str) -> bool:
        """Whether there is such a measure."""
        return name in self._measures


def page_rule(paper: str) -> str:
    """The size of the paper. The measure is the same on both, so the margins differ."""
    wide, high = PAPERS[paper]
    side = (wide - MEASURE) / 2
    return (
        f"@page {{ size: {wide}mm {high}mm; margin: {MARGIN_TOP}mm {side}mm {MARGIN_BOTTOM}mm }}\n"
    )


def page_height(paper: str) -> float:
    """Millimetres between the upper and the lower margin."""
    return PAPERS[paper][1] - MARGIN_TOP - MARGIN_BOTTOM


@cache
def for_game(slug: str, *, kind: str = "", colour: bool = False) -> Styles:
    """The general stylesheet with the game's own over it, or the one for games that have none; what
    the kind of sheet needs besides (for each rule there is takes its time), and the colours where
    they are asked for."""
    own = _source(f"systems/{slug}/print.css", optional=True) or _source(PLAIN)
    besides = _source(BESIDES[kind]) if kind in BESIDES else ""
    return Styles(_source(GENERAL), own, besides, _source(COLOUR) if colour else "")


def _source(name: str, *, optional: bool = False) -> str:
    try:
        source = Engine.get_default().get_template(name).source
    except TemplateDoesNotExist:
        if optional:
            return ""
        raise
    return str(source)
