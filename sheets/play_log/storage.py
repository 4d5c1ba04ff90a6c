"""The stored form of a log line ↔ the outcome of an action. No other module reads what is
stored.
"""

import json
from typing import TypeVar

import msgspec

from rules import document as documents
from rules.play import Outcome
from rules.problems import InvalidDocument
from rules.turn import Removed
from sheets.models import PlayLogEntry
from sheets.storage import CorruptRow

# The kinds of line besides those of outcomes: a point on a roll, something taken back, and that
# somebody came to a fight, which is undone with their wave.
POINT, BACK, ARRIVAL = "point", "back", "arrival"

# What stands beside the outcome: the marks that moved, the positions of the entries that were made,
# what of the turn changed, and what is no longer in its account; what an attack came to, and
# whether a game master confirmed the harm.
_MOVED, _ENTRIES, _TURNED, _REMOVED = "moved", "entries", "turned", "removed"
_CAME, _CONFIRMED = "came", "confirmed"
# The line of another log that is the same act: whose, by public id, and its number.
_JOINED = "joined"

# What the turn held under a name, and what it held then; None for nothing.
Turned = dict[str, tuple[int | None, int | None]]
Kind = TypeVar("Kind")


class Move(msgspec.Struct, frozen=True):
    """A mark as it moved: by how much within its bounds, from what, and to what.

    None is a mark that is not said, and stands at `full`.
    """

    mark: str
    by: int
    was: int | None
    now: int | None
    least: int = 0
    most: int | None = None
    full: int = 0


class Effect(msgspec.Struct, frozen=True):
    """A line's changes outside the log: marks, the ledger, the turn's numbers, and what it took
    out of its account.
    """

    moves: tuple[Move, ...] = ()
    entries: tuple[int, ...] = ()
    turned: Turned = {}
    removed: Removed = Removed()


def content(outcome: Outcome, effect: Effect) -> dict[str, object]:
    """The stored form of a line: the outcome, with the changes really made in place of those asked
    for, without empty members.
    """
    lasting = msgspec.structs.replace(outcome, shifts=(), entries=(), situation={}, effects=None)
    besides = {
        _MOVED: effect.moves,
        _ENTRIES: effect.entries,
        _TURNED: effect.turned,
        _REMOVED: effect.removed,
    }
    plain = json.loads(json.dumps(msgspec.to_builtins(lasting) | msgspec.to_builtins(besides)))
    return {name: value for name, value in plain.items() if value not in ("", [], {}, None)}


def outcome(line: PlayLogEntry) -> Outcome:
    """The outcome that a line keeps; CorruptRow if what is stored makes none."""
    fields = {
        name: value for name, value in _held(line).items() if name in Outcome.__struct_fields__
    }
    return _read(
        line, {"action": "", "name": "", **fields, "kind": line.kind, "entries": ()}, Outcome
    )


def effect(line: PlayLogEntry) -> Effect:
    """The changes that the line made; CorruptRow as for `outcome`."""
    fields = _held(line)
    named = {"moves": _MOVED, "entries": _ENTRIES, "turned": _TURNED, "removed": _REMOVED}
    return _read(line, {name: fields[key] for name, key in named.items() if key in fields}, Effect)


def came(line: PlayLogEntry) -> tuple[str, ...]:
    """The result of the attack that was rolled here, once it is decided: for each of its targets
    "60 taken: dead (Captain Dresk)".
    """
    sentences = _held(line).get(_CAME, ())
    return tuple(str(sentence) for sentence in sentences) if isinstance(sentences, list) else ()


def set_came(line: PlayLogEntry, sentences: list[str]) -> None:
    """Puts into a line what its attack came to, unsaved."""
    held = {name: value for name, value in _held(line).items() if name != _CAME}
    line.content = held | ({_CAME: sentences} if sentences else {})


def is_confirmed(line: PlayLogEntry) -> bool:
    """True if the line is harm of an attack that a game master has confirmed."""
    return bool(_held(line).get(_CONFIRMED))


def set_confirmed(line: PlayLogEntry) -> None:
    """Puts into a line that a game master has confirmed its harm, unsaved."""
    line.content = {**_held(line), _CONFIRMED: True}


def joined(line: PlayLogEntry) -> tuple[str, int] | None:
    """The line of another log that is the same act, by public id of the character and number."""
    match _held(line).get(_JOINED):
        case [str(id), int(number)]:
            return id, number
    return None


def set_joined(line: PlayLogEntry, other: PlayLogEntry) -> None:
    """Puts into a line that one of another log is the same act, unsaved."""
    line.content = {**_held(line), _JOINED: [str(other.character.public_id), other.number]}


def _held(line: PlayLogEntry) -> dict[str, object]:
    return line.content if isinstance(line.content, dict) else {}


def _read(line: PlayLogEntry, plain: dict[str, object], kind: type[Kind]) -> Kind:
    try:
        return documents.convert(plain, kind, where=f"line {line.number}")
    except InvalidDocument as error:
        raise CorruptRow(line.character, error) from error
