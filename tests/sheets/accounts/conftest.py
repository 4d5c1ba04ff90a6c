"""Accounts with passwords, and browsers to sign in with."""

import html
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from sheets.accounts import recovery_codes

PASSWORD = "quiet harbour seven lamps"
ANOTHER = "brass kettle under snow"
_CODE = re.compile(r"<code>([0-9A-Z-]{34})</code>")


@pytest.fixture
def dora() -> User:
    """An account."""
    return User.objects.create_user("dora", password=PASSWORD)


@pytest.fixture
def codes(dora: User) -> tuple[str, ...]:
    """Dora's recovery codes."""
    return recovery_codes.create(dora)


@pytest.fixture
def sign_in() -> Callable[..., Client]:
    """A browser, signed in with name and password as people do."""

    def enter(name: str = "dora", password: str = PASSWORD, client: Client | None = None) -> Client:
        browser = client or Client()
        answer = browser.post("/account/login/", {"login": name, "password": password})
        assert answer.status_code == 302, answer.content.decode()
        return browser

    return enter


@pytest.fixture
def signed_in(dora: User, sign_in: Callable[..., Client]) -> Client:
    """Dora's browser."""
    return sign_in()


def confirm(client: Client) -> None:
    """The password once more, as it is asked for before something that matters."""
    assert client.post("/account/reauthenticate/", {"password": PASSWORD}).status_code == 302


def codes_on(page: str) -> list[str]:
    """The recovery codes that a page tells."""
    return _CODE.findall(page)


def said(response: object) -> str:
    """The words of a page, as one line."""
    content = response.content.decode()  # type: ignore[attr-defined]
    main = content.partition("<main")[2].partition("</main>")[0]
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", main).split()))
