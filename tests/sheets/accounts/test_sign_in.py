"""Signing up, in and out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from sheets.accounts import usernames
from tests.sheets.accounts.conftest import ANOTHER, PASSWORD, codes_on, said

SIGN_UP, SIGN_IN, SIGN_OUT = "/account/signup/", "/account/login/", "/account/logout/"


def form(name: str = "Edda", password: str = PASSWORD, **more: str) -> dict[str, str]:
    return {"username": name, "password1": password, "password2": password, **more}


def test_an_account_takes_a_name_and_a_password_and_tells_ten_codes(nobody: Client) -> None:
    answer = nobody.post(SIGN_UP, form())
    assert answer.status_code == 200
    assert len(set(codes_on(answer.content.decode()))) == 10
    assert User.objects.get().username == "edda"
    assert nobody.get("/account/").status_code == 200
    assert 'href="/characters/"' in answer.content.decode()


def test_afterwards_it_leads_to_where_one_wanted_to_go(nobody: Client) -> None:
    assert 'name="next" value="/rules/"' in nobody.get(f"{SIGN_UP}?next=/rules/").content.decode()
    answer = nobody.post(SIGN_UP, form(next="/rules/"))
    assert 'href="/rules/"' in answer.content.decode()


@pytest.mark.parametrize("typed", ["EDDA", "edda", "Ｅdda", " eDDa "])
def test_a_name_is_the_same_however_it_is_written(nobody: Client, typed: str) -> None:
    nobody.post(SIGN_UP, form("Edda"))
    answer = Client().post(SIGN_UP, form(typed))
    assert "This name is taken." in said(answer)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x", "A name has at least 2 letters."),
        ("x" * 41, "A name has at most 40 letters."),
        ("two words", "without spaces."),
        ("<b>bold</b>", "Use letters and digits of any language"),
        ("nul\x00", "Null characters are not allowed."),
        ("", "This field is required."),
    ],
)
def test_what_cannot_be_a_name_is_refused_and_stays_in_the_form(
    nobody: Client, name: str, why: str
) -> None:
    answer = nobody.post(SIGN_UP, form(name))
    assert why in said(answer)
    assert not User.objects.exists()
    if name == "two words":
        assert 'value="two words"' in answer.content.decode()


@pytest.mark.parametrize("name", ["éowyn", "李小龙", "o.malley-99", "ß-ship", "_"])
def test_names_are_of_any_language(nobody: Client, name: str) -> None:
    answer = nobody.post(SIGN_UP, form(name))
    made = [user.username for user in User.objects.all()]
    assert made == ([usernames.normalize(name)] if len(name) > 1 else [])
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short one", "too short. It must contain at least 10 characters."),
        ("1234567890", "This password is too common."),
        ("eddas-keep", "The password is too similar to the username."),
        ("Elephant-2026!", "This is a common password with digits or signs around it."),
        ("dragondragon", "This is a common password with digits or signs around it."),
        ("98 76 54 32 10", "This is a common password with digits or signs around it."),
        ("Star Wars Jedi 77", "This password is made of words of this site."),
        ("1q2w3e4r5t6y", "This password is on a list of leaked passwords."),
        ("99-SOSO123ALJG-99", "This password is on a list of leaked passwords."),
        ("24-12-1998-ab", "This password is easy to guess."),
        ("aaaabbbbaaaabbbb", "This password repeats a few characters."),
    ],
)
def test_a_weak_password_is_refused_and_never_shown_again(
    nobody: Client, password: str, why: str
) -> None:
    answer = nobody.post(SIGN_UP, form("eddas-keep", password))
    assert why in said(answer)
    assert f'value="{password}"' not in answer.content.decode().replace('value="eddas-keep"', "", 1)
    assert not User.objects.exists()


def test_two_passwords_that_differ_are_refused_and_the_name_stays(nobody: Client) -> None:
    answer = nobody.post(SIGN_UP, form("Edda") | {"password2": ANOTHER})
    assert "You must type the same password each time." in said(answer)
    assert 'value="Edda"' in answer.content.decode()
    assert PASSWORD not in answer.content.decode()


def test_of_two_that_take_a_name_at_once_the_second_is_told_so(
    nobody: Client, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first one was not there yet when the second looked.
    monkeypatch.setattr(
        "allauth.account.internal.userkit.filter_users_by_username", lambda *_: User.objects.none()
    )
    answer = nobody.post(SIGN_UP, form("dora"))
    assert "This name is taken." in said(answer)
    assert User.objects.count() == 1
    assert nobody.get("/account/").status_code == 302


def test_where_nobody_may_sign_up_the_page_says_so(nobody: Client, settings: Any) -> None:
    settings.SIGN_UP = False
    for answer in (nobody.get(SIGN_UP), nobody.post(SIGN_UP, form())):
        assert "No new accounts" in said(answer)
    assert not User.objects.exists()


def test_signing_in_leads_to_the_characters(signed_in: Client) -> None:
    assert signed_in.get("/characters/").context["user"].username == "dora"


@pytest.mark.parametrize(
    ("wanted", "led_to"),
    [
        ("/rules/", "/rules/"),
        ("/characters/?q=a&archived=1", "/characters/?q=a&archived=1"),
        ("https://elsewhere.example/", "/characters/"),
        ("//elsewhere.example/", "/characters/"),
        ("http:///elsewhere.example", "/characters/"),
        ("javascript:alert(1)", "/characters/"),
        ("/\\elsewhere.example", "/characters/"),
        ("https://127.0.0.1/", "/characters/"),  # a name we answer to, but not this one
    ],
)
def test_it_leads_on_within_the_site_only(
    dora: User, nobody: Client, wanted: str, led_to: str
) -> None:
    fields = {"login": "dora", "password": PASSWORD, "next": wanted}
    assert nobody.post(SIGN_IN, fields)["Location"] == led_to


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(dora: User) -> None:
    def answer(name: str) -> tuple[int, str]:
        response = Client().post(SIGN_IN, {"login": name, "password": ANOTHER})
        return response.status_code, said(response)

    assert answer("dora") == answer("nora")
    assert "don't match" in answer("dora")[1]


def test_an_unknown_name_takes_as_long_as_a_wrong_password(
    dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = []
    hasher = "django.contrib.auth.hashers.MD5PasswordHasher.encode"

    def count(_: Any, password: str, salt: str) -> str:
        hashed.append(password)
        return f"md5${salt}$0"

    monkeypatch.setattr(hasher, count)
    for name in ("dora", "nora"):
        Client().post(SIGN_IN, {"login": name, "password": ANOTHER})
    assert hashed == [ANOTHER, ANOTHER]


def test_the_name_that_was_typed_stays_and_the_password_does_not(dora: User) -> None:
    page = Client().post(SIGN_IN, {"login": "Dora", "password": ANOTHER}).content.decode()
    assert 'value="Dora"' in page
    assert ANOTHER not in page


def test_a_session_from_before_is_not_the_one_from_after(dora: User, nobody: Client) -> None:
    session = nobody.session
    session["left"] = "by somebody else"
    session.save()
    before = session.session_key
    nobody.cookies["sessionid"] = before
    nobody.post(SIGN_IN, {"login": "dora", "password": PASSWORD})
    assert nobody.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()


def test_signing_out_takes_a_press(signed_in: Client) -> None:
    assert "Sign out?" in said(signed_in.get(SIGN_OUT))
    assert signed_in.get("/account/").status_code == 200
    assert signed_in.post(SIGN_OUT)["Location"] == "/"
    assert signed_in.get("/account/").status_code == 302
    assert signed_in.get(SIGN_OUT).status_code == 302


@pytest.mark.parametrize("address", [SIGN_IN, SIGN_UP, SIGN_OUT, "/account/recover/"])
def test_forms_have_to_be_ours(dora: User, address: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(address, {"login": "dora", "password": PASSWORD})
    assert answer.status_code == 403
    assert "sessionid" not in strict.cookies


def test_the_cookies_of_https_never_travel_in_the_clear(
    dora: User, nobody: Client, settings: Any
) -> None:
    settings.SESSION_COOKIE_SECURE = True
    nobody.post(SIGN_IN, {"login": "dora", "password": PASSWORD}, secure=True)
    cookie = nobody.cookies["sessionid"]
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_a_closed_account_does_not_let_in(dora: User, nobody: Client) -> None:
    User.objects.update(is_active=False)
    answer = nobody.post(SIGN_IN, {"login": "dora", "password": PASSWORD}, follow=True)
    assert "This account is closed" in said(answer)
    assert nobody.get("/account/").status_code == 302


def test_the_masthead_says_who_is_signed_in(signed_in: Client, nobody: Client) -> None:
    assert "<span>Sign in</span></a>" in nobody.get("/").content.decode()
    page = signed_in.get("/").content.decode()
    assert "<span>dora</span></a>" in page
    assert "<span>Sign in</span></a>" not in page


def test_a_new_password_signs_all_other_browsers_out(
    signed_in: Client, sign_in: Callable[..., Client]
) -> None:
    other = sign_in()
    fields = {"oldpassword": PASSWORD, "password1": ANOTHER, "password2": ANOTHER}
    assert signed_in.post("/account/password/", fields)["Location"] == "/account/"
    assert signed_in.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    sign_in(password=ANOTHER)


def test_a_new_password_takes_the_old_one(signed_in: Client) -> None:
    fields = {"oldpassword": ANOTHER, "password1": ANOTHER, "password2": ANOTHER}
    assert "This isn't your current password." in said(signed_in.post("/account/password/", fields))
    assert User.objects.get().check_password(PASSWORD)
