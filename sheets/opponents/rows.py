"""The opponents and craft of a roster as its pages show and search them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.opponents import ListedOpponent
from rules.search import Entry
from rules.sheet.sections import Line, Sheet
from sheets import storage
from sheets.models import Character


@dataclass(frozen=True)
class RosterRow:
    """An opponent as the roster shows it; `damaged` says why its sheet cannot be worked out, and
    `address` is where it is changed.
    """

    character: Character
    sheet: Sheet | None
    damaged: str = ""
    address: str = ""

    @property
    def name(self) -> str:
        """Its name, or what it is."""
        return self.character.name or (self.sheet.name if self.sheet else "Unnamed")

    @property
    def is_ours(self) -> bool:
        """True if it is the party's ship."""
        return self.character.party_id is not None

    @property
    def figures(self) -> tuple[Line, ...]:
        """Its leading figures."""
        return self.sheet.leading if self.sheet else ()

    @property
    def facts(self) -> str:
        """Its facts in a line: "Stormtrooper, Human"."""
        facts = self.sheet.facts if self.sheet else ()
        return ", ".join(dict.fromkeys(text for _, text in facts if text and text != self.name))


def whose(row: RosterRow) -> str:
    """The roster that one is in, and its folder there: "The Long Watch, Imperials"."""
    roster, folder = row.character.roster, row.character.folder
    return ", ".join(filter(None, (roster.name if roster else "Your own", folder)))


def row_entry(row: RosterRow) -> Entry:
    """One of a roster, as a search finds it."""
    return Entry(row.name, f"{row.facts} {row.character.folder}")


def listed_entry(opponent: ListedOpponent) -> Entry:
    """One of a game's list, as a search finds it."""
    return Entry(opponent.name, f"{opponent.side} {opponent.does} {opponent.keywords}")


def roster_row(row: Character, address: str = "") -> RosterRow:
    """A row of a roster with its sheet, as far as that can be worked out."""
    try:
        stored = storage.load(row)
        sheet = storage.attempted(row, lambda: stored.opened.summary)
    except storage.CorruptRow as damaged:
        return RosterRow(row, None, damaged.told, address)
    return RosterRow(row, sheet, address=address)
