"""Races for a party's stash: the last of a thing goes to one of two, and nothing is there twice.
Beside the race stands its control: the same without the lock.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from sheets import form_data
from sheets.access import MemberAccess
from sheets.errors import Refused
from sheets.models import Character, Identity, LedgerEntry, Party, StashAct, StashItem
from sheets.parties.stash import operations
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


@pytest.fixture
def medpac(party: Party) -> StashItem:
    """The last one."""
    content = {"kind": "take", "item": "medpac"}
    return StashItem.objects.create(party=party, name="Medpac", content=content, quantity=1)


@pytest.fixture
def two(in_party: Callable[..., Character]) -> tuple[Character, Character]:
    return in_party(), in_party("Brakka", of="femi")


def taking(
    people: People, name: str, party: Party, to: Character, item: StashItem
) -> Callable[[], Any]:
    who = MemberAccess(Identity(user=people[name].owner.user_id), party.public_id)
    return operations.TakeOut(
        who, character=to.public_id, things={item.pk: 1}, key=form_data.new_key()
    ).run


def undoing(people: People, name: str, party: Party) -> Callable[[], Any]:
    who = MemberAccess(Identity(user=people[name].owner.user_id), party.public_id)
    act = StashAct.objects.latest("pk").pk
    return operations.Undo(who, act=act, key=form_data.new_key()).run


def taken(two: tuple[Character, Character]) -> list[str]:
    """Those who have it, by name."""
    rows = LedgerEntry.objects.filter(character__in=two, content__kind="take")
    return list(rows.order_by("pk").values_list("character__name", flat=True))


def test_two_take_the_last_one_and_one_has_it(
    people: People,
    party: Party,
    two: tuple[Character, Character],
    medpac: StashItem,
    meeting: threading.Barrier,
) -> None:
    raised = at_once(
        taking(people, "ines", party, two[0], medpac), taking(people, "femi", party, two[1], medpac)
    )
    assert [type(error) for error in raised] == [Refused]
    assert "Someone took it." in str(raised[0])
    assert len(taken(two)) == 1
    assert (StashItem.objects.count(), StashAct.objects.count()) == (0, 1)


@pytest.mark.parametrize("meeting", [LONG_PATIENCE], indirect=True)
def test_without_the_lock_both_would_have_it(
    people: People,
    party: Party,
    two: tuple[Character, Character],
    medpac: StashItem,
    meeting: threading.Barrier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refuses = take_the_lock_out(monkeypatch)
    raised = at_once(
        taking(people, "ines", party, two[0], medpac), taking(people, "femi", party, two[1], medpac)
    )
    assert not meeting.broken
    if refuses:
        assert [type(error) for error in raised] == refuses
    else:
        assert raised == []
        assert sorted(taken(two)) == ["Brakka", "Vessa Korr"]


def test_two_undo_at_once_and_it_goes_back_once(
    people: People,
    party: Party,
    two: tuple[Character, Character],
    medpac: StashItem,
    meeting: threading.Barrier,
) -> None:
    taking(people, "ines", party, two[0], medpac)()
    meeting.reset()
    raised = at_once(undoing(people, "ines", party), undoing(people, "greta", party))
    assert len(raised) == 1
    assert list(StashItem.objects.values_list("name", "quantity")) == [("Medpac", 1)]
    kinds = LedgerEntry.objects.filter(character=two[0]).order_by("position")
    assert [row.content["kind"] for row in kinds] == ["take", "undo"]
