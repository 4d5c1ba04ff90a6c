"""Limits on the size of a character: items, entries, and characters of text. A document within them
is shown, printed and replayed quickly.

A document that was stored before there were limits may exceed them: it still opens, and only
changes that make it larger are refused.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules import document as documents
from rules.document import Document
from rules.ledger.entries import Rebuild, Undo
from rules.ledger.rules import LedgerRules
from rules.problems import InvalidDocument

MAX_ITEMS, MAX_ENTRIES, MAX_TEXT = 300, 3_000, 20_000


class DocumentSize(msgspec.Struct, frozen=True):
    """The size of a document: items carried or chosen, the longest list of the build, ledger
    entries, undo entries, and the characters of the longest text.
    """

    things: int = 0
    rows: int = 0
    entries: int = 0
    undos: int = 0
    text: int = 0


def check(growth: LedgerRules, document: Document, before: Document | None = None) -> None:
    """InvalidDocument, with the size and the limit, if a document exceeds a limit.

    If it already exceeded the limit `before`, it only may not grow. Above the limit of entries a
    player can still undo, and give away items if there are too many.
    """
    size = _size(growth, document)
    size_before = _size(growth, before) if before and _is_over(size) else DocumentSize()
    _check_bound("things", size.things, MAX_ITEMS, size_before.things)
    _check_bound("rows in one list", size.rows, MAX_ITEMS, size_before.rows)
    _check_bound("characters in one text", size.text, MAX_TEXT, size_before.text)
    if before and (
        size.entries == size_before.entries or MAX_ITEMS < size_before.things > size.things
    ):
        return
    _check_bound("entries in its history", size.entries + size.undos, MAX_ENTRIES, 0)


def _check_bound(kind: str, count: int, most: int, before: int) -> None:
    if count > max(most, before):
        message = f"a character holds at most {most:,} {kind}; this one has {count:,}"
        raise InvalidDocument(message)


def _is_over(size: DocumentSize) -> bool:
    entries = size.entries + size.undos
    return max(size.things, size.rows) > MAX_ITEMS or entries > MAX_ENTRIES or size.text > MAX_TEXT


def _size(growth: LedgerRules, document: Document) -> DocumentSize:
    undos = sum(isinstance(entry, Undo) for entry in document.ledger)
    builds = [document.build, *(one.build for one in document.ledger if isinstance(one, Rebuild))]
    listed = [_list_lengths(build) for build in builds]
    return DocumentSize(
        things=_count_items(growth, document, listed),
        rows=max(max(lists.values(), default=0) for lists in listed),
        entries=len(document.ledger) - undos,
        undos=undos,
        text=max(map(len, _texts(documents.write(document)))),
    )


def _count_items(growth: LedgerRules, document: Document, listed: list[dict[str, int]]) -> int:
    """The items carried or in a build, legal or not."""
    most = max(sum(lists.get(name, 0) for name in growth.carrying) for lists in listed)
    if most + len(document.ledger) <= MAX_ITEMS:  # an entry adds one item at most
        return most
    return max(most, len(growth.replay(document).carried))


def _list_lengths(build: Any) -> dict[str, int]:
    """The length of each list of a build."""
    members = {name: getattr(build, name) for name in build.__struct_fields__}
    return {name: len(rows) for name, rows in members.items() if isinstance(rows, tuple)}


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for member in data.values() if isinstance(data, dict) else data:
            yield from _texts(member)
