"""Asking for the pages of the table, and reading them."""

import re
from typing import Any

from django.test import Client

from sheets.models import Character

HTMX = {"HX-Request": "true"}
IN_PANEL = {**HTMX, "HX-Target": "panel-place"}
ATTACK = "weapons.blaster-pistol.attack"


def text(response: Any) -> str:
    """The words of a page, without its tags."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", words)


def show(client: Client, character: Character, path: str = "", **query: str) -> Any:
    return client.get(f"/characters/{character.public_id}/table/{path}", query)
