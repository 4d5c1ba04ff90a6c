"""Helpers for the pages on which a character grows."""

import re
from typing import Any

from sheets.models import Character, LedgerEntry

HTMX = {"HX-Request": "true"}
AGILITY = "offer=raise-skill.agility&kind=raise-skill&skill=agility"


def entries(character: Character) -> list[dict[str, Any]]:
    rows = LedgerEntry.objects.filter(character=character).order_by("position")
    return [row.content for row in rows]


def text(response: Any) -> str:
    """The words of a page, without its tags."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", words)
