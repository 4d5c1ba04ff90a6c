"""Values worked out from characters, cached in this process until a character changes: for pages
that show many characters, and that open pages ask for every other second.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from django.db.models import prefetch_related_objects

from sheets import storage
from sheets.models import Character
from sheets.models.character import STAMP
from sheets.storage import CorruptRow, StoredCharacter

Result = TypeVar("Result")

# So many characters a process keeps for one question: some MB.
MOST = 240


class Remembered(Generic[Result]):
    """A question about a character, with its newest answers.

    An answer holds as long as nothing of the row changes (`STAMP`), its ledger and its turn
    included. It may be asked only of rows as they were just fetched, and holds nothing that depends
    on who asks.
    """

    def __init__(self, ask: Callable[[StoredCharacter], Result]) -> None:
        self._ask = ask
        self._kept: OrderedDict[tuple[object, ...], Result] = OrderedDict()
        self._lock = Lock()

    def of(self, rows: Sequence[Character]) -> list[Result | CorruptRow]:
        """The answer about each of these rows; for a row that can't be worked out, the reason.

        One query for the ledgers of all that are not known yet, and one more for their rows where
        only a part of them was fetched: `STAMP` is enough of those that are known.
        """
        stamps = [_stamp(row) for row in rows]
        with self._lock:
            known = {stamp: self._kept[stamp] for stamp in stamps if stamp in self._kept}
            for stamp in known:
                self._kept.move_to_end(stamp)
        unknown = [row for row, stamp in zip(rows, stamps, strict=True) if stamp not in known]
        whole = _whole(unknown)
        return [
            known[stamp] if stamp in known else self._answer(whole.get(row.pk, row))
            for row, stamp in zip(rows, stamps, strict=True)
        ]

    def _answer(self, row: Character) -> Result | CorruptRow:
        stamp = _stamp(row)
        try:
            stored = storage.load(row)
            answer = storage.attempted(row, lambda: self._ask(stored))
        except CorruptRow as damaged:
            return damaged
        with self._lock:
            self._kept[stamp] = answer
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return answer


_FIELDS = {field.name: field.attname for field in Character._meta.concrete_fields}
# The attributes that hold these fields, and those that hold the rest of a document.
_COLUMNS = ("pk", *(_FIELDS[name] for name in STAMP))
_DOCUMENT = frozenset({"build", "marks", "house"})


def _whole(rows: Sequence[Character]) -> dict[int, Character]:
    """These rows with all their fields and their ledgers, by row id."""
    if any(row.get_deferred_fields() & _DOCUMENT for row in rows):
        rows = list(Character.documents.filter(pk__in=[row.pk for row in rows]))
    prefetch_related_objects(rows, "entries")
    return {row.pk: row for row in rows}


def _stamp(row: Character) -> tuple[object, ...]:
    return tuple([getattr(row, column) for column in _COLUMNS])
