"""What happens at the same moment, in threads with connections of their own.

Each race meets at a barrier between reading and writing. Where the lock holds, the second one never
gets there while the first is inside, and the barrier gives up waiting; where it does not, both have
read the same before either writes. Beside each race stands its control: the same without the lock.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from django.http import Http404

from sheets import forms
from sheets.access import Claim
from sheets.forms import Sent, token
from sheets.models import Character, Identity, Receipt
from sheets.models.character import CharacterQuerySet
from sheets.operations import creation, keeping, shelf
from sheets.operations.faults import Stale

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 0.7


@pytest.fixture
def at_once() -> Callable[..., list[BaseException]]:
    """Runs the calls in threads; what they raised."""

    def run(*calls: Callable[[], Any]) -> list[BaseException]:
        raised: list[BaseException] = []

        def work(call: Callable[[], Any]) -> None:
            try:
                call()
            except Exception as error:
                raised.append(error)
            finally:
                connection.close()

        threads = [threading.Thread(target=work, args=(call,)) for call in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return raised

    return run


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> threading.Barrier:
    """Between reading and writing everybody waits here for the other, but not for ever."""
    barrier = threading.Barrier(2, timeout=getattr(request, "param", PATIENCE))
    fill = keeping.bridge.fill

    def wait_and_fill(*args: Any) -> None:
        with suppress(threading.BrokenBarrierError):
            barrier.wait()
        fill(*args)

    monkeypatch.setattr(keeping.bridge, "fill", wait_and_fill)
    return barrier


def claim(character: Character) -> Claim:
    return Claim(Identity(visitor_hash=character.owner.visitor_hash or ""), character.public_id)


def saves(character: Character, field: str, value: str) -> Callable[[], Any]:
    """A request of its own that saves one field of the first step."""
    sent = {field: Sent(was=token([""]), values=(value,))}
    return lambda: creation.save_fields(claim(character), step="concept", sent=sent)


def test_two_fields_saved_at_once_both_stay(
    draft: Character, at_once: Callable[..., list[BaseException]], meeting: threading.Barrier
) -> None:
    raised = at_once(saves(draft, "name", "Vessa"), saves(draft, "concept", "A spy"))
    row = Character.objects.get()
    assert raised == []
    assert meeting.broken
    assert (row.name, row.build, row.version) == ("Vessa", {"concept": "A spy"}, 3)


@pytest.mark.parametrize("meeting", [20], indirect=True)  # they do meet, however slow
def test_without_the_lock_one_of_two_fields_is_lost(
    draft: Character,
    at_once: Callable[..., list[BaseException]],
    meeting: threading.Barrier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CharacterQuerySet, "select_for_update", lambda rows, **_: rows)
    if connection.vendor == "sqlite":
        options = connections.settings["default"]["OPTIONS"]
        monkeypatch.setitem(options, "transaction_mode", "DEFERRED")
    raised = at_once(saves(draft, "name", "Vessa"), saves(draft, "concept", "A spy"))
    row = Character.objects.get()
    assert not meeting.broken
    assert row.version == 2
    assert (row.name == "Vessa") != (row.build == {"concept": "A spy"})
    # SQLite at least says so.
    assert [type(error) for error in raised] == (
        [OperationalError] if connection.vendor == "sqlite" else []
    )


def test_the_same_field_saved_differently_at_once_is_one_value_and_one_conflict(
    draft: Character, at_once: Callable[..., list[BaseException]], meeting: threading.Barrier
) -> None:
    raised = at_once(saves(draft, "name", "Vessa"), saves(draft, "name", "Brakka"))
    assert [type(error) for error in raised] == [Stale]
    assert Character.objects.get().name in ("Vessa", "Brakka")
    assert Character.objects.get().version == 2


def test_a_form_sent_twice_at_once_makes_one_character(
    draft: Character, at_once: Callable[..., list[BaseException]], meeting: threading.Barrier
) -> None:
    beginning = creation.Beginning(system=draft.system)
    document = beginning.document()
    key = forms.new_key()
    made = set()

    def press() -> None:
        made.add(creation.start(draft.owner, document, beginning=beginning, key=key))

    assert at_once(press, press) == []
    assert len(made) == 1
    assert Receipt.objects.count() == 1
    assert Character.objects.exclude(pk=draft.pk).get().public_id in made


def test_a_copy_ordered_twice_at_once_is_one_copy(
    finished: Character, at_once: Callable[..., list[BaseException]], meeting: threading.Barrier
) -> None:
    key = forms.new_key()

    def press() -> None:
        shelf.duplicate(claim(finished), key=key)

    assert at_once(press, press) == []
    assert Character.objects.count() == 2


def test_what_is_deleted_while_it_is_saved_is_gone_and_nothing_breaks(
    draft: Character, at_once: Callable[..., list[BaseException]], meeting: threading.Barrier
) -> None:
    doomed = claim(draft)
    raised = at_once(
        saves(draft, "name", "Vessa"), lambda: shelf.delete(doomed, key=forms.new_key())
    )
    assert not Character.objects.exists()
    assert all(isinstance(error, Http404) for error in raised)
