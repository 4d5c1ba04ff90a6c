"""Tips for whoever builds a first character: one line a step, until they are turned off."""

from sheets.access import Request
from sheets.models import Character

COOKIE = "tips"
OFF = "off"


def are_shown(request: Request, character: Character) -> bool:
    """Whether tips are on: the browser has not turned them off, and the character, as its owner's
    page reads it, is the first that its owner made.
    """
    return request.COOKIES.get(COOKIE) != OFF and getattr(character, "is_first", False)
