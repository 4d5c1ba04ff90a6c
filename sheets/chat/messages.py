"""What a party's chat is told, once it is saved."""

from functools import partial

from django.db import transaction

from sheets.chat.webhook import Sender, plain
from sheets.models import Character, Party

SENDER = Sender()
GONE = "Discord doesn’t know this webhook any more. Make a new one there, and paste its address."


def announce(character: Character, what: str, result: str) -> None:
    """Posts a line of the log of a party's character, after the transaction. Part of an operation.

    Nothing waits for it, and whatever goes wrong there undoes nothing here.
    """
    if (party := character.party_id) is None:
        return
    name = plain(character.name or "Unnamed")
    text = f"**{name}**: {plain(what)}" + (f": **{plain(result)}**" if result else "")
    transaction.on_commit(partial(_post, party, text), robust=True)


def post(party: Party, text: str) -> None:
    """Posts a text of the party's own after the transaction. Part of an operation."""
    transaction.on_commit(partial(_post, party.pk, text), robust=True)


def _post(party: int, text: str) -> None:
    rows = Party.objects.filter(pk=party, chat_error="").exclude(chat_address="")
    if address := rows.values_list("chat_address", flat=True).first():
        SENDER.submit(address, text, partial(_stop, party, address))


def _stop(party: int, address: str) -> None:
    """Posts nothing any more to a webhook that is gone; the game master is told why."""
    Party.objects.filter(pk=party, chat_address=address).update(chat_error=GONE)
