"""The pages of a party: who sees which, in their order."""

from dataclasses import dataclass

from django import template

from sheets.models import Member


@dataclass(frozen=True)
class PartyRoom:
    """One of them: the name of its address, what it is called, and whether only those who lead the
    party have it.
    """

    address: str
    name: str
    leading: bool = False


ROOMS = (
    PartyRoom("party", "Board"),
    PartyRoom("party_skills", "Skills"),
    PartyRoom("party_call", "Calls", leading=True),
    PartyRoom("party_log", "Log"),
    PartyRoom("party_reviews", "Review", leading=True),
    PartyRoom("party_hand_out", "Hand out", leading=True),
    PartyRoom("party_brief", "Brief", leading=True),
    PartyRoom("party_pack", "Pack", leading=True),
    PartyRoom("party_rules", "Rules"),
    PartyRoom("party_members", "Members"),
)


def rooms(*, leading: bool) -> list[PartyRoom]:
    """The pages that a member has."""
    return [room for room in ROOMS if leading or not room.leading]


register = template.Library()


@register.simple_tag
def party_rooms(seat: Member) -> list[PartyRoom]:
    """The pages of its party that a member has."""
    return rooms(leading=seat.leads)
