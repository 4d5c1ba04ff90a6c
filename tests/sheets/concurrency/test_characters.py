"""Races on one character, or by one form: saves, starts, copies, deletions. Beside each race stands
its control: the same without the lock.
"""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.http import Http404

from sheets import form_data
from sheets.characters import operations as shelf
from sheets.creation import operations
from sheets.errors import FieldConflict
from sheets.form_data import SentField, token
from sheets.models import Character, Receipt
from sheets.quotas import QuotaAccess
from sheets.writes import Mine
from tests.sheets.concurrency.threads import (
    LONG_PATIENCE,
    PATIENCE,
    at_once,
    meet_to_write,
    take_the_lock_out,
)
from tests.sheets.concurrency.world import run
from tests.sheets.play.examples import access_to

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> threading.Barrier:
    """Under the lock, before writing, everybody waits here for the other."""
    return meet_to_write(monkeypatch, getattr(request, "param", PATIENCE))


def saves(character: Character, field: str, value: str) -> Callable[[], Any]:
    """A request of its own that saves one field of the first step."""
    sent = {field: SentField(was=token([""]), values=(value,))}
    return lambda: operations.SaveFields(access_to(character), step="concept", sent=sent).run()


def test_two_fields_saved_at_once_both_stay(draft: Character, meeting: threading.Barrier) -> None:
    raised = at_once(saves(draft, "name", "Vessa"), saves(draft, "concept", "A spy"))
    row = Character.objects.get()
    assert raised == []
    assert meeting.broken
    assert (row.name, row.build, row.version) == ("Vessa", {"concept": "A spy"}, 3)


@pytest.mark.parametrize("meeting", [LONG_PATIENCE], indirect=True)
def test_without_the_lock_one_of_two_fields_is_lost(
    draft: Character, meeting: threading.Barrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = take_the_lock_out(monkeypatch)
    raised = at_once(saves(draft, "name", "Vessa"), saves(draft, "concept", "A spy"))
    row = Character.objects.get()
    assert not meeting.broken
    assert row.version == 2
    assert (row.name == "Vessa") != (row.build == {"concept": "A spy"})
    assert [type(error) for error in raised] == expected


def test_the_same_field_saved_differently_at_once_is_one_value_and_one_conflict(
    draft: Character, meeting: threading.Barrier
) -> None:
    raised = at_once(saves(draft, "name", "Vessa"), saves(draft, "name", "Brakka"))
    assert [type(error) for error in raised] == [FieldConflict]
    assert Character.objects.get().name in ("Vessa", "Brakka")
    assert Character.objects.get().version == 2


def test_a_form_sent_twice_at_once_makes_one_character(
    draft: Character, meeting: threading.Barrier
) -> None:
    beginning = operations.Beginning(system=draft.system)
    document = beginning.document()
    key = form_data.new_key()
    made = set()

    def press() -> None:
        start = operations.Start(Mine(draft.owner), document=document, beginning=beginning, key=key)
        made.add(start.run())

    assert at_once(press, press) == []
    assert len(made) == 1
    assert Receipt.objects.count() == 1
    assert Character.objects.exclude(pk=draft.pk).get().public_id in map(uuid.UUID, made)


def test_a_copy_ordered_twice_at_once_is_one_copy(
    finished: Character, meeting: threading.Barrier
) -> None:
    key, quota = form_data.new_key(), QuotaAccess(access_to(finished).who, finished.public_id)

    def press() -> None:
        shelf.Duplicate(quota, key=key).run()

    assert at_once(press, press) == []
    assert Character.objects.count() == 2


def test_what_is_deleted_while_it_is_saved_is_gone_and_nothing_breaks(
    draft: Character, meeting: threading.Barrier
) -> None:
    doomed = access_to(draft)
    raised = at_once(saves(draft, "name", "Vessa"), lambda: run(shelf.Delete(doomed)))
    assert not Character.objects.exists()
    assert all(isinstance(error, Http404) for error in raised)
