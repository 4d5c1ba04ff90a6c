"""A digest of the state of a fight, from one cheap query: it changes whenever its page does."""

import uuid

from sheets.models import Encounter
from sheets.models.party import MemberQuerySet
from sheets.parties.live import digest


def fight_state(seats: MemberQuerySet, party: uuid.UUID) -> str:
    """A digest that changes with everything that members see of the running fight; "" for other
    users, and where none is running.
    """
    rows = seats.filter(
        party__public_id=party, party__encounters__state=Encounter.State.RUNNING
    ).order_by("party__encounters__combatants__pk")
    return digest(
        rows.values_list(
            "role",
            "party__version",
            "party__encounters__pk",
            "party__encounters__version",
            "party__encounters__combatants__pk",
            "party__encounters__combatants__character__updated_at",
        )
    )
