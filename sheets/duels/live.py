"""A digest of the state of a duel, from one cheap query: it changes whenever its page does."""

import uuid

from django.db.models import Q

from sheets.models.party import MemberQuerySet
from sheets.parties.live import digest


def duel_state(seats: MemberQuerySet, party: uuid.UUID) -> str:
    """A digest that changes with everything that members see of the open duel; "" for others."""
    is_open = ~Q(party__duels__state="over") | Q(party__duels=None)
    rows = seats.filter(is_open, party__public_id=party)
    return digest(rows.values_list("role", "party__dueling", "party__duels__version"))
