"""The entries of a ledger: what every one of them has, those that are the same in every game, and
how one is read from what a form sends.

What an entry does, costs and is called is each game's own.
"""

from __future__ import annotations

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
# A correction that nobody can explain later is none.
NO_REASON = Problem("missing", "reason", "Say why: whoever reads the history will ask.")
WHOLE = re.compile(r"[+-]?\d{1,10}")


class Entry(DocumentPart, frozen=True, kw_only=True, tag_field="kind"):
    """The base of every entry: who made it, when, in which words, and what was paid, in the entry's
    own currency.
    """

    by: str = ""
    at: str = ""
    note: str = ""
    paid: int | None = None


class Session(Entry, frozen=True, kw_only=True, tag="session"):
    """A new session begins."""


class Rebuild(Entry, frozen=True, kw_only=True, tag="rebuild"):
    """The build was made anew, whole. Each game says of which shape it is."""

    build: Any


class Undo(Entry, frozen=True, kw_only=True, tag="undo"):
    """The entry at that position, from 0, is taken back."""

    entry: int


def read(
    shapes: Iterable[type[Entry]],
    members: Mapping[str, str],
    unfit: Callable[[Any], Iterable[Problem]],
) -> Any:
    """The entry of one of these shapes that these texts say; RuleViolation names every member that
    cannot be read. `unfit` says what is wrong with an entry that could be read.
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
                wrong.append(Problem("missing", name, "This has to be filled in."))
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


def _may_be_none(type_: Any) -> bool:
    return "None" in str(type_)


def _value(name: str, type_: Any, text: str) -> str | int | tuple[str, ...]:
    """A text as a line of text, as a whole number, or as several texts, each on a line."""
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
        raise InvalidDocument(f"At most {limit:,} characters fit here; these are {len(text):,}.")
    documents.check([text], where=name)
    return text


def kind(entry: Any) -> str:
    """The kind of an entry, or of a type of entries, as the document calls it."""
    return str(entry.__struct_config__.tag)


def active(undoes: Sequence[int | None]) -> tuple[list[bool], list[int]]:
    """Which entries count, and which undos are amiss.

    `undoes` holds for each entry the position that it undoes, None for every other kind. An entry
    counts unless a counting undo after it names it. An undo is amiss that names no earlier entry,
    or one that another counting undo already took; it then does nothing.
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
    """For each entry the one that it is about in the end: of an undo, or an undo of an undo, the
    entry that its chain leads to; itself of any other, and of an undo that names no earlier entry.
    """
    positions: list[int] = []
    for position, target in enumerate(undoes):
        named = target is not None and 0 <= target < position
        positions.append(positions[target] if named and target is not None else position)
    return positions
