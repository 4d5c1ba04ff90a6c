"""The view models of printed sheets: what templates are given of each section and its cells.

`sections.py` makes them of a sheet.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from django.utils.text import slugify

from rules.sheet.sections import Passage
from sheets.printing.type.glyphs import printable

# A space that does not stretch: a row is justified by the one that does.
FIXED_SPACE = "\u2009"
# So many columns of traits go side by side on a page, and of those with dots.
IN_ROW, DOTTED_IN_ROW = 6, 3
# So many items stay together on a page.
SHORT_LIST = 12


@dataclass(frozen=True)
class DrawnGauge:
    """Dots, True if filled, and below them boxes to spend, True if spent."""

    dots: tuple[bool, ...]
    boxes: tuple[bool, ...] = ()

    @property
    def value(self) -> int:
        """The number of dots that are filled in."""
        return sum(self.dots)

    @property
    def ones(self) -> str:
        """Its dots as a frame reads them: 1 is one that is filled in."""
        return _ones(self.dots)

    @property
    def spent(self) -> str:
        """Its boxes as a frame reads them: 1 is one that is spent."""
        return _ones(self.boxes)


@dataclass(frozen=True)
class FigureCell:
    """An important number with its name, its explanation, and a note. A small one has as many
    `boxes`, to tick off what is spent.
    """

    key: str
    name: str
    code: str
    why: str
    note: str
    boxes: range = range(0)
    gauge: DrawnGauge | None = None

    @property
    def has_total(self) -> bool:
        """True if its number is more than its dots."""
        return self.gauge is None or _is_more(self.code, self.gauge)

    @property
    def dots_field(self) -> str:
        """The name of the field for its dots."""
        return f"{self.key}-dots" if self.has_total else self.key

    @property
    def length(self) -> str:
        """The CSS class for the width of the number."""
        return "" if len(self.code) <= 4 else "long" if len(self.code) <= 8 else "longer"


@dataclass(frozen=True)
class PoolRow:
    """A justified line: the name on the left, figures on the right, a note below. With a gauge
    `text` is the name alone, and after its dots come the `code` and the `base`, the short name of
    the trait that it begins with. A long one is set smaller, a double one in two lines in the
    height of one, of which the first ends with the slash that `above` ends with; one that `wraps`
    stands above its dots. A form has fields for the whole `code`, named after the `key`, and, where
    it is `parted` into its head and more, for the dice that are `added`. Its dots may be added to
    one of the `traits`, the better one; if it `needs_dots`, nothing is rolled without one.
    """

    key: str
    name: str
    text: str
    trained: bool = False
    note: str = ""
    gauge: DrawnGauge | None = None
    code: str = ""
    is_long: bool = False
    added: str = ""
    parted: bool = False
    base: str = ""
    traits: tuple[str, ...] = ()
    needs_dots: bool = False
    wraps: bool = False
    is_double: bool = False
    above: str = ""

    @property
    def before_dots(self) -> str:
        """Its text on the line of its dots; "" for a name that stands above them."""
        return "" if self.wraps else self.text

    @property
    def label(self) -> str:
        """The name alone."""
        return fixed_spaces(printable(self.name))

    @property
    def below(self) -> str:
        """The rest of the name, after what stands above."""
        return self.label.removeprefix(self.above)

    @property
    def field(self) -> str:
        """The name of its field: a dot would part it in two."""
        return self.key.replace(".", "-")

    @property
    def has_total(self) -> bool:
        """True if its number is more than its dots."""
        return bool(self.traits) or _is_more(self.code, self.gauge)

    @property
    def dots_field(self) -> str:
        """The name of the field for its dots."""
        return f"{self.field}-dots" if self.has_total else self.field

    @property
    def dice_field(self) -> str:
        """The name of the field for what is added to its head."""
        return f"{self.field}-dice"


@dataclass(frozen=True)
class PoolColumn:
    """A head pool and the pools under it. `parted` says that what is added to the head is shown
    apart from the whole; `is_headless` that it has only a name, with the `note`.
    """

    name: str
    head: str
    rows: tuple[PoolRow, ...]
    parted: bool = False
    is_headless: bool = False
    note: str = ""
    abbreviation: str = ""
    code: str = ""

    @property
    def field(self) -> str:
        """The name of the field of its head."""
        return f"head-{slugify(self.name)}"

    @property
    def caption(self) -> str:
        """The name in a justified line, below its abbreviation; none below a name."""
        return "" if self.is_headless else fixed_spaces(self.name)

    @property
    def dotted(self) -> bool:
        """True if its rows have dots, which need more room."""
        return any(row.gauge for row in self.rows)

    @property
    def based(self) -> bool:
        """True if the traits that its rows begin with are named after their numbers."""
        return any(row.base for row in self.rows)


@dataclass(frozen=True)
class WoundLevelRow:
    """A level of a track: its range, its boxes ("marked", "slashed" for the lesser of two kinds of
    mark, or ""), and the same as text. Its name is set smaller where one of its track is long.
    """

    name: str
    reach: str
    effect: str
    boxes: tuple[str, ...]
    told: str
    is_long: bool = False

    @property
    def is_slashed(self) -> bool:
        """True if it has the lesser kind of mark, which no check box can show."""
        return "slashed" in self.boxes


@dataclass(frozen=True)
class AttackRow:
    """One way to attack: its quantity, its pool and damage, and its notes."""

    name: str
    pool: str
    skill: str
    damage: str
    special: str
    does_damage: bool = True


@dataclass(frozen=True)
class ItemRow:
    """A carried item, with its quantity and its effect.

    `short` says that all of it fits on one line of a field; a longer one has `lines`, each for a
    field of its own.
    """

    name: str
    remark: str
    short: bool
    lines: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it on one line, for a field."""
        return listed(self.name, self.remark)


@dataclass(frozen=True)
class ItemColumn:
    """One of two columns of items, and the number of empty rows below."""

    things: list[ItemRow]
    spare: range = range(0)


@dataclass(frozen=True)
class TypedText:
    """A text in a field of a form: its name, title, and value, and its height in millimeters."""

    name: str
    title: str
    value: str
    height: float


@dataclass
class PrintSection:
    """A section on paper.

    `items` are the attacks, items or passages printed in their place (items also as two `halves`),
    `rest` those that continue elsewhere, `room` is the free height to write on in millimeters, and
    `spare` the rows in it. `flows` says that it continues on the next page by itself, and
    `typed` are the fields of a form for its passages.
    """

    id: str
    name: str
    kind: str
    note: str = ""
    cells: tuple[FigureCell, ...] = ()
    columns: tuple[PoolColumn, ...] = ()
    across: PoolColumn | None = None
    bands: tuple[WoundLevelRow, ...] = ()
    purse: str = ""
    purse_name: str = ""
    items: list[Any] = field(default_factory=list)
    rest: list[Any] = field(default_factory=list)
    halves: tuple[ItemColumn, ...] = ()
    spare: range = range(0)
    room: float = 0
    flows: bool = False
    typed: list[TypedText | None] = field(default_factory=list)

    @property
    def all_columns(self) -> list[PoolColumn]:
        """Its columns, and the one that stands across."""
        return [*self.columns, *([self.across] if self.across else [])]

    @property
    def longest(self) -> int:
        """The rows of its longest column of traits."""
        return max((len(column.rows) for column in self.columns), default=0)

    @property
    def is_empty(self) -> bool:
        """True if there is nothing in it, here or where it continues."""
        return not self.items and not self.rest

    @property
    def is_short(self) -> bool:
        """True if its items are so few that they stay on one page."""
        return len(self.items) <= SHORT_LIST

    @property
    def texts(self) -> list[tuple[Passage, TypedText | None]]:
        """The passages, each with its field if it has one."""
        return list(zip_longest(self.items, self.typed))


def _is_more(code: str, gauge: DrawnGauge | None) -> bool:
    """True if a number is another than that of the dots beside it."""
    return gauge is not None and code not in ("", str(gauge.value))


def _ones(marks: tuple[bool, ...]) -> str:
    return "".join("1" if mark else "0" for mark in marks)


def fixed_spaces(text: str) -> str:
    """The text with spaces that do not stretch in a justified line."""
    return text.replace(" ", FIXED_SPACE)


def listed(*texts: str) -> str:
    """Those of the texts that say something, with dots between them."""
    return " · ".join(filter(None, texts))
