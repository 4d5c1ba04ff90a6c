"""By mail, where there is a server for it: an address at will, confirmed, and a way back in."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from zeal import zeal_ignore

from tests.sheets.accounts.conftest import ANOTHER, PASSWORD, codes_on, said

RESET, EMAIL = "/account/password/reset/", "/account/email/"
ADDRESS = "dora@example.org"
NEW = {"password1": ANOTHER, "password2": ANOTHER}


@pytest.fixture(autouse=True)
def _once_more() -> Iterator[None]:
    """allauth asks for the one address again where it has changed it."""
    with zeal_ignore([{"model": "account.EmailAddress"}]):
        yield


@pytest.fixture
def _by_mail(settings: Any) -> None:
    settings.SENDS_MAIL = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True


@pytest.fixture
def address(_by_mail: None, dora: User) -> EmailAddress:
    """Dora's, confirmed."""
    User.objects.update(email=ADDRESS)
    return EmailAddress.objects.create(user=dora, email=ADDRESS, verified=True, primary=True)


def link_in(message: Any) -> str:
    found = re.search(r"http://testserver(/\S+)", message.body)
    assert found, message.body
    return found[1]


@pytest.mark.parametrize("page", [EMAIL, RESET, f"{RESET}sent/", f"{EMAIL}sent/"])
def test_without_a_server_these_pages_are_not_there(signed_in: Client, page: str) -> None:
    assert signed_in.get(page).status_code == 404
    assert "E-mail" not in said(signed_in.get("/account/"))
    assert "E-mail" not in said(Client().get("/account/signup/"))
    assert "Send me a link" not in said(Client().get("/account/recover/"))


@pytest.mark.usefixtures("_by_mail")
def test_an_account_needs_no_address_even_so(nobody: Client) -> None:
    fields = {"username": "edda", "password1": PASSWORD, "password2": PASSWORD}
    assert len(codes_on(nobody.post("/account/signup/", fields).content.decode())) == 10
    assert mail.outbox == []


@pytest.mark.usefixtures("_by_mail")
def test_an_address_given_at_once_is_confirmed_by_its_link(nobody: Client) -> None:
    fields = {"username": "edda", "password1": PASSWORD, "password2": PASSWORD, "email": ADDRESS}
    nobody.post("/account/signup/", fields)
    (message,) = mail.outbox
    assert message.subject == "Hyperspace: Confirm your email address"
    assert "to the account edda at testserver" in message.body
    link = link_in(message)
    assert "Confirm your email address" in said(nobody.get(link))
    assert not EmailAddress.objects.get().verified
    nobody.post(link)
    assert EmailAddress.objects.get().verified


def test_nobody_learns_at_signing_up_whose_an_address_is(
    address: EmailAddress, nobody: Client
) -> None:
    fields = {"username": "edda", "password1": PASSWORD, "password2": PASSWORD, "email": ADDRESS}
    answer = nobody.post("/account/signup/", fields)
    assert len(codes_on(answer.content.decode())) == 10


def test_a_link_sets_a_new_password_once(address: EmailAddress, nobody: Client) -> None:
    answer = nobody.post(RESET, {"email": ADDRESS})
    assert answer["Location"] == f"{RESET}sent/"
    (message,) = mail.outbox
    assert message.to == [ADDRESS]
    form = nobody.get(link_in(message))["Location"]
    assert nobody.post(form, NEW).status_code == 302
    assert nobody.get("/account/").status_code == 200
    assert User.objects.get().check_password(ANOTHER)
    assert "This link has expired" in said(Client().get(link_in(message), follow=True))
    assert "Its password was reset with a link." in mail.outbox[1].body


def test_an_address_without_an_account_gets_the_same_answer(
    address: EmailAddress, nobody: Client
) -> None:
    def answer(to: str) -> tuple[int, str, int]:
        before = len(mail.outbox)
        response = Client().post(RESET, {"email": to}, follow=True)
        return response.status_code, said(response), len(mail.outbox) - before

    assert answer(ADDRESS) == answer("nora@example.org")
    assert answer(ADDRESS)[2] == 1  # one message each: it takes as long
    assert "No account uses this address" in mail.outbox[1].body


def test_a_weak_password_does_not_spend_the_link(address: EmailAddress, nobody: Client) -> None:
    nobody.post(RESET, {"email": ADDRESS})
    form = nobody.get(link_in(mail.outbox[0]))["Location"]
    answer = nobody.post(form, {"password1": "short", "password2": "short"})
    assert "too short" in said(answer)
    assert nobody.post(form, NEW).status_code == 302


@pytest.mark.usefixtures("_by_mail")
def test_an_address_is_added_with_the_password_and_taken_when_confirmed(
    signed_in: Client, sign_in: Callable[..., Client]
) -> None:
    answer = signed_in.post(EMAIL, {"email": ADDRESS, "action_add": ""})
    answer = signed_in.post(answer["Location"], {"password": PASSWORD, "next": EMAIL})
    assert "We sent a message to dora@example.org" in said(signed_in.get(EMAIL))
    signed_in.post(link_in(mail.outbox[-1]))
    assert "dora@example.org is confirmed." in said(signed_in.get(EMAIL))
    assert "dora@example.org" in said(signed_in.get("/account/"))
    signed_in.post(EMAIL, {"email": ADDRESS, "action_remove": ""})
    assert not EmailAddress.objects.exists()


@pytest.mark.usefixtures("_by_mail")
@pytest.mark.parametrize("typed", ["nonsense", "a@b@c", "x" * 300 + "@example.org", "\x00@x.org"])
def test_what_is_no_address_is_refused(signed_in: Client, typed: str) -> None:
    signed_in.post("/account/reauthenticate/", {"password": PASSWORD})
    answer = signed_in.post(EMAIL, {"email": typed, "action_add": ""})
    assert answer.status_code == 200
    assert not EmailAddress.objects.exists()
    assert mail.outbox == []


def test_where_the_server_does_not_answer_nothing_breaks(
    address: EmailAddress, nobody: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object, **__: object) -> int:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", refuses)
    assert nobody.post(RESET, {"email": ADDRESS}).status_code == 302


def test_a_changed_password_is_told_by_mail(address: EmailAddress, signed_in: Client) -> None:
    signed_in.post("/account/password/", {"oldpassword": PASSWORD, **NEW})
    (message,) = mail.outbox
    assert message.subject == "Hyperspace: Your account was changed"
    assert "Its password was changed." in message.body
    assert "From: 127.0.0.1, A browser" in message.body


def test_links_are_not_asked_for_all_day(address: EmailAddress, nobody: Client) -> None:
    answers = [nobody.post(RESET, {"email": ADDRESS}).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]
