"""The vocabulary of declared games as a page: every file, table and member, the values it may have,
and an example, all read from the structs that read the tables.

`python -m rules.vocabulary GAME…` prints it with examples from the tables of these games.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
import tomli

from rules import convention
from rules.contract.subject import Samples
from rules.declared import (
    chapters,
    expressions,
    figure_rows,
    files,
    own_tables,
    ranges,
    reading,
    rulebook,
)
from rules.declared.craft import tables as craft
from rules.declared.dots import reading as dotted
from rules.declared.dots import rulebook as dots
from rules.declared.identity import Identity
from rules.declared.powers.table import Powers, UsualPower
from rules.declared.presets import StandIn
from rules.declared.programs import Programs
from rules.declared.target_tables import TraitTable
from rules.kit import listings
from rules.kit.coded.archetypes import CodedSampleWeapon
from rules.kit.play.planned_procedures import GroupRow, ProcedureRow
from rules.kit.starters import Starter, StarterTables
from rules.kit.step_texts import StepText
from rules.reference import topics
from rules.tables import In, Row

Struct = type[msgspec.Struct]


class File(NamedTuple):
    """A file of a game: its members, None for a file of rows alone, and its arrays of rows."""

    name: str
    members: Struct | None
    rows: Mapping[str, Struct] = {}


class Table(NamedTuple):
    """A table of the page: its heading, its struct, and the examples of it."""

    heading: str
    kind: Struct
    found: list[Any]


BOTH = (
    File("game.toml", Identity),
    File("figures.toml", None, {"figure": figure_rows.FigureRow}),
    File("procedures.toml", None, {"group": GroupRow, "procedure": ProcedureRow}),
    File("samples.toml", Samples),
)
LISTS = File("lists.toml", None, {"list": rulebook.ChoiceList})
STARTERS = File("starter_opponents.toml", StarterTables, {"starters": Starter})
CODED = (
    File(
        "traits.toml",
        rulebook.Traits,
        {"attribute": Row, "skill": rulebook.Skill, "alias": rulebook.Alias, "stand_in": StandIn},
    ),
    File("defense.toml", rulebook.Defense, {"level": rulebook.Level}),
    File(
        "play.toml", rulebook.Play, {"difficulty": rulebook.Difficulty, "healing": rulebook.Healing}
    ),
    File("creation.toml", rulebook.Creation, {"preset": rulebook.PresetRow}),
    File("advancement.toml", rulebook.Advancement),
    File(
        "chance.toml",
        rulebook.Templates,
        {"template": rulebook.Template, "weapon": CodedSampleWeapon, "armor": rulebook.Suit},
    ),
    File("steps.toml", None, {"step": StepText}),
    File(files.POINTS, None, {"point": rulebook.Point}),
    LISTS,
    File("powers.toml", Powers, {"skill": Row, "power": UsualPower}),
    File("fight.toml", ranges.Distances, dict(ranges.ROWS.values())),
    File("targets.toml", None, {"table": TraitTable}),
    File("exchange.toml", Programs),
    File("party.toml", None, dict(reading.PARTY_ROWS.values())),
    File("opponents.toml", rulebook.OpponentTexts),
    File("own.toml", None, {"table": own_tables.OwnTable}),
    File(files.VEHICLES, craft.CodedCraftTables, craft.ROWS),
    File(files.VEHICLE_PLAY, None),
    STARTERS,
    File("starter_craft.toml", StarterTables, {"starters": Starter}),
    File(convention.FILE, convention.Convention),
    File(
        chapters.FILE,
        None,
        {"chapter": topics.ChapterOutline, "heading": topics.Heading, "listing": listings.Listing},
    ),
    File("reference/playing.toml", None, {"topic": topics.Topic}),
)
DOTTED = (
    *(
        File(f"{name}.toml", kind, dict(rows.values()))
        for name, (kind, rows) in dotted.ROWS.items()
    ),
    File(files.POINTS, None, {"point": dots.Point}),
    LISTS,
    STARTERS,
)
# Examples of members that no example game has.
OTHERS: Mapping[str, object] = {
    "license": "CC BY 4.0",
    "source": "The Deep Book, page 12",
    "ruling": "The higher of two counts. Our ruling.",
    "aliases": ["diving"],
    "name": "Tide",
    "label": "What you swim in",
    "otherwise": "In the light",
    "places": ["build.worn"],
    "action": "hit",
    "none": "Nothing",
    "wrecked": {"hull": 3},
    "rule": "one_step_a_hit",
    "after": "dice",
    "overflow": "sinking",
    "reached": False,
    "build": {"worn": "Wet pelt"},
    "kind": "droid",
    "key": "figures",
    "note": "Low goes first.",
    "full": "Target numbers",
    "usual_kind": "raft",
    "form_switch": "heavy",
    "squad": [1, 12],
    "beside": ", heavy",
    "dice": "sails",
}
INTRODUCTION = """# The vocabulary of a declared game

<!-- Made from the code by bin/docs: change the structs that read the tables, not this page. -->

Every file of a game in tables alone, with every table, every member and what it may be.
[Your first game](../how/first-game.md) leads through them; `python -m rules lint` says what is
wrong with yours. A member without a usual value has to be there.
"""
EVERY_ROW = """## Every row

A row such as `[[attribute]]` or `[[skill]]` has these members, and its own. Without a `source` it
has that of `game.toml`, or the name of the game.
"""
EXPRESSIONS = """## Expressions

A figure has exactly one operator. Its terms are numbers, ids of attributes, skills and other
figures, the word `"armor"` for what worn armor adds, or a table with one operator, which may have a
`label`, a `source` and a `ruling` of its own.

| operator | means |
|---|---|
"""
# Every operator with an example and its meaning, as the module of expressions says it.
_OPERATOR = re.compile(r"^    ((\w+) = .+?) {2,}(.+)$", re.MULTILINE)
OPERATORS = {
    name: (like, means) for like, name, means in _OPERATOR.findall(expressions.__doc__ or "")
}


def page(games: Iterable[Path]) -> str:
    """The page, with examples from the tables of these games."""
    found: dict[str, list[dict[str, Any]]] = {"codes": [], "dots": []}
    for folder in games:
        read = {
            file.relative_to(folder).as_posix(): tomli.loads(file.read_text(encoding="utf-8"))
            for file in sorted((*folder.glob("*.toml"), *folder.glob("reference/*.toml")))
        }
        found[read["game.toml"].get("traits", "codes")].append(read)
    both = [*found["codes"], *found["dots"]]
    parts = [INTRODUCTION, EVERY_ROW]
    rows = [row for game in both for row in game["traits.toml"]["skill"]]
    parts += [*_members(Table("", Row, rows), set())[0], EXPRESSIONS.rstrip()]
    parts += [f"| `{like}` | {means} |" for like, means in OPERATORS.values()]
    for heading, listed, tables in (
        ("Of every game", BOTH, both),
        ("A game of dice codes", CODED, found["codes"]),
        ("A game of dots", DOTTED, found["dots"]),
    ):
        parts.append(f"\n## {heading}\n")
        for file in listed:
            parts += _file(file, tables)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"


def _file(file: File, games: list[dict[str, Any]]) -> Iterator[str]:
    """The lines of a file: its members, then each of its arrays."""
    found = [game[file.name] for game in games if file.name in game]
    yield f"### {file.name}\n"
    if file.members:
        yield from _table(Table("", file.members, found), {*file.rows, "sources", "rulings"})
    for member, names in (
        ("sources", reading.SOURCES.get(file.name)),
        ("rulings", reading.RULINGS.get(file.name)),
    ):
        if names and file in CODED:
            yield f"`[{member}]` may have {', '.join(f'`{name}`' for name in names)}.\n"
    for array, kind in file.rows.items():
        rows = [row for one in found for row in _rows(one.get(array, []))]
        yield from _table(Table(f"[[{array}]]", kind, rows), set())


def _table(table: Table, without: set[str]) -> Iterator[str]:
    """A struct as a table of its members, and those of the tables in it."""
    if issubclass(table.kind, Row):
        without = {*without, *Row.__struct_fields__}
    lines, inner = _members(table, without)
    if table.heading:
        yield f"#### {table.heading}\n"
    if table.kind is Row:
        yield "What every row has.\n"
        return
    yield f"{_prose(table.kind)}\n"
    yield from lines
    for one in inner:
        yield from _table(one, set())


def _members(table: Table, without: set[str]) -> tuple[list[str], list[Table]]:
    """The members of a struct as lines, and the tables in it."""
    fields = msgspec.structs.fields(table.kind)
    names = [field.encode_name for field in fields]
    # A row that is written as a list has its members in their order.
    found = [
        row if isinstance(row, dict) else dict(zip(names, row, strict=False)) for row in table.found
    ]
    hints, inner = get_type_hints(table.kind, include_extras=True), list[Table]()
    lines = list[str]()
    for field in fields:
        hint, name = hints[field.name], field.encode_name
        values = [row[name] for row in found if name in row]
        kind = _struct_in(hint)
        if name in without or (kind and get_origin(_plain(hint)) is dict and not values):
            continue
        if kind:
            rows = [row for value in values for row in _rows(value)]
            inner.append(Table(f"{table.heading} {name}".strip(), kind, rows))
        like = _like(name, hint, values, _usual(field))
        lines.append(f"| `{name}` | {_words(hint)} | {_written(_usual(field))} | {like} |")
    head = ["| member | is | usually | like |", "|---|---|---|---|"] if lines else []
    return [*head, *lines, ""], inner


def _prose(kind: Struct) -> str:
    """The description of a struct, in one line."""
    return " ".join((kind.__doc__ or "").split())


def _rows(value: Any) -> list[Any]:
    """The rows of an array, of a table by ids, or a table alone."""
    if isinstance(value, list):
        return value
    tables = isinstance(value, dict) and all(isinstance(one, dict) for one in value.values())
    return list(value.values()) if tables and value else [value]


def _inside(hint: Any) -> tuple[object, ...]:
    """The types that a type is made of, but for None and "..."."""
    return tuple(one for one in get_args(hint) if one not in (type(None), Ellipsis))


def _plain(hint: object) -> Any:
    """A type without its note, and without None."""
    if get_origin(hint) is Annotated:
        return get_args(hint)[0]
    if get_origin(hint) in (Union, types.UnionType) and len(_inside(hint)) == 1:
        return _inside(hint)[0]
    return hint


def _struct_in(hint: object) -> Struct | None:
    """The struct of a table, of a list of tables, or of tables by id; None for plain values."""
    hint = _plain(hint)
    inner = _inside(hint)[-1] if get_origin(hint) in (tuple, dict, list) else hint
    return inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None


def _words(hint: Any) -> str:
    """The values that a member may have, in words."""
    if get_origin(hint) is Annotated:
        marks = [one.table for one in get_args(hint)[1:] if isinstance(one, In)]
        ids = "an id" if get_args(hint)[0] is str else "ids"
        return f"{ids} of {marks[0].replace('_', ' ')}" if marks else _words(get_args(hint)[0])
    if hint is Any:
        return "an expression"
    hint, inner = _plain(hint), _inside(_plain(hint))
    if get_origin(hint) is Literal:
        return " or ".join(f"`{_toml(one)}`" for one in inner)
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(_words(one) for one in inner)
    if get_origin(hint) in (tuple, list):
        kind = _struct_in(hint)
        if kind and kind.__struct_config__.array_like:
            return "a list of lists"
        return "a list of tables" if kind else f"a list of {_of(inner[0])}"
    if get_origin(hint) is dict:
        return "tables by id" if _struct_in(hint) else f"names, each with {_of(inner[1])}"
    return WORDS.get(hint, "a table")


def _of(hint: Any) -> str:
    """The values in a list or table, in words."""
    if get_origin(hint) is dict:
        return "tables"
    return "any value" if hint in (Any, object) else {str: "texts"}.get(hint, _words(hint))


WORDS = {str: "text", int: "a whole number", bool: "true or false"}


def _usual(field: Any) -> Any:
    """The value of a member that is left out; NODEFAULT where it has to be there."""
    made = field.default_factory is not msgspec.NODEFAULT
    return field.default_factory() if made else field.default


def _written(value: Any) -> str:
    if value is msgspec.NODEFAULT:
        return ""
    if isinstance(value, msgspec.Struct):
        return "as below"
    return f"`{_toml(value)}`" if value or isinstance(value, bool | int) else "nothing"


# An example has at most so many letters, where there is a shorter one.
SHORT = 60


def _like(name: str, hint: object, values: list[Any], usual: Any) -> str:
    """An example of a member, as it is written; "below" for a table that stands there."""
    kind = _struct_in(hint)
    if kind and not kind.__struct_config__.array_like:
        return "below"
    if hint is Any and not values:
        return f"`{OPERATORS[name][0]}`"
    written = [_toml(_short(value)) for value in values if value not in ("", [], {})]
    if not written:
        plain = _plain(hint)
        others = [OTHERS[name]] if name in OTHERS else []
        others += [usual] if usual and usual is not msgspec.NODEFAULT else []
        others += [not usual] if plain is bool else [1] if plain is int else []
        written = [_toml(_short(value)) for value in others[:1]]
    fitting = [text for text in written if len(text) <= SHORT] or sorted(written, key=len)
    return f"`{name} = {fitting[0]}`" if fitting else ""


def _short(value: Any) -> object:
    """The beginning of a long list or table."""
    if len(_toml(value)) <= SHORT:
        return value
    if isinstance(value, dict):
        return dict(list(value.items())[:1])
    return value[:1] if isinstance(value, list) else value


def _toml(value: Any) -> str:
    """A value as TOML writes it in a line."""
    match value:
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(_toml(one) for one in value)}]"
        case dict():
            pairs = (f"{_key(name)} = {_toml(one)}" for name, one in value.items())
            return f"{{ {', '.join(pairs)} }}"
        case str():
            return msgspec.json.encode(value).decode()
    return str(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"(?a)[\w-]+", name) else _toml(name)


if __name__ == "__main__":
    sys.stdout.write(page(map(Path, sys.argv[1:])))
