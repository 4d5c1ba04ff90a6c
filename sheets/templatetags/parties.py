"""What the pages of a party share."""

from django import template

from sheets import party_rooms as all_rooms
from sheets.models import Member
from sheets.party_rooms import PartyRoom

register = template.Library()


@register.simple_tag
def party_rooms(seat: Member) -> list[PartyRoom]:
    """The pages of its party that a member has."""
    return all_rooms.rooms(leading=seat.leads)
