"""Helpers for links to a character."""

from collections.abc import Callable

from sheets.models import Character

Share = Callable[..., str]

HEADERS = {
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
}


def address(character: Character) -> str:
    return f"/characters/{character.public_id}/share/"
