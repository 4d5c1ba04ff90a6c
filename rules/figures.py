"""The arithmetic of figures: sums, products and choices of numbers that explain themselves.

It knows no game. What a figure is, and how it is worded, is in `rules.explanation`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.dice import codes
from rules.explanation import COUNTED, DOTS, Figure, Row

__all__ = [
    "COUNTED",
    "DOTS",
    "Figure",
    "Row",
    "at_least",
    "average",
    "best",
    "bonus",
    "carried",
    "constant",
    "dice",
    "divided",
    "dots",
    "halved",
    "instead",
    "number",
    "points",
    "pool",
    "times",
    "total",
]


def dice(label: str, value: int, *, pips: int = 0, source: str = "", ruling: str = "") -> Figure:
    """A fact in dice: "Twi'lek 2D", "Blaster 3D+2".

    >>> dice("Blaster", 3, pips=2).code
    '3D+2'
    """
    return Figure(label, value, "D", source=source, ruling=ruling, pips=pips)


def points(label: str, value: int, *, source: str = "", ruling: str = "") -> Figure:
    """Points added to the total of dice, as a term of a sum of dice: "- 2 stuns".

    >>> points("stuns", -2).pips
    -2
    """
    return Figure(label, 0, "D", style="bonus", source=source, ruling=ruling, pips=value)


def number(label: str, value: int, *, source: str = "", ruling: str = "") -> Figure:
    """A named plain number: "new dice 4".

    >>> number("new dice", 4).text
    'new dice 4'
    """
    return Figure(label, value, source=source, ruling=ruling)


def dots(label: str, value: int, *, source: str = "", ruling: str = "") -> Figure:
    """A fact in dots: "Strength 3".

    >>> dots("Strength", 3).code
    '3'
    """
    return Figure(label, value, DOTS, source=source, ruling=ruling)


def constant(label: str, value: int, *, source: str = "", ruling: str = "") -> Figure:
    """A number of the book that needs no name in a sum: "10".

    >>> total("Dodge", constant("every character", 10), dice("DEX", 3)).why
    '10 + DEX 3D'
    """
    return Figure(label, value, style="constant", source=source, ruling=ruling)


def bonus(label: str, value: int, *, source: str = "", ruling: str = "") -> Figure:
    """A plain number gained or lost: "2 Heavy Armor".

    >>> total("Dodge", constant("", 10), bonus("Heavy Armor", -2)).why
    '10 - 2 Heavy Armor'
    """
    return Figure(label, value, style="bonus", source=source, ruling=ruling)


def total(label: str, *terms: Figure, unit: str = "", source: str = "", ruling: str = "") -> Figure:
    """The sum of the terms. A pool among them is shown as its two terms.

    >>> total("Soak", dice("STR", 2), number("armor", 3)).value
    5
    """
    value = pips = 0
    over = None
    for term in terms:
        value += term.value
        pips += term.pips
        if term.part is not None:
            over = Fraction(*term.part) if over is None else over + Fraction(*term.part)
    part = None
    if over is not None:
        value, part = _split(value + over)
    return Figure(
        label, value, unit, "sum", terms, source=source, ruling=ruling, pips=pips, part=part
    )


def carried(label: str, *terms: Figure, source: str = "", ruling: str = "") -> Figure:
    """The sum of dice codes, three pips to a die: 3D+2 and 1 is 4D.

    >>> carried("Blaster", dice("DEX", 3, pips=2), dice("more", 0, pips=1)).code
    '4D'
    """
    value = pips = 0
    for term in terms:
        value += term.value
        pips += term.pips
    value, pips = codes.carry(value, pips)
    return Figure(label, value, "D", "sum", terms, source=source, ruling=ruling, pips=pips)


def pool(label: str, base: Figure, added: Figure, *, source: str = "") -> Figure:
    """A dice pool: an attribute and the dice of the skill. With dots it is a pool that counts
    successes.

    >>> pool("Agility", dice("DEX", 3), dice("Agility", 1)).parts
    (3, 1)
    """
    value, pips = base.value + added.value, base.pips + added.pips
    unit = COUNTED if base.unit == DOTS else "D"
    return Figure(label, value, unit, "pool", (base, added), source=source, pips=pips)


def times(
    label: str,
    factor: Figure,
    figure: Figure,
    *,
    unit: str = "",
    source: str = "",
    ruling: str = "",
) -> Figure:
    """factor × figure: a price, doubled dice.

    >>> times("Cost", constant("", 3), number("new dice", 4)).text
    'Cost 12 = 3 × new dice 4'
    """
    value, part = factor.value * figure.value, None
    if figure.part is not None or factor.part is not None:
        value, part = _split(factor.exact * figure.exact)
    return Figure(
        label,
        value,
        unit,
        "times",
        (factor, figure),
        source=source,
        ruling=ruling,
        pips=factor.value * figure.pips,
        part=part,
    )


def divided(  # the unit may change: meters from a sum of dots
    label: str, figure: Figure, by: int, *, unit: str = "", source: str = "", ruling: str = ""
) -> Figure:
    """The figure divided, exactly: (20 + 3) ÷ 2 is 11½.

    >>> divided("Pace", number("run", 23), 2, unit="m").code
    '11½ m'
    """
    value, part = _split(Fraction(figure.exact) / by)
    terms = (figure, Figure("", by))
    return Figure(label, value, unit, "divided", terms, source=source, ruling=ruling, part=part)


def at_least(
    label: str, figure: Figure, floor: int, *, source: str = "", ruling: str = ""
) -> Figure:
    """The figure, with a minimum: "FOR 0, at least 1".

    >>> at_least("Force Points", number("FOR", 0), 1).text
    'Force Points 1 = FOR 0, at least 1'
    """
    low = Figure("at least", floor)
    enough = figure.value >= floor
    value, pips, part = (figure.value, figure.pips, figure.part) if enough else (floor, 0, None)
    return Figure(
        label,
        value,
        figure.unit,
        "at_least",
        (figure, low),
        source=source,
        ruling=ruling,
        pips=pips,
        part=part,
    )


def best(label: str, figures: Iterable[Figure], *, source: str = "", ruling: str = "") -> Figure:
    """The highest of several; the first one of equals.

    >>> best("Soak", (number("armor", 3), number("STR", 2))).value
    3
    """
    terms = tuple(figures)
    top = max(terms, key=lambda figure: figure.weight)
    return Figure(
        label,
        top.value,
        top.unit,
        "best",
        terms,
        source=source,
        ruling=ruling,
        pips=top.pips,
        part=top.part,
    )


def instead(
    label: str, figure: Figure, replaced: Figure, *, source: str = "", ruling: str = ""
) -> Figure:
    """The figure, in place of the one it replaces: "1,200 Fortune, instead of 750".

    >>> instead("Credits", bonus("Fortune", 1200), number("", 750)).why
    '1,200 Fortune, instead of 750'
    """
    return Figure(
        label,
        figure.value,
        figure.unit,
        "instead",
        (figure, replaced),
        source=source,
        ruling=ruling,
        pips=figure.pips,
        part=figure.part,
    )


def halved(label: str, figure: Figure, *, source: str = "", ruling: str = "") -> Figure:
    """Half the figure, rounded down.

    >>> halved("Half", number("Speed", 7)).value
    3
    """
    return Figure(
        label, figure.value // 2, figure.unit, "halved", (figure,), source=source, ruling=ruling
    )


def average(label: str, pool: Figure, *, halves: int, source: str = "", ruling: str = "") -> Figure:
    """The average total of a pool's dice, in halves and rounded down; without pips.

    >>> average("Damage", dice("Blaster", 3), halves=7).value
    10
    """
    terms = (Figure("", halves), pool)
    value = halves * pool.value // 2
    return Figure(label, value, "", "average", terms, "bonus", source=source, ruling=ruling)


def _split(exact: Fraction | int) -> tuple[int, tuple[int, int] | None]:
    """A number as its whole part, rounded down, and its fraction, None for none."""
    whole, over = divmod(Fraction(exact), 1)
    return int(whole), over.as_integer_ratio() if over else None
