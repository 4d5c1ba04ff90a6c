"""Rows that are out of date are deleted, a little at a time."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hyperspace import prepare
from sheets import form_data, housekeeping
from sheets.models import ApiToken, Batch, Character, Invitation, Owner, Party, Receipt, ShareLink
from tests.sheets.cast import Person

NOW = timezone.now()
DAY = timedelta(days=1)


def receipt(owner: Owner, *, age: timedelta) -> Receipt:
    made = Receipt.objects.create(owner=owner, key=form_data.new_key(), digest="x")
    Receipt.objects.filter(pk=made.pk).update(created_at=NOW - age)
    return made


def visitor(key: str, *, age: timedelta) -> Owner:
    made = Owner.objects.create(
        kind=Owner.Kind.VISITOR, visitor_hash=hashlib.sha256(key.encode()).hexdigest()
    )
    Owner.objects.filter(pk=made.pk).update(created_at=NOW - age)
    return made


def clean(now: datetime = NOW) -> dict[str, int]:
    return housekeeping.clean(now=now)


def test_what_became_of_a_form_is_known_for_thirty_days(ines: Client, ines_owner: Owner) -> None:
    young = receipt(ines_owner, age=30 * DAY - timedelta(minutes=1))
    receipt(ines_owner, age=30 * DAY + timedelta(minutes=1))
    assert clean()["receipts"] == 1
    assert list(Receipt.objects.all()) == [young]


def test_a_button_pressed_twice_within_that_time_is_answered_once(
    ines: Client, ines_owner: Owner
) -> None:
    form = {"system": "hyperspace-d6", "key": form_data.new_key()}
    first = ines.post("/characters/new/", form)
    clean(NOW + 29 * DAY)
    assert ines.post("/characters/new/", form)["Location"] == first["Location"]
    clean(NOW + 31 * DAY)
    assert ines.post("/characters/new/", form)["Location"] != first["Location"]


def test_a_visitor_of_whom_nothing_is_kept_is_forgotten_after_ninety_days(
    ines_owner: Owner, draft: Character
) -> None:
    visitor("old", age=91 * DAY)
    young = visitor("young", age=89 * DAY)
    busy = visitor("busy", age=91 * DAY)
    receipt(busy, age=29 * DAY)
    Owner.objects.filter(pk=ines_owner.pk).update(created_at=NOW - 900 * DAY)
    assert clean()["visitors"] == 1
    assert set(Owner.objects.all()) == {young, busy, ines_owner}
    assert Character.objects.get() == draft


def test_accounts_and_the_demo_are_never_forgotten(people: dict[str, Person]) -> None:
    Owner.objects.create(kind=Owner.Kind.DEMO)
    Owner.objects.update(created_at=NOW - 900 * DAY)
    count = Owner.objects.count()
    clean()
    assert Owner.objects.count() == count


def test_who_comes_back_is_the_same_again(
    make_visitor: Callable[[str], Client], vessa: dict[str, Any]
) -> None:
    client = make_visitor("back again")
    was = Owner.objects.get().visitor_hash
    Owner.objects.update(created_at=NOW - 91 * DAY)
    assert clean()["visitors"] == 1
    assert client.get("/characters/").status_code == 200
    client.post("/characters/new/", {"system": "hyperspace-d6", "key": form_data.new_key()})
    assert Owner.objects.get().visitor_hash == was
    assert Character.objects.get().owner == Owner.objects.get()


def test_links_invitations_sessions_and_tokens_that_have_ended_go(
    finished: Character, party: Party
) -> None:
    for number, ends in enumerate((NOW - DAY, NOW + DAY, None)):
        ShareLink.objects.create(
            character=finished, nonce="", digest=f"link {number}", expires_at=ends
        )
    for number, ends in enumerate((NOW - DAY, NOW + DAY)):
        Invitation.objects.create(party=party, nonce="", digest=str(number), expires_at=ends)
        Session.objects.create(session_key=f"x{number}", session_data="", expire_date=ends)
        ApiToken.objects.create(
            owner=finished.owner, name="A bot", digest=f"token {number}", expires_at=ends
        )
    found = clean()
    kinds = ("links", "invitations", "sessions", "tokens")
    assert [found[kind] for kind in kinds] == [1, 1, 1, 1]
    assert ApiToken.objects.get().digest == "token 1"
    assert {link.digest for link in ShareLink.objects.all()} == {"link 1", "link 2"}
    assert Invitation.objects.get().digest == "1"
    assert Session.objects.filter(session_key="x1").exists()


def test_a_run_does_only_so_much_and_the_next_one_goes_on(
    ines_owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "AT_ONCE", 2)
    monkeypatch.setattr(housekeeping, "MOST", 5)
    oldest = [receipt(ines_owner, age=(60 - number) * DAY).pk for number in range(7)]
    for number in range(7):
        visitor(f"visitor {number}", age=100 * DAY)
    found = clean()
    assert (found["receipts"], found["visitors"]) == (5, 5)
    assert [one.pk for one in Receipt.objects.order_by("created_at")] == oldest[5:]
    found = clean()
    assert (found["receipts"], found["visitors"]) == (2, 2)
    assert set(clean().values()) == {0}


def test_nothing_is_written_where_there_is_nothing_to_do(ines_owner: Owner) -> None:
    with CaptureQueriesContext(connection) as queries:
        clean()
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}


def test_the_command_says_what_it_did(ines_owner: Owner) -> None:
    receipt(ines_owner, age=31 * DAY)
    for days in (29, 31):
        looked_at = timezone.now() - days * DAY
        Batch.objects.create(owner=ines_owner, place="/", digest=str(days), looked_at=looked_at)
    out = StringIO()
    call_command("housekeeping", stdout=out)
    assert out.getvalue() == (
        "Deleted: 0 sessions, 1 receipts, 1 batches, 0 visitors, 0 links, 0 invitations, "
        "0 characters, 0 worker deaths, 0 tokens.\n"
    )


def test_an_instance_that_is_made_ready_is_cleaned(
    ines_owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt(ines_owner, age=31 * DAY)
    monkeypatch.setattr(prepare, "collect_static", lambda: None)
    prepare.prepare(demo=False)
    assert not Receipt.objects.exists()
