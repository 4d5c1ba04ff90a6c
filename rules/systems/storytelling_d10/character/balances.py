"""Balances: items that cost points, paid with items that give some: their TOML tables, their
instances in a document, and the fields of their step.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from rules.creation import Bound, with_build
from rules.document import Document
from rules.figures import Figure, number, total
from rules.forms import parsing
from rules.forms.fields import (
    BalanceItem,
    BalanceSide,
    Change,
    Choice,
    Field,
    Group,
    Number,
    Option,
    Text,
)
from rules.forms.parsing import YES, Values
from rules.phrases import counted
from rules.problems import InvalidDocument, Problem
from rules.systems.storytelling_d10.document.build import Instance

C = TypeVar("C")
LONGEST_NOTE = 500
# Separates an item's id from the number of its instance: "aptitude~2".
AGAIN = "~"
_KEY = re.compile(r"(?a)([a-z0-9-]{1,60})(?:~([2-9]|[1-9]\d))?(?:\.(points|detail|note))?")


class BalanceRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An item with the points that it costs or gives, from `lowest` to `highest`. With `repeats` it
    can be taken again with another detail; `notes` asks for the player's words. `group` is the id
    of its group, `best` names what it is good for or what it hurts, and `keywords` find it.
    """

    id: str
    name: str
    lowest: int
    highest: int = 0
    group: str = ""
    details: tuple[str, ...] = ()
    repeats: bool = False
    notes: bool = False
    requires: dict[str, int] = {}
    does: str = ""
    best: str = ""
    keywords: str = ""
    source: str = ""
    ruling: str = ""

    @property
    def most(self) -> int:
        """The most points."""
        return max(self.lowest, self.highest)


def no_changes(_character: object, _row: BalanceRow) -> tuple[Change, ...]:
    """For a game that does not preview the effects of an item."""
    return ()


def listed_details(_character: object, row: BalanceRow) -> tuple[Option, ...]:
    """The details in the table, each with its name as its id."""
    return tuple(Option(detail.casefold().replace(" ", "-"), detail) for detail in row.details)


@dataclass(frozen=True, kw_only=True)
class Side(Generic[C]):
    """One side of a balance: `member` of the build holds the instances of `rows`.

    `lacks(character, row)` names unmet requirements, `details` the options for a required detail,
    and `changes` the effects. `barred` is any other reason why an item cannot be taken.
    """

    member: str
    name: str
    rows: Callable[[], Mapping[str, BalanceRow]]
    gives: bool = False
    lacks: Callable[[C, BalanceRow], tuple[str, ...]] = lambda _character, _row: ()
    details: Callable[[C, BalanceRow], tuple[Option, ...]] = listed_details
    changes: Callable[[C, BalanceRow], tuple[Change, ...]] = no_changes
    barred: Callable[[C, BalanceRow], str] = lambda _character, _row: ""
    note: str = ""

    def shown(self, character: C, had: Sequence[Instance]) -> BalanceSide:
        """Every item; those that the character has with their fields. An item that can be repeated
        is offered once more.
        """
        items = []
        for row in self.rows().values():
            own = [one for one in had if one.id == row.id]
            again = not own or (row.repeats and len(own) < len(self.details(character, row)))
            items += [self._item(character, row, place, one) for place, one in enumerate(own, 1)]
            if again:
                items.append(self._item(character, row, len(own) + 1, None))
        return BalanceSide(Group(self.member, self.name, self.note), tuple(items), self.gives)

    def _item(self, character: C, row: BalanceRow, place: int, had: Instance | None) -> BalanceItem:
        key = f"{self.member}.{row.id}{f'{AGAIN}{place}' if place > 1 else ''}"
        points = row.lowest if had is None else points_of(row, had)
        options = self.details(character, row) if had else ()
        named = next((one.name for one in options if had and one.id == had.detail), "")
        again = "" if place == 1 or had else ", once more"
        return BalanceItem(
            field=key,
            name=f"{row.name}{f': {named}' if named else again}",
            points=number(row.name, points, source=row.source, ruling=row.ruling),
            values=(YES,) if had else (),
            span=f"{row.lowest}–{row.most}" if row.most > row.lowest else "",
            detail=row.does,
            lacks=() if had else self.lacks(character, row),
            barred="" if had else self.barred(character, row),
            changes=() if had else self.changes(character, row),
            fields=tuple(_asked(key, row, had, options)) if had else (),
            source=row.source,
            ruling=row.ruling,
            term=f"{self.member}.{row.id}",
            group=row.group,
            best=row.best,
            keywords=row.keywords,
        )

    @property
    def bound(self) -> Bound:
        """Reads and writes the fields of every item: "merits.aptitude~2.detail"."""
        return Bound(
            self.member,
            lambda document, rest: _read(self._had(document), rest, self.rows()),
            self._write,
            lambda document, _: with_build(document, **{self.member: ()}),
            self._dependent,
            nested=True,
            at=f"build.{self.member}",
        )

    def _had(self, document: Document) -> tuple[Instance, ...]:
        instances: tuple[Instance, ...] = getattr(document.build, self.member)
        return instances

    def _write(self, document: Document, rest: str, values: Values) -> Document:
        after = _written(self._had(document), rest, values, self.rows())
        return with_build(document, **{self.member: after})

    def _dependent(self, document: Document) -> Iterator[str]:
        counted: dict[str, int] = {}
        for one in self._had(document):
            counted[one.id] = place = counted.get(one.id, 0) + 1
            key = f"{self.member}.{one.id}{f'{AGAIN}{place}' if place > 1 else ''}"
            for name in ("points", "detail", "note"):
                if getattr(one, name):
                    yield f"{key}.{name}"


def points_of(row: BalanceRow, had: Instance) -> int:
    """The points that an item costs or gives: those chosen, within its bounds."""
    chosen = row.lowest if had.points is None else had.points
    return min(max(chosen, row.lowest), row.most)


def summed(label: str, rows: Mapping[str, BalanceRow], had: Iterable[Instance]) -> Figure:
    """The points of all items, each a term; unknown items are ignored."""
    terms = (
        number(rows[one.id].name, points_of(rows[one.id], one), source=rows[one.id].source)
        for one in had
        if one.id in rows
    )
    return total(label, *terms)


def _asked(
    key: str, row: BalanceRow, had: Instance, options: tuple[Option, ...]
) -> Iterator[Field]:
    if row.most > row.lowest:
        value = (str(points_of(row, had)),)
        yield Number(f"{key}.points", "Points", value, lowest=row.lowest, highest=row.most)
    if options:
        chosen = tuple(msgspec.structs.replace(one, chosen=one.id == had.detail) for one in options)
        values = (had.detail,) if had.detail else ()
        yield Choice(f"{key}.detail", "Which", values, chosen, look="menu")
    if row.notes:
        yield Text(f"{key}.note", "Your own words", (had.note,), limit=LONGEST_NOTE)


def _place(
    had: Sequence[Instance], rest: str, rows: Mapping[str, BalanceRow]
) -> tuple[str, int | None, int, str] | None:
    """The parts of a field's id: the item's id, its place in the list (None if it is not there),
    its number among several, and its field; None for an unknown field.
    """
    match = _KEY.fullmatch(rest)
    if not match or match[1] not in rows:
        return None
    which = int(match[2] or 1)
    places = [place for place, one in enumerate(had) if one.id == match[1]]
    if which > len(places) + 1 or (which > 1 and not rows[match[1]].repeats):
        return None
    return match[1], places[which - 1] if which <= len(places) else None, which, match[3] or ""


def _read(had: Sequence[Instance], rest: str, rows: Mapping[str, BalanceRow]) -> Values | None:
    place = _place(had, rest, rows)
    if place is None:
        return None
    id, at, _, part = place
    if not part:
        return () if at is None else (YES,)
    if at is None:
        return None
    one, row = had[at], rows[id]
    match part:
        case "points":
            return (str(points_of(row, one)),) if row.most > row.lowest else None
        case "detail":
            return (one.detail,) if one.detail else ()
        case _:
            return (one.note,) if row.notes else None


def _written(
    had: tuple[Instance, ...], rest: str, values: Values, rows: Mapping[str, BalanceRow]
) -> tuple[Instance, ...]:
    place = _place(had, rest, rows)
    if place is None:
        raise InvalidDocument("This field doesn't exist.")
    id, at, _, part = place
    if at is None:
        if part:
            raise InvalidDocument("Choose this first.")
        return (*had, Instance(id=id)) if parsing.known(values, (YES,)) else had
    if part:
        after = msgspec.structs.replace(had[at], **_changed(rows[id], part, values))
        return (*had[:at], after, *had[at + 1 :])
    return had if parsing.known(values, (YES,)) else (*had[:at], *had[at + 1 :])


def _changed(row: BalanceRow, part: str, values: Values) -> dict[str, object]:
    """The member of an instance that a field sets; InvalidDocument for a wrong value."""
    match part:
        case "points":
            text = parsing.one(values) or str(row.lowest)
            chosen = parsing.number(text, row.lowest, row.most)
            return {"points": None if chosen == row.lowest else chosen}
        case "detail":
            return {"detail": parsing.text(values, 60)}
        case _:
            return {"note": parsing.text(values, LONGEST_NOTE)}


def problems(
    side: Side[C], character: C, had: Sequence[Instance], *, noun: str
) -> Iterator[Problem]:
    """Every problem of the items of one side, in order: an unknown id, points out of bounds, an
    unmet requirement, a duplicate, and, unfinished, a missing detail. `noun` begins the problems'
    codes: "merit-cost".
    """
    seen: set[tuple[str, str]] = set()
    for place, one in enumerate(had):
        where = f"build.{side.member}[{place}]"
        row = side.rows().get(one.id)
        if row is None:
            message = f"“{one.id[:40]}” is no {noun} here."
            yield Problem(f"unknown-{noun}", where, message, never="no table has it")
            continue
        if one.points is not None and not row.lowest <= one.points <= row.most:
            most = counted(row.most, "point")
            bounds = f"{row.lowest} to {most}" if row.most > row.lowest else most
            yield Problem(f"{noun}-cost", where, f"{row.name} is {bounds}, not {one.points}.")
        if lacks := side.lacks(character, row):
            yield Problem(f"{noun}-requirement", where, f"{row.name} needs {', '.join(lacks)}.")
        details = side.details(character, row)
        if details and one.detail not in {option.id for option in details}:
            message = f"Choose which {row.name[:1].lower()}{row.name[1:]}."
            yield Problem(f"{noun}-detail", where, message, unfinished=True)
        again = (one.id, one.detail if row.repeats else "")
        if again in seen:
            yield Problem(f"duplicate-{noun}", where, f"{row.name} is listed twice.")
        seen.add(again)
