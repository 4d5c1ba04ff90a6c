"""A digest of the state of a fight, from one cheap query: it changes whenever its page does."""

import uuid

from sheets.models import Encounter, Identity, Member
from sheets.models.compiled import CompiledQuery
from sheets.parties.live import digest

_FIGHT = CompiledQuery[Member](
    lambda who, id: (
        Member.objects.of(who)
        .filter(party__public_id=id, party__encounters__state=Encounter.State.RUNNING)
        .order_by("party__encounters__combatants__pk")
        .values_list(
            "role",
            "party__version",
            "party__encounters__pk",
            "party__encounters__version",
            "party__encounters__combatants__pk",
            "party__encounters__combatants__character__updated_at",
        )
    )
)


def fight_state(who: Identity, party: uuid.UUID) -> str:
    """A digest that changes with everything that members see of the running fight; "" for other
    users, and where none is running.
    """
    return digest(_FIGHT.tuples(who, party))
