"""`python -m rules stream`: a request a line in, an answer a line out, in one process.

A request is a JSON object with a `verb`; its documents are read as files are, with the same limits.
A line that cannot be read or done is answered like any other, with status 2 and what is wrong.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Annotated, Any, BinaryIO, TypeVar

import msgspec
from msgspec import Meta, Raw

from rules import commands, registry, verbs
from rules import document as documents
from rules.commands import SeededDice, Values
from rules.document import MAX_BYTES, Document
from rules.problems import InvalidDocument
from rules.verbs import Answer, Dice

# A line has room for a document and its fields, or for the documents of a fight.
MOST_BYTES = 4 * MAX_BYTES
FAILED = "This request made the engine fail; please report it with what standard error says."

Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Id = Annotated[str, Meta(max_length=200)] | Whole | None
Faces = str | list[Whole] | None
Shape = TypeVar("Shape")


class _Head(msgspec.Struct):
    """The part of every request that is read first."""

    verb: str = ""
    id: Id = None


class _Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of the requests: their `verb` and `id` are those of the head."""

    verb: str
    id: Id = None


class _Sheet(_Request):
    document: Raw
    why: bool = False


class _Check(_Request):
    document: Raw


class _Made(_Request):
    system: str
    seed: Whole | None = None


class _Act(_Request):
    document: Raw
    action: str
    fields: dict[str, str | Whole | list[str | Whole]] | list[str] = {}
    turn: Raw = Raw(b"{}")
    dice: Faces = None
    seed: Whole | None = None


class _Enter(_Request):
    document: Raw
    entry: Raw


class _Fight(_Request):
    sides: list[list[Raw]]
    dice: Faces = None
    seed: Whole | None = None


def _sheet(line: bytes) -> Answer:
    asked = _read(line, _Sheet)
    return verbs.sheet(_document(asked.document), why=asked.why)


def _check(line: bytes) -> Answer:
    return verbs.check(_document(_read(line, _Check).document))


def _random(line: bytes) -> Answer:
    asked = _read(line, _Made)
    return verbs.random(asked.system, asked.seed)


def _act(line: bytes) -> Answer:
    asked = _read(line, _Act)
    turn = commands.parse_turn(_text(asked.turn, "turn"))
    dice, fields = _dice(asked), _fields(asked)
    return verbs.act(_document(asked.document), asked.action, fields, turn=turn, dice=dice)


def _enter(line: bytes) -> Answer:
    asked = _read(line, _Enter)
    return verbs.enter(_document(asked.document), _text(asked.entry, "entry"))


def _fight(line: bytes) -> Answer:
    asked = _read(line, _Fight)
    sides = [
        [_document(one, f"sides[{side}][{place}]") for place, one in enumerate(several)]
        for side, several in enumerate(asked.sides)
    ]
    return verbs.fight_out(sides, _dice(asked) or SeededDice(None))


VERBS: dict[str, Callable[[bytes], Answer]] = {
    "sheet": _sheet,
    "check": _check,
    "random": _random,
    "act": _act,
    "enter": _enter,
    "fight": _fight,
}


def answers(requests: BinaryIO) -> Iterator[str]:
    """The answer to each line, as a line of ASCII, until the lines end."""
    while line := requests.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES:
            while not line.endswith(b"\n") and (more := requests.readline(MOST_BYTES)):
                line = more
            yield _line(_wrong(f"a line has at most {MOST_BYTES:,} bytes"), None)
        else:
            yield _answered(line)


def _answered(line: bytes) -> str:
    """The answer to one request, whatever stands in it."""
    id: Id = None
    try:
        head = _read(line, _Head)
        id = head.id
        if head.verb not in VERBS:
            raise InvalidDocument(f"name one of {', '.join(VERBS)}", where="verb")
        return _line(_members(VERBS[head.verb](line)), id)
    except InvalidDocument as wrong:
        return _line(_wrong(str(wrong)), id)
    except Exception:  # whatever fails here must not take the requests behind it along
        traceback.print_exc(file=sys.stderr)
        return _line(_wrong(FAILED), id)


def _members(answer: Answer) -> dict[str, object]:
    """The answer as the command prints it, with its status; a document stands in `document`."""
    shown = answer.shown
    if answer.document is not None:
        shown = {"document": json.loads(commands.to_text(answer.document))}
    return {"status": answer.status, **shown}


def _wrong(message: str) -> dict[str, object]:
    """A request that can't be done. Its dice have no dashes, as those of the command line have."""
    return {"status": verbs.UNREADABLE, "error": " ".join(message.split()).removeprefix("--")}


def _line(members: dict[str, Any], id: Id) -> str:
    return json.dumps(members if id is None else {"id": id, **members}) + "\n"


def _read(line: bytes, shape: type[Shape]) -> Shape:
    """A request of this shape; InvalidDocument with the place of what is wrong."""
    try:
        return msgspec.json.decode(line, type=shape)
    except msgspec.ValidationError as wrong:
        raise documents.misfit(wrong) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise InvalidDocument(f"not JSON: {wrong}") from None


def _document(raw: Raw, where: str = "document") -> Document:
    try:
        return registry.read(bytes(raw))
    except InvalidDocument as unreadable:
        raise InvalidDocument(str(unreadable), where=where) from None


def _text(raw: Raw, where: str) -> str:
    try:
        return bytes(raw).decode()
    except UnicodeDecodeError:
        raise InvalidDocument("this is not UTF-8", where=where) from None


def _dice(asked: _Act | _Fight) -> Dice | None:
    """The dice of a request, that names faces or a seed; None where it names neither."""
    if asked.dice is not None and asked.seed is not None:
        raise InvalidDocument("name dice or a seed, not both", where="dice")
    faces = asked.dice
    return verbs.dice_of(
        ",".join(map(str, faces)) if isinstance(faces, list) else faces, asked.seed
    )


def _fields(asked: _Act) -> Values:
    """Form fields, as an object or as texts like "target=15"."""
    if isinstance(asked.fields, list):
        return commands.parse_fields(asked.fields)
    return commands.parse_fields(
        f"{name}={one}"
        for name, value in asked.fields.items()
        for one in (value if isinstance(value, list) else [value])
    )
