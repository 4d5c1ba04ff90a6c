"""Figure: a number that explains itself, and how it is worded.

A figure is an expression over facts. Its value and its explanation come from the same terms, so
they always agree. `rules.figures` builds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec

from rules.dice import codes

Operation = Literal[
    "fact", "sum", "pool", "times", "at_least", "best", "instead", "halved", "divided", "average"
]
Style = Literal["constant", "bonus", "named"]
# Dots of a trait, and a pool of dice that are counted one by one: plain numbers in print, which a
# page draws as dots, and rolls.
DOTS, COUNTED = "dots", "d10"
_GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


class Figure(msgspec.Struct, frozen=True, gc=False):
    """A number with its label, its unit and its terms. The unit is "D" for dice that are added up,
    `COUNTED` for dice that count successes, `DOTS`, or "" for a plain number; any other is printed
    as it is ("m").

    Dice may have `pips`, which are added to their total: 3D+2 has the value 3 and 2 pips. A plain
    number may have a fraction, `part`, beside its whole `value`: 17½ is 17 and (1, 2). A fact has
    no terms. `style` says how a fact reads within a sum: a constant as "10", a bonus as "2 Heavy
    Armor", a named one as "DEX 3D". `source` is the place in the book; `ruling` is our own
    decision. Build figures with the functions of `rules.figures` only.

    >>> from rules.figures import bonus, constant, dice, total
    >>> dodge = total("Dodge", constant("", 10), dice("DEX", 3), bonus("Heavy Armor", -2))
    >>> dodge.text
    'Dodge 11 = 10 + DEX 3D - 2 Heavy Armor'
    >>> [row.amount for row in dodge.rows()]
    ['10', '+3D', '−2']
    """

    label: str
    value: int
    unit: str = ""
    op: Operation = "fact"
    terms: tuple[Figure, ...] = ()
    style: Style = "named"
    source: str = ""
    ruling: str = ""
    pips: int = 0
    part: tuple[int, int] | None = None

    @property
    def code(self) -> str:
        """The value as text: `4D`, `3D+2`, `1,200`, `17½ m`."""
        if self.unit == "D":
            return codes.written(self.value, self.pips)
        number = f"{self.value:,}" if self.part is None else _mixed(Fraction(self.exact))
        return number if self.unit in ("", DOTS, COUNTED) else f"{number} {self.unit}"

    @property
    def exact(self) -> int | Fraction:
        """The value with its fraction."""
        return self.value if self.part is None else self.value + Fraction(*self.part)

    @property
    def plain(self) -> int | float:
        """The value for scripts: a whole number if possible."""
        return self.value if self.part is None else float(self.exact)

    @property
    def weight(self) -> int | Fraction:
        """The value to compare figures of one kind by: for dice, their average."""
        return 7 * self.value + 2 * self.pips if self.unit == "D" else self.exact

    @property
    def why(self) -> str:
        """The computation of the value as text: "10 + DEX 3D + Agility 1D - 2 Heavy Armor"."""
        return _why(self)

    @property
    def text(self) -> str:
        """Label, value and explanation in one line: "Dodge 12 = 10 + DEX 3D + …"."""
        why = _why(self)
        head = f"{self.label} {self.code}"
        return head if self.op == "fact" or not why else f"{head} = {why}"

    @property
    def parts(self) -> tuple[int, int]:
        """(dice of the attribute, dice of the skill) of a pool, or of dice that replace others;
        (value, 0) for anything else.
        """
        if self.op == "pool" and len(self.terms) == 2:
            return self.terms[0].value, self.terms[1].value
        if self.op == "instead" and self.unit == "D":
            base = max(0, min(self.terms[1].value, self.value))
            return base, self.value - base
        return self.value, 0

    def rows(self) -> tuple[Row, ...]:
        """The terms of the explanation, one per row, each followed by its own terms."""
        return tuple(_rows(self, 0))

    def rulings(self) -> tuple[str, ...]:
        """Every ruling of ours in the figure, once each, in order."""
        rulings = dict.fromkeys(figure.ruling for figure in _walk(self) if figure.ruling)
        return tuple(rulings)


class Row(msgspec.Struct, frozen=True, gc=False):
    """One line of an explanation: "+3D", "DEX", "Twi'lek 2D + Spy 1D".

    `detail` is a short reason for the amount; the following rows of greater `depth` give the same
    reason in full, with sources.
    """

    amount: str
    label: str
    detail: str
    source: str
    depth: int


def _mixed(exact: Fraction) -> str:
    """A number with its fraction as text: "17½", "5 3/16", "-½"."""
    sign = "-" if exact < 0 else ""
    whole, over = divmod(abs(exact), 1)
    number = f"{int(whole):,}" if whole or not over else ""
    if not over:
        return f"{sign}{number}"
    if over in _GLYPHS:
        return f"{sign}{number}{_GLYPHS[over]}"
    return f"{sign}{number} {over.numerator}/{over.denominator}".replace("- ", "-").strip()


def _walk(figure: Figure) -> Iterator[Figure]:
    yield figure
    for term in figure.terms:
        yield from _walk(term)


def _flat(figure: Figure) -> Iterator[Figure]:
    """The terms of a sum, with nested pools replaced by their terms, and without zeros."""
    for term in figure.terms:
        if term.op == "pool":
            yield from _flat(term)
        elif term.value or term.pips or term.part:
            yield term


def _is_negative(figure: Figure) -> bool:
    return figure.value < 0 or (figure.value == 0 and figure.pips < 0)


def _magnitude(figure: Figure) -> str:
    """The amount without its sign: "3D+2", "2", "1,200", "17½"."""
    if figure.unit != "D":
        whole = figure.part is None
        return f"{abs(figure.value):,}" if whole else _mixed(abs(Fraction(figure.exact)))
    if not figure.value and figure.pips:
        return str(abs(figure.pips))
    pips = -figure.pips if figure.value < 0 else figure.pips
    return codes.written(abs(figure.value), pips)


def _named(figure: Figure, *, signed: bool = True) -> str:
    shown = _magnitude(figure)
    if signed and _is_negative(figure):
        shown = f"-{shown}"
    if figure.style == "constant" or not figure.label:
        return shown
    return f"{shown} {figure.label}" if figure.style == "bonus" else f"{figure.label} {shown}"


def _why(figure: Figure) -> str:
    terms = figure.terms
    match figure.op:
        case "fact":
            return figure.source
        case "sum" | "pool":
            return _summed(figure)
        case "times":
            return f"{_named(terms[0])} × {_named(terms[1])}"
        case "at_least":
            return f"{_named(terms[0])}, at least {terms[1].value:,}"
        case "best":
            return "best of " + ", ".join(_named(term) for term in terms)
        case "instead":
            return f"{_named(terms[0])}, instead of {terms[1].code}"
        case "halved":
            return f"half of {_named(terms[0])}, rounded down"
        case "divided":
            inner = _why(terms[0]) if terms[0].op in ("sum", "times") else _named(terms[0])
            return (
                f"({inner}) ÷ {terms[1].value:,}"
                if " " in inner
                else f"{inner} ÷ {terms[1].value:,}"
            )
        case "average":
            whole, half = divmod(terms[0].value, 2)
            return f"{whole}{'½' if half else ''} × {_named(terms[1])}, rounded down"


def _summed(figure: Figure) -> str:
    parts: list[str] = []
    for term in _flat(figure):
        sign = "+ " if parts else ""
        if _is_negative(term):
            sign = "- " if parts else "-"
        parts.append(sign + _named(term, signed=False))
    return " ".join(parts) or "0"


def _rows(figure: Figure, depth: int) -> Iterator[Row]:
    terms = tuple(_flat(figure)) if figure.op in ("sum", "pool") else figure.terms
    if figure.op == "average":
        terms = terms[1:]
    for position, term in enumerate(terms):
        detail = "" if term.op == "fact" else _why(term)
        label = f"instead of {term.label}" if figure.op == "instead" and position else term.label
        yield Row(_amount(figure, term, position), label.strip(), detail, term.source, depth)
        yield from _rows(term, depth + 1)


def _amount(figure: Figure, term: Figure, position: int) -> str:
    shown = _magnitude(term)
    if _is_negative(term):
        return "−" + shown
    match figure.op:
        case "times":
            return ("× " if position else "") + shown
        case "divided":
            return ("÷ " if position else "") + shown
        case "sum" | "pool":
            return ("+" if position else "") + shown
        case _:
            return shown
