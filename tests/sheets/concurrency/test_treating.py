"""Two characters who treat each other at the same moment. Beside the race stands its control: each
locks itself first and then the other, and they wait for each other for ever.
"""

from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.db import OperationalError, connection

from sheets import form_data
from sheets.access import CharacterAccess
from sheets.models import Character, Identity
from sheets.play import operations
from sheets.play.others import Pair
from tests.sheets.cast import Person
from tests.sheets.concurrency.threads import PATIENCE, at_once

pytestmark = pytest.mark.django_db(transaction=True)

People = dict[str, Person]
HURT = {
    "marks": {"wounds": 2},
    "build": {
        "species": "human",
        "profession": "doctor",
        "skills": ["medicine", "stealth", "deceive"],
        "edge": {"id": "luck"},
        "burden": {"id": "debt"},
        "gear": [{"id": "medpac", "quantity": 2}],
    },
}


class Sixes:
    """Dice that always help."""

    def randint(self, _low: int, high: int) -> int:
        return high


@pytest.fixture
def two(
    in_party: Callable[..., Character], monkeypatch: pytest.MonkeyPatch
) -> tuple[Character, Character]:
    monkeypatch.setattr(operations, "DICE", Sixes())
    return in_party(document=HURT), in_party("Brakka", of="femi", document=HURT)


def treats(person: Person, one: Character, other: Character) -> Callable[[], Any]:
    character_access = CharacterAccess(Identity(user=person.owner.user_id), one.public_id)
    values, key = {"whom": (str(other.public_id),)}, form_data.new_key()
    return lambda: operations.Act(character_access, action="medpac", values=values, key=key).run()


def wounds() -> list[int]:
    rows = Character.objects.order_by("pk").values_list("marks", flat=True)
    return [marks.get("wounds", 0) for marks in rows]


def test_two_treat_each_other_at_once_and_both_are_healed(
    people: People, two: tuple[Character, Character]
) -> None:
    one, other = two
    for _ in range(2):
        both = treats(people["ines"], one, other), treats(people["femi"], other, one)
        assert at_once(*both) == []
    assert wounds() == [0, 0]


def test_without_an_order_they_would_wait_for_each_other(
    people: People, two: tuple[Character, Character], monkeypatch: pytest.MonkeyPatch
) -> None:
    barrier = Barrier(2, timeout=PATIENCE)

    def lock(pair: Pair) -> Character:
        mine = pair.character_access.lock_again()
        with suppress(BrokenBarrierError):
            barrier.wait()
        Character.objects.select_for_update().get(public_id=pair.id)
        return mine

    monkeypatch.setattr(Pair, "lock_again", lock)
    one, other = two
    raised = at_once(treats(people["ines"], one, other), treats(people["femi"], other, one))
    if connection.vendor == "sqlite":  # there one lock is all there is, so nobody waits in a circle
        assert (raised, wounds(), barrier.broken) == ([], [1, 1], True)
    else:
        assert [type(error) for error in raised] == [OperationalError]
        assert "deadlock" in str(raised[0])
