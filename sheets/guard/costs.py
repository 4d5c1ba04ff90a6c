"""The processor time that owners, characters and pages cost: gathered in each process, and written
once a minute.

Of each minute only the most expensive rows are stored, and all of them for a day: so the table
stays small at any load.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import TypeVar

from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from sheets.guard import freezes
from sheets.models import Character, Cost, Owner
from sheets.work import Work

FLUSH_SECONDS = 60
# A process keeps so many rows of owners and so many of characters a minute, none under so many ms.
MOST_ROWS, LEAST = 20, 20
# It gathers so many at most in between; after that, only what costs as much as LEAST at once.
MOST_GATHERED = 5000
KEPT = timedelta(days=1)
# So many of the views that cost most are named.
PAGES = 3
SPANS = {"Last hour": timedelta(hours=1), "Last day": KEPT}


@dataclass
class Spent:
    """Milliseconds of processor time, in so many requests."""

    milliseconds: float = 0.0
    requests: int = 0

    def add(self, milliseconds: float) -> None:
        """Adds a request."""
        self.milliseconds += milliseconds
        self.requests += 1


Key = TypeVar("Key")


@dataclass(frozen=True)
class _Sum:
    """The cost of an owner or a character, by its row; `whose` is None for a stranger."""

    whose: int | None
    spent: str
    requests: int
    pages: tuple[str, ...]


# Who asked (a user or a visitor's hash), or a character's row; and the view.
Asked = tuple[int | None, str]
_OWNERS: dict[tuple[Asked, str], Spent] = defaultdict(Spent)
_CHARACTERS: dict[tuple[int, str], Spent] = defaultdict(Spent)
_LOCK = Lock()


def record(done: Work, view: str, seconds: float) -> None:
    """Adds a request: to who asked, and in equal parts to the characters that were worked out."""
    milliseconds = (seconds + done.cpu) * 1000
    asked: Asked = (done.user, "" if done.user is not None else done.visitor)
    with _LOCK:
        if len(_OWNERS) + len(_CHARACTERS) >= MOST_GATHERED and milliseconds < LEAST:
            return
        _OWNERS[asked, view].add(milliseconds)
        for character in done.characters:
            _CHARACTERS[character, view].add(milliseconds / len(done.characters))


def flush() -> None:
    """Writes the most expensive rows since the last time, and deletes old ones: four queries."""
    owners, characters = _taken()
    rows = list(_rows(owners, characters))
    now = timezone.now()
    if rows:
        Cost.objects.bulk_create(rows)
    Cost.objects.filter(at__lt=now - KEPT).delete()


def forget() -> None:
    """Throws away what was gathered."""
    _taken()


@dataclass(frozen=True)
class Spender:
    """Somebody, or a character, with what it cost: seconds, requests, and the costliest pages."""

    name: str
    seconds: str
    requests: int
    pages: tuple[str, ...]
    is_frozen: bool = False
    can_freeze: bool = True


def spenders(
    now: datetime, span: timedelta, *, most: int = 8
) -> tuple[list[Spender], list[Spender]]:
    """The owners, and the characters, who cost most lately. Six queries."""
    recent = Cost.objects.filter(at__gt=now - span)
    of_owners, of_characters = recent.filter(character=None), recent.exclude(character=None)
    sums = _most(of_owners, "owner", most)
    owners = Owner.objects.in_bulk(
        [spent_by.whose for spent_by in sums if spent_by.whose is not None]
    )
    spent = [_spender(spent_by, owners.get(spent_by.whose or 0)) for spent_by in sums]
    sums = _most(of_characters, "character", most)
    characters = Character._base_manager.only("public_id", "frozen_at").in_bulk(
        [spent_by.whose for spent_by in sums if spent_by.whose is not None]
    )
    return spent, [_spender(spent_by, characters.get(spent_by.whose or 0)) for spent_by in sums]


def _taken() -> tuple[dict[tuple[Asked, str], Spent], dict[tuple[int, str], Spent]]:
    with _LOCK:
        taken = dict(_OWNERS), dict(_CHARACTERS)
        _OWNERS.clear()
        _CHARACTERS.clear()
    return taken


def _rows(
    owners: dict[tuple[Asked, str], Spent], characters: dict[tuple[int, str], Spent]
) -> Iterator[Cost]:
    now = timezone.now()
    dearest = _dearest(owners)
    ids = _owner_ids({asked for (asked, _), _ in dearest})
    for (asked, view), spent in dearest:
        yield _row(now, view, spent, owner_id=ids.get(asked))
    dear = _dearest(characters)
    there = set(
        Character._base_manager.filter(pk__in={pk for (pk, _), _ in dear}).values_list(
            "pk", flat=True
        )
    )
    for (pk, view), spent in dear:
        if pk in there:
            yield _row(now, view, spent, character_id=pk)


def _dearest(spent: dict[tuple[Key, str], Spent]) -> list[tuple[tuple[Key, str], Spent]]:
    some = [item for item in spent.items() if item[1].milliseconds >= LEAST]
    return sorted(some, key=lambda item: -item[1].milliseconds)[:MOST_ROWS]


def _row(at: datetime, view: str, spent: Spent, **whose: int | None) -> Cost:
    milliseconds = round(spent.milliseconds)
    return Cost(at=at, view=view[:80], requests=spent.requests, milliseconds=milliseconds, **whose)


def _owner_ids(asked: set[Asked]) -> dict[Asked, int]:
    users = {user for user, _ in asked if user is not None}
    visitors = {visitor for _, visitor in asked if visitor}
    found = Owner.objects.filter(Q(user__in=users) | Q(visitor_hash__in=visitors))
    rows = found.values_list("pk", "user", "visitor_hash")
    return {(user, visitor or ""): pk for pk, user, visitor in rows}


def _most(costs: QuerySet[Cost], whose: str, most: int) -> list[_Sum]:
    """The sums of those who cost most, with the views that cost most. Two queries."""
    summed = costs.values_list(whose).annotate(spent=Sum("milliseconds"), number=Sum("requests"))
    top = list(summed.order_by("-spent", whose)[:most])
    keys = {key for key, _, _ in top}
    known = Q(**{f"{whose}__in": keys - {None}}) | Q(**{whose: None})
    views = defaultdict(list)
    by_view = costs.filter(known).values_list(whose, "view").annotate(spent=Sum("milliseconds"))
    for key, view, spent in by_view.order_by("-spent", "view"):
        views[key].append(f"{view} {_seconds(spent)}")
    return [
        _Sum(key, _seconds(spent), number, tuple(views[key][:PAGES])) for key, spent, number in top
    ]


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:,.1f} s"


def _spender(spent: _Sum, row: Owner | Character | None) -> Spender:
    if row is None:
        return Spender("nobody known", spent.spent, spent.requests, spent.pages, can_freeze=False)
    if isinstance(row, Character):
        name = freezes.name_of_character(row.public_id)
    else:
        name = freezes.name_of_owner(row)
    is_frozen = row.frozen_at is not None
    return Spender(
        name or "the demo",
        spent.spent,
        spent.requests,
        spent.pages,
        is_frozen,
        can_freeze=bool(name),
    )
