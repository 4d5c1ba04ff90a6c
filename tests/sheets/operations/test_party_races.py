"""What happens at the same moment in a party: two hand-outs, a hand-out and a purchase, one seat
taken twice. Beside the race stands its control: the same without the lock.
"""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from sheets import forms
from sheets.access import LEADING, Claim, SeatClaim
from sheets.models import Character, Identity, Invitation, LedgerEntry, Party
from sheets.operations import advancement, handing, keeping, parties
from sheets.operations.faults import Outdated
from tests.sheets.cast import Person
from tests.sheets.operations.meeting import (
    LONG_PATIENCE,
    PATIENCE,
    at_once,
    meet,
    take_the_lock_out,
)

pytestmark = pytest.mark.django_db(transaction=True)

People = dict[str, Person]


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> threading.Barrier:
    """Between reading and writing everybody waits here for the other."""
    return meet(monkeypatch, keeping.bridge, "fill", getattr(request, "param", PATIENCE))


def who(person: Person) -> Identity:
    return Identity(user=person.owner.user_id)


def award(person: Person, party: Party, to: list[uuid.UUID]) -> Callable[[], Any]:
    """A hand-out of 3 points."""
    claim, key = SeatClaim(who(person), party.public_id, LEADING), forms.new_key()
    members = {"kind": "award", "cp": "3"}
    return lambda: handing.hand_out(claim, to=to, members=members, key=key)


def entries(character: Character) -> list[tuple[int, str]]:
    rows = LedgerEntry.objects.filter(character=character)
    return [(row.position, row.content["kind"]) for row in rows]


@pytest.fixture
def two(in_party: Callable[..., Character]) -> tuple[Character, Character]:
    return in_party(), in_party("Brakka", of="femi")


def test_two_game_masters_hand_out_at_once_and_both_count(
    people: People, party: Party, two: tuple[Character, ...], meeting: threading.Barrier
) -> None:
    to = [one.public_id for one in two]
    first, second = award(people["greta"], party, to), award(people["cora"], party, to[::-1])
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
    to = [two[0].public_id]
    raised = at_once(award(people["greta"], party, to), award(people["cora"], party, to))
    assert not meeting.broken
    assert len(raised) == 1
    assert entries(two[0]) == [(0, "award")]


def test_a_purchase_in_the_middle_of_a_hand_out_waits_or_is_out_of_date(
    people: People, party: Party, two: tuple[Character, ...], meeting: threading.Barrier
) -> None:
    vessa = two[0]
    claim, key = Claim(who(people["ines"]), vessa.public_id), forms.new_key()
    members = {"kind": "raise-skill", "skill": "search"}

    def buy() -> None:
        advancement.enter(claim, members=members, version=vessa.version, key=key)

    raised = at_once(award(people["greta"], party, [one.public_id for one in two]), buy)
    assert [type(error) for error in raised] in ([], [Outdated])
    kinds = [kind for _, kind in entries(vessa)]
    assert kinds == (["award"] if raised else ["raise-skill", "award"])
    assert entries(two[1]) == [(0, "award")]


def test_a_seat_taken_twice_at_once_is_one_seat(
    people: People, party: Party, invitation: dict[str, str]
) -> None:
    otto = people["otto"].owner

    def take() -> None:
        parties.join(otto, code=invitation["code"], character=None, key=forms.new_key())

    assert at_once(take, take) == []
    assert party.members.filter(owner=otto).count() == 1
    assert Invitation.objects.get().uses == 1
