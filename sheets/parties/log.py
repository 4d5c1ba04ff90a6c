"""The play log of a whole party: the entries of all its characters by session, all or some of them.

Entries are appended under their characters' locks: the order of their rows is the order in time,
and within one character that of their numbers. An index of character and row finds each character's
newest entries, so a page costs the same however long the logs are.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Max, OuterRef, QuerySet, Subquery

from sheets import access
from sheets.models import Character, Combatant, Member, PartySession, PlayLogEntry
from sheets.models.character import NAMELESS, CharacterQuerySet
from sheets.models.compiled import CompiledQuery
from sheets.models.play_log import PlayLogQuerySet
from sheets.parties.log_filter import EVERYTHING, LogFilter
from sheets.play_log import log
from sheets.play_log.log import About, Line

PER_PAGE = 50
# The kind of entries that only tell something.
NOTE = "note"
ROWS_AT_ONCE = 500
# How many rolls the ticker of a board has, and how many deeds that of a fight.
MOST_ROLLS, MOST_DEEDS = 6, 14


@dataclass(frozen=True)
class PartyLogEntry:
    """An entry of the log, its character, and the session that it was made in, if that is known.
    `called` is what an opponent or a craft is called in its fight.
    """

    line: Line
    character: Character
    session: PartySession | None = None
    called: str = ""

    @property
    def who(self) -> str:
        """The character's name."""
        return self.called or self.character.name or NAMELESS


@dataclass(frozen=True)
class LogPage:
    """A page of entries, newest first. `older` is the row that the next page starts before; None on
    the last page.
    """

    lines: tuple[PartyLogEntry, ...]
    is_newest: bool
    older: int | None = None
    only: LogFilter = EVERYTHING

    @property
    def by_session(self) -> list[tuple[PartySession | None, list[PartyLogEntry]]]:
        """The entries under their sessions."""
        groups = groupby(self.lines, lambda entry: entry.session)
        return [(session, list(entries)) for session, entries in groups]


class Sessions:
    """The sessions of a party, to find the one that an entry was made in."""

    def __init__(self, membership: Member) -> None:
        rows = PartySession.objects.filter(party=membership.party_id, began_at__isnull=False)
        self.rows = list(
            rows.only("number", "title", "began_at", "ended_at", "played_on").order_by("number")
        )

    @cached_property
    def _starts(self) -> list[datetime]:
        return [row.began_at for row in self.rows if row.began_at]

    def at(self, moment: datetime) -> PartySession | None:
        """The session of that time: the last that had begun; None before the first."""
        place = bisect(self._starts, moment)
        return self.rows[place - 1] if place else None

    def span(self, number: int) -> tuple[datetime, datetime | None] | None:
        """When a session began and when the next one did; None for one of no known date."""
        for row, start, end in zip(self.rows, self._starts, [*self._starts[1:], None], strict=True):
            if row.number == number:
                return start, end
        return None


def log_page(
    membership: Member,
    before: int | None = None,
    limit: int = PER_PAGE,
    *,
    only: LogFilter = EVERYTHING,
) -> LogPage:
    """The entries before that row, or the newest ones. Six queries, however long the logs are."""
    characters, sessions = _characters(membership, only), Sessions(membership)
    chosen = _chosen(membership, characters, sessions, only)
    entries = _newest_entries(chosen, list(characters), before, limit + 1)
    on_page = entries[:limit]
    return LogPage(
        lines=tuple(_party_entries(on_page, characters, sessions)),
        is_newest=before is None,
        older=on_page[-1].pk if len(entries) > limit else None,
        only=only,
    )


def every_entry(membership: Member, only: LogFilter = EVERYTHING) -> Iterator[PartyLogEntry]:
    """All entries, the oldest first, a few hundred at a time."""
    characters, sessions = _characters(membership, only), Sessions(membership)
    rows = _chosen(membership, characters, sessions, only)
    numbers = sorted(rows.values_list("pk", flat=True))
    for start in range(0, len(numbers), ROWS_AT_ONCE):
        several = numbers[start : start + ROWS_AT_ONCE]
        entries = list(PlayLogEntry.objects.filter(pk__in=several).order_by("pk"))
        yield from _party_entries(entries, characters, sessions)


def newest_rolls(membership: Member) -> list[PartyLogEntry]:
    """The last rolls at the table, newest first, at most `MOST_ROLLS`."""
    party, rolled = membership.party_id, _ROLLED[membership.leads].rows(membership.party_id)
    floor = max((vars(row)["floor"] or 0 for row in rolled), default=0)
    rolls = _ROLLS[membership.leads].rows(party, floor)
    newest = sorted(rolls, key=lambda row: -row.pk)[:MOST_ROLLS]
    return _party_entries(newest, {row.pk: row for row in rolled}, None)


def newest_deeds(membership: Member, *, since: datetime) -> list[PartyLogEntry]:
    """The last deeds at the table since some time, newest first: rolls, harm, points and undos;
    without notes, such as that a turn began.
    """
    rows, party = _WITH_FLOOR[membership.leads].rows(membership.party_id), membership.party_id
    floor = max((vars(row)["floor"] or 0 for row in rows), default=0)
    deeds = sorted(_DEEDS[membership.leads].column(party, floor, since), reverse=True)
    if not deeds:
        return []
    newest = PlayLogEntry.objects.filter(pk__in=deeds[:MOST_DEEDS]).order_by("-pk")
    return _party_entries(list(newest), {row.pk: row for row in rows}, None)


def _deeds(party: int, floor: int, since: datetime, *, leads: bool) -> QuerySet[PlayLogEntry, int]:
    """The rows of the deeds of a party since some time, from a row on."""
    deeds = access.visible_log_entries(_viewer(party, leads=leads)).exclude(kind=NOTE)
    return deeds.filter(pk__gte=floor, at__gte=since).values_list("pk", flat=True)


def _rolls(party: int, floor: int, *, leads: bool) -> PlayLogQuerySet:
    """The rolls of a party from a row on."""
    return access.visible_log_entries(_viewer(party, leads=leads)).rolls().filter(pk__gte=floor)


def _with_floor(party: int, *, leads: bool) -> CharacterQuerySet:
    """Those of a party's log, each with the row of its last deed but so many."""
    deeds = PlayLogEntry.objects.exclude(kind=NOTE)
    return _floored(party, deeds, MOST_DEEDS, leads=leads)


def _with_rolls(party: int, *, leads: bool) -> CharacterQuerySet:
    """Those of a party's log, each with the row of its last roll but so many."""
    return _floored(party, PlayLogEntry.objects.rolls(), MOST_ROLLS, leads=leads)


def _floored(party: int, entries: PlayLogQuerySet, count: int, *, leads: bool) -> CharacterQuerySet:
    """Those of a party's log, each with the oldest of its last `count` entries (`floor`)."""
    own = entries.filter(character=OuterRef("pk")).order_by("-pk")
    floor = Subquery(own.values("pk")[count - 1 : count])
    rows = access.logged_characters(_viewer(party, leads=leads))
    return rows.only("public_id", "name", "kind").annotate(floor=floor)


def _viewer(party: int, *, leads: bool) -> Member:
    """A member of a party who leads it, or does not."""
    return Member(party_id=party, role=Member.Role.GM if leads else Member.Role.PLAYER)


_DEEDS, _WITH_FLOOR, _ROLLS, _ROLLED = (
    {leads: CompiledQuery[Any](partial(build, leads=leads)) for leads in (True, False)}
    for build in (_deeds, _with_floor, _rolls, _with_rolls)
)


def _characters(membership: Member, only: LogFilter) -> dict[int, Character]:
    rows = access.logged_characters(membership).only("public_id", "name", "kind")
    if only.who is not None:
        rows = rows.filter(public_id=only.who)
    return {character.pk: character for character in rows}


def people(membership: Member) -> list[tuple[UUID, str]]:
    """Everyone whose entries a member may see, each with the name of the log, by name."""
    characters = _characters(membership, EVERYTHING).values()
    called = _called(characters)
    named = [
        (row.public_id, called.get(row.pk) or row.name or NAMELESS)
        for row in sorted(characters, key=lambda row: row.pk)
    ]
    return sorted(named, key=lambda person: person[1].casefold())


def _called(characters: Iterable[Character]) -> dict[int, str]:
    """The names of opponents and craft in their fights: "Stormtrooper 2". One query, if there are
    any.
    """
    others = [row.pk for row in characters if row.kind != Character.Kind.CHARACTER]
    if not others:
        return {}
    rows = Combatant.objects.filter(character__in=others).exclude(name="").order_by("pk")
    return dict(rows.values_list("character", "name"))


def _chosen(
    membership: Member, characters: dict[int, Character], sessions: Sessions, only: LogFilter
) -> PlayLogQuerySet:
    """The entries of these characters that a member may see, of the kind and the session that were
    asked for.
    """
    entries = only.kind.apply(access.visible_log_entries(membership, list(characters)))
    if only.session is None:
        return entries
    span = sessions.span(only.session)
    if span is None:
        return entries.none()
    start, end = span
    entries = entries.filter(at__gte=start)
    return entries.filter(at__lt=end) if end else entries


def _newest_entries(
    chosen: PlayLogQuerySet, characters: Sequence[int], before: int | None, count: int
) -> list[PlayLogEntry]:
    """The newest of the chosen entries of these characters: at most `count`, newest first.

    The entries above the floor are selected unordered: a database that is asked for the newest
    would read everyone's entries from the end.
    """
    if before is not None:
        chosen = chosen.filter(pk__lt=before)
    floor = _floor(chosen, characters, count)
    newest = sorted(chosen.filter(pk__gte=floor).values_list("pk", flat=True), reverse=True)
    return list(PlayLogEntry.objects.filter(pk__in=newest[:count]).order_by("-pk"))


def _floor(chosen: PlayLogQuerySet, characters: Sequence[int], count: int) -> int:
    """The oldest row that can be among the newest `count`: where one character has so many, none
    older than the last of them. 0 where nobody has.
    """
    own_entries = chosen.filter(character=OuterRef("pk")).order_by("-pk")
    last = Subquery(own_entries.values("pk")[count - 1 : count])
    floors = Character.documents.filter(pk__in=characters).annotate(floor=last)
    return floors.aggregate(highest=Max("floor"))["highest"] or 0


def _party_entries(
    rows: Sequence[PlayLogEntry], characters: dict[int, Character], sessions: Sessions | None
) -> list[PartyLogEntry]:
    """The entries in the order of their rows, with what later entries did to them."""
    if not rows:
        return []
    by_character: dict[int, list[PlayLogEntry]] = defaultdict(list)
    for row in rows:
        by_character[row.character_id].append(row)
    notes = _notes_by_character(rows, list(by_character))
    called = _called(characters[pk] for pk in by_character)
    lines = {
        line.row.pk: line
        for pk, own_rows in by_character.items()
        for line in log.told(own_rows, notes[pk], at_the_top=False)
    }
    return [
        PartyLogEntry(
            lines[row.pk],
            characters[row.character_id],
            sessions.at(row.at) if sessions else None,
            called.get(row.character_id, ""),
        )
        for row in rows
    ]


def _notes_by_character(
    rows: Sequence[PlayLogEntry], characters: Sequence[int]
) -> dict[int, list[About]]:
    """The undos and spent points that concern these entries, by character. One query of two parts,
    since each part has an index of its own.
    """
    numbers = {row.number for row in rows}
    columns = ("character", "number", "takes_back", "point_on")
    entries = PlayLogEntry.objects.filter(character__in=characters)
    undos = entries.filter(takes_back__in=numbers).values_list(*columns)
    points = entries.filter(point_on__in=numbers).values_list(*columns)
    notes: dict[int, list[About]] = defaultdict(list)
    for character, *note in undos.union(points, all=True):
        number, takes_back, point_on = note
        notes[character].append((number, takes_back, point_on))
    return notes
