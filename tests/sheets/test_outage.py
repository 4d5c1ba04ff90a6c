"""The database takes no writes, as where its disk is full: nothing is saved, nothing typed is lost,
and it goes on by itself when it can."""

import errno
import html
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

import hyperspace.urls
from sheets import outage
from sheets.models import Character
from tests.sheets.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

NEW = {"system": "hyperspace-d6", "key": "0123456789abcdef0123456789abcdef"}
HTMX = {"hx-request": "true"}


def count(request: HttpRequest) -> HttpResponse:
    request.session["count"] = request.session.get("count", 0) + 1
    return HttpResponse(request.session["count"])


def no_room(request: HttpRequest) -> HttpResponse:
    raise OSError(errno.ENOSPC, "No space left on device")


def mistaken(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    return HttpResponse()


handler400, handler500 = hyperspace.urls.handler400, hyperspace.urls.handler500
urlpatterns = [
    path("count/", count),
    path("no-room/", no_room),
    path("mistaken/", mistaken),
    *hyperspace.urls.urlpatterns,
]


@contextmanager
def no_writes() -> Iterator[None]:
    """The database is only to be read."""
    sqlite = connection.vendor == "sqlite"
    setting = "PRAGMA query_only" if sqlite else "SET default_transaction_read_only"
    with connection.cursor() as cursor:
        cursor.execute(f"{setting} = on")
        try:
            yield
        finally:
            cursor.execute(f"{setting} = off")


def form_in(response: HttpResponse) -> list[tuple[str, str]]:
    """The values that the form of a page would send."""
    page = response.content.decode()
    found = re.findall(r'<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)">', page)
    return [(html.unescape(name), html.unescape(value)) for name, value in found]


def test_a_form_comes_back_with_all_that_it_held_and_can_be_sent_again(nobody: Client) -> None:
    typed = {**NEW, "name": 'Vessa "Ves" <Korr>', "note": "Two\nlines", "skills": ["one", "two"]}
    with no_writes():
        response = nobody.post("/characters/new/?from=here", typed)
    assert response.status_code == 503
    assert response["Retry-After"] == "10"
    page = response.content.decode()
    assert "Nothing was saved" in page
    assert 'action="/characters/new/?from=here"' in page
    assert "Vessa &quot;Ves&quot; &lt;Korr&gt;" in page
    again = [one for one in form_in(response) if one[0] != "csrfmiddlewaretoken"]
    assert sorted(again) == sorted(
        [
            ("system", "hyperspace-d6"),
            ("key", "0123456789abcdef0123456789abcdef"),
            ("name", 'Vessa "Ves" <Korr>'),
            ("note", "Two\nlines"),
            ("skills", "one"),
            ("skills", "two"),
        ]
    )
    assert Character.objects.count() == 0
    assert nobody.post("/characters/new/?from=here", dict(again)).status_code == 302
    assert Character.objects.count() == 1


def test_a_fragment_stays_as_it_is_and_is_told_why(
    ines: Client, draft: Character, field: Callable[..., dict[str, Any]]
) -> None:
    url = f"/characters/{draft.public_id}/build/concept/"
    typed = field("name", "Vessa", was=("",))
    with no_writes():
        response = ines.post(url, typed, headers=HTMX)
    assert (response.status_code, response.content) == (503, b"Nothing was saved. Try again.\n")
    assert response["Retry-After"] == "10"
    assert ines.post(url, typed, headers=HTMX).status_code == 200
    draft.refresh_from_db()
    assert draft.name == "Vessa"


def test_what_only_reads_goes_on(ines: Client, finished: Character) -> None:
    with no_writes():
        assert ines.get(f"/characters/{finished.public_id}/").status_code == 200
        assert ines.get("/characters/").status_code == 200


def test_a_file_is_asked_for_once_more(ines: Client, portrayed: Character) -> None:
    url = f"/characters/{portrayed.public_id}/portrait/"
    picture = SimpleUploadedFile("me.webp", bytes(portrayed.portrait.picture))
    with no_writes():
        response = ines.post(url, {"picture": picture, "alt": "A Twi'lek"})
    page = response.content.decode()
    assert response.status_code == 503
    assert '<input id="again-picture" type="file" name="picture">' in page
    assert 'enctype="multipart/form-data"' in page
    assert ("alt", "A Twi'lek") in form_in(response)


def test_signing_in_is_not_too_often_and_repeats_no_password(nobody: Client) -> None:
    User.objects.create_user("dora", password=PASSWORD)
    with no_writes():
        response = nobody.post("/account/login/", {"login": "dora", "password": PASSWORD})
    page = response.content.decode()
    assert response.status_code == 503
    assert ("login", "dora") in form_in(response)
    assert PASSWORD not in page
    assert '<input id="again-password" type="password" name="password"' in page
    response = nobody.post("/account/login/", {"login": "dora", "password": PASSWORD})
    assert response.status_code == 302


def test_counting_says_that_it_cannot() -> None:
    with no_writes():
        with pytest.raises(OperationalError):
            cache.add("counted", 1)
        with pytest.raises(OperationalError):
            cache.set("counted", 1)
    assert cache.add("counted", 1)
    assert not cache.add("counted", 2)
    cache.set("counted", 3)
    assert cache.get("counted") == 3
    cache.delete("counted")


@pytest.mark.urls(__name__)
def test_a_session_that_cannot_be_kept_is_no_mistake_of_the_visitors(nobody: Client) -> None:
    nobody.raise_request_exception = False
    assert nobody.get("/count/").content == b"1"
    with no_writes():
        assert nobody.get("/count/").status_code == 503
        assert Client(raise_request_exception=False).get("/count/").status_code == 503
    assert nobody.get("/count/").content == b"2"


@pytest.mark.urls(__name__)
def test_a_session_that_was_deleted_is_the_same_as_ever(nobody: Client) -> None:
    nobody.get("/count/")
    SessionStore(nobody.cookies["sessionid"].value).delete()
    nobody.raise_request_exception = False
    assert nobody.get("/count/").status_code in (200, 400)


@pytest.mark.urls(__name__)
def test_a_disk_without_room_is_answered_alike(nobody: Client) -> None:
    response = nobody.post("/no-room/", {"name": "Vessa Korr"})
    assert response.status_code == 503
    assert ("name", "Vessa Korr") in form_in(response)


@pytest.mark.urls(__name__)
def test_a_mistake_of_ours_stays_one(nobody: Client) -> None:
    nobody.raise_request_exception = False
    assert nobody.get("/mistaken/").status_code == 500


def test_one_line_in_the_log_says_why(nobody: Client, caplog: pytest.LogCaptureFixture) -> None:
    with no_writes():
        nobody.post("/characters/new/", NEW)
    (record,) = caplog.records
    assert record.getMessage().startswith("Unavailable: /characters/new/: ")
    assert record.exc_info is None


def test_sqlite_says_whether_it_is_our_mistake() -> None:
    for code in (13, 8, 5):
        assert outage.cause(_raised(OperationalError, sqlite_errorcode=code))
    for code in (1, 19):
        assert outage.cause(_raised(OperationalError, sqlite_errorcode=code)) is None


def test_so_does_postgresql() -> None:
    for state in ("53100", "57P01", "25006"):
        assert outage.cause(_raised(OperationalError, sqlstate=state))
    for state in ("42P01", "25P02"):
        assert outage.cause(_raised(OperationalError, sqlstate=state)) is None


def _raised(kind: type[Exception], **told: object) -> Exception:
    cause = Exception()
    for name, value in told.items():
        setattr(cause, name, value)
    error = kind("it did not work")
    error.__cause__ = cause
    return error
