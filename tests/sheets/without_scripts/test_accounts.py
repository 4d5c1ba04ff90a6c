"""An account is made, got back into, and deleted without scripts."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from sheets.models import Character
from tests.plain_page import PlainPage

PASSWORD, ANOTHER = "quiet harbour seven lamps", "brass kettle under snow"


@pytest.fixture(autouse=True)
def _all_of_it(settings: Any) -> None:
    """Mail is sent, and all factors are switched on."""
    settings.SENDS_MAIL = True
    settings.MFA_SUPPORTED_TYPES = ["totp", "webauthn"]


def test_an_account_takes_a_character_over_is_recovered_and_deleted(page: PlainPage) -> None:
    page.goto("/characters/new/")
    page.press("Surprise me")
    name = Character.objects.get().name
    page.goto("/account/signup/")
    page.fill("Name", "Edda")
    page.fill("Password", PASSWORD)
    page.fill("The same once more", PASSWORD)
    page.press("Create account")
    assert "Your recovery codes" in page.headings
    codes = [part.text for part in page.parts(".codes code")]
    page.press("Save file")
    assert page.download[0] == "hyperspace-recovery-codes.txt"
    assert codes[9] in page.download[1].decode()
    page.follow("I saved them")
    assert page.part("li", has=name)
    page.press("Take it")
    assert "Characters added to your account: 1." in page.text
    assert Character.objects.get().owner.user == User.objects.get()

    page.goto("/account/")
    page.press("Sign out")
    page.goto("/characters/")
    assert name not in page.text
    page.follow("Sign in")
    page.follow("Forgot your password?")
    page.fill("Name", "Edda")
    page.fill("Recovery code", codes[4].lower())
    page.fill("New password", ANOTHER)
    page.fill("The same once more", ANOTHER)
    page.press("Set the new password")
    assert "Your password is changed. Recovery codes left: 9." in page.text
    assert name in page.headings

    page.goto("/account/")
    page.press("Export everything")
    assert page.download[0] == "hyperspace-edda.zip"
    page.follow("Delete account")
    page.fill("The name of your account", "edda")
    page.fill("Password", ANOTHER)
    page.press("Delete account")
    assert "Your account and everything in it was deleted" in page.text
    assert not Character.objects.exists()
