"""The briefing of a game master before a session: the best at each skill, current wounds, edges and
burdens to play on, changes since last time, and the prepared encounters. How it looks is up to the
page and the print.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial

from django.utils import timezone

from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.game import Game
from rules.ledger import entries
from rules.ledger.entries import Session
from rules.ledger.history import HistoryEvent
from sheets import storage
from sheets.models import Member
from sheets.parties.board import skill_matrix
from sheets.parties.board.characters import HiddenCharacter, PartyCharacter, party_characters
from sheets.parties.board.skill_matrix import SkillMatrix
from sheets.parties.briefing.encounters import PreparedEncounter, prepared_encounters
from sheets.parties.stash import page as stash


@dataclass(frozen=True)
class CharacterNews:
    """A character, and its changes since the last session, newest first."""

    row: PartyCharacter
    changes: tuple[str, ...]


@dataclass(frozen=True)
class BriefingContent:
    """Everything in the briefing.

    `since` is the day on which the party's last session began. Where no session was begun for the
    party it is None, and each character's own last session counts. `heads` are the names of all
    figures, by key, `stash` the things that the party owns together.
    """

    people: tuple[CharacterNews, ...]
    asides: tuple[HiddenCharacter, ...]
    heads: dict[str, str]
    matrix: SkillMatrix
    since: date | None
    encounters: tuple[PreparedEncounter, ...] = ()
    stash: tuple[str, ...] = ()

    @property
    def rows(self) -> list[PartyCharacter]:
        """The characters, as on the party's other pages."""
        return [person.row for person in self.people]


def briefing_content(membership: Member) -> BriefingContent:
    """The current briefing of a party."""
    rows, asides = party_characters(membership)
    began = membership.party.session_at
    people: list[CharacterNews] = []
    for row in rows:
        try:
            ask = partial(_changes, row.system, row.document, began=began)
            changes = storage.attempted(row.character, ask)
            people.append(CharacterNews(row, changes))
        except storage.CorruptRow as damaged:
            asides.append(HiddenCharacter(row.character, damaged.short))
    rows = [news.row for news in people]
    return BriefingContent(
        people=tuple(people),
        asides=tuple(asides),
        heads=_figure_names(rows),
        matrix=skill_matrix.skill_matrix(rows),
        since=timezone.localtime(began).date() if began else None,
        encounters=prepared_encounters(membership.party),
        stash=tuple(stash.texts(membership.party)),
    )


def _figure_names(rows: Sequence[PartyCharacter]) -> dict[str, str]:
    heads: dict[str, str] = {}
    for row in rows:
        for key, line in row.figures.items():
            heads.setdefault(key, line.name)
    return heads


def _changes(system: Game, document: Document, *, began: datetime | None) -> tuple[str, ...]:
    """The entries since the last session that were not undone. A repeated one is listed once: "…
    ×2".
    """
    session = entries.kind(Session())
    events = [event for event in OpenCharacter(system, document).history() if event.counts]
    counts = Counter(
        _event_text(event)
        for event in reversed(_recent_events(events, session, began))
        if event.undoes is None and event.kind != session
    )
    return tuple(f"{text} ×{times}" if times > 1 else text for text, times in counts.items())


def _recent_events(
    events: Sequence[HistoryEvent], session: str, began: datetime | None
) -> Sequence[HistoryEvent]:
    """The events since the last session began. Those without a time count if they follow the last
    session entry.
    """
    last = max((place for place, event in enumerate(events) if event.kind == session), default=-1)
    if began is None:
        return events[last + 1 :]
    return [
        event
        for place, event in enumerate(events)
        if ((at := _event_time(event)) and at > began) or (at is None and place > last)
    ]


def _event_time(event: HistoryEvent) -> datetime | None:
    try:
        at = datetime.fromisoformat(event.at)
    except ValueError:
        return None
    return at if timezone.is_aware(at) else timezone.make_aware(at)


def _event_text(event: HistoryEvent) -> str:
    note = f" ({event.note})" if event.note else ""
    return f"{event.kind_name}: {event.title}{note}"
