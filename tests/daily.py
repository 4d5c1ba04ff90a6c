"""Which of the collected tests a run takes, and in an order that leaves no core idle."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar
from zlib import crc32

import pytest

from rules import registry
from tests.sampling import day

Item = TypeVar("Item", bound=pytest.Item)

# Tests that take a second and more each: browser pages, PDFs, servers, races, every page of a game.
SLOW = (
    "tests/browser/",
    "tests/sheets/printing/",
    "tests/sheets/print_pages/",
    "tests/sheets/batches/",
    "tests/sheets/concurrency/",
    "tests/hyperspace/",
    "tests/sheets/backup/",
    "tests/sheets/every_game/",
    "tests/sheets/test_access.py",
)

# Tests of what is done to every game alike.
PAGES = ("tests/sheets/", "tests/browser/")
# Tests that run with another game each day.
PAPER = "tests/sheets/printing/"
PAPERS = ("a4", "letter")
# Tests of what a database decides: locks, transactions, constraints, queries, and what it can hold.
DATABASE = (
    "tests/hyperspace/",
    "tests/sheets/backup/",
    "tests/sheets/concurrency/",
    "tests/sheets/limits/",
    "tests/sheets/characters/test_hostile_import.py",
    "tests/sheets/every_game/test_locks.py",
    "tests/sheets/test_hostile_input.py",
    "tests/sheets/test_models.py",
    "tests/sheets/test_outage.py",
    "tests/sheets/test_page_cache.py",
    "tests/sheets/test_query_counts.py",
    "tests/sheets/test_storage.py",
    "tests/sheets/test_writes.py",
)


def few_games_each(items: Iterable[Item], most: int) -> set[Item]:
    """What is left out where each test runs with so many of the games at most.

    Which games a test gets follows from its name, so that each game has its share of the tests;
    tests of paper get another one the next day.
    """
    groups: dict[str, dict[str, list[Item]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        slug = _game(item)
        if slug:
            groups[item.nodeid.partition("[")[0]][slug].append(item)
    out: set[Item] = set()
    for name, by_game in groups.items():
        games = sorted(by_game)
        first = crc32(name.encode()) + (day() if name.startswith(PAPER) else 0)
        kept = {games[(first + step) % len(games)] for step in range(most)}
        out |= {item for slug in games if slug not in kept for item in by_game[slug]}
    return out


def one_paper_each(items: Iterable[Item]) -> set[Item]:
    """What is left out where each test of sheets on both papers runs with one of them; with the
    other the next day.
    """
    groups: dict[str, dict[str, list[Item]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        callspec = getattr(item, "callspec", None)
        paper = callspec.params.get("paper") if callspec else None
        if paper in PAPERS:
            groups[item.nodeid.partition("[")[0]][paper].append(item)
    out: set[Item] = set()
    for name, by_paper in groups.items():
        papers = sorted(by_paper)
        kept = papers[(crc32(name.encode()) + day()) % len(papers)]
        out |= {item for paper in papers if paper != kept for item in by_paper[paper]}
    return out


def left_out(items: Iterable[Item], *, postgres: bool) -> set[Item]:
    """What a daily run leaves out of the tests of every game and of both papers, and on PostgreSQL
    of the others.

    The rules are tested with all games, and so is what is marked `all_games`. What a page does is
    tested with one of them: scripts and views work on fields, which are the same for every game.
    """
    items = list(items)
    one = [
        item
        for item in items
        if postgres
        or (item.nodeid.startswith(PAGES) and item.get_closest_marker("all_games") is None)
    ]
    out = few_games_each(one, 1) | one_paper_each(one)
    if postgres:
        out |= {item for item in items if not _meets_the_database(item)}
    return out


def _meets_the_database(item: pytest.Item) -> bool:
    """Whether PostgreSQL could answer a test otherwise than SQLite: always where it is about locks,
    transactions, constraints, queries or backups; and of the others a third by their names.
    """
    if item.nodeid.startswith(DATABASE):
        return True
    return is_of_the_third(item.nodeid)


def is_of_the_third(name: str) -> bool:
    """Whether something of that name is of the third that runs daily."""
    return crc32(name.encode()) % 3 == 0


def third(addresses: Iterable[str], *, of: str) -> list[str]:
    """Every third of many pages; where that begins follows from what they are of."""
    return list(addresses)[crc32(of.encode()) % 3 :: 3]


def _game(item: pytest.Item) -> str:
    """The game that a test is run with, "" for none."""
    callspec = getattr(item, "callspec", None)
    slug = callspec.params.get("slug", "") if callspec else ""
    return str(slug) if slug in registry.all_systems() else ""


def slow_first(items: list[Item], workers: int) -> list[Item]:
    """The items in the order for `--dist worksteal`, which gives each worker one stretch of them.

    Each stretch begins with its share of the slow files and ends with quick tests, which a worker
    takes from another when it has nothing left. Every other worker begins with the PDFs, not with
    the browser: these use a core fully, a browser waits.
    """
    files: dict[str, list[Item]] = defaultdict(list)
    quick: list[Item] = []
    for item in items:
        path = item.nodeid.partition("::")[0]
        (files[path] if path.startswith(SLOW) else quick).append(item)
    shares: list[list[tuple[int, Item]]] = [[] for _ in range(workers)]
    for kind, folder in enumerate(SLOW):
        found = [path for path in files if path.startswith(folder)]
        for path in sorted(found, key=lambda one: -len(files[one])):
            min(shares, key=len).extend((kind, item) for item in files[path])
    ordered: list[Item] = []
    for number, share in enumerate(shares):
        if number % 2:
            share.sort(key=lambda one: one[0] == 0)
        size = (len(items) - len(ordered)) // (workers - number)
        room = max(0, size - len(share))
        ordered += [item for _, item in share] + quick[:room]
        quick = quick[room:]
    return ordered
