"""The tables of one folder, read within a budget: sizes, counts and depth are bounded before any
row is looked at, and every fault is collected.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Container, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, get_type_hints

import msgspec
import tomli

from rules import tables
from rules.declared.faults import Fault, GameError
from rules.tables import In, TableError

# The budget of a folder: files, bytes of one file and of all, letters of a line, of a text and of a
# name, rows of a list, tables within tables, and the size of a number.
MOST_FILES, MOST_BYTES, MOST_IN_ALL, MOST_LINE = 40, 200_000, 1_000_000, 4_000
MOST_TEXT, MOST_NAME, MOST_ROWS, MOST_DEPTH, MOST_NUMBER = 4_000, 80, 1_000, 10, 1_000_000
T = TypeVar("T", bound=msgspec.Struct)
_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
# Control characters, with those that turn the direction of a text.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_KINDS = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "float": "a number with a point",
}


class Folder(tables.Reader):
    """The files of a folder, and the faults that are found in them. What cannot be read is empty,
    so that one fault hides no other. No number is greater than `most`.
    """

    def __init__(self, folder: Path, most: int = MOST_NUMBER) -> None:
        super().__init__(folder)
        self.most = most
        self.faults: list[Fault] = []
        self.names = self._names()
        for name in self.names:
            self._files[name] = self._checked(name)

    def _names(self) -> tuple[str, ...]:
        """The tables by name, those of the reference with their folder."""
        if not self.folder.is_dir():
            self.fault("", "", "", "this is no folder; name the one that holds game.toml")
            return ()
        root, found, size = self.folder.resolve(), list[str](), 0
        for path in sorted((*self.folder.glob("*.toml"), *self.folder.glob("*/*.toml"))):
            name = path.relative_to(self.folder).as_posix()
            if not path.is_file() or not path.resolve().is_relative_to(root):
                self.fault(name, "", "", "no file of this folder; put the table itself here")
                continue
            size += path.stat().st_size
            if len(found) == MOST_FILES or size > MOST_IN_ALL:
                text = f"at most {MOST_FILES} files and {MOST_IN_ALL:,} bytes make a game"
                self.fault(name, "", "", text)
                break
            found.append(name)
        return tuple(found)

    def _checked(self, name: str) -> dict[str, object]:
        """A file as plain values within the budget; {} with a fault for any other."""
        try:
            with (self.folder / name).open("rb") as file:
                text = file.read(MOST_BYTES + 1)
            if len(text) > MOST_BYTES:
                self.fault(name, "", "", f"at most {MOST_BYTES:,} bytes; split the table")
                return {}
            if any(len(line) > MOST_LINE for line in text.splitlines()):
                self.fault(name, "", "", f"a line has at most {MOST_LINE:,} letters")
                return {}
            data = tomli.loads(text.decode("utf-8"))
        except OSError as error:
            self.fault(name, "", "", error.strerror or "cannot be read")
        except RecursionError:
            self.fault(name, "", "", f"at most {MOST_DEPTH} lists or tables inside each other")
        except ValueError as error:  # not TOML, or not UTF-8
            self.fault(name, "", "", f"this is not TOML: {str(error)[:200]}")
        else:
            return data if self._fits(name, data) else {}
        return {}

    def _fits(self, name: str, data: dict[str, object]) -> bool:
        """True if every value keeps to the budget; a fault for each that does not."""
        before = len(self.faults)
        pending: list[tuple[str, object, int]] = [("", data, 0)]
        while pending:
            place, value, depth = pending.pop()
            if wrong := _beyond(value, depth, self.most):
                row, _, member = place.partition(".")
                self.fault(name, row, member, wrong)
            elif isinstance(value, dict):
                pending += [
                    (f"{place}.{key}".lstrip("."), v, depth + 1) for key, v in value.items()
                ]
            elif isinstance(value, list):
                pending += [(_within(place, at, v), v, depth + 1) for at, v in enumerate(value)]
        return len(self.faults) == before

    # --- reading

    def fault(self, file: str, row: str, member: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(file, row, member, message))

    def has(self, file: str) -> bool:
        """True if the file is there."""
        return file in self.names

    def again(self) -> tables.Reader:
        """Another reader of the files, as they were read, with no reference to look up yet."""
        reader = tables.Reader(self.folder)
        reader._files = self._files
        return reader

    def members(self, file: str, *, without: Container[str] = ()) -> dict[str, object]:
        """The members of a file beside those lists; {} where it is missing."""
        return {key: v for key, v in self._files.get(file, {}).items() if key not in without}

    def table(
        self,
        file: str,
        kind: type[T],
        data: object,
        row: str = "",
        ready: Mapping[str, object] = MappingProxyType({}),
    ) -> T | None:
        """One table as a struct, with members that are `ready`; None where it does not fit, with a
        fault for every member.
        """
        if not isinstance(data, dict):
            self.fault(file, row, "", "a table is expected: names with values")
            return None
        fields, hints = _shape(kind)
        members, before = dict(ready), len(self.faults)
        for name in data:
            if name not in fields:
                self.fault(file, row, name, _unknown(name, fields))
        for name, one in fields.items():
            if name in data:
                try:
                    members[one.name] = msgspec.convert(data[name], hints[one.name])
                except msgspec.ValidationError as error:
                    message, _, path = str(error).partition(" - at `$")
                    self.fault(file, row, f"{name}{path.rstrip('`')}", _plain(message))
            elif one.required and name not in ready:
                self.fault(file, row, name, "is missing")
        return kind(**members) if len(self.faults) == before else None

    def list(
        self, file: str, array: str, kind: type[T], *, source: str = "", is_own: bool = False
    ) -> dict[str, T]:
        """The rows of `[[array]]` by id; a row without a `source` has this one. {} for none. The id
        of a row that `is_own` may begin with a digit: it stands in no document.
        """
        found = self._files.get(file, {}).get(array, [])
        return self.rows(file, array, found, kind, source=source, is_own=is_own)

    def rows(
        self,
        file: str,
        array: str,
        found: object,
        kind: type[T],
        *,
        source: str = "",
        is_own: bool = False,
    ) -> dict[str, T]:
        """These rows by id, as in `list`."""
        if not isinstance(found, list):
            self.fault(file, array, "", f"write it as rows: [[{array}]]")
            return {}
        rows: dict[str, T] = {}
        seen: set[str] = set()
        for at, data in enumerate(found):
            id = data.get("id") if isinstance(data, dict) else None
            if not isinstance(id, str) or not _is_id(id, may_be_number=is_own):
                text = "every row has an id: letters, digits and single hyphens, like deep-diver"
                self.fault(file, f"{array}[{at + 1}]", "id", text)
                continue
            if id.casefold() in seen:
                self.fault(file, id, "id", f"another row of [[{array}]] has this id")
            seen.add(id.casefold())
            named = {"source": source, **data} if source else data
            if row := self.table(file, kind, named, id):
                rows.setdefault(id, row)
                name = getattr(row, "name", id)
                if not 0 < len(name.strip()) <= MOST_NAME:
                    self.fault(file, id, "name", f"1 to {MOST_NAME} letters")
        self.refer(file, kind, rows)
        return rows

    def look_up(self, known: Mapping[str, Container[str]]) -> None:
        """Note a fault for every name in a member marked with `In` that its table has not got."""
        for one in self._references:
            for id, row in one.rows.items():
                names = getattr(row, one.member)
                if names or not one.is_optional:
                    self.known(one.file, id, one.member, names, known.get(one.table, ()))

    def known(
        self, file: str, row: str, member: str, names: str | Iterable[str], known: Container[str]
    ) -> None:
        """Note a fault for every name that is not among the known ones."""
        for name in (names,) if isinstance(names, str) else names:
            if name not in known:
                listed = _listed(known)
                self.fault(file, row, member, f"“{name}” is unknown{listed}")

    def of_kit(self, error: TableError) -> None:
        """Note the fault that a reader of the kit raised."""
        self.faults.append(Fault.of_table(error))

    def conclude(self) -> None:
        """GameError with every fault, sorted by file; nothing without any."""
        if self.faults:
            raise GameError(str(self.folder), sorted(dict.fromkeys(self.faults)))


@lru_cache(256)
def _shape(
    kind: type[msgspec.Struct],
) -> tuple[dict[str, msgspec.structs.FieldInfo], dict[str, object]]:
    """The members of a struct by their names in a file, and their types by their own."""
    fields = {one.encode_name: one for one in msgspec.structs.fields(kind)}
    return fields, get_type_hints(kind)


def _is_id(text: str, *, may_be_number: bool) -> bool:
    is_one = _ID.fullmatch(text) or (may_be_number and text.isascii() and text.isdigit())
    return bool(is_one) and len(text) <= 60


def _within(place: str, at: int, value: object) -> str:
    """The place of an element of a list: a row by its id, others by number."""
    id = value.get("id") if isinstance(value, dict) else None
    return id if isinstance(id, str) and id else f"{place}[{at + 1}]"


def _beyond(value: object, depth: int, most: int) -> str:
    """Why a value is beyond the budget, "" if it is not."""
    if depth > MOST_DEPTH:
        return f"at most {MOST_DEPTH} lists or tables inside each other"
    match value:
        case bool():
            return ""
        case int() | float():
            high = not -most <= value <= most  # also "not a number"
            return f"a number from −{most:,} to {most:,}" if high else ""
        case str():
            if len(value) > MOST_TEXT:
                return f"a text has at most {MOST_TEXT:,} letters"
            return "a text has no control characters" if _CONTROL.search(value) else ""
        case list() | dict():
            return f"at most {MOST_ROWS:,} rows" if len(value) > MOST_ROWS else ""
    return "write dates and times as text"


def _unknown(name: str, fields: Iterable[str]) -> str:
    close = difflib.get_close_matches(name[:60], fields, 1)
    hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(fields)}"
    return f"no member has that name; {hint}"


def _listed(known: Container[str]) -> str:
    names = list(known)[:12] if isinstance(known, Iterable) else []
    return f"; known are {', '.join(names)}" if names else ""


def _plain(message: str) -> str:
    """A message of the converter in plain words."""
    named = re.sub(r"`(\w+)`", lambda one: _KINDS.get(one[1], one[1]), message)
    text = named.replace("Expected ", "").replace(", got ", " is expected, not ")
    return text[:1].lower() + text[1:]


__all__ = ["Fault", "Folder", "GameError", "In"]
