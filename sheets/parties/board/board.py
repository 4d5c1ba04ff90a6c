"""The board of a party: its characters in an order, and what of them stands in columns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.sheet.sections import Figures, Line
from sheets.models import Member
from sheets.parties.board.characters import HiddenCharacter, PartyCharacter, rows

BY_NAME = "name"
LONGEST_KEY = 120


@dataclass(frozen=True)
class Column:
    """What is held side by side under one name. `leads` are the figures that matter most, `points`
    the others of the sections of figures.
    """

    key: str
    name: str
    leads: bool = False
    points: bool = False


@dataclass(frozen=True)
class Sort:
    """An order, by the name or by the key of a figure: names from A, figures from the highest.

    `turned` is the other way round.
    """

    key: str = BY_NAME
    turned: bool = False

    @classmethod
    def read(cls, asked: str) -> "Sort":
        """From an address: "defenses.dodge", "-defenses.dodge"."""
        return cls(asked.removeprefix("-")[:LONGEST_KEY] or BY_NAME, asked.startswith("-"))

    @property
    def written(self) -> str:
        """As it stands in an address."""
        return f"-{self.key}" if self.turned else self.key

    def pressed(self, key: str) -> str:
        """What pressing a heading asks for: that order, or its other way where it is that."""
        return Sort(key, key == self.key and not self.turned).written

    def way(self, key: str) -> str:
        """Which way a column is ordered, "" where it is not the one."""
        if key != self.key:
            return ""
        return "ascending" if (key == BY_NAME) != self.turned else "descending"

    def apply(self, found: Iterable[PartyCharacter]) -> list[PartyCharacter]:
        """Rows that are ordered by name in this order: who has no such figure comes last."""
        ordered = list(found)
        if self.key == BY_NAME:
            return ordered[::-1] if self.turned else ordered
        have = [(line, row) for row in ordered if (line := row.line(self.key))]
        have.sort(key=lambda pair: pair[1].stands(pair[0]).weight, reverse=not self.turned)
        return [*(row for _, row in have), *(row for row in ordered if not row.line(self.key))]


@dataclass(frozen=True)
class Board:
    """Everybody. `chosen` is a trait that they are ordered by, a column of its own then; `shared`
    are the traits that all of them have dice of their own in.
    """

    rows: tuple[PartyCharacter, ...]
    asides: tuple[HiddenCharacter, ...]
    columns: tuple[Column, ...]
    chosen: Column | None
    shared: tuple[Line, ...]
    sort: Sort

    @property
    def leading(self) -> list[Column]:
        """The columns that come first."""
        return [column for column in self.columns if column.leads]

    @property
    def others(self) -> list[Column]:
        """Those that come after how somebody stands."""
        return [column for column in self.columns if not column.leads]


def board(seat: Member, sort: Sort) -> Board:
    """The board as a member of the party sees it. An order that there is not is that by name."""
    playing, asides = rows(seat)
    columns = _columns(playing)
    chosen = next((line for row in playing if (line := row.traits.get(sort.key))), None)
    if not chosen and sort.key not in columns:
        sort = Sort(turned=sort.turned and sort.key == BY_NAME)
    return Board(
        rows=tuple(sort.apply(playing)),
        asides=tuple(asides),
        columns=tuple(columns.values()),
        chosen=Column(chosen.key, chosen.name) if chosen else None,
        shared=tuple(_shared(playing)),
        sort=sort,
    )


def _columns(playing: Sequence[PartyCharacter]) -> dict[str, Column]:
    """A column for each figure that somebody has, in the order of their sheets."""
    found: dict[str, Column] = {}
    for row in playing:
        sections = [one for one in row.sheet.sections if isinstance(one, Figures)]
        leading = {line.key for section in sections[:1] for line in section.lines}
        others = {line.key for section in sections[1:] for line in section.lines}
        for key, line in row.figures.items():
            column = Column(key, line.name, leads=key in leading, points=key in others)
            found.setdefault(key, column)
    return found


def _shared(playing: Sequence[PartyCharacter]) -> Iterator[Line]:
    """What more than one have dice of their own in, and all."""
    if len(playing) > 1:
        first, *rest = playing
        for line in first.traits.values():
            others = (row.traits.get(line.key) for row in rest)
            if line.trained and all(other and other.trained for other in others):
                yield line
