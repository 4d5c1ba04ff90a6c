"""Tokens: made and revoked on the account page, and what each may ask for."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sheets.api import tokens
from sheets.models import ApiToken, Character
from sheets.writes import Mine
from tests.sheets.api.conftest import Program
from tests.sheets.cast import Person

SENT = {"name": "Bot", "rights": "write", "lasts": "month", "character": "", "key": "a" * 32}
PAGE = "/account/tokens/"


@pytest.fixture
def ines(people: dict[str, Person]) -> Client:
    """Ines, signed in."""
    return people["ines"].client


def shown(page: Any) -> str:
    (text,) = re.findall(r'value="(hs_[rw]_[A-Za-z0-9]{32})"', page.content.decode())
    return str(text)


def test_a_token_is_shown_once_and_works_until_it_is_revoked(ines: Client) -> None:
    page = ines.post(PAGE, SENT)
    token = shown(page)
    assert token.startswith("hs_w_")
    again = ines.post(PAGE, SENT)
    assert again.status_code == 302
    assert ApiToken.objects.count() == 1
    bot = Program(token)
    assert bot.get("characters").status_code == 200
    listed = ines.get(PAGE).content.decode()
    assert token[:9] in listed
    assert token not in listed
    assert f"Last used {timezone.now():%Y-%m-%d}" in " ".join(listed.split())
    ines.post(PAGE, {"revoke": str(ApiToken.objects.get().pk), "key": "b" * 32})
    assert bot.get("characters").status_code == 401


def test_a_token_ends_and_with_it_its_account_or_its_character(
    people: dict[str, Person], finished: Character
) -> None:
    def made() -> Program:
        ApiToken.objects.all().delete()
        rights = {"can_write": False, "lasts": "month", "character": finished}
        return Program(tokens.Create(Mine(people["ines"].owner), name="A", **rights).run())  # type: ignore[arg-type]

    bot = made()
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert bot.get("characters").status_code == 401
    bot, user = made(), people["ines"].owner.user
    assert user
    user.is_active = False
    user.save()
    assert bot.get("characters").status_code == 401
    user.is_active = True
    user.save()
    bot = made()
    finished.delete()
    assert bot.get("characters").status_code == 401


def test_a_form_that_cannot_be_a_token_says_why(
    ines: Client, people: dict[str, Person], finished: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sent, said in (
        ({"name": " "}, "Name it"),
        ({"rights": "all"}, "Choose read"),
        ({"lasts": "long"}, "Choose how long"),
        ({"character": str(people["ines"].owner.pk)}, "Choose one of your characters"),
    ):
        page = ines.post(PAGE, SENT | sent)
        assert page.status_code == 422
        assert said in page.content.decode()
    assert ines.post(PAGE, SENT | {"character": str(finished.public_id)}).status_code == 200
    assert ApiToken.objects.get().character == finished
    monkeypatch.setattr(tokens, "MOST", 1)
    full = ines.post(PAGE, SENT | {"key": "c" * 32})
    assert "Revoke some" in full.content.decode()


def test_a_token_that_asks_too_often_waits_and_others_do_not(
    people: dict[str, Person], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_800_000_000.0]
    monkeypatch.setattr(tokens.time, "time", lambda: now[0])
    settings.RATES = settings.RATES | {
        "api_read": ((3, 60, "visitor"),),
        "api_denied": ((2, 60, "address"),),
    }
    one, other = (
        Program(
            tokens.Create(
                Mine(people["ines"].owner), name=name, can_write=False, lasts="year", character=None
            ).run()
        )
        for name in ("One", "Other")
    )
    assert [one.get("characters").status_code for _ in range(4)] == [200, 200, 200, 429]
    late = one.get("characters")
    assert late["Content-Type"] == "application/problem+json"
    assert 19 <= int(late["Retry-After"]) <= 21
    assert other.get("characters").status_code == 200
    now[0] += 21
    assert [one.get("characters").status_code for _ in range(2)] == [200, 429]
    wrong = [Program("hs_r_" + "x" * 32).get("characters").status_code for _ in range(3)]
    assert wrong == [401, 401, 429]
