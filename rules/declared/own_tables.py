"""Tables that one game alone has: `own.toml` says which numbers and which rows stand in them, and
each is read as a struct with these members. What they mean is said in Python beside the tables.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Container, Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.declared.files import NEEDED, OPTIONAL
from rules.declared.files import OWN as FILE
from rules.declared.folder import Folder
from rules.declared.hit_tables import LevelRow, SystemRow
from rules.declared.target_tables import TargetRow
from rules.kit.play.result_tables import SpanRow
from rules.kit.rulebooks import DiceRow
from rules.tables import In, Numbers, Row

Own = Any  # a table of `own.toml`, or a row of one: only the folder says its members
Frame = Literal["row", "span", "target", "dice", "level", "system"]
FRAMES: Mapping[str, type[Row]] = {
    "row": Row,
    "span": SpanRow,
    "target": TargetRow,
    "dice": DiceRow,
    "level": LevelRow,
    "system": SystemRow,
}
# What a column or a member may hold, by the word for it, and what it is where it holds none.
KINDS: Mapping[str, tuple[Any, Any]] = {
    "number": (int | None, None),
    "text": (str, ""),
    "numbers": (tuple[int, ...], ()),
    "texts": (tuple[str, ...], ()),
    "numbers by name": (dict[str, int], {}),
    "texts by name": (dict[str, str], {}),
}
OR_NONE, ID_OF = " or none", "id of "
# The most members of a table, lists of rows in it, and columns of one.
MOST = 40
TAKEN = ("game.toml", *NEEDED, *OPTIONAL)
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class OwnRows(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rows of such a table. With a `name` they stand in the reference. Their `frame` has more than
    any row: a "span" goes from `low` to `high`, a "target" has a `number`, "dice" are so many more
    or fewer; a "level" is one of damage to a craft, and a "system" what is hit there. The ids of
    all are those of rows of other tables (`ids`), where it names any. A column is "number", "text",
    "numbers", "texts", "numbers by name", "texts by name", or "id of" an array, and may be "or
    none"; a number or true or false as it usually is; or a list of the words that it may be, the
    first of which is usual where it is "".
    """

    id: str
    name: str = ""
    frame: Frame = "row"
    ids: tuple[str, ...] = ()
    columns: dict[str, object] = {}


class OwnTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of that name which no other game has: its `numbers`, further `members`, each as a
    column is, and its rows. It has sources and rulings like others.
    """

    id: str
    numbers: tuple[str, ...] = ()
    members: dict[str, object] = {}
    rows: tuple[OwnRows, ...] = ()


def read(folder: Folder, source: str) -> dict[str, Own]:
    """The tables by name, with a fault for each that does not fit."""
    return {id: _table(folder, table, source) for id, table in declared(folder).items()}


def declared(folder: Folder) -> dict[str, OwnTable]:
    """The description of each table."""
    return folder.list(FILE, "table", OwnTable)


def _table(folder: Folder, table: OwnTable, source: str) -> Own:
    file = f"{table.id}.toml"
    if file in TAKEN:
        folder.fault(FILE, table.id, "id", f"every game has {file}: give it another name")
        return None
    if not folder.has(file):
        folder.fault(file, "", "", f"is missing: {FILE} says what stands in it")
        return None
    members = {**dict.fromkeys(table.numbers, "number"), **table.members}
    arrays = {rows.id for rows in table.rows}
    if max(len(arrays), len(members), *(len(rows.columns) for rows in table.rows), 0) > MOST:
        text = f"at most {MOST} members, lists of rows, and columns"
        folder.fault(FILE, table.id, "", text)
        return None
    typed = [(id, dict[str, Any]) for id in arrays if _check_name(folder, table.id, id, Numbers)]
    if len(typed) < len(arrays):
        return None
    kind = _struct(folder, table, members, arrays, Numbers, *typed)
    ready: dict[str, object] = {
        rows.id: folder.list(
            file,
            rows.id,
            _struct(folder, table, rows.columns, arrays, FRAMES[rows.frame]),
            source=source,
            is_own=True,
        )
        for rows in table.rows
    }
    data = {"sources": {}, "rulings": {}, **folder.members(file, without=arrays)}
    made = folder.table(file, kind, data, ready=ready)
    if made:
        folder.refer(file, kind, {"": made})
    return made


def _check_name(folder: Folder, row: str, name: str, base: type[msgspec.Struct]) -> bool:
    """True for a name that a member can have; a fault for any other."""
    is_free = name not in base.__struct_fields__ and not keyword.iskeyword(name)
    if _NAME.fullmatch(name) and is_free:
        return True
    text = "is no name, or is taken: small letters, digits and _"
    folder.fault(FILE, row, "", f"“{name[:40]}” {text}")
    return False


def _struct(
    folder: Folder,
    table: OwnTable,
    columns: Mapping[str, object],
    arrays: Container[str],
    base: type[msgspec.Struct],
    *typed: tuple[str, type],
) -> type[Own]:
    """The struct of a table, or of its rows, with these columns."""
    found = [
        (name, *_type(folder, table.id, name, said, arrays))
        for name, said in columns.items()
        if _check_name(folder, table.id, name, base) and name not in dict(typed)
    ]
    return msgspec.defstruct(
        base.__name__,
        [*typed, *found],
        bases=(base,),
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _type(
    folder: Folder, table: str, name: str, said: object, arrays: Container[str]
) -> tuple[Any, ...]:
    """The type of a column, and what it usually is, if it is anything."""
    if isinstance(said, bool | int):
        return type(said), said
    if isinstance(said, list) and said:
        words = tuple(map(str, said))
        return (Literal[words], *(words[:1] if not words[0] else ()))
    word = str(said).removesuffix(OR_NONE)
    if word.startswith(ID_OF):
        array = word.removeprefix(ID_OF)
        kind, none = Annotated[str, In(f"{table}.{array}" if array in arrays else array)], ""
    else:
        folder.known(FILE, table, name, word, [*KINDS, f"{ID_OF}skills"])
        kind, none = KINDS.get(word, (object, ""))
    if word != said:
        return kind, none
    return (int,) if word == "number" else (kind,)


def places(own: Mapping[str, Own]) -> dict[str, Mapping[str, Own]]:
    """Every array of rows by its place ("combat.ranges")."""
    members = ((file, msgspec.structs.asdict(table)) for file, table in own.items() if table)
    return {
        f"{file}.{name}": rows
        for file, found in members
        for name, rows in found.items()
        if isinstance(rows, dict)
    }


def check(folder: Folder, known: Mapping[str, Container[str]]) -> None:
    """Note a fault for every id of a row that is none of those which its table may have."""
    for file, table in declared(folder).items():
        for rows in table.rows:
            named = (known.get(f"{file}.{id}") or known.get(id, ()) for id in rows.ids)
            every = [id for one in named if isinstance(one, Mapping) for id in one]
            own = known.get(f"{file}.{rows.id}")
            if rows.ids and isinstance(own, Mapping):
                folder.known(f"{file}.toml", rows.id, "id", own, every)
