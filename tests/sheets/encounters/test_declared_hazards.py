"""Hazards and evasions of craft that a game declares in a table."""

import pytest

from sheets.models import Attack, Character, PlayLogEntry, RollRequestTarget
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.encounters.test_declared_craft import EMPIRE, STORY, dice, do, dogfight

__all__ = ("dogfight",)


@pytest.mark.parametrize(
    ("slug", "at", "field"), [(EMPIRE, 20, "target"), (STORY, 7, "difficulty")]
)
def test_a_hazard_is_asked_of_a_pilot_and_rolled_by_a_crew_without_names(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch, at: int, field: str
) -> None:
    ship, raider = dogfight.combatant("Lucky Strike").pk, dogfight.combatant("Raider")
    sent = {"target": str(at), "note": "Asteroids"}
    assert dogfight.post("greta", f"crew/{ship}/hazard/", **sent).status_code == 302
    page = dogfight.fight("ines")
    assert "Your GM asks" in page
    asked = RollRequestTarget.objects.get()
    dice(monkeypatch, *[6] * 4, sides=6 if field == "target" else 10)
    vessa = dogfight.combatant("Vessa Korr")
    call = {"action": "hazard", "call": str(asked.request.number)}
    do(dogfight, "ines", "Vessa Korr", **call)
    asked.refresh_from_db()
    assert asked.entry is not None
    line = PlayLogEntry.objects.filter(character=vessa.character).latest("number")
    assert line.content["target"] == (at if field == "target" else at + 1)
    assert dogfight.post("greta", f"crew/{raider.pk}/hazard/", **sent).status_code == 302
    line = PlayLogEntry.objects.filter(character=raider.character).latest("number")
    assert line.content["target"] == (at if field == "target" else at + 1)


@pytest.mark.parametrize("slug", [STORY])
@pytest.mark.parametrize(
    ("turn", "marks", "state"),
    [
        ({"crew": 5, "pilot": 5}, {}, "defending"),
        ({"crew": 5, "pilot": 0}, {}, "hit"),
        ({"crew": 5, "pilot": 5}, {"damage": 7}, "hit"),
    ],
)
def test_a_craft_of_opponents_evades_while_somebody_steers_and_it_can_move(
    dogfight: Ambush,
    monkeypatch: pytest.MonkeyPatch,
    turn: dict[str, int],
    marks: dict[str, int],
    state: str,
) -> None:
    raider = dogfight.combatant("Raider")
    Character.documents.filter(pk=raider.character_id).update(situation=turn, marks=marks)
    dice(monkeypatch, 9, 9, 9, 9, 9, sides=10)
    do(dogfight, "femi", "Orrin", action="fire-laser-cannons", target_of=str(raider.pk))
    assert Attack.objects.latest("pk").state == state


@pytest.mark.parametrize("slug", [EMPIRE])
@pytest.mark.parametrize("name", ["Lucky Strike", "Raider"])
def test_nobody_steers_a_craft_that_cannot_move(dogfight: Ambush, name: str) -> None:
    ship = dogfight.combatant(name)
    Character.documents.filter(pk=ship.character_id).update(marks={"adrift": 1})
    before = PlayLogEntry.objects.count()
    answer = dogfight.post("greta", f"crew/{ship.pk}/hazard/", target="15", note="Asteroids")
    assert answer.status_code == 422
    assert "It can’t move anymore." in answer.content.decode()
    assert PlayLogEntry.objects.count() == before
    assert not RollRequestTarget.objects.exists()
