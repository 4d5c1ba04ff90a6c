"""Which of the collected tests a run takes, and in an order that leaves no core idle."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar
from zlib import crc32

import pytest

from rules import registry

Item = TypeVar("Item", bound=pytest.Item)

# Tests that take a second and more each: browser pages, PDFs, servers, races, every page of a game.
SLOW = (
    "tests/browser/",
    "tests/sheets/printing/",
    "tests/sheets/print_pages/",
    "tests/sheets/concurrency/",
    "tests/hyperspace/",
    "tests/sheets/every_game/",
    "tests/sheets/test_access.py",
)


def few_games_each(items: Iterable[Item], most: int) -> set[Item]:
    """What is left out where each test runs with so many of the games at most.

    Which games a test gets follows from its name, so that each game has its share of the tests.
    """
    groups: dict[str, dict[str, list[Item]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        slug = _game(item)
        if slug:
            groups[item.nodeid.partition("[")[0]][slug].append(item)
    out: set[Item] = set()
    for name, by_game in groups.items():
        games = sorted(by_game)
        first = crc32(name.encode())
        kept = {games[(first + step) % len(games)] for step in range(most)}
        out |= {item for slug in games if slug not in kept for item in by_game[slug]}
    return out


def left_out(items: Iterable[Item], *, postgres: bool) -> set[Item]:
    """What a daily run leaves out of the tests of every game.

    The rules are tested with all games, and so is what a page looks like to axe. What a page does
    is tested with two of them, and with one in a browser and on PostgreSQL: databases differ in
    queries, locks and types, and scripts work on fields, which are the same for every game.
    """
    one, two = [], []
    for item in items:
        if postgres or is_walked_in_a_browser(item):
            one.append(item)
        elif item.nodeid.startswith("tests/sheets/"):
            two.append(item)
    return few_games_each(one, 1) | few_games_each(two, 2)


def is_walked_in_a_browser(item: Item) -> bool:
    """Whether a test does something in a browser. What it looks like differs from game to game, and
    is looked at in all; what scripts do with a field does not.
    """
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("browser") is not None and "accessible" not in fixtures


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
