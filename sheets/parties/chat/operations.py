"""The webhook of a party: set and taken away by its game master."""

from sheets.access import MemberAccess
from sheets.chat import messages, webhook
from sheets.errors import Refused
from sheets.models import Member
from sheets.parties.operations import party_form, save_change
from sheets.writes import write

NO_ADDRESS = (
    "This isn’t the address of a Discord webhook. It looks like"
    " https://discord.com/api/webhooks/123…/abc…."
)
WELCOME = "The rolls of {name} are posted here from now on."


def set_chat(member_access: MemberAccess, *, address: str, key: str) -> None:
    """Posts the party's rolls to this webhook from now on, and says so there. Refused for an
    address that is no Discord webhook's.
    """

    def change(membership: Member) -> None:
        party = membership.party
        try:
            party.chat_address = f"https://{webhook.HOST}{webhook.path_of(address)}"
        except ValueError:
            raise Refused({"address": NO_ADDRESS}) from None
        party.chat_error = ""
        save_change(party, "chat_address", "chat_error")
        messages.post(party, WELCOME.format(name=webhook.plain(party.name)))

    write(member_access.lock, change, form=party_form(member_access, key, "set chat", address))


def remove_chat(member_access: MemberAccess, *, key: str) -> None:
    """Posts nothing any more, and forgets the address."""

    def change(membership: Member) -> None:
        membership.party.chat_address = membership.party.chat_error = ""
        save_change(membership.party, "chat_address", "chat_error")

    write(member_access.lock, change, form=party_form(member_access, key, "remove chat"))
