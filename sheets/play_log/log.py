"""The log of the table as it is shown: its lines, a page at a time, and all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec

from rules.figures import Figure, number
from rules.play import Outcome
from sheets.models import Character, PlayLogEntry
from sheets.models.compiled import CompiledQuery
from sheets.play_log import storage
from sheets.play_log.storage import ARRIVAL, BACK
from sheets.storage import CorruptRow

ROWS_AT_ONCE = 500
UNREADABLE = "This entry is damaged and unreadable."

# The number of a line, which one it takes back, and on which one it puts a point.
About = tuple[int, int | None, int | None]


@dataclass(frozen=True)
class Line:
    """One line: its outcome, by how much marks moved with it, and what other lines say of it;
    whether it answers a call (`is_answer`). `refusal` says why whoever looks can't undo it.

    `came` is what the attack that it rolled came to, once a game master has decided that: one of
    the sentences of its outcome.
    `taken_back_by` and `point_by` are the numbers of the lines that took it back and that put a
    point on it, `takes_back` and `point_on` those of the lines that this one is about.
    """

    row: PlayLogEntry
    outcome: Outcome
    moves: tuple[Figure, ...]
    came: tuple[str, ...] = ()
    taken_back_by: int | None = None
    point_by: int | None = None
    point_stands: bool = False
    is_newest: bool = False
    is_answer: bool = False
    refusal: str = ""

    @property
    def number(self) -> int:
        """Its place in the log, from 1."""
        return self.row.number

    @property
    def kind(self) -> str:
        """The outcome's, or "point" for a point put on a roll, "back" for what is taken back."""
        return self.row.kind

    @property
    def at(self) -> datetime:
        """When it was."""
        return self.row.at

    @property
    def by(self) -> str:
        """Whose doing it was."""
        return self.row.by

    @property
    def by_gm(self) -> bool:
        """True if a game master did it."""
        return self.row.author_id is not None

    @property
    def answer(self) -> str:
        """The player's answer; "" before there is one."""
        return self.row.answer

    @property
    def takes_back(self) -> int | None:
        """The number of the line that it took back."""
        return self.row.takes_back

    @property
    def point_on(self) -> int | None:
        """The number of the roll that a point went on."""
        return self.row.point_on

    @property
    def said(self) -> tuple[str, ...]:
        """Its sentences, but for one that is nothing but the total."""
        total = str(self.outcome.total)
        return tuple(sentence for sentence in self.outcome.said if sentence != total)

    @property
    def stands(self) -> bool:
        """True unless it was undone."""
        return self.taken_back_by is None

    @property
    def may_be_taken_back(self) -> bool:
        """True if it can be undone: it wasn't yet, and no later line rests on it."""
        return self.stands and self.kind not in (ARRIVAL, BACK) and not self.point_stands

    @property
    def may_take_point(self) -> bool:
        """True if it is the newest line not undone, and a roll on which a point may be spent."""
        return self.is_newest and self.outcome.point and self.point_by is None

    @property
    def when(self) -> str:
        """When it was, as the entries of a ledger say it."""
        return self.row.at.isoformat(timespec="seconds")

    @property
    def open_question(self) -> str:
        """The question that its dice ask; "" for none, or if it is answered or undone."""
        return self.outcome.asks if self.stands and not self.answer else ""

    def plain(self) -> dict[str, object]:
        """The line as it is stored, for an export."""
        content = self.row.content if isinstance(self.row.content, dict) else {}
        besides = {
            "answer": self.answer,
            "point_on": self.point_on,
            "takes_back": self.takes_back,
            "taken_back_by": self.taken_back_by,
        }
        given_fields = {name: value for name, value in besides.items() if value}
        head = {"number": self.number, "kind": self.kind, "at": self.when, "by": self.by}
        return {**head, **content, **head, **given_fields}


@dataclass(frozen=True)
class Page:
    """So many lines, newest first. `older` is the line before which the next page begins, None
    if there are no more; `newer` the same of the page above it, None for the newest one.
    """

    lines: tuple[Line, ...]
    is_newest: bool
    newer: int | None = None
    older: int | None = None


def newest(character: Character, limit: int = 10) -> list[Line]:
    """The newest lines, newest first. One query."""
    rows = list(character.play_log.newest_first().with_answers()[:limit])
    return told(rows, _of(rows))


NEWEST_NUMBER = CompiledQuery[PlayLogEntry](
    lambda id: (
        PlayLogEntry.objects.filter(character=id)
        .newest_first()
        .values_list("number", flat=True)[:1]
    )
)


def newest_number(character: Character) -> int:
    """The number of the newest line; 0 where the log is empty. No query for a character that was
    fetched `with_newest_line`.
    """
    fetched: int | None = getattr(character, "newest_line", None)
    return next(iter(NEWEST_NUMBER.column(character.pk)), 0) if fetched is None else fetched


def page(character: Character, before: int | None = None, limit: int = 50) -> Page:
    """The lines before one, or the newest. As fast at the end of a long log as at its beginning."""
    rows = list(character.play_log.newest_first(before=before).with_answers()[: limit + 1])
    last = rows[0] if before is None and rows else character.play_log.newest_first().first()
    rows_shown, top = rows[:limit], rows[0].number if rows else 0
    is_newest = last is None or last.number == top
    numbers = [row.number for row in rows_shown]
    about = _of(rows_shown) if is_newest else character.play_log.about(numbers)
    # Numbers have no gaps, so the page above this one ends so many lines further up.
    above = top + 1 + limit
    return Page(
        lines=tuple(told(rows_shown, about, at_the_top=is_newest)),
        is_newest=is_newest,
        newer=above if last and above <= last.number else None,
        older=rows_shown[-1].number if len(rows) > limit else None,
    )


def every(character: Character) -> Iterator[Line]:
    """All of them, oldest first, a few hundred at a time."""
    after = 0
    while rows := list(character.play_log.oldest_first(after=after)[:ROWS_AT_ONCE]):
        about = character.play_log.about([row.number for row in rows])
        yield from told(rows, about, at_the_top=False)
        after = rows[-1].number


def _of(rows: Sequence[PlayLogEntry]) -> list[About]:
    """The lines' references to older lines. Later lines alone refer to a line, so these hold all
    references to the newest ones.
    """
    return [(row.number, row.takes_back, row.point_on) for row in rows]


def told(
    rows: Sequence[PlayLogEntry], about: Sequence[About], *, at_the_top: bool = True
) -> list[Line]:
    """The lines of these rows; `about` is what others say of them."""
    taken = {of: number for number, of, _ in about if of is not None}
    points = {of: number for number, _, of in about if of is not None}
    active = (row.number for row in rows if row.takes_back is None and row.number not in taken)
    newest = next(active, None) if at_the_top else None
    return [
        Line(
            row=row,
            outcome=outcome(row),
            moves=tuple(_moves(row)),
            came=storage.came(row),
            taken_back_by=taken.get(row.number),
            point_by=points.get(row.number),
            point_stands=row.number in points and points[row.number] not in taken,
            is_newest=row.number == newest,
            is_answer=getattr(row, "is_answer", False),
        )
        for row in rows
    ]


def outcome(row: PlayLogEntry) -> Outcome:
    """A line's outcome, with what its attack came to: before the damage that was rolled, after a
    hit. One that can't be read says so, and blocks nothing.
    """
    try:
        outcome = storage.outcome(row)
    except CorruptRow:
        return Outcome("", UNREADABLE, row.kind)
    came = storage.came(row)
    if not came:
        return outcome
    said = (*came, *outcome.said) if outcome.success is None else (*outcome.said, *came)
    return msgspec.structs.replace(outcome, said=said)


def _moves(row: PlayLogEntry) -> Iterator[Figure]:
    """By how much each mark moved, under its name in words."""
    try:
        moves = storage.effect(row).moves
    except CorruptRow:
        moves = ()
    for move in moves:
        yield number(move.mark.replace("_", " ").title(), move.by)
