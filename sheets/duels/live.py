"""A digest of the state of a duel, from one cheap query: it changes whenever its page does."""

import uuid

from django.db.models import Q

from sheets.models import Identity, Member
from sheets.models.compiled import CompiledQuery
from sheets.parties.live import digest

_IS_OPEN = ~Q(party__duels__state="over") | Q(party__duels=None)
_DUEL = CompiledQuery[Member](
    lambda who, id: (
        Member.objects.of(who)
        .filter(_IS_OPEN, party__public_id=id)
        .values_list("role", "party__dueling", "party__duels__version")
    )
)


def duel_state(who: Identity, party: uuid.UUID) -> str:
    """A digest that changes with everything that members see of the open duel; "" for others."""
    return digest(_DUEL.tuples(who, party))
