"""The log of a party: what happened to all its characters at the table, newest first.

Lines are appended under their characters' locks, so the order of their rows is that of time, and
within one character that of their numbers. Each character's newest lines are found in an index of
character and row; so a page costs the same however long the logs are, and whoever else plays.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, OuterRef, Subquery

from sheets.models import Character, Member, PlayLogEntry
from sheets.models.character import NAMELESS
from sheets.play_log import log
from sheets.play_log.log import About, Line

LINES = 50


@dataclass(frozen=True)
class Told:
    """One line of the log, and whose it is."""

    line: Line
    character: Character

    @property
    def who(self) -> str:
        """Whose line it is."""
        return self.character.name or NAMELESS


@dataclass(frozen=True)
class Page:
    """So many lines, newest first; `older` is what the next page comes before, None at the end."""

    lines: tuple[Told, ...]
    is_newest: bool
    older: int | None = None


def page(seat: Member, before: int | None = None, limit: int = LINES) -> Page:
    """The lines older than that row, or the newest. Five queries, however long the logs are."""
    found = Character.objects.filter(party=seat.party_id).only("public_id", "name")
    characters = {one.pk: one for one in found}
    rows = _rows(list(characters), before, limit + 1)
    shown = rows[:limit]
    return Page(
        lines=tuple(_told(shown, characters)),
        is_newest=before is None,
        older=shown[-1].pk if len(rows) > limit else None,
    )


def _rows(characters: Sequence[int], before: int | None, count: int) -> list[PlayLogEntry]:
    """The newest lines of these characters, at most so many, newest first.

    Where one of them has that many, none that is older than the last of those can be among them.
    Which lines are left is asked without an order: a database that were asked for the newest would
    look for them from the end of everybody's.
    """
    lines, of_one = (
        PlayLogEntry.objects.filter(character__in=characters),
        PlayLogEntry.objects.all(),
    )
    if before is not None:
        lines, of_one = lines.filter(pk__lt=before), of_one.filter(pk__lt=before)
    of_one = of_one.filter(character=OuterRef("pk")).order_by("-pk")
    last = Subquery(of_one.values("pk")[count - 1 : count])
    floors = Character.objects.filter(pk__in=characters).annotate(floor=last)
    floor = floors.aggregate(highest=Max("floor"))["highest"] or 0
    found = sorted(lines.filter(pk__gte=floor).values_list("pk", flat=True), reverse=True)
    return list(PlayLogEntry.objects.filter(pk__in=found[:count]).order_by("-pk"))


def _told(rows: Sequence[PlayLogEntry], characters: dict[int, Character]) -> list[Told]:
    """The lines of these rows in their order, with what other lines say of them."""
    of: dict[int, list[PlayLogEntry]] = defaultdict(list)
    for row in rows:
        of[row.character_id].append(row)
    about = _about(rows, list(of))
    lines = {
        line.row.pk: line
        for pk, own in of.items()
        for line in log.told(own, about[pk], at_the_top=False)
    }
    return [Told(lines[row.pk], characters[row.character_id]) for row in rows]


def _about(rows: Sequence[PlayLogEntry], characters: Sequence[int]) -> dict[int, list[About]]:
    """What lines say of these, by character. Two questions in one: each has an index of its own."""
    numbers = {row.number for row in rows}
    columns = ("character", "number", "takes_back", "point_on")
    lines = PlayLogEntry.objects.filter(character__in=characters)
    taking = lines.filter(takes_back__in=numbers).values_list(*columns)
    pointing = lines.filter(point_on__in=numbers).values_list(*columns)
    found: dict[int, list[About]] = defaultdict(list)
    for character, *about in taking.union(pointing, all=True):
        number, takes_back, point_on = about
        found[character].append((number, takes_back, point_on))
    return found
