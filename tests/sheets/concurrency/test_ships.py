"""Several press at the same moment aboard a ship: nobody pays twice, and no station has two people.
Beside the race stands its control: the same without the lock.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from sheets import form_data, storage
from sheets.access import LEADING_ROLES, CharacterAccess, MemberAccess
from sheets.advancement import operations as advancement
from sheets.encounters import lineup
from sheets.encounters.crew import operations as crew
from sheets.errors import Conflict, OutOfDate, Refused
from sheets.models import Character, CrewPost, Encounter, Identity, Party, ShipPost, ShipUpgrade
from sheets.ships import operations
from sheets.ships.crew import operations as stations
from tests.sheets.cast import Person
from tests.sheets.concurrency.threads import (
    LONG_PATIENCE,
    PATIENCE,
    at_once,
    meet_to_write,
    take_the_lock_out,
)
from tests.sheets.concurrency.world import run

pytestmark = pytest.mark.django_db(transaction=True)

People = dict[str, Person]


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> threading.Barrier:
    return meet_to_write(monkeypatch, getattr(request, "param", PATIENCE))


@pytest.fixture
def payers(in_party: Callable[..., Character]) -> tuple[Character, Character]:
    """Vessa and Orrin with 17 points each."""
    given = {"ledger": [{"kind": "award", "cp": 12}]}
    return in_party("Vessa Korr", document=given), in_party("Orrin", of="femi", document=given)


@pytest.fixture
def falcon(party: Party, people: People) -> Character:
    row = Character(
        owner=people["greta"].owner,
        kind=Character.Kind.CRAFT,
        party=party,
        system=party.system,
        build={"craft": {"id": "yt-1300"}},
        finished_at=timezone.now(),
    )
    row.save()
    return row


def access(people: People, name: str, party: Party, *, leads: bool = False) -> MemberAccess:
    who = Identity(user=people[name].owner.user_id)
    return (
        MemberAccess(who, party.public_id, LEADING_ROLES)
        if leads
        else MemberAccess(who, party.public_id)
    )


def pays(
    member_access: MemberAccess, falcon: Character, payers: tuple[Character, Character]
) -> Callable[[], Any]:
    """Mobility 4D for 24 points, 12 of each."""
    key, shares = form_data.new_key(), {row.public_id: 12 for row in payers}
    return lambda: operations.Pay(
        member_access,
        ship=falcon.public_id,
        upgrade="mobility",
        values={},
        shares=shares,
        version=falcon.version,
        key=key,
    ).run()


def raises(people: People, vessa: Character) -> Callable[[], Any]:
    """Ines raises Stealth for 6 points, which is more than Vessa has left then."""
    who, key = Identity(user=people["ines"].owner.user_id), form_data.new_key()
    members = {"kind": "raise-skill", "skill": "stealth"}
    character_access = CharacterAccess(who, vessa.public_id)
    return lambda: advancement.Enter(
        character_access, members=members, version=vessa.version, key=key
    ).run()


def points(row: Character) -> int:
    stored = storage.load(Character.documents.get(pk=row.pk))
    return int(stored.opened.numbers["character_points"])


def test_points_that_are_spent_while_they_pay_for_a_ship_are_spent_once(
    people: People,
    party: Party,
    falcon: Character,
    payers: tuple[Character, Character],
    meeting: threading.Barrier,
) -> None:
    leading = access(people, "greta", party, leads=True)
    raised = at_once(pays(leading, falcon, payers), raises(people, payers[0]))
    # Who is second sees what the first has done.
    assert [type(error) for error in raised] in ([Refused], [OutOfDate])
    is_paid = ShipUpgrade.objects.exists()
    assert points(payers[0]) == (5 if is_paid else 11)
    assert points(payers[1]) == (5 if is_paid else 17)
    assert points(falcon) == 0


@pytest.mark.parametrize("meeting", [LONG_PATIENCE], indirect=True)
def test_without_the_lock_somebody_is_refused_by_chance(
    people: People,
    party: Party,
    falcon: Character,
    payers: tuple[Character, Character],
    meeting: threading.Barrier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take_the_lock_out(monkeypatch)
    monkeypatch.setattr(operations, "_lock", lambda _seen: None)
    leading = access(people, "greta", party, leads=True)
    raised = at_once(pays(leading, falcon, payers), raises(people, payers[0]))
    assert not meeting.broken
    # Both were allowed on the same points: only the database keeps them apart, by an error.
    assert len(raised) == 1
    assert type(raised[0]) not in (Refused, OutOfDate)


def test_two_who_press_at_once_pay_once(
    people: People, party: Party, falcon: Character, payers: tuple[Character, Character]
) -> None:
    leading = access(people, "greta", party, leads=True)
    once = pays(leading, falcon, payers)
    assert at_once(once, once) == []
    other = at_once(pays(leading, falcon, payers))
    assert [type(error) for error in other] == [OutOfDate]
    undo = ShipUpgrade.objects.get().pk

    def undone() -> Callable[[], Any]:
        ship = falcon.public_id
        return lambda: run(operations.Undo(leading, ship=ship, upgrade=undo))

    faults = at_once(undone(), undone())
    assert len(faults) == 1
    assert isinstance(faults[0], Conflict)
    assert [points(row) for row in (*payers, falcon)] == [17, 17, 0]


def test_a_station_that_two_take_at_once_has_one_of_them(
    people: People, party: Party, falcon: Character, payers: tuple[Character, Character]
) -> None:
    encounter = Encounter.objects.create(
        party=party, name="Above Kessel", state=Encounter.State.RUNNING
    )
    with transaction.atomic():
        lineup.join(encounter, [*payers, falcon])
    ids = {row.character_id: row.pk for row in encounter.combatants.all()}

    def takes(name: str, row: Character) -> Callable[[], Any]:
        return crew.Take(
            access(people, name, party),
            id=encounter.public_id,
            combatant=ids[row.pk],
            craft=ids[falcon.pk],
            station="pilot",
            key=form_data.new_key(),
        ).run

    faults = at_once(takes("ines", payers[0]), takes("femi", payers[1]))
    assert [type(fault) for fault in faults] == [Refused]
    post = CrewPost.objects.get()
    assert post.member.character in payers
    falcon.refresh_from_db()
    assert "pilot" in falcon.situation


def test_a_station_outside_of_a_fight_has_one_of_two_who_take_it_at_once(
    people: People, party: Party, falcon: Character, payers: tuple[Character, Character]
) -> None:
    def takes(name: str, row: Character) -> Callable[[], Any]:
        member = access(people, name, party)
        return lambda: run(stations.Take(member, member=row.public_id, station="pilot"))

    faults = at_once(takes("ines", payers[0]), takes("femi", payers[1]))
    assert [type(fault) for fault in faults] == [Refused]
    assert ShipPost.objects.get().member in payers
    falcon.refresh_from_db()
    assert "pilot" in falcon.situation
