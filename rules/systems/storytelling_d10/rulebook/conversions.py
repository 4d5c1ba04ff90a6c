"""Numbers of another edition turned into ours, each by a row of a table: what was typed,
multiplied, and then divided, rounded, or looked up.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any, Protocol

from rules.kit.play.success_checks import unit
from rules.tables import Row


class Numbered(Protocol):
    """A row with a number."""

    @property
    def number(self) -> int:
        """The number."""


# What a row does with an amount and its number.
How = Callable[[int, int], "int | Fraction"]


def nearest(amount: int, divisor: int) -> int:
    """Ordinary rounding: halves go up."""
    return (2 * amount + divisor) // (2 * divisor)


HOW: Mapping[str, How] = {
    "up": lambda amount, by: -(-amount // by),
    "down": lambda amount, by: amount // by,
    "nearest": nearest,
    "times": lambda amount, by: amount * by,
    "halves": lambda amount, by: Fraction(amount * by, 2),
    "rest": lambda amount, by: by - amount,
}


class Conversion(Row, frozen=True, kw_only=True):
    """The conversion of a number of a `what`: those typed as `of` and `times`, multiplied, `by` a
    number of the table in a way of HOW or of the game (`how`), and `at_least` another number. It is
    only said where all of `of` and `needs` are typed, none of them 0 where it is `positive`, and
    where `of` come to `least` or more, and to less than `under`. `says` has `{n}`, its `{dice}`,
    its `{successes}`, its `{twice}`, and the `{numbers}` of the table.
    """

    what: str
    of: tuple[str, ...]
    needs: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    by: str = ""
    how: str = "down"
    at_least: str = ""
    least: str = ""
    under: str = ""
    positive: bool = False
    says: str

    @property
    def named(self) -> tuple[str, ...]:
        """The numbers of the table that it names."""
        return tuple(filter(None, (self.by, self.at_least, self.least, self.under)))


def converted(
    rows: Iterable[Conversion],
    answers: Mapping[str, Any],
    numbers: Mapping[str, Numbered],
    looked_up: Mapping[str, Callable[[int], int]],
) -> Iterator[str]:
    """The sentence of each row about the typed numbers. `looked_up` are the game's own ways."""
    for row in rows:
        typed = [answers.get(id) for id in row.of]
        needed = [*typed, *(answers.get(id) for id in row.needs)]
        if None in needed or (row.positive and 0 in typed):
            continue
        amount = prod(int(one or 0) for one in typed)
        if row.least and amount < numbers[row.least].number:
            continue
        if row.under and amount >= numbers[row.under].number:
            continue
        amount *= prod(int(answers.get(id) or 1) for id in row.times)
        n: int | Fraction
        if row.how in looked_up:
            n = looked_up[row.how](amount)
        else:
            n = HOW[row.how](amount, numbers[row.by].number if row.by else 1)
        if row.at_least:
            n = max(n, numbers[row.at_least].number)
        yield row.says.format(
            n=written(n),
            twice=written(2 * n),
            dice=f"{n} {'die' if n == 1 else 'dice'}",
            successes=f"{n} {unit(int(n))}",
            numbers=numbers,
        )


def written(number: int | Fraction) -> str:
    """A number to one place: "9", "4.5"; a whole one without commas."""
    if isinstance(number, int):
        return str(number)
    return f"{float(number):,.1f}".removesuffix(".0")
