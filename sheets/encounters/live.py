"""A digest of the state of a fight, from one cheap query: it changes whenever its page does."""

import uuid

from sheets.models import Encounter, Identity, Member
from sheets.models.compiled import CompiledQuery
from sheets.parties.live import digest, shown_fight

_FIGHT = CompiledQuery[Member](
    lambda who, id: (
        Member.objects.of(who)
        .filter(party__public_id=id, party__encounters__state=Encounter.State.RUNNING)
        .order_by("party__encounters__combatants__pk")
        .values_list(
            "role",
            "party__version",
            "party__encounters__public_id",
            "party__encounters__version",
            "party__encounters__combatants__hidden",
            "party__encounters__combatants__pk",
            "party__encounters__combatants__character__updated_at",
        )
    )
)


def fight_state(who: Identity, party: uuid.UUID, *, for_all: bool = False) -> str:
    """A digest that changes with everything that a member sees of the running fight; "" for other
    users, and where none is running. A player's does not change with what is hidden, nor anybody's
    of what is shown `for_all`.
    """
    rows = _FIGHT.tuples(who, party)
    if not rows or (rows[0][0] in Member.LEADING and not for_all):
        return digest(rows)
    _, party_version, fight, version, *_ = rows[0]
    known = [row[5:] for row in rows if row[4] is False]
    return digest([(party_version, shown_fight(fight, version)), *known])
