"""Every operation at the same moment as another: it ends as if one had come after the other.

Two do something to the same rows, each in a thread with a connection of its own. Before it writes
for the first time each waits until the other is about to write as well, or waits for a lock, or is
done. What has become of it all then has to be what comes of one after the other, in either order,
and so do the answers that the two got. Beside the races stand their controls, without the locks.

Daily a sample is raced, of all that moves people and characters about, each with another such and
with what is done to one character. `--soak` races everything with everything.
"""

import ast
import itertools
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404

from sheets.errors import Fault
from tests.sampling import Drawn
from tests.sheets.concurrency.every_operation import (
    Deed,
    every_operation,
    names_of,
    without_chance,
)
from tests.sheets.concurrency.threads import LONG_PATIENCE, take_the_lock_out
from tests.sheets.concurrency.world import world
from tests.sheets.concurrency.world_state import state_of

pytestmark = pytest.mark.django_db(transaction=True)

SHEETS = Path(__file__).parents[3] / "sheets"
# Where the operations are that go by these names here.
PLACES = {
    "accounts": "accounts/operations.py",
    "bulk": "characters/bulk.py",
    "advancement": "advancement/operations.py",
    "roll_requests": "parties/roll_requests/operations.py",
    "comments": "reviews/comments.py",
    "conventions": "parties/convention/operations.py",
    "craft_edits": "ships/edits/operations.py",
    "creation": "creation/operations.py",
    "exceptions": "reviews/exceptions.py",
    "duels": "duels/operations.py",
    "encounters": "encounters/operations.py",
    "chat": "parties/chat/operations.py",
    "own_chat": "chat/operations.py",
    "guests": "parties/guests/operations.py",
    "awards": "parties/awards/operations.py",
    "house_rules": "parties/house_rules/operations.py",
    "opponents": "opponents/operations.py",
    "paper": "paper_returns/operations.py",
    "parties": "parties/operations.py",
    "plan": "advancement/plan.py",
    "prize": "duels/prize.py",
    "portraits": "portraits/operations.py",
    "rebuild": "creation/rebuild.py",
    "recovery_codes": "accounts/recovery_codes.py",
    "reviews": "reviews/operations.py",
    "screen": "encounters/screen.py",
    "seats": "parties/seats.py",
    "sessions": "parties/sessions/operations.py",
    "links": "sharing/links.py",
    "stash": "parties/stash/operations.py",
    "takeover": "parties/takeover/operations.py",
    "surprises": "creation/surprises.py",
    "play": "play/operations.py",
    "shelf": "characters/operations.py",
    "notes": "notes/operations.py",
}
WRITES = {"run", "atomic"}
# Once, when the site starts.
ALONE = {"demo.py:load"}
# Raced beside their controls in `test_encounters` and `test_ships`.
RACED_APART = {
    "encounters/crew/operations.py:tell",
    "ships/operations.py:pay",
    "ships/operations.py:undo",
    "ships/crew/operations.py:take",
    # Under the same locks as `take`.
    "ships/crew/operations.py:leave",
    "ships/crew/operations.py:seat_everyone",
    "ships/crew/operations.py:ask",
}
# Whoever does this moves somebody or something into the party, or out of it, or away altogether.
MOVING = (
    "accounts.erase",
    "accounts.take_over",
    "guests.close_table",
    "guests.take_seat",
    "parties.bring",
    "parties.join (again)",
    "parties.send_away",
    "parties.take_out",
    "seats.appoint",
    "seats.dissolve",
    "seats.hand_over",
    "seats.hand_over (ines)",
    "seats.leave",
    "seats.remove",
    "shelf.delete",
)
# What is done to one character, or to all of them.
CHANGING = (
    "advancement.enter",
    "creation.start",
    "exceptions.accept",
    "awards.give_awards",
    "house_rules.change_rules",
    "rebuild.finish",
    "rebuild.replace",
    "reviews.submit",
    "sessions.end_session",
    "play.act",
    "play.act (answers)",
    "play.move_marks",
    "play.take_back",
    "stash.put_in",
    "stash.take_out",
)
# These once ended as no order ends.
BROKEN = (
    ("parties.bring", "seats.leave"),
    ("parties.join (again)", "seats.dissolve"),
    ("seats.hand_over", "seats.hand_over (ines)"),
)
# How long one waits for the other where the database does not say who waits for whom.
PATIENCE = 0.1 if connection.vendor == "sqlite" else 5.0
PARTS = 40


def sample() -> list[tuple[str, str]]:
    """The pairs of operations of which a third races daily, beside those that once ended
    otherwise.
    """
    found = [*zip(itertools.cycle(MOVING), CHANGING, strict=False)]
    found += zip(MOVING, (*MOVING[5:], *MOVING[:5]), strict=True)
    return [pair for pair in dict.fromkeys(found) if pair not in BROKEN]


def deeds() -> tuple[str, ...]:
    """The names of all operations, without a world to do them in."""
    return tuple(every_operation(_Nobody()))  # type: ignore[arg-type]  # nothing is done in it


class _Nobody:
    """Whatever is asked of it is there."""

    def __getattr__(self, name: str) -> Any:
        return _Nobody()

    def __getitem__(self, name: str) -> Any:
        return _Nobody()

    def __call__(self, *_: Any, **__: Any) -> Any:
        return _Nobody()


DEEDS = deeds()


def test_every_operation_is_raced() -> None:
    """Each operation, and each function of an operation's module that writes, is among them."""
    found = set()
    places = {"demo.py", *PLACES.values()}
    places |= {file.relative_to(SHEETS).as_posix() for file in SHEETS.rglob("operations.py")}
    for place in places:
        file = SHEETS / place
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef) and _is_operation(node):
                found.add(f"{place}:{_snake_case(node.name)}")
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                called = {
                    getattr(one.func, "id", getattr(one.func, "attr", ""))
                    for one in ast.walk(node)
                    if isinstance(one, ast.Call)
                }
                if called & WRITES:
                    found.add(f"{place}:{node.name}")
    raced = {":".join((PLACES[one.split(".")[0]], one.split(".")[1])) for one in names_of(DEEDS)}
    spare = {"accounts/recovery_codes.py:preserved"}
    assert found - ALONE - RACED_APART == raced - (spare - found)
    assert {one for pair in (*BROKEN, *sample()) for one in pair} == {*MOVING, *CHANGING}
    assert {*MOVING, *CHANGING} <= set(DEEDS)


def _is_operation(node: ast.ClassDef) -> bool:
    bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
    is_abstract = node.name.startswith("_") or node.name.endswith("Operation")
    # What changes an encounter is raced apart, in `test_fights`.
    kinds = [base for base in bases if base != "EncounterOperation"]
    return not is_abstract and any(base.endswith("Operation") for base in kinds)


def _snake_case(name: str) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "_", name).lower()


# A race

Ending = tuple[tuple[str, str], dict[str, Any]]


def test_two_at_once_end_as_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, drawn: Drawn
) -> None:
    pairs = [*BROKEN, *drawn(sample(), every=3)]
    assert _wrong(pairs, monkeypatch) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_any_two_at_once_end_as_one_after_the_other(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = list(itertools.combinations_with_replacement(DEEDS, 2))
    assert _wrong(pairs[part::PARTS], monkeypatch) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("accounts.erase", "creation.start"),
        ("accounts.erase", "portraits.upload"),
        ("accounts.erase", "shelf.duplicate"),
        ("accounts.erase", "own_chat.set_own"),
        ("accounts.erase", "own_chat.remove_own"),
        ("seats.dissolve", "prize.choose_prize"),
        ("seats.dissolve", "screen.show"),
        ("screen.show", "screen.show"),
        ("takeover.lead", "takeover.object"),
        ("takeover.lead", "seats.hand_over"),
        ("takeover.lead", "takeover.appoint"),
        ("takeover.appoint", "seats.hand_over (ines)"),
        ("stash.take_out", "stash.remove"),
        ("stash.take_out", "stash.undo"),
        ("stash.undo", "stash.undo"),
        ("stash.add", "seats.dissolve"),
        ("screen.show", "screen.clear"),
        ("roll_requests.request_roll", "shelf.delete"),
        ("roll_requests.ask_again", "play.take_back (newest)"),
    ],
)
def test_pairs_that_once_ended_otherwise_do_not_any_more(
    first: str, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _wrong([(first, second)], monkeypatch) == []


def _wrong(pairs: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    without_chance(monkeypatch)
    ended = ((first, second, race(first, second)) for first, second in pairs)
    return [f"{first} with {second}: {why}" for first, second, why in ended if why]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("parties.bring", "seats.leave"),
        ("seats.hand_over", "seats.hand_over (ines)"),
        ("play.act", "play.act (greta)"),
        ("awards.give_awards", "advancement.enter"),
        ("house_rules.change_rules", "parties.bring"),
    ],
)
def test_without_the_locks_they_end_otherwise(
    first: str, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_chance(monkeypatch)
    with monkeypatch.context() as unlocked:
        take_the_lock_out(unlocked)
        ending = raced(first, second, LONG_PATIENCE)
    assert ending not in list(orders(first, second))


def race(first: str, second: str) -> str:
    """The difference between the race and both orders; "" if it ends like one of them."""
    ending, expected = raced(first, second), []
    for one in orders(first, second):
        expected.append(one)
        if one == ending and not any(said.startswith("broken") for said in ending[0]):
            return ""
    return min((differences(ending, one) or str(one[0]) for one in expected), key=len)


def differences(ending: Ending, expected: Ending) -> str:
    """Where one ending is not the other."""
    found = [] if ending[0] == expected[0] else [f"{ending[0]}, not {expected[0]}"]
    for name, held in ending[1].items():
        other = expected[1][name]
        if isinstance(held, dict) and isinstance(other, dict):
            found += [
                f"{name}.{key}: {held[key]!r}, not {other.get(key)!r}"
                for key in held
                if held[key] != other.get(key)
            ]
        elif held != other:
            found.append(f"{name}: {held!r}, not {other!r}")
    return "; ".join(found)[:2000]


def orders(first: str, second: str) -> Iterator[Ending]:
    """The two endings of running one after the other."""
    for order in ((first, second), (second, first)):
        made = world()
        doing = [every_operation(made)[name] for name in order]
        said = [outcome(do) for do in doing]
        ended = state_of(made)
        if first == second:
            yield (said[0], said[1]), ended
            yield (said[1], said[0]), ended
            return
        answers = dict(zip(order, said, strict=True))
        yield (answers[first], answers[second]), ended


def raced(first: str, second: str, patience: float = PATIENCE) -> Ending:
    """The ending of running both at once."""
    made = world()
    doing = (every_operation(made)[first], every_operation(made)[second])
    meeting = Meeting(patience)
    answers = ["", ""]

    def work(place: int) -> None:
        try:
            with meeting.joined(place):
                answers[place] = outcome(doing[place])
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(place,)) for place in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return (answers[0], answers[1]), state_of(made)


def outcome(do: Deed) -> str:
    """The answer, or the name of the fault. Any other exception is a bug of ours."""
    try:
        return repr(do())
    except (Fault, Http404, PermissionDenied) as fault:
        return type(fault).__name__
    except Exception as error:
        return f"broken: {error!r}"


class Meeting:
    """Two who wait for each other before they write for the first time."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.writes = [False, False]
        self.done = [False, False]
        self.pids: list[int | None] = [None, None]

    @contextmanager
    def joined(self, place: int) -> Iterator[None]:
        """One of them, from beginning to end."""
        self.pids[place] = self._pid()
        other = 1 - place

        def execute(go_on: Callable[..., Any], *asked: Any) -> Any:
            if asked[0].startswith(("INSERT", "UPDATE", "DELETE")) and not self.writes[place]:
                self.writes[place] = True
                self._wait_for(other, asked[-1])
            return go_on(*asked)

        try:
            with connection.execute_wrapper(execute):
                yield
        finally:
            self.done[place] = True

    def _wait_for(self, other: int, context: Any) -> None:
        end = time.monotonic() + self.patience
        while time.monotonic() < end and not (self.writes[other] or self.done[other]):
            if self._is_blocked(other, context):
                return
            time.sleep(0.002)

    def _pid(self) -> int | None:
        if connection.vendor == "sqlite":
            return None
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            return int(cursor.fetchone()[0])

    def _is_blocked(self, other: int, context: Any) -> bool:
        if self.pids[other] is None:
            return False
        found = context["connection"].connection.execute(
            "SELECT 1 FROM pg_locks WHERE pid = %s AND NOT granted", [self.pids[other]]
        )
        return found.fetchone() is not None
