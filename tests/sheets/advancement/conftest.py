"""Somebody with points and things, for all tests of growing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character
from tests.sheets.advancement.pages import HTMX


@pytest.fixture
def rich(make_character: Callable[..., Character], vessa: dict[str, Any]) -> Character:
    """A finished character of Ines with 5 + 20 Character Points and 100 credits more."""
    vessa["ledger"] = [{"kind": "award", "cp": 20, "credits": 100, "by": "Ines"}]
    return make_character(vessa, finished=True)


@pytest.fixture
def post(ines: Client) -> Callable[..., Any]:
    """Ines sends a form of one of the pages, as that page is now unless said otherwise."""

    def send(character: Character, page: str = "advance/", **sent: Any) -> Any:
        form = {"key": form_data.new_key(), "version": str(character.version), "seen": "1", **sent}
        headers = HTMX if form.pop("htmx", None) else {}
        return ines.post(f"/characters/{character.public_id}/{page}", form, headers=headers)

    return send
