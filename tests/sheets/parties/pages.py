"""Asking for the pages of a party and of its characters' tables, and reading them."""

import re
from typing import Any

from django.test import Client

from sheets import form_data
from sheets.models import Character, Party
from tests.sheets.cast import Person

HTMX = {"HX-Request": "true"}
IN_PANEL = {**HTMX, "HX-Target": "panel-place"}

# DEX 4D, MEC 3D, PER 3D, STR 2D; Blasters 5D, Pilot 4D, Deceive 4D. Dodge 14, Block 12, Soak 2.
SCOUNDREL: dict[str, Any] = {
    "player": "Femi",
    "build": {
        "species": "human",
        "profession": "scoundrel",
        "skills": ["blasters", "deceive", "pilot"],
        "edge": {"id": "luck"},
        "burden": {"id": "debt"},
        "gear": [{"id": "blaster-pistol", "quantity": 1}],
    },
}


def url(party: Party, rest: str = "") -> str:
    return f"/parties/{party.public_id}/{rest}"


def get(who: Person, party: Party, rest: str = "", **asked: str) -> Any:
    return who.client.get(url(party, rest), asked)


def confirm(client: Client, address: str, form: dict[str, Any]) -> Any:
    """Sends a form, and once more with what it is asked to confirm; the last answer."""
    asked = client.post(address, form)
    found = re.search(r'name="confirmed"\s+value="(\w+)"', asked.content.decode())
    return client.post(address, {**form, "confirmed": found[1]}) if found else asked


def text(response: Any) -> str:
    """The words of a page, without its tags."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", words)


def names(response: Any) -> list[str]:
    """The names on the board, from above."""
    return [row.sheet.name for row in response.context["board"].rows]


def call(who: Person, party: Party, **sent: Any) -> Any:
    """Sends the form by which one calls for a roll."""
    form = {"key": form_data.new_key(), "kind": "check", **sent}
    return who.client.post(url(party, "calls/"), form)


def play(who: Person, character: Character, path: str, **sent: Any) -> Any:
    """Sends a form of the table as its panel does."""
    form = {"key": form_data.new_key(), **sent}
    address = f"/characters/{character.public_id}/table/{path}"
    return who.client.post(address, form, headers=IN_PANEL)
