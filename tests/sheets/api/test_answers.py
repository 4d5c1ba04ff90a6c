"""Every answer of the API: headers for any origin, no cookies, and errors as problems."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.document import MAX_BYTES
from sheets.api import characters
from sheets.api.resource import Resource, operation
from sheets.models import Character
from tests.sheets.api.conftest import Program

pytestmark = pytest.mark.usefixtures("unlimited")


def problem(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    told = response.json()
    assert told["status"] == status
    assert told["title"]
    assert told["detail"]
    return dict(told)


def test_every_error_is_a_problem(bot: Program, finished: Character) -> None:
    path = f"characters/{finished.public_id}"
    problem(bot.get("nothing/here"), 404)
    problem(bot.get("characters/no-id"), 404)
    problem(bot.send("DELETE", path), 405)
    assert bot.send("DELETE", path)["Allow"] == "GET, PUT, HEAD, OPTIONS"
    problem(bot.post("openapi.json"), 405)
    problem(Program("").get("characters"), 401)
    problem(bot.post(f"{path}/marks", {}, kind="text/plain"), 415)
    problem(bot.post(f"{path}/marks", {}, kind="application/json; charset=latin-1"), 415)
    problem(bot.post(f"{path}/marks", b" " * (MAX_BYTES + 1)), 413)
    for body in (b"{", b"\xff", b'{"move": NaN}', b'{"move": {"a": 1, "a": 2}}', b"[]", b"7"):
        problem(bot.post(f"{path}/marks", body), 422)
    problem(bot.post(f"{path}/marks", {"move": {"wounds": 1}, "more": 1}), 422)


def test_an_error_of_ours_and_a_lost_database_are_problems(
    bot: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    @operation(is_open=True)
    def broken(_call: Any) -> Any:
        """Fails."""
        raise ValueError("secret")

    monkeypatch.setitem(characters.several.operations, "GET", broken)
    bot.client.raise_request_exception = False
    told = problem(bot.get("characters"), 500)
    assert "secret" not in str(told)


def test_a_token_sent_in_the_clear_is_refused_and_not_sent_on(bot: Program, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    told = problem(bot.get("characters"), 403)
    assert told["detail"].startswith("Use https.")
    assert "Location" not in bot.get("characters")


def test_any_origin_may_ask_and_no_cookie_comes_or_goes(bot: Program) -> None:
    asked = bot.send("OPTIONS", "characters", Origin="https://elsewhere.example")
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Methods"] == "GET, POST, HEAD, OPTIONS"
    assert bot.send("OPTIONS", "openapi.json")["Allow"] == "GET, HEAD"
    assert bot.send("OPTIONS", "nothing/here").status_code == 404
    assert "If-Match" in asked["Access-Control-Allow-Headers"]
    browser = Client()
    browser.cookies["visitor"] = "anything"
    response = browser.get("/api/1/systems")
    assert not response.cookies
    assert response["Vary"] == "Authorization, Accept-Encoding"
    assert "ETag" in response["Access-Control-Expose-Headers"]


def test_each_address_of_the_api_is_described_for_programs_and_for_people() -> None:
    described = Client().get("/api/1/openapi.json").json()
    assert described["openapi"] == "3.1.0"
    page = Client().get("/api/")
    text = page.content.decode()
    for path, methods in described["paths"].items():
        for method, one in methods.items():
            assert one["summary"], path
            assert one["summary"] in text.replace("&#x27;", "'"), path
            answer = one["responses"][min(one["responses"])]
            assert answer["content"], path
            assert f"<b>{method.upper()}</b> <code>{path}</code>" in text
    assert len(page.content) < 100 * 1024
    assert isinstance(characters.several, Resource)
    assert reverse("api_characters") in described["paths"]
