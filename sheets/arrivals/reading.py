"""The content of a file, before any of it is saved: characters, opponents, ships, each with its
report and where it goes.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules import registry
from rules.exchange import actors, foreign
from rules.exchange.conversion import Report
from rules.game import Game
from rules.phrases import counted
from rules.problems import InvalidDocument
from sheets.characters import conversion
from sheets.models import Character
from sheets.text_export import archive, bundle
from sheets.text_export.bundle import Bundle

MOST = 100
# A form carries so many bytes from the preview to the import.
MOST_CARRIED = 700_000
CHARACTER, OPPONENT, CRAFT = Character.Kind.CHARACTER, Character.Kind.OPPONENT, Character.Kind.CRAFT
PLACES = {
    CHARACTER: "your characters",
    OPPONENT: "your opponents",
    CRAFT: "your ships",
}


@dataclass(frozen=True)
class Arrival:
    """One thing in a file. `what` says what it is, and `problem` why it cannot come in, "" if it
    can: then it has a `bundle`. It `needs_game` if it can once a game is chosen.
    """

    name: str
    what: str = ""
    kind: Character.Kind = CHARACTER
    system: Game | None = None
    bundle: Bundle | None = None
    report: Report | None = None
    problem: str = ""
    needs_game: bool = False

    @property
    def place(self) -> str:
        """The place it goes to: "your opponents"."""
        return PLACES[self.kind]


def read(content: bytes, game: str, *, to_roster: bool = False) -> list[Arrival]:
    """Everything in what was sent, up to MOST things; actors become ones of `game`, or of the game
    that they name, and with `to_roster` characters opponents. InvalidDocument where nothing of it
    can be read.
    """
    found = _read(content, game)
    return [_as_opponent(one) for one in found] if to_roster else found


def _as_opponent(arrival: Arrival) -> Arrival:
    """A character as an opponent: its document alone."""
    if arrival.kind != CHARACTER or arrival.bundle is None:
        return arrival
    return replace(arrival, kind=OPPONENT, bundle=Bundle(arrival.bundle.document))


def _read(content: bytes, game: str) -> list[Arrival]:
    files = archive.files(content)
    if len(files) == 1:
        return list(_of_file(files[0][1], game))[:MOST]
    found: list[Arrival] = []
    for name, file in files:
        try:
            found += _of_file(file, game)
        except InvalidDocument as fault:
            found.append(Arrival(name, problem=fault.in_words))
    return found[:MOST]


def _of_file(content: bytes, game: str) -> Iterator[Arrival]:
    if not actors.is_actor(content):
        yield _ours(content)
        return
    pack = actors.read_all(content)
    for actor in pack.actors:
        yield _foreign(actor, game)
    for message in pack.unread:
        name, _, problem = message.partition(": ")
        yield Arrival(name, problem=problem)


def _ours(content: bytes) -> Arrival:
    if content.startswith(bundle.SIGNATURE):
        taken = bundle.read(content)
    else:
        foreign.check(content)
        taken = Bundle(registry.read(foreign.text(content)))
    document = taken.document
    system = registry.get(document.system)
    kind = CHARACTER
    if registry.held_in(document):
        kind = CRAFT
    elif registry.is_opponent(document):
        kind = OPPONENT
    return Arrival(document.name, _described(taken), kind, system, taken)


def _described(taken: Bundle) -> str:
    """The content of an export: "An export of Hyperspace, with 3 entries of history and notes"."""
    parts = []
    if taken.document.ledger:
        parts.append(f"{counted(len(taken.document.ledger), 'entry', 'entries')} of history")
    if taken.public or taken.private:
        parts.append("notes")
    if taken.picture:
        parts.append("a portrait")
    if taken.wishes:
        parts.append("a wish list")
    if not parts:
        return "A file of Hyperspace"
    *first, last = parts
    return f"A file of Hyperspace, with {' and '.join(filter(None, [', '.join(first), last]))}"


def _foreign(actor: actors.Actor, game: str) -> Arrival:
    kind = CRAFT if actor.craft else OPPONENT if actor.is_opponent else CHARACTER
    name = actor.outline.name
    what = f"From {actor.outline.game}"
    try:
        new = conversion.of_read(actor, game)
    except InvalidDocument as fault:
        needs_game = isinstance(fault, conversion.NoGame)
        return Arrival(name, what, kind, problem=fault.in_words, needs_game=needs_game)
    taken = new.bundle if kind == CHARACTER else Bundle(new.conversion.document)
    return Arrival(name, what, kind, new.system, taken, new.conversion.report)


def carried(content: bytes) -> str:
    """A file as a text that a form carries; "" where it is too large for one."""
    text = base64.b64encode(zlib.compress(content, 6)).decode()
    return text if len(text) <= MOST_CARRIED else ""


def uncarried(text: str) -> bytes:
    """The file that a form carried; InvalidDocument for anything else."""
    try:
        unpacked = zlib.decompressobj()
        content = unpacked.decompress(base64.b64decode(text, validate=True), bundle.MAX_BYTES)
    except (binascii.Error, ValueError, zlib.error):
        raise InvalidDocument("choose the file again") from None
    if not unpacked.eof:
        raise InvalidDocument("choose the file again")
    return content
