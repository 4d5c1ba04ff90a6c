"""Somebody at the table, whose dice fall as they are told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.every_game.writes import work
from tests.sheets.play.pages import IN_PANEL

__all__ = ("work",)


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The next dice fall so."""
    dice = Fixed()
    monkeypatch.setattr(operations, "DICE", dice)
    return lambda *faces: setattr(dice, "faces", list(faces))


@pytest.fixture
def hurt(make_character: Callable[..., Character], vessa: dict[str, Any]) -> Character:
    """A finished character of Ines with one wound: DEX 3D, Blasters 4D, STR 2D."""
    return make_character({**vessa, "marks": {"wounds": 1}}, finished=True)


@pytest.fixture
def send(ines: Client) -> Callable[..., Any]:
    """Ines sends a form of the table; as its panel does, unless said otherwise."""

    def post(
        character: Character, path: str, headers: dict[str, str] | None = None, **sent: Any
    ) -> Any:
        form = {"key": form_data.new_key(), **sent}
        url = f"/characters/{character.public_id}/table/{path}"
        return ines.post(url, form, headers=IN_PANEL if headers is None else headers)

    return post
