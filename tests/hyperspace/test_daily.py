"""Which tests a run takes and in which order."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules import registry
from sheets import printing
from tests import conftest, daily, sampling

GAMES = list(registry.all_systems())


class Item(SimpleNamespace):
    """As much of a collected test as is looked at."""

    __hash__ = object.__hash__


def item(
    path: str,
    name: str,
    slug: str = "",
    *,
    paper: str = "",
    marks: tuple[str, ...] = ("django_db",),
) -> Any:
    params = {"slug": slug} | ({"paper": paper} if paper else {})
    ending = f"[{slug}{paper}]" if slug or paper else ""
    return Item(
        nodeid=f"{path}::{name}{ending}",
        callspec=SimpleNamespace(params=params) if ending else None,
        get_closest_marker=lambda mark: mark if mark in marks else None,
    )


@pytest.mark.parametrize("most", [1, 2])
def test_each_test_keeps_few_games_and_each_game_some_tests(most: int) -> None:
    items = [item("tests/a.py", f"test_{n}", slug) for n in range(60) for slug in GAMES]
    out = daily.few_games_each(items, most)
    kept = [one for one in items if one not in out]
    assert Counter(one.nodeid.partition("[")[0] for one in kept) == {
        f"tests/a.py::test_{n}": most for n in range(60)
    }
    assert {one.callspec.params["slug"] for one in kept} == set(GAMES)


def test_what_has_no_game_or_only_one_is_kept() -> None:
    items = [
        item("tests/a.py", "test_plain"),
        item("tests/a.py", "test_of_one", GAMES[0]),
        item("tests/a.py", "test_pregen", "tey-marrick"),
        item("tests/a.py", "test_pregen", "dask-orrin"),
    ]
    assert daily.few_games_each(items, 1) == set()


def test_rules_run_with_every_game_and_pages_with_one_unless_they_are_marked() -> None:
    paths = ("tests/rules/test_a.py", "tests/sheets/test_a.py", "tests/browser/test_a.py")
    items = [item(path, "test", slug) for path in paths for slug in GAMES]
    items += [item("tests/browser/test_b.py", "t", slug, marks=("all_games",)) for slug in GAMES]
    out = daily.left_out(items, postgres=False)
    kept = Counter(one.nodeid.partition("::")[0] for one in items if one not in out)
    assert kept == {paths[0]: 4, paths[1]: 1, paths[2]: 1, "tests/browser/test_b.py": 4}


def test_what_is_printed_on_both_papers_takes_another_one_with_another_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, names = "tests/sheets/printing/", [f"test_{n}" for n in range(20)]
    items = [
        item(f"{folder}a.py", name, paper=paper) for name in names for paper in printing.PAPERS
    ]
    alone = [item(f"{folder}a.py", "test_one", paper=paper) for paper in ("a4", "a5")]

    def out() -> set[Any]:
        return daily.left_out([*items, *alone], postgres=False)

    monkeypatch.setenv("SAMPLE", "7")
    chosen = out()
    assert Counter(one.nodeid.partition("[")[0] for one in chosen) == {
        f"{folder}a.py::{name}": 1 for name in names
    }
    assert {one.callspec.params["paper"] for one in chosen} == set(printing.PAPERS)
    monkeypatch.setenv("SAMPLE", "8")
    assert chosen ^ out() == set(items)
    assert daily.left_out([item(f"{folder}a.py", "test")], postgres=False) == set()


def test_what_is_printed_of_all_games_has_each_game_on_one_paper() -> None:
    path, names = "tests/sheets/printing/a.py", [f"test_{n}" for n in range(20)]
    items = [
        item(path, name, slug, paper=paper, marks=("all_games",))
        for name in names
        for slug in GAMES
        for paper in printing.PAPERS
    ]
    out = daily.left_out(items, postgres=False)
    kept = [(one.nodeid.partition("[")[0], one.callspec.params) for one in items if one not in out]
    assert Counter((name, given["slug"]) for name, given in kept) == dict.fromkeys(
        product([f"{path}::{name}" for name in names], GAMES), 1
    )
    assert {given["paper"] for _, given in kept} == set(printing.PAPERS)


def test_each_row_meets_another_column_with_another_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    met = []
    for number in range(3):
        monkeypatch.setenv("SAMPLE", str(number))
        pairs = sampling.with_another_each("ab", (1, 2, 3))
        met.append([pair.values for pair in pairs if not pair.marks])
        assert [row for row, _ in met[-1]] == ["a", "b"]
        assert met[-1][0][1] != met[-1][1][1]
    assert sorted(chain(*met)) == sorted(product("ab", (1, 2, 3)))


def test_on_postgres_all_about_the_database_runs_and_few_of_the_rest() -> None:
    about = [item("tests/sheets/limits/test_quotas.py", f"test_{n}") for n in range(90)]
    rest = [item("tests/sheets/play/test_a.py", f"test_{n}") for n in range(1_200)]
    out = daily.left_out([*about, *rest], postgres=True)
    assert not out & set(about)
    assert 220 < len(set(rest) - out) < 380  # 300, with any sample
    assert daily.left_out([*about, *rest], postgres=False) == set()


def test_on_postgres_few_of_the_other_files_are_read(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    names = [f"tests/sheets/play/test_{n}.py" for n in range(900)]
    about = ["tests/sheets/limits/test_quotas.py", f"{daily.RACES}test_a.py"]
    assert all(map(daily.meets_postgres, about))
    assert 60 < sum(map(daily.meets_postgres, names)) < 140  # 100, with any sample
    monkeypatch.setattr(conftest, "_is_on_postgres", lambda: True)
    monkeypatch.setattr(pytestconfig.option, "soak", False)
    read = {
        name: conftest.pytest_ignore_collect(pytestconfig.rootpath / name, pytestconfig) is None
        for name in (*about, *names, "tests/sheets")
    }
    assert read == {name: daily.meets_postgres(name) for name in (*about, *names)} | {
        "tests/sheets": True
    }


def test_on_postgres_each_test_runs_with_some_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [
        item(f"tests/sheets/play/test_{n}.py", "test_of_a_page", slug)
        for n in range(20)
        for slug in GAMES
    ]
    met = set[Any]()
    for number in range(1_500):
        monkeypatch.setenv("SAMPLE", str(number))
        read = [one for one in items if daily.meets_postgres(one.nodeid.partition("::")[0])]
        met |= set(read) - daily.left_out(read, postgres=True)
    assert met == set(items)


def test_races_run_on_postgres_and_a_third_of_them_on_sqlite() -> None:
    races = [item(f"{daily.RACES}test_a.py", f"test_{n}") for n in range(90)]
    assert daily.left_out(races, postgres=True) == set()
    assert 20 < len(set(races) - daily.left_out(races, postgres=False)) < 40


def test_on_postgres_nothing_runs_that_asks_for_no_database() -> None:
    plain = {item("tests/sheets/play/test_a.py", f"test_{n}", marks=()) for n in range(90)}
    assert daily.left_out(plain, postgres=True) == plain


def test_another_sample_takes_another_game_and_another_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [item("tests/sheets/a.py", "test", slug) for slug in GAMES]
    cases = [item("tests/sheets/printing/a.py", f"test[{n}]") for n in range(14)]
    few = [item("tests/browser/b.py", "test"), item("tests/sheets/backup/b.py", "test[0]")]
    items, met = [*cases, *few], set[Any]()
    for number in range(40):
        monkeypatch.setenv("SAMPLE", str(number))
        kept = set(items) - daily.not_drawn(items)
        assert len(kept & set(cases)) in (2, 3)
        assert kept >= set(few)
        met |= kept | (set(games) - daily.left_out(games, postgres=False))
    assert met == {*items, *games}


def test_nothing_is_drawn_of_a_file_that_is_named() -> None:
    items = [item(f"tests/browser/{n}.py", f"test[{t}]") for n in "ab" for t in range(6)]
    out = daily.not_drawn(items, named=["tests/browser/a.py"])
    assert {one.nodeid.partition("::")[0] for one in out} == {"tests/browser/b.py"}


def test_on_postgres_fewer_cases_are_drawn_of_what_sqlite_runs_whole() -> None:
    file = next(iter(daily.CASES_ON_POSTGRES))
    items = [item(file, f"test_of_many[{n}]") for n in range(12)] + [item(file, "test_of_one")]
    assert daily.not_drawn(items) == set()
    kept = set(items) - daily.not_drawn(items, postgres=True)
    assert (len(kept), items[-1] in kept) == (5, True)


@pytest.mark.parametrize(("kind", "every"), daily.KINDS.items())
def test_of_the_tests_in_a_browser_that_ask_the_same_of_pages_one_in_so_many_runs(
    kind: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"test_{kind}_there".replace("test_::test_", "test_")
    items = [item(f"tests/browser/{n}.py", name) for n in range(3 * every)]
    elsewhere = [item(f"tests/sheets/{n}.py", name) for n in range(3)]
    met = set[Any]()
    for number in range(40):
        monkeypatch.setenv("SAMPLE", str(number))
        kept = {*items, *elsewhere} - daily.not_drawn([*items, *elsewhere])
        assert len(kept) == 3 + 3
        met |= kept
    assert met == {*items, *elsewhere}


def test_each_kind_of_tests_in_a_browser_has_several() -> None:
    files = (Path(__file__).parents[1] / "browser").rglob("test_*.py")
    names = [
        f"::{name}" for file in files for name in re.findall(r"def (test_\w+)", file.read_text())
    ]
    assert [kind for kind in daily.KINDS if sum(kind in name for name in names) < 2] == []


@pytest.mark.parametrize("places", [daily.DATABASE, daily.CASES, daily.CASES_ON_POSTGRES])
def test_where_tests_are_drawn_or_the_database_is_asked_there_are_tests(
    places: Iterable[str],
) -> None:
    root = Path(__file__).parents[2]
    assert [place for place in places if not (root / place.partition("::")[0]).exists()] == []


def test_each_of_many_pages_is_in_one_of_three_thirds() -> None:
    pages = [f"page-{n}/" for n in range(10)]
    thirds = {tuple(daily.third(pages, of=f"test_{n}")) for n in range(30)}
    assert {len(one) for one in thirds} == {3, 4}
    assert sorted(page for one in thirds for page in one) == sorted(pages)


def test_each_worker_begins_with_its_share_of_what_is_slow_and_none_is_lost() -> None:
    browser = [item(f"tests/browser/test_{n}.py", "test") for n in range(4)]
    prints = [item(f"tests/sheets/printing/test_{n}.py", "test") for n in range(4)]
    quick = [item("tests/rules/test_cases.py", f"test_{n}") for n in range(12)]
    ordered = daily.slow_first([*quick, *prints, *browser], workers=4)
    assert len(ordered) == 20
    assert {id(one) for one in ordered} == {id(one) for one in (*browser, *prints, *quick)}
    stretches = [[one.nodeid.split("/")[1] for one in ordered[n : n + 5]] for n in (0, 5, 10, 15)]
    for stretch, first in zip(stretches, ("browser", "sheets") * 2, strict=True):
        assert stretch[0] == first
        assert sorted(stretch[:2]) == ["browser", "sheets"]
        assert stretch[2:] == ["rules"] * 3
