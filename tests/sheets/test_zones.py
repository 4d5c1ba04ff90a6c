"""Dates are written in the zone of who reads them: on pages, on paper, and in files."""

import datetime as dt
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from sheets import zones

LOS_ANGELES = "America/Los_Angeles"
NIGHT = dt.datetime(2026, 11, 7, 2, 30, tzinfo=dt.UTC)


def answered(cookie: str, response: Any) -> HttpResponseBase:
    request = HttpRequest()
    request.COOKIES = {"zone": cookie}
    return zones.middleware(response)(request)


@pytest.mark.parametrize(
    ("cookie", "day"),
    [
        (LOS_ANGELES, "November 6"),
        ("Asia/Tokyo", "November 7"),
        *((bad, "November 7") for bad in ("", "Mars/Olympus", "../etc/passwd", "x" * 400, "é")),
    ],
)
def test_a_request_is_answered_in_its_readers_zone(cookie: str, day: str) -> None:
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(f"{timezone.localtime(NIGHT):%B %-d}")

    assert answered(cookie, view).getvalue().decode() == day  # type: ignore[attr-defined]
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_file_that_is_sent_in_pieces_keeps_the_zone() -> None:
    def pieces() -> Iterator[str]:
        yield f"{timezone.localtime(NIGHT):%B %-d}"

    response = answered(LOS_ANGELES, lambda _request: StreamingHttpResponse(pieces()))
    assert b"".join(response) == b"November 6"  # type: ignore[arg-type]
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_day_is_known_in_a_known_zone_alone() -> None:
    assert zones.today() is None
    with timezone.override(ZoneInfo(LOS_ANGELES)):
        assert zones.today() == timezone.localdate()
