"""The opponents of an encounter for print."""

from __future__ import annotations

from django.utils import timezone
from django.utils.dateformat import format as format_date

from rules import registry
from sheets import printing
from sheets.encounters.combatants import Fight, Fighter
from sheets.print_pages.cache import CachedPrint
from sheets.printing.statblocks import Encounter as PrintedEncounter
from sheets.printing.statblocks import Opponent

DATE_FORMAT = "F j, Y"


def opponents_print(fight: Fight, *, paper: str) -> CachedPrint:
    """The print of an encounter's opponents, with their marks as they are."""
    row = fight.encounter
    game = registry.get(row.party.system)
    encounter = PrintedEncounter(
        slug=game.slug,
        game=game.name,
        credit=game.credit,
        name=row.name,
        place=row.place,
        notes=row.notes,
        date=format_date(timezone.localdate(), DATE_FORMAT),
        opponents=tuple(_opponents(fight.fighters)),
    )
    key = printing.statblocks_key(encounter, paper=paper)
    return CachedPrint(key, lambda: printing.statblocks_pdf(encounter, paper=paper))


def _opponents(fighters: tuple[Fighter, ...]) -> list[Opponent]:
    """Those against the party whose sheets can be worked out."""
    return [
        Opponent(one.name, one.stored.opened.sheet, one.members)
        for one in fighters
        if one.row.is_opponent and one.stored is not None
    ]
