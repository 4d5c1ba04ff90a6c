"""Presses in a fight that waited on a device: done once, and never after others did something."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest

from sheets import form_data
from sheets.encounters import live, writes
from sheets.errors import Conflict
from sheets.models import CrewPost, Encounter
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.encounters.test_declared_craft import STORY, dice, dogfight

__all__ = ["dogfight"]
pytestmark = pytest.mark.parametrize("slug", [STORY])


def seen_by(made: Ambush, who: str) -> str:
    found = re.search(r'id="seen" name="seen" value="(\w+)"', made.fight(who))
    assert found is not None
    return found[1]


def send(made: Ambush, who: str, where: str, state: str, *, key: str = "", **fields: Any) -> Any:
    """Sends one press as a device does; its answer with the status in it."""
    client = made.people[who].client
    change = {
        "account": client.get("/outbox/").json()["account"],
        "path": f"{made.address}{where}",
        "body": urlencode({"key": key or form_data.new_key(), **fields}),
        "state": state,
    }
    answer = client.post("/outbox/", json.dumps(change), content_type="application/json")
    return {**answer.json(), "status": answer.status_code}


def test_a_press_is_done_once_while_the_fight_is_as_it_was_seen(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    raider, key = dogfight.combatant("Raider"), form_data.new_key()
    dice(monkeypatch, *[9] * 5, sides=10)
    station = f"crew/{dogfight.combatant('Orrin').pk}/"
    fire = {"action": "fire-laser-cannons", "target_of": str(raider.pk)}
    state = seen_by(dogfight, "femi")
    first = send(dogfight, "femi", station, state, key=key, **fire)
    assert first == {"number": None, "status": 200}
    assert send(dogfight, "femi", station, state, key=key, **fire) == first
    assert dogfight.encounter.attacks.count() == 1
    # What was pressed after it saw the fight as it was before the attack.
    second = send(dogfight, "femi", station, state, **fire)
    assert (second["status"], second["since"]) == (409, ["Nobody has had a turn yet."])
    assert "Above has changed since you made this. Nothing was sent." in second["message"]
    assert dogfight.encounter.attacks.count() == 1


def test_what_others_did_meanwhile_stands(dogfight: Ambush) -> None:
    ship, orrin = dogfight.combatant("Lucky Strike").pk, dogfight.combatant("Orrin").pk
    state = seen_by(dogfight, "femi")
    assert dogfight.post("greta", f"crew/{orrin}/leave/").status_code == 302
    take = {"member": str(orrin), "station": "gunner"}
    assert send(dogfight, "femi", f"crew/{ship}/take/", state, **take)["status"] == 409
    assert CrewPost.objects.filter(member=orrin).count() == 0
    assert send(dogfight, "femi", f"crew/{ship}/take/", "", **take)["status"] == 409
    # Known as it is now, it is done.
    now = seen_by(dogfight, "femi")
    assert send(dogfight, "femi", f"crew/{ship}/take/", now, **take)["status"] == 200
    assert CrewPost.objects.get(member=orrin).craft_id == ship


def test_why_a_press_cannot_be_done_is_said_and_nobody_does_more_than_they_may(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    raider, orrin = dogfight.combatant("Raider"), dogfight.combatant("Orrin")
    dice(monkeypatch, sides=10)
    torpedo = {"action": "fire-proton-torpedoes", "target_of": str(raider.pk)}
    station = f"crew/{orrin.pk}/"
    assert dogfight.post("femi", station, **torpedo).status_code == 302
    refused = send(dogfight, "femi", station, seen_by(dogfight, "femi"), **torpedo)
    assert refused["status"] == 422
    assert "Proton torpedoes: once in 3 rounds." in refused["message"]
    state = seen_by(dogfight, "femi")
    assert send(dogfight, "femi", "reveal/", state)["status"] == 404
    assert send(dogfight, "femi", f"combatants/{raider.pk}/remove/", state)["status"] == 404
    assert send(dogfight, "femi", "end/", state)["status"] == 400
    assert send(dogfight, "sam", station, state, **torpedo)["status"] == 404
    state = seen_by(dogfight, "greta")
    assert dogfight.post("greta", "end/").status_code == 302
    assert send(dogfight, "femi", station, state, **torpedo)["status"] == 404
    asked = send(dogfight, "greta", "next/", state)
    assert (asked["status"], asked["since"]) == (409, ["The fight is over."])


def test_what_comes_in_between_the_look_and_the_lock_stands_too(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, looked = seen_by(dogfight, "greta"), live.fight_state

    def look(*arguments: Any) -> str:
        seen = looked(*arguments)
        writes.touch(dogfight.encounter)
        return seen

    monkeypatch.setattr(live, "fight_state", look)
    turn = Encounter.objects.get().turn
    answer = send(dogfight, "greta", "next/", state, after=str(turn))
    assert answer["status"] == 422
    assert "The fight has gone on since you pressed this." in answer["message"]
    assert Encounter.objects.get().turn == turn


def test_what_one_press_writes_itself_makes_it_no_stale_one(dogfight: Ambush) -> None:
    row = dogfight.now()
    with writes.unless_changed(row):
        for _ in range(2):
            writes.locked_encounter(dogfight.party, row.public_id)
            writes.touch(row)
        Encounter.objects.filter(pk=row.pk).update(version=99)
        with pytest.raises(Conflict):
            writes.locked_encounter(dogfight.party, row.public_id)
    writes.locked_encounter(dogfight.party, row.public_id)
