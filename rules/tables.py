"""Reads a game's TOML tables into frozen structs; the only reader of files in the engine.

An error in a table is found when it is read: `TableError` names the file and the key. The meaning
of the rows belongs to the games.
"""

from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import (
    Any,
    NamedTuple,
    Protocol,
    TypedDict,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
import tomli


class TableError(Exception):
    """An error in one of our tables: "species.toml: twilek.attributes: …"."""

    def __init__(self, file: str, key: str, message: str) -> None:
        self.file = file
        self.key = key
        super().__init__(f"{file}: {key}: {message}" if key else f"{file}: {message}")


class Identified(Protocol):
    """A row with an id."""

    @property
    def id(self) -> str:
        """The id that documents and other tables use."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the rulebook: its id, printed name, effect in our words, source and ruling.
    `aliases` are other names to look it up by.
    """

    id: str
    name: str
    does: str = ""
    source: str
    ruling: str = ""
    aliases: tuple[str, ...] = ()


class Citation(TypedDict):
    """The source of a number, and our ruling on it."""

    source: str
    ruling: str


class Numbers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of a file outside its rows, with their sources and our rulings on them."""

    sources: dict[str, str]
    rulings: dict[str, str]

    def cite(self, source: str, ruling: str = "") -> Citation:
        """The source and the ruling of those names, to pass to a figure with `**`."""
        return {"source": self.sources[source], "ruling": self.rulings[ruling] if ruling else ""}


class In(NamedTuple):
    """Marks a member that names rows of another table: `Annotated[str, In("skills")]`. If its
    default is "", it may name none.
    """

    table: str


class At(NamedTuple):
    """Marks a member of a struct of tables that holds the rows of an array of a file:
    `Annotated[dict[str, Skill], At("traits.toml", "skill")]`. Without an array it is the file.
    """

    file: str
    array: str = ""


class Reference(NamedTuple):
    """Rows with a member that names rows of another table."""

    file: str
    rows: Mapping[str, Identified]
    member: str
    table: str
    is_optional: bool


R = TypeVar("R", bound=Identified)
NO_REFERENCES: Mapping[str, str] = MappingProxyType({})
T = TypeVar("T")


class Reader:
    """Reads the tables of one folder, each file once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, dict[str, object]] = {}
        self._references: list[Reference] = []

    def entries(
        self,
        file: str,
        array: str,
        kind: type[R],
        *,
        refs: Mapping[str, str] = NO_REFERENCES,
        optional: Mapping[str, str] = NO_REFERENCES,
    ) -> dict[str, R]:
        """The rows of `[[array]]` in the file by id, in the printed order.

        `refs` are the members that name rows of another table, with that table's name; those in
        `optional` may be "". Members of `kind` marked with `In` need not be listed there. `check`
        looks them up once all tables are read.

        TableError if the array is missing or empty, if a row has no id or the id of an earlier row,
        and if it does not fit `kind`.
        """
        rows = self._load(file).get(array)
        if not isinstance(rows, list) or not rows:
            raise TableError(file, array, f"no [[{array}]] is there")
        by_id: dict[str, R] = {}
        for position, row in enumerate(rows):
            named = row.get("id") if isinstance(row, dict) else None
            if not isinstance(named, str) or not named:
                raise TableError(file, f"{array}[{position}].id", "missing; every row has one")
            if named in by_id:
                raise TableError(file, named, f"appears twice among [[{array}]]")
            by_id[named] = _convert(file, named, row, kind)
        for optional_too, members in ((False, refs), (True, optional)):
            self._references += [
                Reference(file, by_id, member, table, optional_too)
                for member, table in members.items()
            ]
        self.refer(file, kind, by_id)
        return by_id

    def refer(self, file: str, kind: type[Any], rows: Mapping[str, Any]) -> None:
        """Note the references of a kind of row for `check`."""
        usual = {one.name: one.default for one in msgspec.structs.fields(kind)}
        for member, hint in get_type_hints(kind, include_extras=True).items():
            for one in getattr(hint, "__metadata__", ()):
                if isinstance(one, In):
                    is_optional = usual[member] == ""
                    self._references.append(Reference(file, rows, member, one.table, is_optional))

    def check(self, *books: object) -> None:
        """Look up every reference in these structs of tables; TableError names the row and the
        member of a reference that is not found.
        """
        for one in self._references:
            table = next(getattr(book, one.table) for book in books if hasattr(book, one.table))
            for id, row in one.rows.items():
                names = getattr(row, one.member)
                if names or not one.is_optional:
                    check_known(one.file, f"{id}.{one.member}".lstrip("."), names, table)

    def whole(
        self,
        file: str,
        kind: type[T],
        *,
        rows: Mapping[str, str] = NO_REFERENCES,
        refs: Mapping[str, str] = NO_REFERENCES,
    ) -> T:
        """The whole file as one struct; TableError if it does not fit.

        `rows` are the members that hold rows by id, with the array that each comes from
        (`{"levels": "level"}`). `refs` are the members of these rows that name rows of another
        table (`{"levels.skill": "skills"}`), as in `entries`.
        """
        data = {key: value for key, value in self._load(file).items() if key not in rows.values()}
        types = get_type_hints(kind) if rows else {}
        for member, array in rows.items():
            start, kind_of_row = f"{member}.", get_args(types[member])[1]
            of_rows = {
                name.removeprefix(start): table
                for name, table in refs.items()
                if name.startswith(start)
            }
            data[member] = self.entries(file, array, kind_of_row, refs=of_rows)
        return _convert(file, "", data, kind)

    def file(self, file: str, kind: type[T]) -> T:
        """The whole file as one struct; each member that holds rows by id is read from the array of
        the same name. TableError if it does not fit. `check` looks up the references of members
        marked with `In`.
        """
        arrays = {name: name for name, hint in get_type_hints(kind).items() if _holds_rows(hint)}
        content = self.whole(file, kind, rows=arrays)
        self.refer(file, kind, {"": content})
        return content

    def tables_of(self, kind: type[Any]) -> dict[str, Any]:
        """The tables of a struct by member, each from the place that `At` says. `check` looks up
        the references of members of rows marked with `In`.
        """
        read: dict[str, object] = {}
        for member, hint in get_type_hints(kind, include_extras=True).items():
            for place in getattr(hint, "__metadata__", ()):
                if isinstance(place, At) and place.array:
                    of_rows = get_args(get_args(hint)[0])[1]
                    read[member] = self.entries(place.file, place.array, of_rows)
                elif isinstance(place, At):
                    read[member] = self.whole(place.file, get_args(hint)[0])
        return read

    def _load(self, file: str) -> dict[str, object]:
        if file not in self._files:
            try:
                self._files[file] = tomli.loads((self.folder / file).read_text(encoding="utf-8"))
            except OSError as error:
                raise TableError(file, "", error.strerror or "cannot be read") from None
            except ValueError as error:  # not TOML, or not UTF-8
                raise TableError(file, "", str(error)) from None
        return self._files[file]


def _holds_rows(hint: object) -> bool:
    """True if a type maps ids to rows."""
    kind = get_args(hint)[1] if get_origin(hint) is dict else None
    return isinstance(kind, type) and "id" in getattr(kind, "__struct_fields__", ())


def check_known(
    file: str, key: str, names: str | Iterable[str], collection: Container[str]
) -> None:
    """TableError with the key unless the collection has every name."""
    for name in (names,) if isinstance(names, str) else names:
        if name not in collection:
            raise TableError(file, key, f"“{name}” is in no table it may come from")


def _convert(file: str, key: str, data: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        place = (key + path.rstrip("`")).lstrip(".")
        raise TableError(file, place, message[:1].lower() + message[1:]) from None
