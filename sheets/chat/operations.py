"""The webhook that a player's own rolls are posted to, and what is common to every webhook."""

from django.http import Http404

from sheets.chat import messages, webhook
from sheets.errors import Refused
from sheets.models import Owner, Party
from sheets.writes import Operation

NO_ADDRESS = (
    "This isn’t the address of a Discord webhook. It looks like"
    " https://discord.com/api/webhooks/123…/abc…."
)
WELCOME = "The rolls of your characters are posted here from now on."
FIELDS = ("chat_address", "chat_error")


def connect(row: Party | Owner, address: str) -> None:
    """Sets the webhook of a party or a player. Part of an operation; saving is the caller's.

    Refused for an address that is no Discord webhook's.
    """
    try:
        row.chat_address = f"https://{webhook.HOST}{webhook.path_of(address)}"
    except ValueError:
        raise Refused({"address": NO_ADDRESS}) from None
    row.chat_error = ""


def disconnect(row: Party | Owner) -> None:
    """Forgets the address. Part of an operation; saving is the caller's."""
    row.chat_address = row.chat_error = ""


class SetOwn(Operation[Owner, None]):
    """Posts the rolls of the owner's characters to this webhook from now on, and says so there."""

    verb = "set own chat"
    address: str

    def save(self) -> None:
        connect(self.row, self.address)
        _save(self.row)
        messages.post(self.row, WELCOME)


class RemoveOwn(Operation[Owner, None]):
    """Posts nothing any more, and forgets the address."""

    verb = "remove own chat"

    def save(self) -> None:
        disconnect(self.row)
        _save(self.row)


def _save(owner: Owner) -> None:
    """Saves the owner's webhook; 404 for one whose account was erased meanwhile."""
    values = {name: getattr(owner, name) for name in FIELDS}
    if not Owner.objects.filter(pk=owner.pk).update(**values):
        raise Http404
