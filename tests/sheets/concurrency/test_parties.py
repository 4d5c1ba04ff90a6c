"""Races in a party: two awards, an award and a purchase, one membership taken twice. Beside the
race stands its control: the same without the lock.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from sheets import form_data
from sheets.access import LEADING_ROLES, CharacterAccess, MemberAccess
from sheets.advancement import operations as advancement
from sheets.errors import NeedsConfirmation, OutOfDate, Refused
from sheets.models import Award, Character, Identity, Invitation, LedgerEntry, Party
from sheets.parties import operations as parties
from sheets.parties.awards import operations
from sheets.writes import Mine
from tests.sheets.cast import Person
from tests.sheets.concurrency.threads import (
    LONG_PATIENCE,
    PATIENCE,
    at_once,
    meet_to_write,
    take_the_lock_out,
)

pytestmark = pytest.mark.django_db(transaction=True)

People = dict[str, Person]


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> threading.Barrier:
    """Under the lock, before writing, everybody waits here for the other."""
    return meet_to_write(monkeypatch, getattr(request, "param", PATIENCE))


def who(person: Person) -> Identity:
    return Identity(user=person.owner.user_id)


def award(person: Person, party: Party, to: list[Character]) -> Callable[[], Any]:
    """A hand-out of 3 points that was confirmed."""
    member_access, key = (
        MemberAccess(who(person), party.public_id, LEADING_ROLES),
        form_data.new_key(),
    )
    ids = [one.public_id for one in to]
    each, names = " each" if len(to) > 1 else "", " and ".join(one.name for one in to)
    said = (f"2 characters get 3 Character Points{each}.", f"To {names}.")
    if len(to) == 1:
        said = (f"{names} gets 3 Character Points.",)
    asked = NeedsConfirmation(said, sorted(map(str, ids)), ["cp=3", "kind=award"])
    members = {"kind": "award", "cp": "3"}
    return lambda: operations.GiveAwards(
        member_access, to=ids, members=members, confirmed=asked.digest, key=key
    ).run()


def undo(person: Person, party: Party) -> Callable[[], Any]:
    """The newest hand-out is taken back."""
    member_access, key = (
        MemberAccess(who(person), party.public_id, LEADING_ROLES),
        form_data.new_key(),
    )
    newest = Award.objects.latest("pk").pk
    return lambda: operations.Undo(member_access, hand_out=newest, key=key).run()


def entries(character: Character) -> list[tuple[int, str]]:
    rows = LedgerEntry.objects.filter(character=character)
    return [(row.position, row.content["kind"]) for row in rows]


@pytest.fixture
def two(in_party: Callable[..., Character]) -> tuple[Character, Character]:
    return in_party(), in_party("Brakka", of="femi")


def test_two_game_masters_hand_out_at_once_and_both_count(
    people: People, party: Party, two: tuple[Character, ...], meeting: threading.Barrier
) -> None:
    first, second = (award(people[name], party, list(two)) for name in ("greta", "cora"))
    assert at_once(first, second) == []
    assert meeting.broken
    for one in two:
        assert entries(one) == [(0, "award"), (1, "award")]


@pytest.mark.parametrize("meeting", [LONG_PATIENCE], indirect=True)
def test_without_the_lock_one_of_the_two_is_lost(
    people: People,
    party: Party,
    two: tuple[Character, ...],
    meeting: threading.Barrier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take_the_lock_out(monkeypatch)
    to = [two[0]]
    raised = at_once(award(people["greta"], party, to), award(people["cora"], party, to))
    assert not meeting.broken
    assert len(raised) == 1
    assert entries(two[0]) == [(0, "award")]


def test_a_purchase_in_the_middle_of_a_hand_out_waits_or_is_out_of_date(
    people: People, party: Party, two: tuple[Character, ...], meeting: threading.Barrier
) -> None:
    vessa = two[0]
    character_access, key = (
        CharacterAccess(who(people["ines"]), vessa.public_id),
        form_data.new_key(),
    )
    members = {"kind": "raise-skill", "skill": "search"}

    def buy() -> None:
        advancement.Enter(character_access, members=members, version=vessa.version, key=key).run()

    raised = at_once(award(people["greta"], party, list(two)), buy)
    assert [type(error) for error in raised] in ([], [OutOfDate])
    kinds = [kind for _, kind in entries(vessa)]
    assert kinds == (["award"] if raised else ["raise-skill", "award"])
    assert entries(two[1]) == [(0, "award")]


def test_two_undo_a_hand_out_at_once_and_it_is_taken_back_once(
    people: People, party: Party, two: tuple[Character, ...], meeting: threading.Barrier
) -> None:
    award(people["greta"], party, list(two))()
    meeting.reset()
    assert at_once(undo(people["greta"], party), undo(people["cora"], party)) == []
    assert meeting.broken
    for one in two:
        assert entries(one) == [(0, "award"), (1, "undo")]


def spends(people: People, vessa: Character) -> Callable[[], None]:
    """Ines raises Stealth for 6 points: Vessa began with 5, and was given 3."""
    character_access, key = (
        CharacterAccess(who(people["ines"]), vessa.public_id),
        form_data.new_key(),
    )
    version = Character.objects.get(pk=vessa.pk).version
    members = {"kind": "raise-skill", "skill": "stealth"}
    return lambda: (
        advancement.Enter(character_access, members=members, version=version, key=key).run()
        and None
    )


def test_points_that_are_spent_while_they_are_taken_back_are_spent_or_gone(
    people: People, party: Party, two: tuple[Character, ...], meeting: threading.Barrier
) -> None:
    award(people["greta"], party, list(two))()
    meeting.reset()
    raised = at_once(undo(people["greta"], party), spends(people, two[0]))
    # Who is second sees what the first has done: they were spent, or the page is out of date.
    assert [type(error) for error in raised] in ([Refused], [OutOfDate])
    kinds = [kind for _, kind in entries(two[0])]
    assert kinds == ["award", "raise-skill" if isinstance(raised[0], Refused) else "undo"]
    assert len(entries(two[1])) == (1 if isinstance(raised[0], Refused) else 2)


def test_without_the_lock_one_of_spending_and_taking_back_is_lost(
    people: People,
    party: Party,
    two: tuple[Character, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    award(people["greta"], party, [two[0]])()
    meeting = meet_to_write(monkeypatch, LONG_PATIENCE)
    take_the_lock_out(monkeypatch)
    raised = at_once(undo(people["greta"], party), spends(people, two[0]))
    assert not meeting.broken
    # Both took the same place in the ledger; the database lets one of them have it.
    assert len(raised) == 1
    assert not isinstance(raised[0], Refused | OutOfDate)
    assert len(entries(two[0])) == 2


def test_a_seat_taken_twice_at_once_is_one_seat(
    people: People, party: Party, invitation: dict[str, str]
) -> None:
    otto = people["otto"].owner

    def take() -> None:
        parties.Join(
            Mine(otto), code=invitation["code"], character=None, key=form_data.new_key()
        ).run()

    assert at_once(take, take) == []
    assert party.members.filter(owner=otto).count() == 1
    assert Invitation.objects.get().uses == 1
