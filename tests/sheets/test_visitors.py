"""Visitors: the cookie of one, made late and kept long, and users who are signed in."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.utils import timezone

from sheets import form_data, visitors
from sheets.models import Character, Owner
from tests import cookies

NEW = {"system": "hyperspace-d6"}


def test_looking_around_makes_neither_cookie_nor_row(nobody: Client) -> None:
    for url in ("/", "/characters/", "/characters/new/", "/characters/import/", "/credits/"):
        response = nobody.get(url)
        assert visitors.COOKIE not in response.cookies
    assert not Owner.objects.exists()


def test_what_cannot_be_kept_makes_neither_cookie_nor_row(nobody: Client) -> None:
    assert nobody.post("/characters/new/", {"system": "chess"}).status_code == 422
    assert nobody.post("/characters/import/", {"pasted": "nonsense"}).status_code == 422
    assert visitors.COOKIE not in nobody.cookies
    assert not Owner.objects.exists()


def test_the_first_character_makes_a_visitor_for_ten_years(nobody: Client) -> None:
    response = nobody.post("/characters/new/", NEW)
    cookie = response.cookies[visitors.COOKIE]
    assert cookie["max-age"] == 10 * 365 * 24 * 60 * 60
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]
    character = Character.objects.get()
    assert character.owner.kind == "visitor"
    assert nobody.get(f"/characters/{character.public_id}/").status_code == 200


def test_over_https_the_cookie_is_of_this_host_alone(nobody: Client) -> None:
    cookies_set = nobody.post("/characters/new/", NEW, secure=True).cookies
    assert visitors.COOKIE not in cookies_set
    cookie = cookies_set["__Host-visitor"]
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")


def test_over_https_a_cookie_from_before_still_counts_and_gets_its_prefix(
    ines: Client, finished: Character
) -> None:
    first = ines.get(f"/characters/{finished.public_id}/", secure=True)
    assert first.status_code == 200
    assert "__Host-visitor" in first.cookies
    del ines.cookies[visitors.COOKIE]
    again = ines.get(f"/characters/{finished.public_id}/", secure=True)
    assert (again.status_code, "__Host-visitor" in again.cookies) == (200, False)


def test_the_database_does_not_hold_what_opens_the_door(nobody: Client) -> None:
    nobody.post("/characters/new/", NEW)
    signed = nobody.cookies[visitors.COOKIE].value
    owner = Owner.objects.get()
    assert owner.visitor_hash
    assert len(owner.visitor_hash) == 64
    assert owner.visitor_hash not in signed


def test_a_visitor_keeps_the_same_row(ines: Client, ines_owner: Owner) -> None:
    ines.post("/characters/new/", NEW)
    ines.post("/characters/new/", NEW)
    assert Owner.objects.get() == ines_owner
    assert ines_owner.characters.count() == 2


@pytest.mark.parametrize(
    "cookie", ["", "ines", "ines:", "ines:1abcde:forged", ":::", "\x7f", "é", "x" * 4000]
)
def test_a_forged_cookie_is_nobodys(cookie: str, ines: Client, finished: Character) -> None:
    client = Client(headers=cookies.sent(visitors.COOKIE, cookie))
    assert client.get(f"/characters/{finished.public_id}/").status_code == 404
    assert client.get("/characters/").context["cards"] == []


def test_a_cookie_signed_for_something_else_is_nobodys(ines: Client, finished: Character) -> None:
    client = Client()
    client.cookies[visitors.COOKIE] = signing.get_cookie_signer(salt="theme").sign("ines")
    assert client.get(f"/characters/{finished.public_id}/").status_code == 404


def test_a_cookie_is_given_anew_before_a_browser_drops_it(
    ines: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert visitors.COOKIE not in ines.get("/characters/").cookies
    now = timezone.now().timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 40 * 24 * 60 * 60)
    assert ines.get("/characters/").cookies[visitors.COOKIE]["max-age"] == visitors.TEN_YEARS


def test_a_visitor_whose_row_is_gone_becomes_the_same_visitor_again(ines: Client) -> None:
    Owner.objects.all().delete()
    assert ines.get("/characters/").context["cards"] == []
    assert ines.post("/characters/new/", NEW).status_code == 302
    assert len(ines.get("/characters/").context["cards"]) == 1


def test_pressing_the_first_button_twice_makes_one_visitor_and_one_character() -> None:
    one, other = Client(), Client()
    for browser in (one, other):  # the second request left before the first was answered
        browser.cookies["csrftoken"] = "a" * 32
    form = {**NEW, "key": form_data.new_key()}
    first = one.post("/characters/new/", form)
    second = other.post("/characters/new/", form)
    assert first["Location"] == second["Location"]
    assert Character.objects.count() == Owner.objects.count() == 1
    assert other.get("/characters/").context["cards"][0].character == Character.objects.get()


def test_the_same_form_key_from_two_browsers_makes_two_visitors() -> None:
    one, other = Client(), Client()
    one.cookies["csrftoken"] = "a" * 32
    other.cookies["csrftoken"] = "b" * 32
    form = {**NEW, "key": form_data.new_key()}
    one.post("/characters/new/", form)
    other.post("/characters/new/", form)
    assert Character.objects.count() == Owner.objects.count() == 2


def test_who_is_signed_in_owns_as_a_user(
    ines: Client, finished: Character, make_character: Callable[..., Character]
) -> None:
    user = User.objects.create_user("ines")
    ines.force_login(user)
    assert ines.get("/characters/").context["cards"] == []
    ines.post("/characters/new/", NEW)
    made = Character.objects.get(owner__user=user)
    assert [card.character for card in ines.get("/characters/").context["cards"]] == [made]
    assert not ines.get(f"/characters/{made.public_id}/").context["owner_is_visitor"]
    ines.post("/characters/new/", NEW)
    assert Owner.objects.filter(kind="user").count() == 1
