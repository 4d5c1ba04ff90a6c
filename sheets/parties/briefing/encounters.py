"""The prepared encounters of a party with their opponents: on the briefing, and on a page each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.dateformat import format as format_date

from rules import fight, registry
from sheets import printing, storage
from sheets.models import Combatant, Encounter, Party
from sheets.print_pages.cache import CachedPrint
from sheets.printing.statblock import Opponent
from sheets.printing.statblocks import Encounter as PrintedEncounter
from sheets.storage import CorruptRow, StoredCharacter

DATE_FORMAT = "F j, Y"
# So many a briefing names: those at the head of the list of encounters.
MOST_ENCOUNTERS = 10


@dataclass(frozen=True)
class PreparedOpponent:
    """One of those that fight: what it is called, and how many there are of a group."""

    name: str
    stored: StoredCharacter
    hidden: bool = False

    @property
    def members(self) -> int | None:
        """The number of members left in a group; None for a single combatant."""
        return fight.members_left(self.stored.system.fight, self.stored.document.marks)


@dataclass(frozen=True)
class PreparedEncounter:
    """An encounter with those of its opponents whose sheets can be worked out."""

    row: Encounter
    opponents: tuple[PreparedOpponent, ...]


def prepared_encounters(party: Party) -> tuple[PreparedEncounter, ...]:
    """The encounters of a party that are prepared or running, as their list has them. Three
    queries; one where there are none.
    """
    rows = party.encounters.exclude(state=Encounter.State.OVER).order_by("folder", "-pk")
    encounters = list(rows[:MOST_ENCOUNTERS])
    if not encounters:
        return ()
    known: dict[int, list[PreparedOpponent]] = {row.pk: [] for row in encounters}
    combatants = Combatant.objects.filter(encounter__in=known, side=Combatant.Side.OPPONENTS)
    for combatant in combatants.with_characters().order_by("pk"):
        try:
            opponent = PreparedOpponent(
                combatant.called, storage.load(combatant.character), combatant.hidden
            )
        except CorruptRow:
            continue
        known[combatant.encounter_id].append(opponent)
    return tuple(PreparedEncounter(row, tuple(known[row.pk])) for row in encounters)


def encounter_print(
    party: Party, row: Encounter, opponents: Sequence[PreparedOpponent], *, paper: str
) -> CachedPrint:
    """The page of an encounter: statblocks with boxes to tick, marked as they are."""
    game = registry.get(party.system)
    encounter = PrintedEncounter(
        slug=game.slug,
        game=game.name,
        credit=game.credit,
        name=row.name,
        place=row.place,
        notes=row.notes,
        date=format_date(timezone.localdate(), DATE_FORMAT),
        opponents=tuple(
            Opponent(opponent.name, opponent.stored.opened.sheet, opponent.members)
            for opponent in opponents
        ),
    )
    key = printing.statblocks_key(encounter, paper=paper)
    return CachedPrint(key, lambda: printing.statblocks_pdf(encounter, paper=paper))
