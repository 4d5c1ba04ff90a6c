"""Limits for a craft by the round: firing a large weapon, and pursuing."""

import pytest

from sheets.models import Attack, Character, Encounter, PlayLogEntry
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.encounters.test_declared_craft import STORY, dice, do, dogfight
from tests.sheets.pages import words

__all__ = ["dogfight"]


@pytest.mark.parametrize("slug", [STORY])
def test_large_weapons_fire_once_in_three_rounds(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship, raider = dogfight.combatant("Lucky Strike"), dogfight.combatant("Raider")
    dice(monkeypatch, sides=10)
    again = "Proton torpedoes: once in 3 rounds. Ready again in round 5."
    Encounter.objects.update(round=2, shown_round=2)
    torpedo = {"action": "fire-proton-torpedoes", "target_of": str(raider.pk)}
    where = f"crew/{dogfight.combatant('Orrin').pk}/"
    assert dogfight.post("femi", where, **torpedo).status_code == 302
    assert Attack.objects.latest("pk").weapon == "Proton torpedoes"
    assert again in words(dogfight.fight("femi"))
    refused = dogfight.post("femi", where, **torpedo)
    assert refused.status_code == 422
    assert again in words(refused.content.decode())
    # Nor for somebody else at the same launcher; a laser cannon has no such limit.
    pilot = f"crew/{dogfight.combatant('Vessa Korr').pk}/"
    assert dogfight.post("ines", pilot, **torpedo).status_code == 422
    laser = {**torpedo, "action": "fire-laser-cannons"}
    assert dogfight.post("femi", where, **laser).status_code == 302
    # The raider's own launcher is another one, and waits for itself.
    sent = {"attack": "weapons.proton-torpedoes", "target": str(ship.pk)}
    fire = f"combatants/{raider.pk}/attack/"
    assert dogfight.post("greta", fire, **sent).status_code == 302
    page = dogfight.people["greta"].client.get(f"{dogfight.address}{fire}", sent)
    assert again in words(page.content.decode())
    assert dogfight.post("greta", fire, **sent).status_code == 422
    Encounter.objects.update(round=4, shown_round=4)
    assert dogfight.post("femi", where, **torpedo).status_code == 422
    Encounter.objects.update(round=5, shown_round=5)
    assert again not in words(dogfight.fight("femi"))
    assert dogfight.post("femi", where, **torpedo).status_code == 302
    # Undone, it was not fired.
    shot = Attack.objects.filter(weapon="Proton torpedoes").latest("pk")
    assert dogfight.post("femi", where, **torpedo).status_code == 422
    assert dogfight.post("greta", f"attacks/{shot.pk}/undo/").status_code == 302
    assert dogfight.post("femi", where, **torpedo).status_code == 302


@pytest.mark.parametrize("slug", [STORY])
def test_large_weapons_of_the_same_name_are_counted_for_each_craft_of_a_side(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    raider, ship = dogfight.combatant("Raider"), dogfight.combatant("Lucky Strike")
    home = Character.documents.exclude(combatants__isnull=False).get(kind="craft")
    again = {"characters": [str(home.public_id)], "count": "1", "ally": "yes"}
    dogfight.post("greta", "add/", **again)
    wing = dogfight.combatant("Raider 2")
    assert wing.side == ship.side
    assert dogfight.post("greta", f"crew/{wing.pk}/dice/", dice="5").status_code == 302
    dice(monkeypatch, sides=10)
    sent = {"attack": "weapons.proton-torpedoes", "target": str(raider.pk)}
    fire = f"combatants/{wing.pk}/attack/"
    torpedo = {"action": "fire-proton-torpedoes", "target_of": str(raider.pk)}
    station = f"crew/{dogfight.combatant('Orrin').pk}/"
    assert dogfight.post("femi", station, **torpedo).status_code == 302
    assert dogfight.post("femi", station, **torpedo).status_code == 422
    assert dogfight.post("greta", fire, **sent).status_code == 302
    assert dogfight.post("greta", fire, **sent).status_code == 422
    assert [shot.craft for shot in Attack.objects.order_by("pk")] == [ship, wing]


@pytest.mark.parametrize("slug", [STORY])
def test_a_pursuit_is_rolled_once_a_round_and_an_undo_gives_it_back(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice(monkeypatch, *[9] * 10, sides=10)
    vessa = dogfight.combatant("Vessa Korr").character
    pursue = {"action": "pursue", "theirs": "1", "squares": "1"}
    # The other craft are colossal, and those don't pursue.
    ship = dogfight.combatant("Lucky Strike").character
    ship.build["craft"]["kind"] = "large"
    ship.save()
    do(dogfight, "ines", "Vessa Korr", **pursue)
    again = "You rolled for pursuit this round."
    where = f"crew/{dogfight.combatant('Vessa Korr').pk}/"
    refused = dogfight.post("ines", where, **pursue)
    assert refused.status_code == 422
    assert again in words(refused.content.decode())
    assert again in words(dogfight.fight("ines"))
    line = PlayLogEntry.objects.filter(character=vessa).latest("number")
    table = f"/characters/{vessa.public_id}/table/take-back/{line.number}/"
    assert dogfight.people["ines"].client.post(table).status_code == 302
    assert again not in words(dogfight.fight("ines"))
    do(dogfight, "ines", "Vessa Korr", **pursue)
    assert dogfight.post("ines", where, **pursue).status_code == 422
    # A new turn of the ship is a new one of everybody aboard.
    for _ in range(2):
        turn = Encounter.objects.get().turn
        assert dogfight.post("greta", "next/", after=str(turn or "")).status_code == 302
    assert again not in words(dogfight.fight("ines"))
    do(dogfight, "ines", "Vessa Korr", **pursue)
