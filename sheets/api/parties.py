"""Parties for programs: those of the account, and what a game master sees of one."""

import uuid

from django.http import Http404, HttpResponse

from sheets import access
from sheets.api import messages
from sheets.api.characters import row
from sheets.api.resource import Call, Resource, answer, operation
from sheets.models import Character


def not_for_one_character(call: Call) -> None:
    """404 if the token reaches one character only."""
    if call.only:
        raise Http404


@operation(answer=messages.Parties)
def index(call: Call) -> HttpResponse:
    """Your parties, and your role in each."""
    not_for_one_character(call)
    seats = access.memberships(call.request).select_related("party")
    rows = [
        messages.PartyRow(str(seat.party.public_id), seat.party.name, seat.party.system, seat.role)
        for seat in seats.order_by("party__name", "party__pk")
    ]
    return answer(messages.Parties(rows))


@operation(answer=messages.PartyAnswer)
def read(call: Call, id: uuid.UUID) -> HttpResponse:
    """A party that you lead: its members, house rules, and characters.

    Each character is read, played, and exported at its own address.
    """
    not_for_one_character(call)
    membership = access.get_leading_membership(call.request, id)
    party = membership.party
    characters = Character.objects.filter(party=party).select_related("owner", "party")
    members = party.members.present().seated()
    return answer(
        messages.PartyAnswer(
            id=str(party.public_id),
            name=party.name,
            system=party.system,
            house=party.house,
            members=[messages.MemberRow(member.name, member.role) for member in members],
            characters=[
                row(character, is_own=access.owns(call.request, character))
                for character in characters.order_by("name", "pk")
            ],
        )
    )


several = Resource(GET=index)
one = Resource(GET=read)
