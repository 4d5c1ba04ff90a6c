"""Messages to a chat, a party's or a player's own, sent once a log entry is saved."""

from functools import partial

from django.db import models, transaction

from sheets.chat.webhook import Sender, plain
from sheets.models import Character, Owner, Party
from sheets.models.compiled import CompiledQuery

SENDER = Sender()
_WEBHOOKS = CompiledQuery[Character](
    lambda id: Character.documents.filter(pk=id).values_list(
        "party", "party__chat_address", "party__chat_error",
        "owner", "owner__chat_address", "owner__chat_error",
    )
)  # fmt: skip
GONE = "Discord doesn’t know this webhook any more. Make a new one there, and paste its address."


def announce(character: Character, what: str, result: str) -> None:
    """Posts a line of a character's log to its party's chat and to its owner's, after the
    transaction. Part of an operation. What opponents and craft do is posted nowhere.

    Nothing waits for it, and whatever goes wrong there undoes nothing here.
    """
    if character.kind != Character.Kind.CHARACTER:
        return
    name = plain(character.name or "Unnamed")
    text = f"**{name}**: {plain(what)}" + (f": **{plain(result)}**" if result else "")
    transaction.on_commit(partial(_announce, character.pk, text), robust=True)


def post(to: Party | Owner, text: str) -> None:
    """Posts a text to a webhook that was just connected, after the transaction. Part of an
    operation.
    """
    address = to.chat_address
    transaction.on_commit(partial(_submit, type(to), to.pk, address, text), robust=True)


def _announce(character: int, text: str) -> None:
    """Posts to both, and once where they are the same webhook."""
    row = next(iter(_WEBHOOKS.tuples(character)), None)
    if row is None:
        return
    party, address, error, owner, own_address, own_error = row
    party_hears = bool(address and not error)
    if party_hears:
        _submit(Party, party, address, text)
    if own_address and not own_error and not (party_hears and own_address == address):
        _submit(Owner, owner, own_address, text)


def _submit(kind: type[models.Model], row: int, address: str, text: str) -> None:
    SENDER.submit(address, text, partial(_stop, kind, row, address))


def _stop(kind: type[models.Model], row: int, address: str) -> None:
    """Posts nothing any more to a webhook that is gone; whoever set it is told why."""
    kind._base_manager.filter(pk=row, chat_address=address).update(chat_error=GONE)
