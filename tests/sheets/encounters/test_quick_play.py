"""Quick play in a fight: players roll to hit and to avoid, and one wound is enough."""

import pytest

from sheets.models import Attack, Character
from tests.sheets.encounters.conftest import Ambush, dice, started


def test_in_quick_play_players_roll_to_hit_and_to_avoid(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    party, greta = ambush.party, ambush.people["greta"]
    quick = {"quickplay": True}
    build = {"quickplay": {"plus_two": "DEX", "plus_one": ["PER", "STR"]}}
    Character.objects.filter(name="Vessa Korr").update(house=quick, build=build)
    party.house = quick
    party.save()
    roster = Character.documents.get(roster=party, combatants=None, name="Zin Tavik")
    ambush.post("greta", "add/", characters=[str(roster.public_id)], count="1")
    vessa, thug = ambush.combatant("Vessa Korr"), ambush.combatant("Zin Tavik 2")
    assert thug.character.house["quickplay"] is True
    started(ambush, monkeypatch)
    # What opponents do is avoided, by whoever it is aimed at.
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": str(vessa.pk)}
    where = f"combatants/{thug.pk}/attack/"
    page = greta.client.get(f"{ambush.address}{where}", sent).content.decode()
    assert "rolls to defend" in page
    assert "Attack · 1st action" in " ".join(page.split())
    assert ambush.post("greta", where, **sent).status_code == 302
    threat = Attack.objects.get()
    assert (threat.state, threat.total) == ("defending", 0)
    assert "to be avoided" in ambush.fight("ines")
    dice(monkeypatch, 1, 1)
    assert ambush.post("ines", f"attacks/{threat.pk}/defend/").status_code == 302
    threat.refresh_from_db()
    assert (threat.state, threat.damage_entry) == ("damaged", None)
    assert ambush.post("greta", f"attacks/{threat.pk}/take/").status_code == 302
    assert ambush.marks("Vessa Korr")["wounds"] == 1
    # Players roll to hit, against 10, and one wound is enough.
    dice(monkeypatch, *[6] * 8)
    sent = {"attack": "attacks.armed", "target": str(thug.pk)}
    assert ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent).status_code == 302
    shot = Attack.objects.latest("pk")
    assert (shot.state, shot.number) == ("damaged", 10)
    assert ambush.post("greta", f"attacks/{shot.pk}/take/").status_code == 302
    assert ambush.marks("Zin Tavik 2") == {"wounds": 1, "unconscious": 1}
