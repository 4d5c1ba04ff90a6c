"""The entries of a ledger: the members that all entries have, the kinds that all games have, and
how a form's texts become an entry.

What an entry does, costs and is called is each game's own.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from rules import document as documents
from rules.document import DocumentPart
from rules.problems import InvalidDocument, Problem, RuleViolation

LINE, NOTE = 200, 500
LARGEST = 1_000_000
SET_BY_US = ("by", "at", "paid")
# A correction needs a reason.
NO_REASON = Problem("missing", "reason", "Enter a reason. It is shown in the history.")
WHOLE = re.compile(r"[+-]?\d{1,10}")


class Entry(DocumentPart, frozen=True, kw_only=True, tag_field="kind"):
    """The base of every entry: who made it, when, a note, and the price paid, in the entry's own
    currency.
    """

    by: str = ""
    at: str = ""
    note: str = ""
    paid: int | None = None


class Session(Entry, frozen=True, kw_only=True, tag="session"):
    """A new session begins."""


class Rebuild(Entry, frozen=True, kw_only=True, tag="rebuild"):
    """A complete new build. Each game gives its type."""

    build: Any


class Undo(Entry, frozen=True, kw_only=True, tag="undo"):
    """Undoes the entry at that position, counted from 0."""

    entry: int


def read(
    shapes: Iterable[type[Entry]],
    members: Mapping[str, str],
    unfit: Callable[[Any], Iterable[Problem]],
) -> Any:
    """An entry of one of these types from texts; RuleViolation names every member that cannot be
    read. `unfit` returns the problems of an entry that could be read.
    """
    known = {kind(shape): shape for shape in shapes}
    shape = known.get(members.get("kind", ""))
    if shape is None:
        message = f"An entry is one of {', '.join(known)}."
        raise RuleViolation([Problem("unknown-kind", "kind", message)])
    values: dict[str, Any] = {}
    wrong: list[Problem] = []
    for field in msgspec.structs.fields(shape):
        name = field.encode_name
        if name in SET_BY_US or not members.get(name, "").strip():
            if field.required and not _may_be_none(field.type):
                wrong.append(Problem("missing", name, "Fill this in."))
            elif field.required:
                values[field.name] = None
            continue
        try:
            values[field.name] = _value(name, field.type, members[name])
        except InvalidDocument as unreadable:
            wrong.append(Problem("bad-value", name, unreadable.message))
    if not wrong:
        entry = shape(**values)
        wrong += unfit(entry)
    if wrong:
        raise RuleViolation(wrong)
    return entry


def _may_be_none(type_: object) -> bool:
    return "None" in str(type_)


def _value(name: str, type_: object, text: str) -> str | int | tuple[str, ...]:
    """A text as one line, as a whole number, or as several texts, one per line."""
    text = text.replace("\r\n", "\n").strip()
    if "tuple" in str(type_):
        lines = dict.fromkeys(filter(None, map(str.strip, text.split("\n"))))
        if any(len(line) > LINE for line in lines) or len(lines) > LINE:
            raise InvalidDocument(f"At most {LINE:,} fit here, of {LINE:,} characters each.")
        documents.check(list(lines), where=name)
        return tuple(lines)
    if "int" in str(type_):
        plain = re.sub(r"[\s,.'_\u2019\u00a0\u202f](?=\d{3})", "", text).replace("\u2212", "-")
        if not WHOLE.fullmatch(plain) or abs(int(plain)) > LARGEST:
            raise InvalidDocument(f"Type a whole number, at most {LARGEST:,}.")
        return int(plain)
    limit = NOTE if name == "note" else LINE
    if len(text) > limit:
        raise InvalidDocument(f"Use at most {limit:,} characters, not {len(text):,}.")
    documents.check([text], where=name)
    return text


def kind(entry: Entry | type[Entry]) -> str:
    """The kind of an entry, or of an entry type, as the document names it."""
    return str(entry.__struct_config__.tag)


def active(undoes: Sequence[int | None]) -> tuple[list[bool], list[int]]:
    """Which entries are active, and which undos are invalid.

    `undoes` holds for each entry the position that it undoes, None for all other kinds. An entry is
    active unless a later active undo names it. An undo is invalid, and does nothing, if it names no
    earlier entry, or one that another active undo already took.
    """
    counts = [True] * len(undoes)
    taken: dict[int, int] = {}
    invalid: list[int] = []
    for position in reversed(range(len(undoes))):
        target = undoes[position]
        if target is None or not counts[position]:
            continue
        if not 0 <= target < position:
            invalid.append(position)
        elif target in taken:
            invalid.append(taken[target])
            taken[target] = position
        else:
            taken[target] = position
            counts[target] = False
    return counts, sorted(invalid)


def roots(undoes: Sequence[int | None]) -> list[int]:
    """For each entry its root: for an undo, or an undo of an undo, the entry at the end of the
    chain; otherwise the entry itself, and also for an undo that names no earlier entry.
    """
    positions: list[int] = []
    for position, target in enumerate(undoes):
        named = target is not None and 0 <= target < position
        positions.append(positions[target] if named and target is not None else position)
    return positions
