"""The pages of a party: who sees which, in their order."""

from dataclasses import dataclass

from django import template

from sheets import catalog
from sheets.models import Member


@dataclass(frozen=True)
class PartyPage:
    """One of them: the name of its address, what it is called, and whether only those who lead the
    party have it.
    """

    address: str
    name: str
    leading: bool = False


TOOLS = PartyPage("party_tools", "Tools", leading=True)
ROOMS = (
    PartyPage("party", "Board"),
    PartyPage("party_skills", "Skills"),
    PartyPage("party_call", "Calls", leading=True),
    PartyPage("party_log", "Log"),
    PartyPage("party_reviews", "Review", leading=True),
    PartyPage("party_hand_out", "Hand out", leading=True),
    PartyPage("party_brief", "Brief", leading=True),
    PartyPage("party_pack", "Pack", leading=True),
    TOOLS,
    PartyPage("party_rules", "Rules"),
    PartyPage("party_members", "Members"),
)


def pages_for(system: str, *, leading: bool) -> list[PartyPage]:
    """The pages that a member has; tools only where the game has some."""
    rooms = ROOMS if catalog.has_tools(system) else [room for room in ROOMS if room is not TOOLS]
    return [room for room in rooms if leading or not room.leading]


register = template.Library()


@register.simple_tag
def party_pages(seat: Member) -> list[PartyPage]:
    """The pages of its party that a member has."""
    return pages_for(seat.party.system, leading=seat.leads)
