"""The play log of a whole party: the entries of all its characters, newest first.

Entries are appended under their characters' locks: the order of their rows is the order in time,
and within one character that of their numbers. An index of character and row finds each character's
newest entries, so a page costs the same however long the logs are.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, OuterRef, Subquery

from sheets.models import Character, Member, PlayLogEntry
from sheets.models.character import NAMELESS
from sheets.play_log import log
from sheets.play_log.log import About, Line

PER_PAGE = 50


@dataclass(frozen=True)
class PartyLogEntry:
    """An entry of the log, and its character."""

    line: Line
    character: Character

    @property
    def who(self) -> str:
        """The character's name."""
        return self.character.name or NAMELESS


@dataclass(frozen=True)
class LogPage:
    """A page of entries, newest first. `older` is the row that the next page starts before; None on
    the last page.
    """

    lines: tuple[PartyLogEntry, ...]
    is_newest: bool
    older: int | None = None


def log_page(membership: Member, before: int | None = None, limit: int = PER_PAGE) -> LogPage:
    """The entries before that row, or the newest ones. Five queries, however long the logs are."""
    rows_of_characters = Character.objects.filter(party=membership.party_id).only(
        "public_id", "name"
    )
    characters = {character.pk: character for character in rows_of_characters}
    entries = _newest_entries(list(characters), before, limit + 1)
    on_page = entries[:limit]
    return LogPage(
        lines=tuple(_party_entries(on_page, characters)),
        is_newest=before is None,
        older=on_page[-1].pk if len(entries) > limit else None,
    )


def _newest_entries(
    characters: Sequence[int], before: int | None, count: int
) -> list[PlayLogEntry]:
    """The newest entries of these characters: at most `count`, newest first.

    Where one character has `count` entries, none older than the last of them can be on the page.
    The entries above that floor are selected unordered: a database that is asked for the newest
    would read everyone's entries from the end.
    """
    entries, own_entries = (
        PlayLogEntry.objects.filter(character__in=characters),
        PlayLogEntry.objects.all(),
    )
    if before is not None:
        entries, own_entries = entries.filter(pk__lt=before), own_entries.filter(pk__lt=before)
    own_entries = own_entries.filter(character=OuterRef("pk")).order_by("-pk")
    last = Subquery(own_entries.values("pk")[count - 1 : count])
    floors = Character.objects.filter(pk__in=characters).annotate(floor=last)
    floor = floors.aggregate(highest=Max("floor"))["highest"] or 0
    newest = sorted(entries.filter(pk__gte=floor).values_list("pk", flat=True), reverse=True)
    return list(PlayLogEntry.objects.filter(pk__in=newest[:count]).order_by("-pk"))


def _party_entries(
    rows: Sequence[PlayLogEntry], characters: dict[int, Character]
) -> list[PartyLogEntry]:
    """The entries in the order of their rows, with what later entries did to them."""
    by_character: dict[int, list[PlayLogEntry]] = defaultdict(list)
    for row in rows:
        by_character[row.character_id].append(row)
    notes = _notes_by_character(rows, list(by_character))
    lines = {
        line.row.pk: line
        for pk, own_rows in by_character.items()
        for line in log.told(own_rows, notes[pk], at_the_top=False)
    }
    return [PartyLogEntry(lines[row.pk], characters[row.character_id]) for row in rows]


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
