"""A call that is answered, closed and made by several at once is answered once by each.

Each race meets at a barrier under the lock, before writing. Beside it stands its control: the same
without the locks.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from sheets import form_data
from sheets.access import LEADING_ROLES, CharacterAccess, MemberAccess
from sheets.errors import Conflict, NoSuchLogEntry, NoSuchRow, Refused
from sheets.models import Character, Identity, Party, PlayLogEntry, RollRequest, RollRequestTarget
from sheets.parties.roll_requests import answers, operations
from sheets.parties.roll_requests.roles import RollRequestInput
from sheets.play import operations as table
from sheets.play_log.storage import BACK
from tests.sheets.cast import Person
from tests.sheets.concurrency.threads import (
    LONG_PATIENCE,
    PATIENCE,
    at_once,
    meet,
    take_the_lock_out,
)
from tests.sheets.concurrency.world import run

pytestmark = pytest.mark.django_db(transaction=True)
STEALTH = "skills.stealth"
People = dict[str, Person]


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Two players who see under the lock that the request waits, and wait here for each other, but
    not forever.
    """
    barrier = threading.Barrier(2, timeout=getattr(request, "param", PATIENCE))
    answering = answers.waiting_target

    def see_and_wait(character: Character, **asked: Any) -> RollRequestTarget:
        found = answering(character, **asked)
        if asked.get("locked"):
            with suppress(threading.BrokenBarrierError):
                barrier.wait()
        return found

    monkeypatch.setattr(answers, "waiting_target", see_and_wait)
    return barrier


def asks(people: People, party: Party) -> Callable[[], int]:
    """Greta calls everybody to roll Stealth."""
    member_access = MemberAccess(identity(people["greta"]), party.public_id, LEADING_ROLES)
    wanted = RollRequestInput(kind="check", roll=STEALTH, everybody=True)
    return lambda: run(operations.RequestRoll(member_access, request=wanted))


def closes(people: People, party: Party, number: int) -> Callable[[], None]:
    member_access = MemberAccess(identity(people["greta"]), party.public_id, LEADING_ROLES)
    return lambda: run(operations.Close(member_access, number=number))


def rolls(who: Person, character: Character, number: int = 1) -> Callable[[], int]:
    character_access = CharacterAccess(identity(who), character.public_id, plays=True)
    return lambda: table.Act(
        character_access, action=STEALTH, values={}, key=form_data.new_key(), call=number
    ).run()


def reopens(who: Person, party: Party, number: int) -> Callable[[], None]:
    member_access = MemberAccess(identity(who), party.public_id, LEADING_ROLES)
    return lambda: run(operations.Reopen(member_access, number=number))


def asks_again(
    who: Person, party: Party, character: Character, number: int = 1
) -> Callable[[], None]:
    """The newest roll of a character answers no longer."""
    member_access = MemberAccess(identity(who), party.public_id, LEADING_ROLES)

    def ask() -> None:
        line = character.play_log.count()
        again = operations.AskAgain(
            member_access, number=number, character=character.public_id, line=line
        )
        run(again)

    return ask


def keeps(who: Person, party: Party, character: Character, number: int = 1) -> Callable[[], None]:
    """The roll that answered first does so again."""
    member_access = MemberAccess(identity(who), party.public_id, LEADING_ROLES)
    return lambda: run(
        operations.KeepEarlier(member_access, number=number, character=character.public_id)
    )


def takes_back(who: Person, character: Character) -> Callable[[], None]:
    """The newest line of a character is taken back."""
    character_access = CharacterAccess(identity(who), character.public_id, plays=True)
    return lambda: table.TakeBack(
        character_access, number=character.play_log.count(), key=form_data.new_key()
    ).run()


def identity(who: Person) -> Identity:
    return Identity(user=who.owner.user_id)


def test_a_player_and_the_game_master_at_once_answer_once(
    people: People,
    party: Party,
    in_party: Callable[..., Character],
    meeting: threading.Barrier,
) -> None:
    vessa = in_party()
    asks(people, party)()
    raised = at_once(rolls(people["ines"], vessa), rolls(people["greta"], vessa))
    assert meeting.broken
    assert [type(error) for error in raised] == [Conflict]
    assert "answered already, in log entry 1" in str(raised[0])
    assert RollRequestTarget.objects.get().entry == PlayLogEntry.objects.get()


@pytest.mark.parametrize("meeting", [20], indirect=True)  # they do meet, however slow
def test_without_the_locks_it_is_answered_twice(
    people: People,
    party: Party,
    in_party: Callable[..., Character],
    meeting: threading.Barrier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vessa = in_party()
    asks(people, party)()
    # On PostgreSQL the second finds the number of its line taken.
    expected = take_the_lock_out(monkeypatch) or [Conflict]
    raised = at_once(rolls(people["ines"], vessa), rolls(people["greta"], vessa))
    assert not meeting.broken
    assert [type(error) for error in raised] == expected
    assert PlayLogEntry.objects.count() == 1


def test_all_at_once_nobody_waits_for_somebody_who_waits_for_them(
    people: People,
    party: Party,
    in_party: Callable[..., Character],
) -> None:
    vessa, brakka = in_party(), in_party("Brakka", of="femi")
    asks(people, party)()

    def often(*does: Callable[[int], Callable[[], Any]]) -> Callable[[], None]:
        def work() -> None:
            for number in range(1, 9):
                for one in does:
                    with suppress(Conflict, NoSuchLogEntry, NoSuchRow, Refused):
                        one(number)()

        return work

    raised = at_once(
        often(lambda _: asks(people, party)),
        # The first stays open, so that it is answered whoever comes when.
        often(
            lambda number: closes(people, party, number + 1),
            lambda number: reopens(people["cora"], party, number + 1),
        ),
        often(
            lambda number: asks_again(people["cora"], party, vessa, number),
            lambda number: keeps(people["cora"], party, vessa, number),
            lambda _: takes_back(people["cora"], brakka),
        ),
        often(lambda number: rolls(people["ines"], vessa, number)),
        often(lambda number: rolls(people["greta"], vessa, number)),
        often(lambda number: rolls(people["femi"], brakka, number)),
        often(lambda number: rolls(people["greta"], brakka, number)),
    )
    assert raised == []
    assert list(RollRequest.objects.order_by("number").values_list("number", flat=True)) == list(
        range(1, 10)
    )
    # Every roll answers one call, or was an answer once: then it was taken away.
    answered = RollRequestTarget.objects.filter(entry__isnull=False)
    tries = (
        sum(row.tries for row in RollRequestTarget.objects.all())
        - RollRequestTarget.objects.count()
    )
    rolls_made = PlayLogEntry.objects.exclude(kind=BACK).count()
    assert answered.count() + tries == rolls_made > 0
    assert all(row.entry.character_id == row.character_id for row in answered)


def test_two_game_masters_at_once_have_it_rolled_once_more(
    people: People, party: Party, in_party: Callable[..., Character]
) -> None:
    vessa = in_party()
    asks(people, party)()
    rolls(people["ines"], vessa)()
    first, second = (asks_again(people[name], party, vessa) for name in ("greta", "cora"))
    assert at_once(first, second) == []
    assert (RollRequestTarget.objects.get().entry, RollRequestTarget.objects.get().tries) == (
        None,
        2,
    )


@pytest.fixture
def full(party: Party, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Any:
    """Two closed calls, and room for one: whoever has seen that waits for the other."""
    for number in range(1, operations.MOST_OPEN + 2):
        closed = None if number > 2 else party.created_at
        RollRequest.objects.create(
            party=party, number=number, kind="check", name="Stealth", closed_at=closed
        )
    return meet(monkeypatch, operations, "_reopen", getattr(request, "param", PATIENCE))


def open_calls() -> int:
    return RollRequest.objects.filter(closed_at=None).count()


def test_of_two_calls_reopened_at_once_only_as_many_as_may_be_open(
    people: People, party: Party, full: threading.Barrier
) -> None:
    raised = at_once(reopens(people["greta"], party, 1), reopens(people["cora"], party, 2))
    assert full.broken
    assert [type(error) for error in raised] == [Refused]
    assert open_calls() == operations.MOST_OPEN


@pytest.mark.parametrize("full", [LONG_PATIENCE], indirect=True)
def test_without_the_locks_one_too_many_is_open(
    people: People, party: Party, full: threading.Barrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = take_the_lock_out(monkeypatch)
    raised = at_once(reopens(people["greta"], party, 1), reopens(people["cora"], party, 2))
    assert not full.broken
    assert [type(error) for error in raised] == expected
    assert open_calls() == operations.MOST_OPEN + 1 - len(expected)
