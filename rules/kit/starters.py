"""Starters: opponents and craft of our own, for games whose books list none. Each is a row of a
table with the texts that the form of its game reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from rules import tables
from rules.document import Document
from rules.forms.parsing import FormValues
from rules.kit.play.answers import Answers
from rules.opponents import WHO, ListedOpponent
from rules.tables import Row

OPPONENTS, CRAFT = "starter_opponents.toml", "starter_craft.toml"
HEADING = "Starters"
# What a value belongs to: "Blaster rifle 5D (Blaster)".
_BELONGS = re.compile(r" ?\([^()]*\)")


class Starter(Row, frozen=True, kw_only=True):
    """A starter: its level from 1, the weakest, its side or kind, and the texts of the form by
    field. `build` are members of the document's build for which the form has no field.
    """

    level: int
    side: str
    form: dict[str, str]
    build: dict[str, Any] = msgspec.field(default_factory=dict)

    def completed(self, document: Document) -> Document:
        """The document that the form made, with those members."""
        if not self.build:
            return document
        build = {**msgspec.to_builtins(document.build), **self.build}
        return replace(document, build=msgspec.convert(build, type(document.build)))


class StarterTables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file. `about` says whose numbers these are."""

    about: str
    starters: dict[str, Starter]


class Starters:
    """The starters of a file, listed from weak to strong. `shown` are the fields that say what one
    can do, each with the word that stands before its text, "" for none.
    """

    def __init__(self, folder: Path, file: str, shown: Mapping[str, str]) -> None:
        read = tables.Reader(folder).file(file, StarterTables)
        self.about, self.rows = read.about, read.starters
        rows = sorted(self.rows.values(), key=lambda row: row.level)
        self._listed = tuple(
            listed(row, f"{row.side}, level {row.level}", _numbers(row, shown), row.does)
            for row in rows
        )

    def listed(self) -> tuple[ListedOpponent, ...]:
        """All of them."""
        return self._listed

    def named(self, values: FormValues) -> Starter | None:
        """The one that WHO names; None for none."""
        return self.rows.get(Answers(values).text(WHO))


def listed(row: Row, side: str, does: Iterable[str], *keywords: str) -> ListedOpponent:
    """A row of a list of opponents or craft: what it can do, and what else it is found by."""
    found_by = " ".join((*row.aliases, *keywords))
    return ListedOpponent(row.id, row.name, side, ", ".join(does), row.source, found_by)


def _numbers(row: Starter, shown: Mapping[str, str]) -> Iterator[str]:
    for field, label in shown.items():
        if text := _BELONGS.sub("", row.form.get(field, "")):
            yield f"{label} {text}".lstrip()


def sent(starter: Starter | None, values: FormValues) -> FormValues:
    """The values of the form for a starter, which goes by its name in the list unless its texts
    give another one; those that were sent for none.
    """
    if starter is None:
        return values
    form = {"name": starter.name, **starter.form}
    return {**values, **{field: (text,) for field, text in form.items()}}
