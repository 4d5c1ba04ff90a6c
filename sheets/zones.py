"""The reader's time zone, in which dates are written on paper and in files. The script of every
page keeps its name in a cookie; without one it is UTC.
"""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone

COOKIE, UTC, LONGEST = "zone", "UTC", 40
_NAME = re.compile(rf"[A-Za-z0-9_+/-]{{1,{LONGEST}}}")


def middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answers each request in its reader's zone."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        zone = of_name(request.COOKIES.get(COOKIE, ""))
        with timezone.override(zone):
            response = get_response(request)
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            chunks: Any = response.streaming_content
            response.streaming_content = _in_zone(zone, chunks)
        return response

    return respond


def _in_zone(zone: dt.tzinfo, chunks: Iterable[bytes]) -> Iterator[bytes]:
    with timezone.override(zone):
        yield from chunks


def of_name(name: str) -> dt.tzinfo:
    """The zone of that name: "America/Los_Angeles"; UTC for anything else."""
    if not _NAME.fullmatch(name):
        return dt.UTC
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return dt.UTC


def name() -> str:
    """The name of the zone that this request is answered in."""
    return timezone.get_current_timezone_name()


def today() -> dt.date | None:
    """The reader's day; None if their zone is not known."""
    return None if name() == UTC else timezone.localdate()
