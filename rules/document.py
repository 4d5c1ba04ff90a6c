"""The character document: reads and writes the JSON text that holds a character.

This module has the envelope and the limits on hostile input. `build`, `ledger`, `marks` and `house`
belong to each game and are read into its structs: every part of a `Document` has the right shape.
`docs/formats/engine.md` describes the format.
"""

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from rules.problems import InvalidDocument

FORMAT = "hyperspace-character/1"
MAX_BYTES = 256 * 1024
MAX_DEPTH = 16
INTEGERS = range(-(2**31), 2**31)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_MEMBERS = ("format", "system", "name", "player", "build", "ledger", "marks", "house")
_WRONG_KIND = re.compile("Expected `([^`]+)`, got `([^`]+)`")
_UNKNOWN_MEMBER = re.compile("Object contains unknown field `([^`]*)`")
_MISSING_MEMBER = re.compile("Object missing required field `([^`]*)`")
_KIND_NAMES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}
Shape = TypeVar("Shape")
# The build of a game; of any game where it is left out.
if TYPE_CHECKING:
    B = TypeVar("B", bound=msgspec.Struct, default=Any)
else:
    B = TypeVar("B")
_REQUIRED = ("format", "system", "name", "build")


class DocumentPart(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """The base of every part of a document. Unknown members are refused, and default values are not
    written.
    """


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A problem that a game master accepted: its code, its place, and the reason."""

    code: str
    where: str
    reason: str = ""


class Document(msgspec.Struct, Generic[B], frozen=True):
    """A character. `build`, `ledger`, `marks` and `house` are structs of its game: of one whose
    build is known it is a `Document[Build]`.

    `is_confirmed` says that the acceptances in `house` were made where the document is stored. It
    is not written: in an imported document they are unconfirmed.

    >>> vessa = Document("x", "Vessa Korr", DocumentPart())
    >>> vessa.name, vessa.ledger
    ('Vessa Korr', ())
    """

    system: str
    name: str
    build: B
    player: str = ""
    ledger: tuple[Any, ...] = ()
    marks: Any = None
    house: Any = None
    is_confirmed: bool = False


class Envelope(msgspec.Struct, frozen=True):
    """The members of a document within the limits, not yet read by a game."""

    system: str
    name: str
    player: str
    build: dict[str, Any]
    ledger: list[Any]
    marks: dict[str, Any]
    house: dict[str, Any]


def open_text(text: bytes | str) -> Envelope:
    """Read JSON within the limits; InvalidDocument with the place otherwise.

    At most 256 KiB of UTF-8, 16 levels deep, no duplicate member, no NaN, no control character but
    line breaks and tabs, integers within 32 bits, no fractions.

    >>> open_text('{"format": "hyperspace-character/1", "system": "x", "name": "Vessa"}')
    Traceback (most recent call last):
    rules.problems.InvalidDocument: build: missing
    """
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > MAX_BYTES:
        raise InvalidDocument(
            f"the document has {len(raw):,} bytes; at most {MAX_BYTES:,} are read"
        )
    try:
        decoded = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidDocument(f"byte {error.start} is not UTF-8") from None
    return envelope(parse(decoded.removeprefix("\ufeff")))


def parse(text: str) -> object:
    """JSON to plain values, with the limits on depth, numbers, members and characters.

    >>> parse('{"wounds": 1}')
    {'wounds': 1}
    """
    try:
        data = json.loads(
            text,
            object_pairs_hook=_members,
            parse_constant=_no_constant,
            parse_int=_integer,
            parse_float=_no_fraction,
        )
    except json.JSONDecodeError as error:
        raise InvalidDocument(
            f"not JSON: {error.msg}", where=f"line {error.lineno}, column {error.colno}"
        ) from None
    except RecursionError:
        raise InvalidDocument(f"nested more than {MAX_DEPTH} levels deep") from None
    check(data)
    return data


def check(data: object, where: str = "", depth: int = 1) -> None:
    """Refuse what no document may hold: too many levels, integers beyond 32 bits, control
    characters.
    """
    if isinstance(data, str):
        if match := _CONTROL.search(data):
            raise InvalidDocument(
                f"control character U+{ord(match[0]):04X}; only line breaks and tabs", where=where
            )
    elif isinstance(data, dict | list):
        if depth > MAX_DEPTH:
            raise InvalidDocument(f"nested more than {MAX_DEPTH} levels deep", where=where)
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in pairs:
            if not _is_harmless(key):
                check(key, where=f"{where or 'the document'}, a member's name")
            if not _is_harmless(value):
                within = f"{where}." if where else ""
                place = f"{where}[{key}]" if isinstance(data, list) else f"{within}{key}"
                check(value, place, depth + 1)
    elif isinstance(data, float):
        raise InvalidDocument("fractions are not read; write a whole number", where=where)
    elif isinstance(data, int) and data not in INTEGERS:
        raise InvalidDocument("an integer beyond 32 bits", where=where)


def _is_harmless(data: object) -> bool:
    """True for a text, a number, or nothing that a document may hold: most of what it holds."""
    if isinstance(data, str):
        return data.isprintable() or not _CONTROL.search(data)
    return data is None or (isinstance(data, int) and data in INTEGERS)


def envelope(data: object) -> Envelope:
    """The top-level members, each checked for its type."""
    if not isinstance(data, dict):
        raise InvalidDocument('a character document is an object: {"format": …}')
    for member in data:
        if member not in _MEMBERS:
            raise InvalidDocument(
                f"unknown member; known are {', '.join(_MEMBERS)}", where=str(member)[:80]
            )
    for member in _REQUIRED:
        if member not in data:
            raise InvalidDocument("missing", where=member)
    if data["format"] != FORMAT:
        raise InvalidDocument(f'must be "{FORMAT}"', where="format")
    kinds: dict[str, tuple[type, str]] = {
        "system": (str, "a text"),
        "name": (str, "a text"),
        "player": (str, "a text"),
        "build": (dict, "an object"),
        "ledger": (list, "a list"),
        "marks": (dict, "an object"),
        "house": (dict, "an object"),
    }
    for member, (kind, kind_name) in kinds.items():
        if member in data and not isinstance(data[member], kind):
            raise InvalidDocument(f"must be {kind_name}", where=member)
    return Envelope(
        system=data["system"],
        name=data["name"],
        player=data.get("player", ""),
        build=data["build"],
        ledger=data.get("ledger", []),
        marks=data.get("marks", {}),
        house=data.get("house", {}),
    )


def convert(data: object, kind: type[Shape], *, where: str) -> Shape:
    """Plain data as a struct of that type; InvalidDocument with the place if it does not fit."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise misfit(error, where) from None


def misfit(error: msgspec.ValidationError, where: str = "") -> InvalidDocument:
    """The problem that msgspec reports in data of the wrong type, with its place."""
    message, _, path = str(error).partition(" - at `$")
    return InvalidDocument(_error_text(message), where=(where + path.rstrip("`")).lstrip("."))


def _error_text(message: str) -> str:
    """msgspec's message about a wrong value, in the terms of the document format."""
    if match := _WRONG_KIND.fullmatch(message):
        expected, got = (_KIND_NAMES.get(kind.split(" | ")[0], kind) for kind in match.groups())
        return f"{expected} is expected, not {got}"
    if match := _UNKNOWN_MEMBER.fullmatch(message):
        return f"unknown member {match[1]!r}"
    if match := _MISSING_MEMBER.fullmatch(message):
        return f"{match[1]!r} is missing"
    return message[:1].lower() + message[1:].replace("`", "")


def write(document: Document) -> dict[str, Any]:
    """The document as plain members, in the order of the format, without empty ones.

    >>> write(Document("x", "Vessa", DocumentPart()))["name"]
    'Vessa'
    """
    plain: dict[str, object] = {"format": FORMAT, "system": document.system, "name": document.name}
    if document.player:
        plain["player"] = document.player
    plain["build"] = msgspec.to_builtins(document.build)
    if document.ledger:
        plain["ledger"] = msgspec.to_builtins(document.ledger)
    for member in ("marks", "house"):
        if value := msgspec.to_builtins(getattr(document, member) or {}):
            plain[member] = value
    return plain


def dump(document: Document) -> str:
    """The document as JSON for export: indented, with a final line break."""
    return json.dumps(write(document), ensure_ascii=False, indent=2) + "\n"


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        counted = Counter(name for name, _ in pairs)
        twice = next(name for name, times in counted.items() if times > 1)
        raise InvalidDocument("this member appears twice", where=twice[:80])
    return members


def _no_constant(name: str) -> object:
    raise InvalidDocument(f"{name} is no number")


def _no_fraction(text: str) -> object:
    raise InvalidDocument(f"{text[:20]} is a fraction; write a whole number")


def _integer(text: str) -> int:
    if len(text) > 11:
        raise InvalidDocument(f"{text[:20]}… is an integer beyond 32 bits")
    return int(text)
