"""Where a request runs: among ordinary ones, or in the lane for heavy work.

The server begins each request among ordinary ones. Where its heavy work begins (a print, an import,
a picture, an export), and before anything is written that must not be written twice, the request
gives its thread back, and is run again from its start in the lane. So heavy work never holds a
thread that pages and saves need. Without our server (in tests, behind another WSGI server) there is
no lane: the request goes on.
"""

from enum import Enum

from django.http import HttpRequest

# The key of the WSGI environment that says where the request runs.
KEY = "hyperspace.lane"


class Lane(Enum):
    """Where a request runs; FULL: among ordinary ones, since the lane has no place for it."""

    ORDINARY = "ordinary"
    HEAVY = "heavy"
    FULL = "full"


class ChangeLane(BaseException):
    """The request is heavy: run it again in the lane. Only the server catches this."""


class LaneFull(Exception):
    """The lane has no place for the request."""


def enter(request: HttpRequest) -> None:
    """Goes on in the lane for heavy work; LaneFull if it has no place. What was written before is
    written again.
    """
    match request.META.get(KEY):
        case Lane.ORDINARY:
            raise ChangeLane
        case Lane.FULL:
            raise LaneFull
