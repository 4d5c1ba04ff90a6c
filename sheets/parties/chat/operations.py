"""The webhook of a party: set and taken away by its game master."""

from sheets.chat import messages, webhook
from sheets.chat.operations import FIELDS, connect, disconnect
from sheets.models import Member
from sheets.parties.operations import save_change
from sheets.writes import Operation

WELCOME = "The rolls of {name} are posted here from now on."


class SetChat(Operation[Member, None]):
    """Posts the party's rolls to this webhook from now on, and says so there. Refused for an
    address that is no Discord webhook's.
    """

    address: str

    def save(self) -> None:
        party = self.row.party
        connect(party, self.address)
        save_change(party, *FIELDS)
        messages.post(party, WELCOME.format(name=webhook.plain(party.name)))


class RemoveChat(Operation[Member, None]):
    """Posts nothing any more, and forgets the address."""

    def save(self) -> None:
        disconnect(self.row.party)
        save_change(self.row.party, *FIELDS)
