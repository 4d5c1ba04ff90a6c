"""Weapons of craft that fire once in so many rounds: what the fight has seen of them says when they
are ready again.
"""

from __future__ import annotations

from sheets.encounters.aim import Loaded
from sheets.models import Attack
from sheets.play.pilots import crew_rules

LATER = "{weapon}: once in {every} rounds. Ready again in round {round}."


def not_ready(craft: Loaded, weapon: str) -> str:
    """Why a weapon of a craft cannot fire this round, "" where it can. One query, none for a weapon
    without such a limit.
    """
    row, stored = craft
    encounter = row.encounter
    rules = crew_rules(encounter.party)
    count, every = rules.pace(stored.opened.state, weapon) if rules and weapon else (1, 0)
    if not every:
        return ""
    since = encounter.round_of(row) - every
    fired = Attack.objects.filter(craft=row, weapon=weapon, round__gt=since)
    shots = (
        fired.standing().values_list("round", "entry").distinct()
    )  # one may have several targets
    rounds = sorted(in_round for in_round, _ in shots)
    if len(rounds) < count:
        return ""
    return LATER.format(weapon=weapon, every=every, round=rounds[-count] + every)
