"""The ticker: the last rolls of everyone at the table, one line each."""

from dataclasses import dataclass

from sheets.models import Member
from sheets.parties import log
from sheets.parties.log import PartyLogEntry
from sheets.play_log.text import Brief, brief

MOST = 6


@dataclass(frozen=True)
class TickerLine:
    """One roll: who made it, and the rest of the line. `success` is None where there is none."""

    entry: PartyLogEntry
    brief: Brief

    @property
    def success(self) -> bool | None:
        """Whether the roll succeeded."""
        return self.entry.line.outcome.success


def ticker(membership: Member) -> list[TickerLine]:
    """The last rolls that a member may see, the newest first."""
    return [TickerLine(entry, brief(entry.line)) for entry in log.newest_rolls(membership, MOST)]
