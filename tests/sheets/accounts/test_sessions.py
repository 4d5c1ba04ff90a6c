"""Where somebody is signed in: listed, and ended one by one or all but this one."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sheets.accounts.sessions import describe_browser
from tests.sheets.accounts.conftest import PASSWORD, confirm, said

SESSIONS = "/account/sessions/"
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
def phone(dora: User, sign_in: Callable[..., Client]) -> Client:
    """Dora's phone, signed in as well."""
    return sign_in(client=Client(headers={"User-Agent": PHONE}, REMOTE_ADDR="198.51.100.7"))


def test_all_of_them_are_listed_this_one_first(phone: Client, signed_in: Client) -> None:
    page = said(signed_in.get(SESSIONS))
    assert "A browser This browser from 127.0.0.1" in page
    assert "Firefox on Android from 198.51.100.7" in page
    assert page.index("This browser") < page.index("Firefox")
    assert "2 browsers" in said(signed_in.get("/account/"))


def test_one_of_them_is_signed_out(
    signed_in: Client, phone: Client, sign_in: Callable[..., Client]
) -> None:
    third = sign_in()
    number = UserSession.objects.get(user_agent=PHONE).pk
    confirm(signed_in)
    signed_in.post(SESSIONS, {"session": number})
    assert phone.get("/account/").status_code == 302
    assert third.get("/account/").status_code == 200
    assert signed_in.get("/account/").status_code == 200
    assert not Session.objects.filter(session_key=phone.cookies["sessionid"].value).exists()


def test_all_others_are_signed_out(
    signed_in: Client, phone: Client, sign_in: Callable[..., Client]
) -> None:
    third = sign_in()
    confirm(signed_in)
    assert signed_in.post(SESSIONS).status_code == 302
    assert "Signed out there: 2." in signed_in.get(SESSIONS).content.decode()
    assert [one.get("/account/").status_code for one in (phone, third)] == [302, 302]


def test_signing_others_out_takes_the_password_again(signed_in: Client, phone: Client) -> None:
    answer = signed_in.post(SESSIONS)
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert phone.get("/account/").status_code == 200
    answer = signed_in.post(answer["Location"], {"password": PASSWORD, "next": SESSIONS})
    assert answer["Location"] == SESSIONS
    assert phone.get("/account/").status_code == 302
    assert signed_in.get("/account/").status_code == 200


def test_the_password_asked_for_again_makes_another_session_of_it(signed_in: Client) -> None:
    before, row = signed_in.cookies["sessionid"].value, UserSession.objects.get()
    signed_in.post("/account/reauthenticate/", {"password": PASSWORD})
    after = signed_in.cookies["sessionid"].value
    assert after != before
    assert not Session.objects.filter(session_key=before).exists()
    assert UserSession.objects.get(pk=row.pk).session_key == after
    assert "This browser" in said(signed_in.get(SESSIONS))


def test_nobody_signs_out_somebody_else(signed_in: Client, sign_in: Callable[..., Client]) -> None:
    User.objects.create_user("tom", password=PASSWORD)
    tom = sign_in("tom")
    confirm(signed_in)
    number = UserSession.objects.get(user__username="tom").pk
    for fields in ({"session": number}, {}):
        signed_in.post(SESSIONS, fields)
    assert tom.get("/account/").status_code == 200
    assert "198" not in said(tom.get(SESSIONS))


@pytest.mark.parametrize("hostile", ["x", "-1", "9" * 30, "1 OR 1=1"])
def test_hostile_numbers_break_nothing(signed_in: Client, hostile: str) -> None:
    confirm(signed_in)
    assert signed_in.post(SESSIONS, {"session": hostile}).status_code == 302
    assert signed_in.get("/account/").status_code == 200


def days_left(client: Client) -> float:
    row = Session.objects.get(session_key=client.cookies["sessionid"].value)
    return (row.expire_date - timezone.now()) / timedelta(days=1)


def days_pass(client: Client, days: int) -> None:
    """Moves this browser's session so far back."""
    row = Session.objects.get(session_key=client.cookies["sessionid"].value)
    values = row.get_decoded()
    values["began"] -= days * 24 * 60 * 60
    row.session_data = Session.objects.encode(values)
    row.expire_date -= timedelta(days=days)
    row.save()


def test_a_browser_that_is_not_used_for_a_month_is_signed_out(
    signed_in: Client, phone: Client
) -> None:
    days_pass(phone, 29)
    assert phone.get("/account/").status_code == 200
    assert days_left(phone) == pytest.approx(30, abs=0.1)
    days_pass(signed_in, 31)
    assert signed_in.get("/account/").status_code == 302


def test_use_moves_the_end_once_an_hour_and_never_past_two_months(signed_in: Client) -> None:
    with CaptureQueriesContext(connection) as caught:
        signed_in.get("/account/")
    assert not [query for query in caught if query["sql"].startswith("UPDATE")]
    for _ in range(2):
        days_pass(signed_in, 25)
        assert signed_in.get("/account/").status_code == 200
    assert days_left(signed_in) == pytest.approx(10, abs=0.1)
    confirm(signed_in)
    assert days_left(signed_in) == pytest.approx(10, abs=0.1)
    days_pass(signed_in, 11)
    assert signed_in.get("/account/").status_code == 302


def test_what_has_ended_by_itself_is_not_listed(signed_in: Client, phone: Client) -> None:
    Session.objects.filter(session_key=phone.cookies["sessionid"].value).update(
        expire_date=timezone.now() - timedelta(days=1)
    )
    assert "Firefox" not in said(signed_in.get(SESSIONS))


def test_signing_in_drops_what_has_ended(signed_in: Client, sign_in: Callable[..., Client]) -> None:
    Session.objects.all().delete()
    sign_in()
    assert UserSession.objects.count() == 1


def test_many_of_them_take_as_few_queries_as_two(
    signed_in: Client, phone: Client, sign_in: Callable[..., Client]
) -> None:
    def queries(call: Callable[[], Any]) -> int:
        with CaptureQueriesContext(connection) as caught:
            call()
        return len(caught)

    before = queries(lambda: signed_in.get(SESSIONS)), queries(sign_in)
    for _ in range(8):
        sign_in()
    assert (queries(lambda: signed_in.get(SESSIONS)), queries(sign_in)) == before


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (PHONE, "Firefox on Android"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            " Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML,"
            " like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari on an iPhone",
        ),
        ("curl/8", "A browser"),
        ("<script>alert(1)</script>", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_is_told_in_words(agent: str, words: str) -> None:
    assert describe_browser(agent) == words
