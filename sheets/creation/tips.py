"""Tips for whoever builds a first character: one line a step, until they are turned off."""

from sheets.access import Request
from sheets.models import Character

COOKIE = "tips"
OFF = "off"


def are_shown(request: Request, character: Character) -> bool:
    """True if tips are on: the browser hasn't turned them off, and the character, as its owner's
    page reads it, is its owner's first.
    """
    return request.COOKIES.get(COOKIE) != OFF and getattr(character, "is_first", False)
