"""For who has lost both the password and the codes: a link from whoever runs the site."""

import re
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from sheets.accounts import recovery_codes
from tests.sheets.accounts.conftest import ANOTHER, PASSWORD, said


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("reset_password", *arguments, stdout=out)
    return out.getvalue()


def link_in(text: str) -> str:
    found = re.search(r"(/account/password/reset/key/\S+)", text)
    assert found, text
    return found[1]


def test_the_link_lets_them_set_a_password_once(dora: User) -> None:
    link = link_in(run("Dora"))
    client = Client()
    form = client.get(link)["Location"]
    answer = client.post(form, {"password1": ANOTHER, "password2": ANOTHER})
    assert answer.status_code == 302
    assert client.get("/account/").status_code == 200
    assert User.objects.get().check_password(ANOTHER)
    assert "This link has expired" in said(Client().get(link))


def test_until_then_the_password_goes_on_working(dora: User) -> None:
    run("dora")
    assert User.objects.get().check_password(PASSWORD)


def test_it_says_what_to_do_with_it(dora: User) -> None:
    text = run("dora", "--site", "https://hyperspace.example/")
    assert "A link for dora. It works once, for 3 days" in text
    assert "    https://hyperspace.example/account/password/reset/key/" in text
    assert "Put the address of your site in front of it" not in text
    assert "Put the address of your site in front of it" in run("dora")


def test_an_unknown_name_is_said_to_be_so() -> None:
    with pytest.raises(CommandError, match="No user is called nora") as caught:
        run("nora")
    assert caught.value.returncode == 1


@pytest.mark.django_db
def test_a_new_account_is_made_where_nobody_can_sign_up(settings: Any) -> None:
    settings.SIGN_UP = False
    text = run("Nora", "--new")
    assert "A link to the new account nora. It works once, for 3 days:" in text
    assert not User.objects.get().has_usable_password()
    client = Client()
    form = client.get(link_in(text))["Location"]
    assert client.post(form, {"password1": ANOTHER, "password2": ANOTHER}).status_code == 302
    assert client.get("/account/").status_code == 200
    assert User.objects.get().check_password(ANOTHER)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Dora", "This name is taken."),
        ("d0ra", "looks"),
        ("x", "A name has at least 2 letters."),
        ("two words", "without spaces"),
    ],
)
def test_a_new_account_has_a_name_as_anyone_s(dora: User, name: str, why: str) -> None:
    with pytest.raises(CommandError, match=why) as caught:
        run(name, "--new")
    assert caught.value.returncode == 1
    assert User.objects.get() == dora


def test_factors_stay_unless_they_are_lost_too(dora: User, codes: tuple[str, ...]) -> None:
    Authenticator.objects.create(user=dora, type="totp", data={"secret": "x"})
    run("dora")
    assert Authenticator.objects.filter(type="totp").exists()
    assert "Second factors removed: 1." in run("dora", "--factors")
    assert not Authenticator.objects.filter(type="totp").exists()
    assert recovery_codes.are_valid(dora, codes)


@pytest.mark.parametrize("key", ["x", "1-x", "zzzzzz-set-password", "1-set-password", "0-é"])
def test_made_up_links_are_no_good(dora: User, key: str) -> None:
    answer = Client().get(f"/account/password/reset/key/{key}/")
    assert answer.status_code in (200, 404)
    if answer.status_code == 200:
        assert "This link has expired" in said(answer)
