"""The opponents of an encounter for print."""

from __future__ import annotations

from sheets.encounters.combatants import Fight
from sheets.parties.briefing.encounters import PreparedOpponent, encounter_print
from sheets.print_pages.cache import CachedPrint


def opponents_print(fight: Fight, *, paper: str) -> CachedPrint:
    """The print of an encounter's opponents, with their marks as they are: those whose sheets can
    be worked out.
    """
    opponents = [
        PreparedOpponent(fighter.name, fighter.stored)
        for fighter in (*fight.fighters, *fight.later)
        if fighter.row.is_opponent and fighter.stored is not None
    ]
    row = fight.encounter
    return encounter_print(row.party, row, opponents, paper=paper)
