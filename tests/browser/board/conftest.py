"""A party at its board, for all tests of boards in a browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Party
from sheets.play import operations
from tests.browser.board.pages import NAMES, cookie
from tests.browser.contexts import PHONE, Contexts
from tests.dice import Fixed
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store


@pytest.fixture
def people(transactional_db: None) -> dict[str, Person]:
    return {name: cast.person(name) for name in ("greta", "ines", "femi")}


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    """Greta's, in which Ines plays Vessa and Femi Brakka: both DEX 3D, Blasters 4D, Stealth 6D."""
    party = cast.make_party(people)
    for name, who in zip(NAMES, ("femi", "ines"), strict=True):
        row = store(people[who].owner, {**VESSA, "name": name}, finished=True)
        Character.objects.filter(pk=row.pk).update(party=party)
    return party


@pytest.fixture
def vessa(party: Party) -> Character:
    return Character.objects.get(name="Vessa Korr")


@pytest.fixture
def board(party: Party) -> str:
    """The address of the board."""
    return f"/parties/{party.public_id}/"


@pytest.fixture
def greta(page: Page, people: dict[str, Person], live_server: LiveServer) -> Page:
    """The page of the game master's browser."""
    page.context.add_cookies([cookie(people["greta"], live_server.url)])
    return page


@pytest.fixture
def ines(contexts: Contexts, people: dict[str, Person], live_server: LiveServer) -> Page:
    """A page on the phone of a player."""
    return contexts.lend(cookie(people["ines"], live_server.url), **PHONE)


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The next dice fall so."""
    dice = Fixed()
    monkeypatch.setattr(operations, "DICE", dice)
    return lambda *faces: setattr(dice, "faces", list(faces))
