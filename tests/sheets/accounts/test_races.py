"""Races on accounts, in threads with connections of their own.

Each race meets at a barrier between reading and writing. Where the lock holds, the second one never
gets there while the first is inside, and the barrier gives up waiting. Beside it stands its
control: the same without the lock.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections
from django.db.models import QuerySet

from sheets import form_data
from sheets.accounts import operations, recovery_codes
from sheets.models import Character, Owner
from sheets.writes import Mine
from tests.sheets.accounts.conftest import ANOTHER

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 0.7


@pytest.fixture
def takers(dora: User) -> tuple[Owner, Owner]:
    """Two users."""
    tom = User.objects.create_user("tom")
    made = [Owner.objects.create(kind=Owner.Kind.USER, user=user) for user in (dora, tom)]
    return made[0], made[1]


@pytest.fixture
def without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    if connection.vendor == "sqlite":
        options = connections.settings["default"]["OPTIONS"]
        monkeypatch.setitem(options, "transaction_mode", "DEFERRED")


def meet(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, patience: float) -> Any:
    """From now on all wait for each other before that function, but not for ever."""
    barrier, function = threading.Barrier(2, timeout=patience), getattr(module, name)

    def wait_first(*arguments: Any) -> Any:
        with suppress(threading.BrokenBarrierError):
            barrier.wait()
        return function(*arguments)

    monkeypatch.setattr(module, name, wait_first)
    return barrier


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The outcome of each call: its result, or the name of its exception."""
    outcomes: list[Any] = []

    def work(call: Callable[[], Any]) -> None:
        try:
            outcomes.append(call())
        except Exception as error:
            outcomes.append(type(error).__name__)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes, key=str)


def taking(owner: Owner, visitor: Owner, key: str = "") -> Callable[[], int]:
    browser = visitor.visitor_hash or ""
    return lambda: operations.TakeOver(
        Mine(owner), visitor_hash=browser, key=key or form_data.new_key()
    ).run()


@pytest.fixture
def three(make_character: Callable[..., Character]) -> list[Character]:
    """Three characters of the visitor Ines."""
    return [make_character() for _ in range(3)]


def holders() -> list[str]:
    """Whose each of the characters is."""
    return [
        str(character.owner.user) for character in Character.objects.select_related("owner__user")
    ]


def test_of_two_accounts_that_take_at_once_one_has_all_and_the_other_none(
    three: list[Character],
    ines_owner: Owner,
    takers: tuple[Owner, Owner],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    barrier = meet(monkeypatch, operations, "move_characters", PATIENCE)
    assert at_once(*(taking(owner, ines_owner) for owner in takers)) == [0, 3]
    assert barrier.broken
    assert holders() in (["dora"] * 3, ["tom"] * 3)


@pytest.mark.usefixtures("without_the_lock")
def test_without_the_lock_both_are_told_that_they_have_them(
    three: list[Character],
    ines_owner: Owner,
    takers: tuple[Owner, Owner],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    barrier = meet(monkeypatch, operations, "move_characters", 20)
    outcomes = at_once(*(taking(owner, ines_owner) for owner in takers))
    assert not barrier.broken
    # SQLite at least says so.
    assert outcomes == ([3, "OperationalError"] if connection.vendor == "sqlite" else [3, 3])


def test_two_tabs_of_one_account_take_once(
    three: list[Character],
    ines_owner: Owner,
    takers: tuple[Owner, Owner],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meet(monkeypatch, operations, "move_characters", PATIENCE)
    tab = taking(takers[0], ines_owner)
    assert at_once(tab, tab) == [0, 3]
    assert holders() == ["dora"] * 3


def test_one_press_sent_twice_at_once_gets_one_answer(
    three: list[Character],
    ines_owner: Owner,
    takers: tuple[Owner, Owner],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meet(monkeypatch, operations, "move_characters", PATIENCE)
    press = taking(takers[0], ines_owner, key=form_data.new_key())
    assert at_once(press, press) == [3, 3]
    assert holders() == ["dora"] * 3


def spending(code: str, password: str) -> Callable[[], str]:
    def spend() -> str:
        done = recovery_codes.reset_password(name="dora", code=code, password=password)
        return "let in" if done else "turned away"

    return spend


def test_a_code_used_twice_at_once_lets_in_once(
    dora: User, codes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    barrier = meet(monkeypatch, recovery_codes, "_digest", PATIENCE)
    outcomes = at_once(spending(codes[0], ANOTHER), spending(codes[0], "yet another one"))
    assert barrier.broken
    assert outcomes == ["let in", "turned away"]
    assert recovery_codes.remaining(dora) == 9


@pytest.mark.usefixtures("without_the_lock")
def test_without_the_lock_it_lets_in_twice(
    dora: User, codes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    barrier = meet(monkeypatch, recovery_codes, "_digest", 20)
    outcomes = at_once(spending(codes[0], ANOTHER), spending(codes[0], "yet another one"))
    assert not barrier.broken
    sqlite = connection.vendor == "sqlite"
    assert outcomes == (["OperationalError", "let in"] if sqlite else ["let in", "let in"])


def test_two_different_codes_used_at_once_are_both_used_up(
    dora: User, codes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, recovery_codes, "_digest", PATIENCE)
    assert at_once(spending(codes[0], ANOTHER), spending(codes[1], ANOTHER)) == ["let in"] * 2
    assert recovery_codes.remaining(dora) == 8


def test_what_is_made_while_it_is_taken_over_is_the_browsers_or_the_accounts(
    three: list[Character],
    ines_owner: Owner,
    takers: tuple[Owner, Owner],
    make_character: Callable[..., Character],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    barrier = meet(monkeypatch, operations, "move_characters", PATIENCE)

    def make() -> str:
        with suppress(threading.BrokenBarrierError):
            barrier.wait()
        make_character()
        return "made"

    assert at_once(make, taking(takers[0], ines_owner)) == [3, "made"]
    assert Character.objects.count() == 4
    assert holders().count("dora") >= 3
