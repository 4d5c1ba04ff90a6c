"""Heavy work begins in its lane, and nothing is done twice; a full lane is told in plain words."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sheets import lanes
from sheets.lanes import ChangeLane, Lane
from sheets.models import Character

BUSY = "The server is busy with other prints, imports, and pictures. Nothing was changed."
KEY = "0123456789abcdef0123456789abcdef"
Ask = Callable[[Lane], HttpResponse]


@pytest.fixture
def requests(ines: Client, finished: Character, party: Any) -> dict[str, Ask]:
    """Heavy requests, by name."""
    at = f"/characters/{finished.public_id}"
    picture = SimpleUploadedFile("me.png", b"no picture")

    def get(path: str) -> Ask:
        return lambda lane: ines.get(path, **{lanes.KEY: lane})

    def post(path: str, fields: dict[str, Any]) -> Ask:
        return lambda lane: ines.post(path, fields, **{lanes.KEY: lane})

    return {
        "pdf": get(f"{at}/sheet.pdf"),
        "preview": get(f"{at}/print/"),
        "import": post("/characters/import/", {"pasted": "what I typed", "key": KEY}),
        "portrait": post(f"{at}/portrait/", {"picture": picture, "alt": "what I typed"}),
    }


@pytest.mark.parametrize("name", ["pdf", "preview", "import", "portrait"])
def test_a_heavy_request_does_nothing_twice_when_it_changes_its_lane(
    name: str, requests: dict[str, Ask]
) -> None:
    with pytest.raises(ChangeLane):
        requests[name](Lane.ORDINARY)  # a sheet in this state gets the one code on its paper
    with CaptureQueriesContext(connection) as queries, pytest.raises(ChangeLane):
        requests[name](Lane.ORDINARY)
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []


@pytest.mark.parametrize("name", ["pdf", "preview", "import", "portrait"])
def test_a_full_lane_is_told_and_what_was_typed_is_still_there(
    name: str, requests: dict[str, Ask]
) -> None:
    answer = requests[name](Lane.FULL)
    assert (answer.status_code, answer["Retry-After"], answer["X-Busy"]) == (503, "10", "1")
    page = answer.content.decode()
    assert BUSY in page
    if name in ("import", "portrait"):
        assert "what I typed" in page
