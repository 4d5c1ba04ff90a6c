"""The webhook of a party: set and taken away by its game master."""

from sheets.access import MemberAccess
from sheets.chat import messages, webhook
from sheets.chat.operations import FIELDS, connect, disconnect
from sheets.models import Member
from sheets.parties.operations import party_form, save_change
from sheets.writes import write

WELCOME = "The rolls of {name} are posted here from now on."


def set_chat(member_access: MemberAccess, *, address: str, key: str) -> None:
    """Posts the party's rolls to this webhook from now on, and says so there. Refused for an
    address that is no Discord webhook's.
    """

    def change(membership: Member) -> None:
        party = membership.party
        connect(party, address)
        save_change(party, *FIELDS)
        messages.post(party, WELCOME.format(name=webhook.plain(party.name)))

    write(member_access.lock, change, form=party_form(member_access, key, "set chat", address))


def remove_chat(member_access: MemberAccess, *, key: str) -> None:
    """Posts nothing any more, and forgets the address."""

    def change(membership: Member) -> None:
        disconnect(membership.party)
        save_change(membership.party, *FIELDS)

    write(member_access.lock, change, form=party_form(member_access, key, "remove chat"))
