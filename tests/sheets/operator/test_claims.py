"""The sender of a request that ended its worker before anybody asked who that is."""

import logging
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, RequestFactory

from hyperspace.telemetry import TelemetryMiddleware
from sheets import work
from sheets.guard import costs, deaths, watch
from sheets.models import ApiToken, Cost, Owner, WorkerDeath
from sheets.models.api_token import digest
from sheets.visitors import COOKIE
from sheets.work import Note, Notes

TOKEN = "hs_r_0123456789abcdefghijklmnopqrstuv"
DIGITS = "0123456789abcdef" * 4


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def died(cookies: dict[str, str], **headers: str) -> list[Note]:
    """The record of a request whose worker ended while it was at it."""
    found: list[Note] = []

    def deadly(_: object) -> HttpResponse:
        found.extend(work.notes.read())
        return HttpResponse()

    factory = RequestFactory()
    factory.cookies.load(cookies)
    TelemetryMiddleware(deadly)(factory.get("/rules/", **headers))
    deaths.note(found, pid=1, ended_by="SIGKILL")
    return found


def kept(name: str, client: Client) -> dict[str, str]:
    return {name: client.cookies[name].value}


def files() -> str:
    return "".join(file.read_text() for file in deaths.folder().iterdir())


@pytest.fixture
def account() -> User:
    return User.objects.create(username="sam")


@pytest.fixture
def token(account: User) -> str:
    owner = Owner.objects.create(user=account, kind=Owner.Kind.USER)
    hashed = digest(TOKEN, settings.SECRET_KEY)
    ApiToken.objects.create(owner=owner, name="Bot", start="hs_r_0123", digest=hashed)
    return TOKEN


def test_a_visitor_is_named_by_the_cookie(ines: Client, ines_owner: Owner) -> None:
    died(kept(COOKIE, ines))
    assert ines.cookies[COOKIE].value.partition(":")[0] not in files()
    deaths.take_in()
    (row,) = WorkerDeath.objects.all()
    assert row.who == f"visitor {(ines_owner.visitor_hash or '')[:16]}"


def test_an_account_is_named_by_its_session_and_before_the_visitor(
    ines: Client, account: User, client: Client
) -> None:
    Client().force_login(User.objects.create(username="another"))
    client.force_login(account)
    session = kept(settings.SESSION_COOKIE_NAME, client)
    died(session | kept(COOKIE, ines))
    assert session[settings.SESSION_COOKIE_NAME] not in files()
    deaths.take_in()
    assert [row.who for row in WorkerDeath.objects.all()] == [f"account {account.pk}"]


def test_an_account_is_named_by_its_token(
    token: str, account: User, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        (note,) = died({}, HTTP_AUTHORIZATION=f"Bearer {token}")
        assert token not in files()
        deaths.take_in()
    assert [row.who for row in WorkerDeath.objects.all()] == [f"account {account.pk}"]
    first, second = (record.getMessage() for record in caplog.records)
    assert "nobody known" in first
    assert second == (
        f"Request {note.request_id}, which ended a worker, was one of account {account.pk}"
    )


@pytest.mark.parametrize("cookie", ["", "invented:1abc:signature"])
def test_who_brings_nothing_or_what_they_invented_is_nobody(cookie: str) -> None:
    died({COOKIE: cookie, settings.SESSION_COOKIE_NAME: cookie}, HTTP_AUTHORIZATION="Bearer x")
    deaths.take_in()
    assert [row.who for row in WorkerDeath.objects.all()] == [""]


def test_the_longest_note_is_kept() -> None:
    notes = Notes()
    slot = notes.take()
    assert slot is not None
    claims = (f"token {DIGITS}", f"token {DIGITS}", f"session {DIGITS}", f"visitor {DIGITS}")
    longest = "\N{DIE FACE-6}\N{SMILING FACE WITH SUNGLASSES}" * 350
    note = Note("PROPPATCH", longest, longest, "r" * 128, 1.5, f"visitor {DIGITS[:16]}", claims)
    notes.write(slot, note)
    assert notes.read() == [note]


def test_a_worker_that_ends_writes_what_its_last_requests_cost(
    ines: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costs, "LEAST", 0)
    monkeypatch.setattr(watch.connection, "close", lambda: None)  # it is that of the test, too
    ines.get("/rules/")
    assert not Cost.objects.exists()
    watch.end()
    assert {row.view for row in Cost.objects.all()} == {"rules"}
