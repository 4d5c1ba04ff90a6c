"""What a game master wants to see before a session: who is best at what, how everybody stands, what
they can be pulled by, and what changed since last time. How it looks is for others to say.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial

from django.utils import timezone

from rules.document import Document
from rules.ledger import entries
from rules.ledger.history import HistoryEvent
from rules.system import GameSystem
from sheets import storage
from sheets.models import Member
from sheets.parties.board import skill_matrix
from sheets.parties.board.characters import HiddenCharacter, PartyCharacter, party_characters
from sheets.parties.board.skill_matrix import SkillMatrix


@dataclass(frozen=True)
class Person:
    """A character, and what changed about it since last time, the newest first."""

    row: PartyCharacter
    changes: tuple[str, ...]


@dataclass(frozen=True)
class Brief:
    """Everything of it. `since` is the day on which the party's last session began, None where none
    was begun for it: then each character's own last session counts. `heads` are the names of the
    figures that somebody has, by their keys.
    """

    people: tuple[Person, ...]
    asides: tuple[HiddenCharacter, ...]
    heads: dict[str, str]
    matrix: SkillMatrix
    since: date | None

    @property
    def rows(self) -> list[PartyCharacter]:
        """The characters, as other pages of a party have them."""
        return [person.row for person in self.people]


def brief(seat: Member) -> Brief:
    """The brief of a party as it stands now."""
    found, asides = party_characters(seat)
    began = seat.party.session_at
    people: list[Person] = []
    for row in found:
        try:
            changes = storage.worked_out(row.character, partial(_changes, began=began))
            people.append(Person(row, changes))
        except storage.CorruptRow as damaged:
            asides.append(HiddenCharacter(row.character, damaged.short))
    found = [person.row for person in people]
    return Brief(
        people=tuple(people),
        asides=tuple(asides),
        heads=_heads(found),
        matrix=skill_matrix.skill_matrix(found),
        since=timezone.localtime(began).date() if began else None,
    )


def _heads(found: Sequence[PartyCharacter]) -> dict[str, str]:
    heads: dict[str, str] = {}
    for row in found:
        for key, line in row.figures.items():
            heads.setdefault(key, line.name)
    return heads


def _changes(system: GameSystem, document: Document, *, began: datetime | None) -> tuple[str, ...]:
    """What still counts of what was entered since; what happened several times stands once."""
    session = entries.kind(system.session())
    told = [event for event in system.history(document) if event.counts]
    counted = Counter(
        _said(event)
        for event in reversed(_since(told, session, began))
        if event.undoes is None and event.kind != session
    )
    return tuple(f"{said} ×{times}" if times > 1 else said for said, times in counted.items())


def _since(
    told: Sequence[HistoryEvent], session: str, began: datetime | None
) -> Sequence[HistoryEvent]:
    """The entries since then. Of those that say no time, what came after the last session does."""
    last = max((place for place, event in enumerate(told) if event.kind == session), default=-1)
    if began is None:
        return told[last + 1 :]
    return [
        event
        for place, event in enumerate(told)
        if ((at := _time(event)) and at > began) or (at is None and place > last)
    ]


def _time(event: HistoryEvent) -> datetime | None:
    try:
        at = datetime.fromisoformat(event.at)
    except ValueError:
        return None
    return at if timezone.is_aware(at) else timezone.make_aware(at)


def _said(event: HistoryEvent) -> str:
    note = f" ({event.note})" if event.note else ""
    return f"{event.kind_name}: {event.title}{note}"
