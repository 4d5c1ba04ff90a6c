"""A rulebook: a game's tables as one struct, with a member for each file and the written reference.

The tables, and what a row of them means, are each game's own.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, get_type_hints

import msgspec

from rules import figures, tables
from rules.figures import Figure
from rules.kit import listings
from rules.kit.listings import ListedGuide
from rules.reference import topics
from rules.reference.chapters import Chapter
from rules.tables import Row


class Number(Row, frozen=True, kw_only=True):
    """A number of the rules: of dice, successes, points, a difficulty, or what is added to one."""

    number: int

    def figure(self, label: str) -> Figure:
        """The number itself, with where it stands."""
        return figures.number(label, self.number, source=self.source, ruling=self.ruling)

    def bonus(self, label: str = "") -> Figure:
        """The number as what is added, under its name or another."""
        name = label or self.name
        return figures.bonus(name, self.number, source=self.source, ruling=self.ruling)


class Price(Row, frozen=True, kw_only=True):
    """The price of something: so many points, or so many `times` the new value."""

    points: int = 0
    times: int = 0


class DiceRow(Row, frozen=True, kw_only=True):
    """Dice more or fewer in some case."""

    dice: int = 0

    @property
    def term(self) -> Figure:
        """The dice as a term of a pool, under the row's name."""
        return figures.dice(self.name, self.dice, source=self.source, ruling=self.ruling)


class Mention(NamedTuple):
    """Names in a table that no member declares as those of one other table: the file, the key, the
    names, and what they must be among.
    """

    file: str
    key: str
    names: str | Iterable[str]
    known: Container[str]


class ListedRulebook(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of a game: each member but the reference is the file of that name."""

    reference: ListedGuide

    @property
    def values(self) -> Mapping[str, Any]:
        """The names in braces of a topic: the tables, whose members are reached from there."""
        return msgspec.structs.asdict(self)

    def rows(self, place: str) -> Mapping[str, Row]:
        """The rows of a table by its place ("combat.ranges"); KeyError or AttributeError where
        there is none.
        """
        return listings.rows_at(self, place)

    def mentions(self) -> Iterator[Mention]:
        """Names to look up beside those of members marked with `In`."""
        yield from ()

    def chapters(self, shown: Callable[[Any], str], **options: Any) -> tuple[Chapter, ...]:
        """The reference as chapters; `shown` and the options are those of `listings.parts`."""
        parts = listings.parts(self.reference, self, shown, **options)
        return topics.chapters(self.reference, parts=parts, values=self.values, book=self)


Book = TypeVar("Book", bound=ListedRulebook)


def read(
    folder: Path,
    kind: type[Book],
    files_of_topics: Iterable[str],
    ready: Mapping[str, object] = MappingProxyType({}),
) -> Book:
    """A folder's tables, read and checked, with those that are `ready`; TableError names the file
    and the key of a fault.
    """
    reader, kinds = tables.Reader(folder), get_type_hints(kind)
    del kinds["reference"]
    files: dict[str, object] = {
        name: ready[name] if name in ready else reader.file(f"{name}.toml", kinds[name])
        for name in kinds
    }
    guide = listings.read(tables.Reader(folder / "reference"), files_of_topics)
    book = kind(**files, reference=guide)
    reader.check(*files.values())
    for mention in book.mentions():
        tables.check_known(*mention)
    listings.check(guide, book, "reference")
    return book


T = TypeVar("T", bound=Row)


def grouped(rows: Mapping[str, T], groups: Iterable[str], member: str) -> dict[str, dict[str, T]]:
    """The rows of each group, which a member names."""
    return {
        group: {id: row for id, row in rows.items() if getattr(row, member) == group}
        for group in groups
    }
