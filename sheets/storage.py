"""Rows ↔ documents. The only translator: nobody else looks into what is stored."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from rules import document as documents
from rules import registry
from rules.character import Character as OpenCharacter
from rules.document import FORMAT, INTEGERS, MAX_BYTES, Document
from rules.game import Game
from rules.problems import InvalidDocument, RuleViolation, UnknownGame
from rules.turn import EFFECTS, TAKEN, Turn
from sheets import outage, search_text, work
from sheets.errors import CHARACTER_FROZEN, FROZEN
from sheets.models import Character, LedgerEntry
from sheets.models.compiled import CompiledQuery

LOG = logging.getLogger(__name__)
Result = TypeVar("Result")
_LEDGER = CompiledQuery[LedgerEntry](
    lambda id: LedgerEntry.objects.filter(character=id).values_list("content", flat=True)
)
# What the steps of creation decide: the build, the name of the character, and its player.
_BUILT = ("name", "player", "build")


class CorruptRow(Exception):
    """A stored character that cannot be read as a document : which, and why.

    `short` says so beside its name, `told` in a sentence.
    """

    short = "its stored data is damaged"

    def __init__(self, character: Character, reason: InvalidDocument) -> None:
        self.character = character
        self.reason = reason
        super().__init__(f"character {character.public_id}: {reason}")

    @property
    def told(self) -> str:
        """Why, in a sentence."""
        return f"The stored data is damaged. {self.reason.in_words}"


class GameGone(CorruptRow):
    """A stored character of a game that isn't on this site; it opens again once the game is."""

    short = "its game isn't on this site"

    @property
    def told(self) -> str:
        """Why, in a sentence."""
        return "The game of this character isn't on this site. Nothing is lost."


class NotWorkedOut(CorruptRow):
    """A stored character that can be read, and that the rules fail to work out. That is a fault of
    ours, and must not take others with it.
    """

    short = "an error on this site keeps it from being shown"

    def __init__(self, character: Character) -> None:
        super().__init__(character, InvalidDocument(self.short))

    @property
    def told(self) -> str:
        """Why, in a sentence."""
        return "An error on this site keeps this character from being shown. Nothing is lost."


class Frozen(CorruptRow):
    """A character that the operator has frozen: nobody has it worked out until it is thawed."""

    short = FROZEN

    def __init__(self, character: Character) -> None:
        super().__init__(character, InvalidDocument(self.short))

    @property
    def told(self) -> str:
        """Why, in a sentence."""
        return CHARACTER_FROZEN


@dataclass(frozen=True)
class StoredCharacter:
    """A character as it is stored: its row, and its document, open. A view loads one, an operation
    returns the one that it saved, and a page shows it; so the row is read once and worked out once.
    """

    row: Character
    opened: OpenCharacter

    @property
    def system(self) -> Game:
        """Its game."""
        return self.opened.system

    @property
    def document(self) -> Document:
        """Its document."""
        return self.opened.document

    @property
    def situation(self) -> Turn:
        """The turn at the table."""
        return situation(self.row)


def load(character: Character) -> StoredCharacter:
    """The character with its document, open; CorruptRow as for `read`."""
    system, document = read(character)
    return StoredCharacter(character, OpenCharacter(system, document))


def read(character: Character, ledger: Sequence[object] | None = None) -> tuple[Game, Document]:
    """The character's game and its document; CorruptRow if the row makes none.

    One query for the ledger, none for a draft, which has none, or where it was fetched before:
    then the contents of its entries may be given. Frozen for one that the operator has frozen.
    """
    _begin(character)
    try:
        system = _system(character)
        members = raw(character) if ledger is None else _members(character, ledger=ledger)
        return system, _taken(character, system, members)
    except InvalidDocument as error:
        raise _unread(character, error) from error


def _unread(character: Character, error: InvalidDocument) -> CorruptRow:
    """Why a stored character cannot be read."""
    return (GameGone if isinstance(error, UnknownGame) else CorruptRow)(character, error)


def check_thawed(character: Character) -> None:
    """Frozen if the operator has frozen it."""
    if character.frozen_at is not None:
        raise Frozen(character)


def _begin(character: Character) -> None:
    """Where each character begins to be worked out."""
    check_thawed(character)
    work.works_out(character.pk)


def _system(character: Character) -> Game:
    """The rules for what the row holds: those of characters and opponents, or of craft."""
    system = registry.get(character.system)
    build = character.build
    return system.of_build(build) if isinstance(build, dict) else system


def worked_out(character: Character, ask: Callable[[OpenCharacter], Result]) -> Result:
    """The answer of one character among others. CorruptRow if it cannot be read, or where the
    rules fail: whoever asks shows that and goes on with the next.
    """
    opened = load(character).opened
    return attempted(character, lambda: ask(opened))


def attempted(character: Character, ask: Callable[[], Result]) -> Result:
    """The answer of a character whose document is at hand; NotWorkedOut where the rules fail."""
    try:
        return ask()
    except Exception as error:  # whatever it is, it is about this one only
        if isinstance(error, CorruptRow | RuleViolation) or outage.cause(error):
            raise
        LOG.exception("Character %s cannot be worked out", character.public_id)
        raise NotWorkedOut(character) from error


def open_being_built(character: Character) -> OpenCharacter:
    """The character that the steps of creation edit; CorruptRow if it cannot be read.

    Of a draft that is its document; of a finished character the build that is being made anew, as
    a document without a ledger. What is marked that cannot be is set right: no step asks about it.
    """
    if not character.is_rebuilding:
        return load(character).opened.settled()
    _begin(character)
    kept = character.rebuilding if isinstance(character.rebuilding, dict) else {}
    try:
        system = registry.get(character.system)
        anew = {member: kept.get(member) for member in _BUILT}
        document = _taken(character, system, {**_members(character), **anew})
        return OpenCharacter(system, document).settled()
    except InvalidDocument as error:
        raise _unread(character, error) from error


def _taken(character: Character, system: Game, members: dict[str, object]) -> Document:
    """The document of these members; what it says was accepted counts where that was done here."""
    document = system.take(documents.envelope(members))
    accepted = getattr(document.house, "accepted", ())
    confirmed = character.house_confirmed and bool(accepted)
    return msgspec.structs.replace(document, is_confirmed=True) if confirmed else document


def raw(character: Character) -> dict[str, object]:
    """The row as the members of a document, whatever is in them."""
    return _members(character, ledger=[] if character.is_draft else _ledger(character))


def _ledger(character: Character) -> list[object]:
    """The contents of its entries: as they were fetched with it, or else by a query for them only,
    since three hundred rows take three times as long.
    """
    fetched = getattr(character, "_prefetched_objects_cache", {}).get("entries")
    if fetched is not None:
        return [entry.content for entry in fetched]
    return _LEDGER.column(character.pk)


# What `fill_row` puts into a row.
DOCUMENT_FIELDS = ("system", "name", "player", "build", "marks", "house", "size", "search")


def fill_row(
    character: Character, document: Document, *, opened: OpenCharacter | None = None
) -> None:
    """Puts the document into the row, unsaved, but for the ledger. `opened` is the same document
    where it is open already.

    InvalidDocument if it could not be read again: too large, or with what no document may hold.
    """
    written = exported(document)
    members = documents.open_text(written)
    character.system = members.system
    character.name = members.name
    character.player = members.player
    character.build = members.build
    character.marks = members.marks
    character.house = members.house
    character.size = len(written)
    system = registry.rules_of(document)
    character.search = found_by(character, system, document, opened=opened)


def found_by(
    character: Character,
    system: Game,
    document: Document,
    *,
    opened: OpenCharacter | None = None,
) -> str:
    """The text that a character is searched by; its name, if the rules fail to work it out."""
    try:
        open_character = opened or OpenCharacter(system, document)
        return search_text.indexed_text(attempted(character, lambda: open_character.summary))
    except NotWorkedOut:
        return search_text.fold(document.name)


def fill_row_being_built(
    character: Character, document: Document, *, opened: OpenCharacter | None = None
) -> None:
    """Puts the document into the row, unsaved, as what the steps of creation edit.

    Of a character that is being rebuilt all else stays as it is. InvalidDocument is as for `fill`.
    """
    if not character.is_rebuilding:
        return fill_row(character, document, opened=opened)
    members = documents.open_text(exported(document))
    character.rebuilding = {member: getattr(members, member) for member in _BUILT}
    return None


def entries(character: Character, document: Document) -> list[LedgerEntry]:
    """The document's ledger as rows of the character, unsaved."""
    contents = documents.write(document).get("ledger", [])
    return [
        LedgerEntry(character=character, position=position, content=content)
        for position, content in enumerate(contents)
    ]


def fill_marks(character: Character, marks: object) -> None:
    """Puts what is marked at the table into the row, unsaved."""
    character.marks = msgspec.to_builtins(marks)


def situation(character: Character) -> Turn:
    """The account of the turn at the table; what is stored there and can't be read is left out."""
    stored = character.situation if isinstance(character.situation, dict) else {}
    numbers = {
        name: stored[name]
        for name in stored
        if type(stored[name]) is int and stored[name] in INTEGERS
    }
    if len(numbers) == len(stored):
        return Turn(numbers)
    lasting = {name: stored[name] for name in (TAKEN, EFFECTS) if name in stored}
    try:
        return Turn.read({**numbers, **lasting})
    except InvalidDocument:
        return Turn(numbers)


def download(character: Character, *, names_player: bool = True) -> bytes:
    """The character as a file to keep; where it cannot be read, whatever is stored of it. Of a
    frozen one that is for its owner: Frozen for others (`check_thawed`).
    """
    nameless = {} if names_player else {"player": ""}
    try:
        _, document = read(character)
        return exported(msgspec.structs.replace(document, **nameless))
    except (CorruptRow, InvalidDocument):
        return _written({**raw(character), **nameless}, compact=False)


def exported(document: Document) -> bytes:
    """The document as the file that is exported: indented, unless it would then be too large.

    InvalidDocument if it is too large in any case.
    """
    plain = documents.write(document)
    for compact in (False, True):
        written = _written(plain, compact=compact)
        if len(written) <= MAX_BYTES:
            return written
    raise InvalidDocument(
        f"the document has {len(written):,} bytes; at most {MAX_BYTES:,} are kept"
    )


def _members(character: Character, *, ledger: Sequence[object] = ()) -> dict[str, object]:
    return {
        "format": FORMAT,
        "system": character.system,
        "name": character.name,
        "player": character.player,
        "build": character.build,
        "ledger": list(ledger),
        "marks": character.marks,
        "house": character.house,
    }


def _written(plain: Mapping[str, object], *, compact: bool) -> bytes:
    # json indents in Python, three times slower than it writes without.
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    written = text.encode("utf-8", "surrogatepass")
    return (written if compact else msgspec.json.format(written, indent=2)) + b"\n"
