"""Weapons of craft that fire once in so many rounds: what the fight has seen of them says when they
are ready again.
"""

from __future__ import annotations

from django.db.models import Q

from sheets.encounters.aim import Loaded
from sheets.encounters.crew.posts import crew_rules
from sheets.models import Attack, Character, CrewPost

LATER = "{weapon}: once in {every} rounds. Ready again in round {round}."


def not_ready(craft: Loaded, weapon: str) -> str:
    """Why a weapon of a craft cannot fire this round, "" where it can. One query, none for a weapon
    without such a limit.

    Somebody who is aboard no other craft fired it: a crew may change places meanwhile.
    """
    row, stored = craft
    encounter = row.encounter
    rules = crew_rules(encounter.party)
    count, every = rules.pace(stored.opened.state, weapon) if rules and weapon else (1, 0)
    if not every:
        return ""
    elsewhere = CrewPost.objects.filter(craft__encounter=encounter).exclude(craft=row)
    people = Q(attacker__side=row.side) & ~Q(attacker__character__kind=Character.Kind.CRAFT)
    people &= ~Q(attacker__in=elsewhere.values("member"))
    fired = Attack.objects.filter(people | Q(attacker=row), encounter=encounter, weapon=weapon)
    fired = fired.filter(round__gt=encounter.round - every).standing()
    rounds = sorted(fired.values_list("round", flat=True))
    if len(rounds) < count:
        return ""
    return LATER.format(weapon=weapon, every=every, round=rounds[-count] + every)
