"""Which of the collected tests a run takes, and in an order that leaves no core idle."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar
from zlib import crc32

import pytest

from rules import registry
from sheets import printing
from tests.sampling import draw

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
    "tests/sheets/places/",
    "tests/sheets/test_access.py",
)

# Tests of what is done to every game alike.
PAGES = ("tests/sheets/", "tests/browser/")
# Tests of what a database decides: locks, transactions, constraints, queries, and what it can hold.
DATABASE = (
    "tests/hyperspace/test_emptied.py",
    "tests/hyperspace/test_encodings.py",
    "tests/hyperspace/test_faults.py",
    "tests/hyperspace/test_health.py",
    "tests/hyperspace/test_limits.py",
    "tests/hyperspace/test_prepare.py",
    "tests/hyperspace/test_telemetry.py",
    "tests/sheets/backup/test_accounts.py",
    "tests/sheets/backup/test_backup.py",
    "tests/sheets/backup/test_older.py",
    "tests/sheets/backup/test_round_trips.py",
    "tests/sheets/backup/test_while_in_use.py",
    "tests/sheets/concurrency/",
    "tests/sheets/limits/test_counting.py",
    "tests/sheets/limits/test_full_disk.py",
    "tests/sheets/limits/test_hostile_rows.py",
    "tests/sheets/limits/test_housekeeping.py",
    "tests/sheets/limits/test_quotas.py",
    "tests/sheets/limits/test_texts_and_locks.py",
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
# Races. SQLite lets one write after the other, so it decides few of them: PostgreSQL runs all.
RACES = "tests/sheets/concurrency/"
# Of the races on SQLite one in so many runs.
RACES_ON_SQLITE = 3
# On PostgreSQL, of the files that are not about the database one in so many is read, and of its
# tests one in so many runs.
FILES_ON_POSTGRES, OTHERS_ON_POSTGRES = 9, 4
# Tests that ask the same of many cases, each of which takes its time: pages and prints of every
# game, hostile texts, refused lines, pairs of operations, evenings of random actions. Of the cases
# of a test one in so many runs daily, one at least.
CASES = {
    "tests/browser/": 3,
    "tests/hyperspace/test_docs.py": 3,
    "tests/hyperspace/test_docstrings.py": 3,
    "tests/rules/contract/test_actions.py": 3,
    "tests/rules/contract/test_starters.py::test_each_level_of_starters_beats_the_one_below": 3,
    "tests/rules/systems/rules_sheet_d6/play/test_preview_matches_result.py": 3,
    "tests/sheets/api/": 3,
    "tests/sheets/backup/": 3,
    "tests/sheets/characters/test_opponents.py": 3,
    "tests/sheets/concurrency/test_every_operation.py": 3,
    "tests/sheets/concurrency/test_exchanges.py": 3,
    "tests/sheets/concurrency/test_fights.py": 3,
    "tests/sheets/encounters/": 3,
    "tests/sheets/every_game/": 3,
    "tests/sheets/limits/test_hostile_rows.py": 3,
    "tests/sheets/limits/test_hostile_texts.py": 3,
    "tests/sheets/limits/test_loaded_texts.py": 3,
    "tests/sheets/limits/test_patterns.py": 3,
    "tests/sheets/opponents/": 3,
    "tests/sheets/places/": 3,
    "tests/sheets/play/test_roll_form.py": 3,
    "tests/sheets/portraits/test_process.py": 3,
    "tests/sheets/print_pages/": 3,
    "tests/sheets/printing/": 6,
    "tests/sheets/ships/": 3,
    "tests/sheets/test_direction.py": 3,
    "tests/sheets/test_folder_games.py": 3,
    "tests/sheets/test_frozen.py::test_no_page_works_a_frozen_character_out_and_none_fails": 3,
    "tests/sheets/test_hostile_input.py": 3,
    "tests/sheets/test_places_in_words.py": 3,
}
# The same on PostgreSQL alone: SQLite runs all of these.
CASES_ON_POSTGRES = {
    "tests/sheets/characters/test_hostile_import.py": 3,
    "tests/sheets/test_query_counts.py": 2,
}

# Tests in a browser that ask the same of different pages are cases of one test, by a part of their
# names: whether axe finds anything, whether news leave alone what is chosen. One in so many runs
# daily.
AXE = "::test_axe_finds_nothing"
KINDS = {
    AXE: 6,
    "_keeps_what_is_chosen": 5,
    "_large_enough_for_a_": 3,
    "_whole_at_every_width": 6,
}


def few_games_each(items: Iterable[Item], most: int) -> set[Item]:
    """The tests to leave out, if each runs with so many of the games at most."""
    return _few_each(items, _game, most)


def one_paper_each(items: Iterable[Item]) -> set[Item]:
    """The tests to leave out, if each runs with one paper, with each of its games another one."""
    return _few_each(items, _paper, 1, of=_game)


def _few_each(
    items: Iterable[Item],
    value_of: Callable[[Item], str],
    most: int,
    of: Callable[[Item], str] = lambda _item: "",
) -> set[Item]:
    """The tests to leave out, if each runs with so many of the values (games, or papers) at most.

    Which values a test gets follows from its name and what it is `of`, so that each value has its
    share of the tests, and from the sample: with another one it gets others.
    """
    groups: dict[str, dict[str, list[Item]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        value = value_of(item)
        if value:
            groups[item.nodeid.partition("[")[0] + of(item)][value].append(item)
    out: set[Item] = set()
    for name, by_value in groups.items():
        values = sorted(by_value)
        first = crc32(name.encode()) + draw()
        kept = {values[(first + step) % len(values)] for step in range(most)}
        out |= {item for value in values if value not in kept for item in by_value[value]}
    return out


def left_out(items: Iterable[Item], *, postgres: bool) -> set[Item]:
    """The tests that a daily run leaves out of those of every game, of both papers, and of both
    databases.

    The rules are tested with all games, and so is what is marked `all_games`, each of them on one
    paper. What a page does is tested with one of them: scripts and views work on fields, which are
    the same for every game.
    """
    items = list(items)
    one = [
        item
        for item in items
        if postgres
        or (item.nodeid.startswith(PAGES) and item.get_closest_marker("all_games") is None)
    ]
    out = few_games_each(one, 1) | one_paper_each(items)
    meets = _meets_postgres if postgres else _meets_sqlite
    return out | {item for item in items if not meets(item)}


def not_drawn(
    items: Iterable[Item], named: Iterable[str] = (), *, postgres: bool = False
) -> set[Item]:
    """The cases that a daily run leaves out: none of a file that was named. Which ones follows from
    the sample.
    """
    cases = CASES | CASES_ON_POSTGRES if postgres else CASES
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        if not item.nodeid.startswith(tuple(named)):
            groups[_test(item)].append(item)
    found: set[Item] = set()
    for name, group in groups.items():
        every = KINDS.get(name) or next((cases[at] for at in cases if name.startswith(at)), 1)
        # Not the sample's number itself, which games and papers follow from: each meets each.
        number = crc32(f"{draw()} {name}".encode())
        kept = set(group[number % every :: every] or [group[number % len(group)]])
        found |= {item for item in group if item not in kept}
    return found


def _test(item: pytest.Item) -> str:
    """The name of the test that an item is a case of, or its kind."""
    kinds = KINDS if item.nodeid.startswith("tests/browser/") else ()
    return next((kind for kind in kinds if kind in item.nodeid), item.nodeid.partition("[")[0])


def _meets_postgres(item: pytest.Item) -> bool:
    """True if PostgreSQL could answer a test that uses a database otherwise than SQLite: always
    for tests of locks, transactions, constraints, queries or backups; and for a few of the others.
    """
    return uses_the_database(item) and (
        item.nodeid.startswith(DATABASE) or is_drawn(item.nodeid, OTHERS_ON_POSTGRES)
    )


def _meets_sqlite(item: pytest.Item) -> bool:
    """True if SQLite runs a test: each but most of the races."""
    return not item.nodeid.startswith(RACES) or is_drawn(item.nodeid, RACES_ON_SQLITE)


def uses_the_database(item: pytest.Item) -> bool:
    """True if a test asks for the database, by itself or through what it asks for."""
    asked = {"db", "transactional_db", "live_server"} & set(getattr(item, "fixturenames", ()))
    return bool(asked) or item.get_closest_marker("django_db") is not None


def is_drawn(name: str, every: int) -> bool:
    """True if the name is the one in so many that runs with this sample."""
    # Not the sample's number itself, which games and papers follow from: each test meets each.
    return crc32(f"{draw()} {name}".encode()) % every == 0


def meets_postgres(file: str) -> bool:
    """True if tests of a file may run on PostgreSQL daily: it is about the database, or drawn."""
    return file.startswith(DATABASE) or is_drawn(file, FILES_ON_POSTGRES)


def third(addresses: Iterable[str], *, of: str) -> list[str]:
    """Every third of many pages, another one with another sample."""
    return list(addresses)[(crc32(of.encode()) + draw()) % 3 :: 3]


def _game(item: pytest.Item) -> str:
    """The game that a test is run with, "" for none."""
    slug = _parameter(item, "slug")
    return slug if slug in registry.all_systems() else ""


def _paper(item: pytest.Item) -> str:
    """The paper that a test is run with, "" for none."""
    paper = _parameter(item, "paper")
    return paper if paper in printing.PAPERS else ""


def _parameter(item: pytest.Item, name: str) -> str:
    callspec = getattr(item, "callspec", None)
    return str(callspec.params.get(name, "")) if callspec else ""


def slow_first(items: list[Item], workers: int) -> list[Item]:
    """The items in an order for workers of which each begins with a stretch of its own.

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
