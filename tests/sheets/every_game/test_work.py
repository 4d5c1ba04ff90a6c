"""The cost of the most frequent writes, and of the page afterwards: the number of times that the
character's row is read with its document, and that the character is worked out from it.

Under its lock a write reads the row once more, but only the few fields that tell whether it is
still what it was.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sheets import storage
from sheets.models import Character
from sheets.printing.pdf.pool import Pool
from tests.sheets.every_game.characters import EVERY
from tests.sheets.every_game.pages import address
from tests.sheets.every_game.writes import (
    autosave,
    entry,
    improvement,
    mark,
    roll,
    undo,
    unmark,
    work,
)

__all__ = ("work",)

# For each write how often the character is worked out, answer included. An entry that was made is
# told with the balances before and after it, and an undo is tried out first: so these take more.
REPLAYS = {autosave: 1, entry: 2, improvement: 2, undo: 3, roll: 1, mark: 1, unmark: 1}
# The same for the pages to which a write leads without scripts. Sums are counted as they were.
PAGES = {
    "": 1,
    "advance/": 1,
    "advance/?made=0": 2,
    "gear/": 1,
    "session/": 1,
    "table/": 1,
    "table/panel/harm/": 1,
    "history/": 2,
}


@EVERY
@pytest.mark.parametrize("write", REPLAYS)
def test_a_write_and_its_answer_read_the_row_once(
    slug: str,
    write: Callable[..., Any],
    ines: Client,
    of_game: Callable[..., Character],
    work: Callable[[], Any],
) -> None:
    send = write(ines, of_game(slug, finished=write is not autosave))
    with work() as done:
        assert send().status_code == 200
    assert len(done.rows) == 1
    assert len(done.replays) == REPLAYS[write]


@EVERY
@pytest.mark.parametrize("page", PAGES)
def test_the_page_afterwards_reads_the_row_once(
    slug: str,
    page: str,
    ines: Client,
    of_game: Callable[..., Character],
    work: Callable[[], Any],
) -> None:
    character = of_game(slug)
    assert improvement(ines, character)().status_code == 200
    with work() as done:
        assert ines.get(address(character, page)).status_code == 200
    assert len(done.rows) == 1
    assert len(done.replays) == PAGES[page]


@EVERY
@pytest.mark.parametrize("write", [entry, improvement, roll, mark, unmark])
def test_what_is_shown_after_a_write_is_what_is_stored(
    slug: str,
    write: Callable[..., Any],
    ines: Client,
    of_game: Callable[..., Character],
) -> None:
    answer = write(ines, character := of_game(slug))()
    stored = Character.objects.get(pk=character.pk)
    shown = answer.context["character"]
    assert {name: getattr(shown, name) for name in KEPT} == {
        name: getattr(stored, name) for name in KEPT
    }
    opened = storage.load(stored).opened
    assert answer.context["sheet"] in (opened.sheet, opened.summary)


KEPT = ("version", "updated_at", "marks", "situation", "build", "search", "size")


@EVERY
def test_under_its_lock_a_write_reads_no_document(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    send = roll(ines, of_game(slug))
    with CaptureQueriesContext(connection) as queries:
        assert send().status_code == 200
    sql = [one["sql"] for one in queries]
    begins = next(place for place, one in enumerate(sql) if one.startswith(("BEGIN", "SAVEPOINT")))
    rows = [one for one in sql[begins:] if one.startswith("SELECT") and '"build"' in one]
    assert rows == []


# What is asked of a print. History has the balances of each entry, and takes a replay for that.
PRINTS = {
    "kind=classic": 1,
    "kind=classic&fill=screen": 1,
    "kind=classic&state=empty": 1,
    "kind=full&ink=colour": 1,
    "kind=full&since=2000-01-01": 2,
    "kind=cards&backs=printed": 1,
    "kind=tent": 1,
}


@EVERY
@pytest.mark.parametrize("query", PRINTS)
def test_a_first_print_reads_the_row_once(
    slug: str,
    query: str,
    ines: Client,
    of_game: Callable[..., Character],
    work: Callable[[], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[Any] = []
    monkeypatch.setattr(Pool, "render", lambda _, job: made.append(job) or b"%PDF")
    character = of_game(slug)
    assert improvement(ines, character)().status_code == 200
    with work() as done:
        assert ines.get(address(character, f"sheet.pdf?{query}")).content == b"%PDF"
    assert len(made) == 1
    assert len(done.rows) == 1
    assert len(done.replays) == PRINTS[query]
