"""The webhook that a player's own rolls are posted to, and what is common to every webhook."""

from sheets.chat import messages, webhook
from sheets.errors import Refused
from sheets.models import Owner, Party
from sheets.writes import Form, Mine, write

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


def set_own(owner: Owner, *, address: str, key: str) -> None:
    """Posts the rolls of the owner's characters to this webhook from now on, and says so there."""

    def change(owner: Owner) -> None:
        connect(owner, address)
        owner.save(update_fields=FIELDS)
        messages.post(owner, WELCOME)

    write(Mine(owner).read, change, form=Form(key, ("set own chat", address)))


def remove_own(owner: Owner, *, key: str) -> None:
    """Posts nothing any more, and forgets the address."""

    def change(owner: Owner) -> None:
        disconnect(owner)
        owner.save(update_fields=FIELDS)

    write(Mine(owner).read, change, form=Form(key, ("remove own chat",)))
