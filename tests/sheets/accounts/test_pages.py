"""Rules for all pages of accounts; `access_table` says who gets which."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.sheets.access_table import ACCOUNTS

OF_USERS, OF_ALL = (
    [name for name, row in ACCOUNTS.items() if ("nobody" in row.let_in) == open]
    for open in (False, True)
)


@pytest.fixture(autouse=True)
def _all_of_it(settings: Any) -> None:
    """Mail is sent, and all factors are switched on."""
    settings.SENDS_MAIL = True
    settings.MFA_SUPPORTED_TYPES = ["totp", "webauthn"]
    settings.ACCOUNT_RATE_LIMITS = False


def address(name: str) -> str:
    return reverse(name, kwargs=dict(ACCOUNTS[name].arguments))


def pages(signed_in: Client, nobody: Client, dora: User) -> list[Any]:
    """All pages that can be looked at, and those that are shown once."""
    assert signed_in.post("/account/reauthenticate/", {"password": "quiet harbour seven lamps"})
    found = [nobody.get(address(name)) for name in OF_ALL]
    found += [signed_in.get(address(name)) for name in OF_USERS]
    data = {"name": "Key", "credential": {}}
    key = Authenticator.objects.create(user=dora, type="webauthn", data=data)
    own = ("mfa_edit_webauthn", "mfa_remove_webauthn")
    found += [signed_in.get(reverse(name, kwargs={"pk": key.pk})) for name in own]
    found.append(signed_in.get("/account/factors/passkeys/"))
    found.append(signed_in.post("/account/codes/"))
    return [page for page in found if page.status_code == 200]


def test_no_page_has_a_style_or_a_script_of_its_own(
    signed_in: Client, nobody: Client, dora: User
) -> None:
    looked_at = pages(signed_in, nobody, dora)
    assert len(looked_at) > 20
    for page in looked_at:
        html = page.content.decode()
        assert not re.search(r"\sstyle\s*=|<style|\son[a-z]+\s*=|javascript:", html), page.request
        for script in re.findall(r"<script[^>]*>", html):
            assert " src=" in script or 'type="application/json"' in script, script


def test_no_page_is_kept_by_anybody_else(signed_in: Client, nobody: Client, dora: User) -> None:
    for page in pages(signed_in, nobody, dora):
        assert "private" in page["Cache-Control"]
        assert "no-store" in page["Cache-Control"]
        assert "Cookie" in page["Vary"]


def test_no_password_is_in_any_page(signed_in: Client, nobody: Client, dora: User) -> None:
    for page in pages(signed_in, nobody, dora):
        for field in re.findall(r'<input type="password"[^>]*>', page.content.decode()):
            assert " value=" not in field
            assert " autocomplete=" in field


def test_nothing_of_allauths_is_there_but_what_is_in_these_tables(nobody: Client) -> None:
    for path in ("/account/2fa/", "/account/login/code/", "/account/signup/passkey/", "/accounts/"):
        assert nobody.get(path).status_code == 404
