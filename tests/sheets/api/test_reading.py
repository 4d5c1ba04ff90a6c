"""Reading by programs."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rules import registry
from sheets.models import ApiToken, Character, Party
from tests.sheets.api.conftest import Program

pytestmark = pytest.mark.usefixtures("unlimited")


def test_a_program_reads_list_document_sheet_and_files_of_a_character(
    bot: Program, played: Character
) -> None:
    id = played.public_id
    (row,) = bot.get("characters").json()["characters"]
    assert (row["name"], row["state"], row["is_own"]) == ("Vessa Korr", "finished", True)
    document = bot.get(f"characters/{id}")
    assert document["Content-Type"] == "application/json"
    assert document.json()["build"]["species"] == "twilek"
    sheet = bot.get(f"characters/{id}/sheet").json()
    assert sheet["numbers"]["skills"]["stealth"]["dice"] == 2
    assert sheet["figures"]["defenses.dodge"]["why"].startswith("10 + ")
    assert bot.get(f"characters/{id}/entries").json()["entries"][1]["skill"] == "stealth"
    kinds = {
        "json": "application/json",
        "zip": "application/zip",
        "md": "text/markdown; charset=utf-8",
        "txt": "text/plain; charset=utf-8",
    }
    for target, kind in kinds.items():
        response = bot.get(f"characters/{id}/export/{target}")
        assert (response.status_code, response["Content-Type"]) == (200, kind)
        assert not response.cookies
    actor = bot.get(f"characters/{id}/export/starwarsd6")
    assert actor.json()["name"] == "Vessa Korr"
    assert bot.get(f"characters/{id}/export/exe").status_code == 404


def test_what_has_not_changed_is_304_and_a_mark_changes_it(
    bot: Program, finished: Character
) -> None:
    path = f"characters/{finished.public_id}"
    for part in ("", "/sheet", "/marks", "/log", "/entries"):
        tag = bot.get(f"{path}{part}")["ETag"]
        again = bot.get(f"{path}{part}", **{"If-None-Match": f'"0.ab", W/{tag}'})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert bot.post(f"{path}/marks", {"move": {"wounds": 1}}).status_code == 201
    fresh = bot.get(f"{path}/sheet", **{"If-None-Match": tag})
    assert fresh.status_code == 200
    assert fresh["ETag"] != tag


def test_a_game_master_reads_the_party_and_a_player_does_not(
    program: Callable[..., Program], party: Party, in_party: Callable[..., Character]
) -> None:
    character = in_party()
    gm = program("greta", writes=False)
    (row,) = gm.get("parties").json()["parties"]
    read = gm.get(f"parties/{row['id']}").json()
    assert [one["name"] for one in read["characters"]] == ["Vessa Korr"]
    assert read["members"][0] == {"name": "greta", "role": "gm"}
    assert gm.get(f"characters/{character.public_id}/sheet").status_code == 200
    assert program("ines").get(f"parties/{party.public_id}").status_code == 404
    assert program("otto").get(f"characters/{character.public_id}").status_code == 404


def test_games_and_their_rules_are_read_without_a_token() -> None:
    anyone = Program("")
    games = [game["id"] for game in anyone.get("systems").json()["systems"]]
    assert games == list(registry.all_systems())
    for game in games:
        chapters = anyone.get(f"systems/{game}").json()["chapters"]
        chapter = anyone.get(f"systems/{game}/{chapters[0]['id']}").json()
        assert chapter["parts"]
    assert anyone.get("systems/chess").status_code == 404
    assert anyone.get(f"systems/{games[0]}/chess").status_code == 404


def test_a_token_for_one_character_reaches_no_other(
    program: Callable[..., Program], finished: Character, make_character: Callable[..., Character]
) -> None:
    other = make_character(finished=True)
    bot = program(only=finished)
    (row,) = bot.get("characters").json()["characters"]
    assert row["id"] == str(finished.public_id)
    assert bot.get(f"characters/{other.public_id}").status_code == 404
    assert (
        bot.post(f"characters/{other.public_id}/marks", {"move": {"wounds": 1}}).status_code == 404
    )
    assert bot.get("parties").status_code == 404
    assert bot.post("characters", {}).status_code == 403


def test_a_cookie_opens_nothing_and_a_token_says_when_it_was_used(
    people: dict[str, Any], bot: Program, finished: Character
) -> None:
    browser: Client = people["ines"].client
    response = browser.get("/api/1/characters")
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert ApiToken.objects.get().used_on is None
    assert bot.get("characters").status_code == 200
    assert ApiToken.objects.get().used_on is not None
    plain = bot.client.defaults["HTTP_AUTHORIZATION"]
    assert plain.removeprefix("Bearer ") not in json.dumps(
        list(ApiToken.objects.values()), default=str
    )
