"""The sessions of a party in order, with what was written about each and what was gained in it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sheets.models import Award, Party, PartySession

PER_PAGE = 10
# What an award has among its changes that ended a session: what was gained.
ENDING = "gains"


@dataclass(frozen=True)
class CalendarEntry:
    """A session, what characters gained in it, one sentence each, and the award that ended it, if
    the page for that was used.
    """

    session: PartySession
    gains: tuple[str, ...]
    ending: Award | None = None


@dataclass(frozen=True)
class CalendarPage:
    """So many sessions, the newest first. `older` is the number that the next page begins before,
    None on the last one.
    """

    entries: tuple[CalendarEntry, ...]
    is_newest: bool
    older: int | None = None

    @property
    def is_running(self) -> bool:
        """True if the newest session is on this page, and has not ended."""
        return self.is_newest and bool(self.entries) and self.entries[0].session.is_running


def calendar_page(party: Party, before: int | None = None) -> CalendarPage:
    """The sessions before that number, or the newest ones. Two queries."""
    rows = party.session_rows.newest_first()
    if before is not None:
        rows = rows.filter(number__lt=before)
    sessions = list(rows[: PER_PAGE + 1])
    on_page = sessions[:PER_PAGE]
    return CalendarPage(
        entries=tuple(_entries(on_page)),
        is_newest=before is None,
        older=on_page[-1].number if len(sessions) > PER_PAGE else None,
    )


def can_begin(party: Party) -> bool:
    """True if a session can begin: one begins for finished characters."""
    return party.characters.filter(finished_at__isnull=False, archived_at=None).exists()


def whole_calendar(
    party: Party, first: int | None = None, last: int | None = None
) -> list[CalendarEntry]:
    """All sessions, the first one first; or those from a number to a number."""
    rows = party.session_rows.order_by("number")
    if first is not None:
        rows = rows.filter(number__gte=first)
    if last is not None:
        rows = rows.filter(number__lte=last)
    return list(_entries(list(rows)))


def _entries(sessions: Iterable[PartySession]) -> Iterator[CalendarEntry]:
    listed = list(sessions)
    awards = Award.objects.filter(session__in=listed, undone_at=None).order_by("pk")
    gains: dict[int | None, list[str]] = defaultdict(list)
    endings: dict[int | None, Award] = {}
    for award in awards:
        gains[award.session_id] += _gains(award)
        if ENDING in award.session_changes:
            endings[award.session_id] = award
    for session in listed:
        yield CalendarEntry(session, tuple(gains[session.pk]), endings.get(session.pk))


def _gains(award: Award) -> list[str]:
    """The gains of an award; the start of a session gives none by itself."""
    if ENDING in award.session_changes:
        return list(award.session_changes[ENDING])
    return [] if award.is_session else [award.description]
