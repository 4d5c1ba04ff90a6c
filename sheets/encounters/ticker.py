"""The ticker of a fight, for who leads it: what happened at the table since it began, and what
waits for somebody, each with what can be done about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.urls import reverse

from sheets.encounters.combatants import Fight
from sheets.models import Attack, Member
from sheets.models.character import NAMELESS
from sheets.models.compiled import CompiledQuery
from sheets.parties import log
from sheets.parties.board.board import waiting_for_review
from sheets.parties.log import PartyLogEntry
from sheets.parties.roll_requests.queries import open_requests
from sheets.play_log import attack_exchange
from sheets.play_log.text import Brief, brief

MOST_LINES = log.MOST_DEEDS
# How many are shown that wait, of each kind.
MOST_WAITING = 4


@dataclass(frozen=True)
class WaitingLine:
    """Something that waits for somebody, and the page on which it is dealt with: its address, and
    what a link to it says.
    """

    what: str
    address: str
    press: str


@dataclass(frozen=True)
class DeedLine:
    """An entry of somebody's log: who, and the rest in a line. It can be undone where it has an
    `undo`, its number; one that no longer `stands` was.
    """

    entry: PartyLogEntry
    brief: Brief

    @property
    def stands(self) -> bool:
        """True unless it was undone."""
        return self.entry.line.stands

    @property
    def success(self) -> bool | None:
        """True if it succeeded, None if that is no question."""
        return self.entry.line.outcome.success

    @property
    def undo(self) -> int | None:
        """Its number, None where it can't be undone."""
        line = self.entry.line
        return line.number if line.may_be_taken_back and not line.refusal else None


@dataclass(frozen=True)
class TickerLine:
    """A line: an attack, or an entry of a log."""

    attack: Attack | None = None
    deed: DeedLine | None = None


@dataclass(frozen=True)
class Ticker:
    """All that waits, and the last lines, the newest first."""

    waiting: tuple[WaitingLine, ...]
    lines: tuple[TickerLine, ...]


def ticker(fight: Fight) -> Ticker:
    """The ticker of a running fight."""
    entries = _deeds(fight)
    dated = [(attack.entry_id or 0, TickerLine(attack=attack)) for attack in fight.attacks]
    dated += [
        (entry.line.row.pk, TickerLine(deed=DeedLine(entry, brief(entry.line))))
        for entry in entries
    ]
    dated.sort(key=lambda pair: -pair[0])
    member = fight.membership
    waiting = (*_requests(member), *_reviews(member), *_joined(fight))
    return Ticker(waiting, tuple(line for _, line in dated[:MOST_LINES]))


def _deeds(fight: Fight) -> list[PartyLogEntry]:
    """The last entries of logs that are no part of an attack, which has a line of its own."""
    since = fight.encounter.started_at
    if since is None:
        return []
    links = (f"{link}_id" for link in attack_exchange.LINKS)
    parts = {getattr(attack, link) for link in links for attack in fight.attacks}
    entries = log.newest_deeds(fight.membership, since=since)
    return [entry for entry in entries if entry.line.row.pk not in parts]


def _requests(membership: Member) -> Iterator[WaitingLine]:
    """The open roll requests, each with those who have not rolled."""
    address = reverse("party_call", args=[membership.party.public_id])
    waiting = (request for request in open_requests(membership) if request.waiting)
    for request in islice(waiting, MOST_WAITING):
        names = ", ".join(answer.who for answer in request.answers if answer.waits)
        yield WaitingLine(f"{request.row.name}: {names} still to roll", address, "Requests")


def _reviews(membership: Member) -> Iterator[WaitingLine]:
    """The characters that wait for a review."""
    party = membership.party.public_id
    for character in waiting_for_review(membership)[:MOST_WAITING]:
        address = reverse("party_review", args=[party, character.public_id])
        yield WaitingLine(f"{character.name or NAMELESS} waits for review", address, "Review")


def _joined(fight: Fight) -> Iterator[WaitingLine]:
    """Those who have joined the party since the fight began."""
    since, party = fight.encounter.started_at, fight.membership.party
    if since is None:
        return
    address = reverse("party_members", args=[party.public_id])
    for row in _JOINED.rows(party.pk, since)[:MOST_WAITING]:
        yield WaitingLine(f"{row.name} has joined", address, "Members")


_JOINED = CompiledQuery[Member](
    lambda party, since: (
        Member.objects.filter(party_id=party, joined_at__gte=since)
        .select_related("owner__user")
        .order_by("-joined_at")
    )
)
