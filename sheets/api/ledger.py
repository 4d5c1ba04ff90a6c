"""A character's ledger for programs: its entries, and new ones."""

import uuid
from collections.abc import Sized

from django.http import HttpResponse

from rules import document as documents
from rules.game import Game
from rules.ledger import entries
from rules.problems import InvalidDocument
from sheets import access, storage
from sheets.access import CharacterAccess
from sheets.advancement import operations
from sheets.api import messages
from sheets.api.characters import unchanged, visible
from sheets.api.resource import Call, Resource, answer, operation
from sheets.errors import Refused

ENTRY = "Entry"
UNDO = "undo"


@operation(answer=messages.LedgerEntries, cached=True)
def index(call: Call, id: uuid.UUID) -> HttpResponse:
    """The entries of the ledger, oldest first."""
    if known := unchanged(call, id):
        return known
    character, tag = visible(call, id)
    _, document = storage.read(character)
    written = documents.write(document).get("ledger", [])
    return answer(messages.LedgerEntries(written), headers={"ETag": tag})


@operation(
    answer=messages.Entered, body=ENTRY, status=201, writes=True, if_match=True, others=(409,)
)
def enter(call: Call, id: uuid.UUID) -> HttpResponse:
    """Make an entry: gain, raise, buy, log a session. The price is worked out.

    An entry of the kind "undo" undoes one with everything that depends on it.
    """
    character_access = access.character_access(call.request, id)
    row = access.get_own_character(call.request, id)
    version, key, plain = call.version(row), call.key, call.plain()
    stored = storage.load(row)
    check_members(stored.system, plain)
    if plain["kind"] == UNDO:
        ledger, position = stored.document.ledger, plain["entry"]
        entered = _undo(character_access, ledger, position, version=version, key=key)
    else:
        members = as_texts(plain)
        enters = operations.Enter(character_access, members=members, version=version, key=key)
        entered = enters.run()
    made = messages.Entered(**entered)
    _, tag = visible(call, id)
    return answer(made, status=201, headers={"ETag": tag})


def _undo(
    character_access: CharacterAccess, ledger: Sized, position: int, *, version: int, key: str
) -> operations.Entered:
    """Undoes an entry with everything that depends on it, as it stands in that version."""
    if not 0 <= position < len(ledger):
        raise Refused({"entry": f"There are {len(ledger)} entries. Name one, from 0."})
    return operations.TakeBack(
        character_access, position=position, confirmed=None, version=version, key=key
    ).run()


def check_members(system: Game, plain: object) -> None:
    """InvalidDocument for what is no entry that can be made: an unknown kind, an unknown member, a
    value of another type, a price.
    """
    if not isinstance(plain, dict):
        raise InvalidDocument('write an object: {"kind": "session"}')
    shapes = {
        entries.kind(shape): shape
        for shape, kind in system.ledger_rules.kinds.items()
        if kind.from_form or entries.kind(shape) == UNDO
    }
    kind = plain.get("kind")
    if not isinstance(kind, str) or kind not in shapes:
        raise InvalidDocument(f"name one of {', '.join(shapes)}", where="kind")
    if "paid" in plain:
        raise InvalidDocument("leave it out; the price is worked out", where="paid")
    for name in ("by", "at"):
        if name in plain:
            raise InvalidDocument("leave it out; it is set when the entry is made", where=name)
    documents.convert(plain, shapes[kind], where="")


def as_texts(plain: dict[str, object]) -> dict[str, str]:
    """The members of an entry as a form sends them: numbers in digits, lists line by line."""
    return {name: _text(value) for name, value in plain.items() if value is not None}


def _text(value: object) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


of_character = Resource(GET=index, POST=enter)
