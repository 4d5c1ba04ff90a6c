"""Writing by programs: the same operations as on pages."""

import json
import uuid
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules import document as documents
from rules import registry
from sheets.models import Character, Party
from tests.sheets.api.conftest import Program
from tests.sheets.example_characters import VESSA

pytestmark = pytest.mark.usefixtures("unlimited")


def faults(response: Any) -> dict[str, str]:
    assert response["Content-Type"] == "application/problem+json"
    return {fault["where"]: fault["why"] for fault in response.json()["errors"]}


def test_a_legal_document_makes_a_finished_character_once_for_each_key(bot: Program) -> None:
    key = str(uuid.uuid4())
    first = bot.post("characters", VESSA, Idempotency_Key=key)
    assert first.status_code == 201
    assert first.json()["state"] == "finished"
    assert bot.client.get(first["Location"]).json()["name"] == "Vessa Korr"
    again = bot.post("characters", VESSA, Idempotency_Key=key)
    assert again.json()["id"] == first.json()["id"]
    assert Character.objects.count() == 1
    other = bot.post("characters", {**VESSA, "name": "Tesk"}, Idempotency_Key=key)
    assert other.status_code == 409
    wrong = bot.post("characters", {**VESSA, "build": {"species": 7}})
    assert (wrong.status_code, list(faults(wrong))) == (422, ["build.species"])
    assert bot.post("characters", VESSA, Idempotency_Key="two words").status_code == 400
    craft = bot.post("characters", {**VESSA, "build": {"craft": {"id": "yt-1300"}}})
    assert list(faults(craft)) == ["build.craft"]
    opponent = bot.post("characters", {**VESSA, "build": {"opponent": {"id": "stormtrooper"}}})
    assert opponent.status_code == 201
    marks = f"characters/{opponent.json()['id']}/marks"
    assert bot.post(marks, {"move": {"wounds": 1}}).json()["marks"]["wounds"] == 1


def test_a_draft_is_replaced_and_finished_and_only_from_the_version_that_was_read(
    bot: Program, draft: Character
) -> None:
    path = f"characters/{draft.public_id}"
    tag = bot.get(path)["ETag"]
    assert bot.put(path, VESSA).status_code == 428
    assert bot.post(f"{path}/finish").status_code == 422
    put = bot.put(path, VESSA, If_Match=tag)
    assert (put.status_code, put.json()["name"]) == (200, "Vessa Korr")
    assert put["ETag"] != tag
    late = bot.put(path, {**VESSA, "name": "Late"}, If_Match=tag)
    assert late.status_code == 412
    assert bot.get(path).json()["name"] == "Vessa Korr"
    assert bot.put(path, VESSA, If_Match='"x"').status_code == 412
    assert bot.post(f"{path}/finish").status_code == 200
    assert bot.get("characters").json()["characters"][0]["state"] == "finished"
    assert bot.post(f"{path}/finish").status_code == 409


def test_replacing_a_finished_character_is_a_rebuild_and_leaves_its_ledger_alone(
    bot: Program, played: Character
) -> None:
    path = f"characters/{played.public_id}"
    response = bot.get(path)
    document = response.json()
    document["build"]["burden"] = {"id": "wanted", "note": "By everyone."}
    ledger = document["ledger"]
    document["ledger"] = ledger[:1]
    refused = bot.put(path, document, If_Match=response["ETag"])
    assert (refused.status_code, list(faults(refused))) == (422, ["ledger"])
    document["ledger"] = ledger
    put = bot.put(path, document, If_Match=response["ETag"])
    assert put.status_code == 200, put.content
    assert [entry["kind"] for entry in put.json()["ledger"]] == ["award", "raise-skill", "rebuild"]
    document["build"]["skills"] = []
    illegal = bot.put(path, document | {"ledger": put.json()["ledger"]}, If_Match="*")
    assert illegal.status_code == 422
    other = bot.put(path, {**document, "system": "rules-sheet-d6"}, If_Match="*")
    assert list(faults(other)) == ["system"]


def test_entries_are_priced_undone_and_rest_on_a_version(bot: Program, finished: Character) -> None:
    path = f"characters/{finished.public_id}"
    entries = f"{path}/entries"
    tag = bot.get(path)["ETag"]
    assert bot.post(entries, {"kind": "session"}).status_code == 428
    award = bot.post(entries, {"kind": "award", "cp": 4}, If_Match=tag)
    assert award.json() == {"positions": [0], "version": 2}
    assert bot.post(entries, {"kind": "session"}, If_Match=tag).status_code == 412
    raised = bot.post(entries, {"kind": "raise-skill", "skill": "stealth"}, If_Match=award["ETag"])
    assert raised.status_code == 201, raised.content
    dear = bot.post(
        entries, {"kind": "raise-attribute", "attribute": "DEX"}, If_Match=raised["ETag"]
    )
    assert dear.status_code == 422
    assert faults(dear)
    for _ in range(2):
        undone = bot.post(
            entries, {"kind": "undo", "entry": 1}, If_Match=raised["ETag"], Idempotency_Key="undo"
        )
        assert undone.json()["positions"] == [2]
    wrong: list[tuple[Any, str]] = [
        ({"kind": "wish"}, "kind"),
        ({"kind": "award", "cp": "4"}, "cp"),
        ({"kind": "award", "gold": 4}, ""),
        ({"kind": "award", "paid": 4}, "paid"),
        ({"kind": "undo", "entry": 40}, "entry"),
        ([], ""),
    ]
    for body, where in wrong:
        response = bot.post(entries, body, If_Match="*")
        assert (response.status_code, list(faults(response))) == (422, [where]), body


def test_rolls_marks_and_undo_make_lines_of_the_log(bot: Program, finished: Character) -> None:
    path = f"characters/{finished.public_id}"
    listed = {row["id"]: row for row in bot.get(f"{path}/actions").json()["actions"]}
    assert listed["skills.stealth"]["code"]
    form = bot.get(f"{path}/actions/skills.stealth?target=10").json()
    assert form["target"] == 10
    assert 0 < form["chance"] < 1
    rolled = bot.post(
        f"{path}/actions/skills.stealth", {"fields": {"target": "10"}}, Idempotency_Key="one"
    )
    assert rolled.status_code == 201
    line = rolled.json()["line"]
    assert (line["number"], line["action"], line["target"]) == (1, "skills.stealth", 10)
    assert line["success"] is (line["total"] >= 10)
    again = bot.post(
        f"{path}/actions/skills.stealth", {"fields": {"target": "10"}}, Idempotency_Key="one"
    )
    assert again.json()["line"] == line
    moved = bot.post(f"{path}/marks", {"move": {"wounds": 1, "force_points": -1}}).json()
    assert moved["marks"]["wounds"] == 1
    assert moved["line"]["marks"] == {"wounds": 1, "force_points": -1}
    assert bot.post(f"{path}/log/2/undo").json()["marks"]["wounds"] == 0
    assert form["takes"] == ""
    harm = bot.get(f"{path}/actions/harm?damage=9").json()
    assert harm["foreseen"][0] == "7 gets through: unconscious."
    assert [one["number"] for one in bot.get(f"{path}/log").json()["lines"]] == [3, 2, 1]
    declared = bot.put(f"{path}/turn", {"fields": {"actions": "3"}}).json()
    assert declared == {"turn": {"actions": 3}, "account": {"taken": [], "effects": []}}
    assert bot.put(f"{path}/turn", {"fields": {"actions": "many"}}).status_code == 422
    assert bot.post(f"{path}/actions/skills.stealth").json()["line"]["number"] == 4
    pointed = bot.post(f"{path}/log/4/point")
    assert (pointed.status_code, pointed.json()["line"]["kind"]) == (201, "point")
    assert bot.post(f"{path}/log/4/point").status_code in (409, 422)
    assert bot.get(f"{path}/actions/skills.flying").status_code == 404
    assert bot.post(f"{path}/actions/skills.flying").status_code == 422
    assert bot.post(f"{path}/log/9/undo").status_code == 404
    for move, where in (({"luck": 1}, "luck"), ({"wounds": -1}, "wounds"), ({}, "move")):
        response = bot.post(f"{path}/marks", {"move": move})
        assert (response.status_code, list(faults(response))) == (422, [where]), move


def test_what_may_be_seen_and_not_changed_is_403_and_a_reading_token_writes_nothing(
    program: Callable[..., Program], party: Party, in_party: Callable[..., Character]
) -> None:
    path = f"characters/{in_party().public_id}"
    wound = {"move": {"wounds": 1}}
    assert program("femi").post(f"{path}/marks", wound).status_code == 403
    assert program("femi").put(path, VESSA, If_Match="*").status_code == 403
    assert program("otto").put(path, VESSA, If_Match="*").status_code == 404
    assert program("ines", writes=False).post(f"{path}/marks", wound).status_code == 403
    assert program("greta").post(f"{path}/marks", wound).status_code == 201
    assert program("greta").post(f"{path}/entries", {}, If_Match="*").status_code == 403


@pytest.mark.parametrize("slug", registry.all_systems())
def test_every_game_is_built_read_marked_and_played(bot: Program, slug: str) -> None:
    game = registry.get(slug)
    document = documents.write(game.random(Random(7)))
    made = bot.post("characters", document)
    assert made.status_code == 201, made.content
    path = f"characters/{made.json()['id']}"
    assert bot.get(path).json()["build"] == json.loads(json.dumps(document["build"]))
    assert bot.get(f"{path}/sheet").json()["figures"]
    session = bot.post(f"{path}/entries", {"kind": "session"}, If_Match=made["ETag"])
    assert session.status_code == 201
    rolls = [row["id"] for row in bot.get(f"{path}/actions").json()["actions"] if row["code"]]
    form = bot.get(f"{path}/actions/{rolls[0]}")
    assert form.status_code == 200
    marks = bot.get(f"{path}/marks").json()["marks"]
    assert set(marks) == set(game.marks_type.__struct_fields__)
    rolled = bot.post(f"{path}/actions/{rolls[0]}", {"fields": {}})
    assert rolled.status_code in (201, 422)


def test_a_program_reads_what_was_done_in_a_turn_and_what_lasts(
    bot: Program, finished: Character
) -> None:
    path = f"characters/{finished.public_id}"
    bot.post(f"{path}/actions/turn", {"fields": {}})
    done = bot.post(f"{path}/actions/skills.stealth", {"fields": {}}).json()
    assert done["account"] == {
        "taken": [{"action": "skills.stealth", "cost": 1, "line": 2}],
        "effects": [],
    }
    form = bot.get(f"{path}/actions/skills.stealth").json()
    assert form["takes"] == "2nd action, 1 declared, −1D"
    fields = {"name": "Blinded", "dice": "-2", "on": "attacks", "turns": "2"}
    bot.post(f"{path}/actions/effect", {"fields": fields})
    blinded = {
        "id": "own.blinded",
        "text": "Blinded: −2D to attacks, 2 turns",
        "dice": -2,
        "on": "attacks",
        "turns": 2,
        "waits": 0,
    }
    assert bot.get(f"{path}/sheet").json()["account"]["effects"] == [blinded]
    assert bot.post(f"{path}/log/3/undo").json()["account"]["effects"] == []
