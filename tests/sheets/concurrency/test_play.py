"""Races on one character at the table: it ends as the log says, whoever came first.

The log is replayed here by hand, from what stands in its rows: each line says what every mark was,
and what it became.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from sheets.access import CharacterAccess
from sheets.errors import Conflict, Refused
from sheets.models import Character, LedgerEntry, PlayLogEntry
from sheets.play import operations
from sheets.storage import situation
from tests.sampling import Drawn
from tests.sheets.concurrency.threads import (
    LONG_PATIENCE,
    PATIENCE,
    at_once,
    meet_to_write,
    take_the_lock_out,
)
from tests.sheets.play.examples import access_to, act

WOUND = ("harm", {"damage": ("5",)})
DEEDS: tuple[tuple[str, dict[str, tuple[str, ...]]], ...] = (
    WOUND,
    ("harm", {"damage": ("3",)}),
    ("harm", {"damage": ("8",)}),
    ("harm.stun", {}),
    ("treated", {"total": ("12",)}),
    ("day", {}),
    ("bacta", {}),
    ("turn", {}),
    ("round", {}),
    ("skills.blasters", {"points": ("force-point",)}),
    ("skills.blasters", {"points": ("character-point",)}),
)
NONE_LEFT = ("force_points", 0)


def does(mine: CharacterAccess, rng: Random, last: int) -> int:
    """One thing done, or one of those before taken back; the number of the newest line known."""
    with suppress(Refused, Conflict):  # what cannot be done just now, writes nothing
        if last and rng.random() < 0.3:
            number = rng.randint(1, last)
            return max(last, operations.TakeBack(mine, number=number).run())
        action, values = rng.choice(DEEDS)
        return operations.Act(mine, action=action, values=values).run()
    return last


def replayed(character: Character) -> tuple[dict[str, int], dict[str, int]]:
    """The marks and the turn's numbers after replaying the log. Fails if a line does not follow
    from the others, and if what was done or lasts is of a line that was taken back.
    """
    marks: dict[str, int | None] = {}
    turn: dict[str, int | None] = {}
    lines = PlayLogEntry.objects.filter(character=character).order_by("number")
    for position, line in enumerate(lines):
        assert line.number == position + 1
        for move in line.content.get("moved", ()):
            mark, full = move["mark"], move["full"]
            before = marks.get(mark) if mark == "force_points" else marks.get(mark, 0)
            assert before == move["was"]
            was = full if move["was"] is None else move["was"]
            now = full if move["now"] is None else move["now"]
            assert now - was == move["by"] != 0
            marks[mark] = move["now"]
        for name, (was, now) in line.content.get("turned", {}).items():
            assert turn.get(name) == was
            turn[name] = now
    turn_now = situation(Character.objects.get(pk=character.pk))
    standing = set(
        PlayLogEntry.objects.filter(character=character)
        .standing(after=0)
        .values_list("number", flat=True)
    )
    assert {one.entry for one in (*turn_now.taken, *turn_now.effects)} <= standing
    return (
        # A mark of 0 is not said, but of Force Points: there, that says all of them.
        {mark: held for mark, held in marks.items() if held or (mark, held) == NONE_LEFT},
        {name: held for name, held in turn.items() if held is not None},
    )


def test_random_interleavings_end_as_the_log_says(finished: Character, drawn: Drawn) -> None:
    mine, moved, taken, seeds = access_to(finished), 0, 0, drawn(range(1000), every=40)
    for seed in seeds:
        rng, last = Random(seed), 0
        for _ in range(rng.randint(2, 5)):
            last = does(mine, rng, last)
        row = Character.objects.get(pk=finished.pk)
        assert replayed(finished) == (row.marks, situation(row)), seed
        moved += bool(row.marks)
        taken += PlayLogEntry.objects.filter(takes_back__isnull=False).count()
        PlayLogEntry.objects.all().delete()
        LedgerEntry.objects.all().delete()
        Character.objects.update(marks={}, situation={})
    assert moved > 0.3 * len(seeds)
    assert taken > 0.3 * len(seeds)


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_end_as_the_log_says(
    finished: Character,
) -> None:
    mine = access_to(finished)

    def plays(seed: int) -> Callable[[], None]:
        def play() -> None:
            rng, last = Random(seed), 0
            for _ in range(12):
                last = does(mine, rng, last)

        return play

    assert at_once(*(plays(seed) for seed in range(8))) == []
    row = Character.objects.get()
    assert replayed(finished) == (row.marks, situation(row))
    assert PlayLogEntry.objects.count() > 40


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> threading.Barrier:
    """Under the lock, before writing, everybody waits here for the other."""
    return meet_to_write(monkeypatch, getattr(request, "param", PATIENCE))


def wounds(character: Character) -> Callable[[], int]:
    return lambda: act(character, "harm", damage="5")


@pytest.mark.django_db(transaction=True)
def test_two_wounds_at_once_both_count(finished: Character, meeting: threading.Barrier) -> None:
    assert at_once(wounds(finished), wounds(finished)) == []
    assert meeting.broken
    assert Character.objects.get().marks == {"wounds": 2}
    assert list(PlayLogEntry.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("meeting", [LONG_PATIENCE], indirect=True)
def test_without_the_lock_one_of_two_wounds_is_lost(
    finished: Character, meeting: threading.Barrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = take_the_lock_out(monkeypatch)
    raised = [type(error) for error in at_once(wounds(finished), wounds(finished))]
    assert not meeting.broken
    assert Character.objects.get().marks == {"wounds": 1}
    # On PostgreSQL the second finds the number of its line taken, unless the first was quicker.
    assert raised in ([refused] if refused else [[Conflict], []])
    assert PlayLogEntry.objects.count() == 2 - len(raised)
