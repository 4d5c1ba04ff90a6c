"""The API answers as its description says, whatever it is sent."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sheets.api import schema
from sheets.api.resources import resources
from sheets.encounters import steps
from sheets.models import Character
from tests.sheets.access_rows import FIGHTER
from tests.sheets.api.conftest import Program
from tests.sheets.api.requests import Described, requests

pytestmark = pytest.mark.usefixtures("unlimited")
NOBODY_S = "00000000-0000-4000-8000-000000000000"
ANSWERS = {(route.path, route.method): route.operation.answer for route in schema.routes(resources)}


def call(bot: Program, sent: dict[str, Any]) -> Any:
    address = f"{quote(sent['path'])}?{urlencode(sent['query'])}"
    return bot.client.generic(
        sent["method"], address, sent["body"], sent["kind"], headers=sent["headers"]
    )


def check(sent: dict[str, Any], response: Any) -> None:
    """The answer is one of those that are described, and reads as its type."""
    described = sent["operation"]["responses"]
    assert str(response.status_code) in described, (response.status_code, response.content)
    assert response.status_code < 500, response.content
    if response.status_code == 304:
        assert response.content == b""
        return
    (kind,) = described[str(response.status_code)]["content"]
    if kind == "*/*":
        return
    assert response["Content-Type"] == kind
    plain = response.json()
    if response.status_code >= 400:
        assert plain["status"] == response.status_code
        assert plain["detail"]


def try_requests(
    bot: Program, characters: list[Character], battle: dict[str, Any], examples: int
) -> None:
    """Sends so many requests made by chance."""
    described = Described(Client().get("/api/1/openapi.json").json())
    ids = {
        "id": [*(str(one.public_id) for one in characters), str(battle["id"]), NOBODY_S],
        "system": ["hyperspace-d6", "storytelling-d10", "chess"],
        "chapter": ["combat", "nothing"],
        "target": ["json", "md", "txt", "zip", "roll20", "exe"],
        "action": [
            "skills.stealth",
            "weapons.blaster-pistol.damage",
            "harm",
            "rest",
            "box.1.1",
            "x",
        ],
        "number": ["0", "1", "2", "2147483647"],
        "exchange": ["1", "2147483647"],
        "index": ["0", "2147483647"],
        "fighter": ["1", "2147483647"],
        "encounter": [str(battle["encounter"]), NOBODY_S],
        "opponent": [NOBODY_S],
        "combatant": [str(FIGHTER), "1", "2147483647"],
        "attack": ["1", "2147483647"],
        "verb": [
            *(
                "check",
                "answer",
                "end",
                "phase",
                "more",
                "pass",
                "start",
                "x",
                "next",
                "add",
                "put",
            ),
            *("station", "board", *steps.COMBATANT_STEPS, *steps.ATTACK_STEPS),
        ],
    }
    answers = [bot.get(f"characters/{one.public_id}") for one in characters]
    tags = [answer["ETag"] for answer in answers if answer.status_code == 200] or ['"1.0"']

    @settings(
        max_examples=examples, derandomize=examples < 1000, suppress_health_check=list(HealthCheck)
    )
    @given(st.data())
    def run(data: st.DataObject) -> None:
        sent = data.draw(requests(described, ids, tags))
        check(sent, call(bot, sent))

    run()


@pytest.mark.parametrize("who", ["ines", "greta"])
def test_a_sample_of_requests_is_answered_as_described(
    who: str,
    program: Callable[..., Program],
    played: Character,
    draft: Character,
    battle: dict[str, Any],
) -> None:
    try_requests(program(who), [played, draft], battle, 60)


@pytest.mark.soak
@pytest.mark.parametrize("who", ["ines", "greta"])
def test_ten_thousand_requests_are_answered_as_described(
    who: str,
    program: Callable[..., Program],
    played: Character,
    draft: Character,
    battle: dict[str, Any],
) -> None:
    try_requests(program(who), [played, draft], battle, 10_000)


def test_answers_read_as_the_types_that_describe_them(bot: Program, finished: Character) -> None:
    path = f"/api/1/characters/{finished.public_id}"
    plain = {
        "/api/1/characters": "/api/1/characters",
        "/api/1/systems": "/api/1/systems",
        "/api/1/systems/{system}": "/api/1/systems/hyperspace-d6",
        "/api/1/systems/{system}/{chapter}": "/api/1/systems/hyperspace-d6/combat",
        "/api/1/parties": "/api/1/parties",
        **{
            f"/api/1/characters/{{id}}/{part}": f"{path}/{part}"
            for part in ("sheet", "entries", "actions", "marks", "log")
        },
        "/api/1/characters/{id}/actions/{action}": f"{path}/actions/skills.stealth",
    }
    for described, address in plain.items():
        response = bot.client.get(address)
        assert response.status_code == 200, address
        msgspec.json.decode(response.content, type=ANSWERS[described, "GET"])
