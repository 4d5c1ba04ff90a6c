"""The ship of a party in short: what it is called, its figures, and what ails it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.sheet.sections import Figures, Line
from sheets import catalog, storage
from sheets.models import Character, Party
from sheets.models.compiled import CompiledQuery

# How many of its sections of figures the board shows.
MOST_SECTIONS = 2
_SHIP = CompiledQuery[Character](
    lambda party: Character.documents.filter(kind=Character.Kind.CRAFT, party=party)
)


@dataclass(frozen=True)
class Ship:
    """The party's ship as its board shows it; `fault` says why it cannot be worked out. `has_crew`
    says that its people take stations."""

    character: Character
    name: str
    figures: tuple[Line, ...] = ()
    remarks: tuple[str, ...] = ()
    fault: str = ""
    has_crew: bool = False


def party_ship(party: Party) -> Character | None:
    """The craft that belongs to a party. One query, none for a game without craft."""
    if not catalog.has_craft(party.system):
        return None
    return _SHIP.first(party.pk)


def board_ship(party: Party) -> Ship | None:
    """The party's ship as the board shows it; None for none."""
    row = party_ship(party)
    if row is None:
        return None
    try:
        stored = storage.load(row)
        sheet = storage.attempted(row, lambda: stored.opened.summary)
        state = storage.attempted(row, lambda: stored.opened.play_state(stored.situation))
    except storage.CorruptRow as damaged:
        return Ship(row, row.name or "The party’s ship", fault=damaged.told)
    leading = [section for section in sheet.sections if isinstance(section, Figures)][
        :MOST_SECTIONS
    ]
    figures = tuple(line for section in leading for line in section.lines)
    has_crew = catalog.has_crews(party.system)
    return Ship(row, sheet.name, figures, state.remarks, has_crew=has_crew)
