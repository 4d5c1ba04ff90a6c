"""Smoke on the strip: a grenade fills a place, which covers who is inside and hides what is beyond,
until it is undone, is cleared, or the fight ends.
"""

import pytest

from rules.turn import Turn
from sheets import storage
from sheets.models import Attack, Character, PlayLogEntry
from tests.sheets.encounters.conftest import Ambush, dice, started
from tests.sheets.encounters.test_grenades import carried, give

PISTOL = "weapons.blaster-pistol"


def smoked(ambush: Ambush, monkeypatch: pytest.MonkeyPatch, place: str = "medium") -> Character:
    """Vessa stands at the first place and Dresk at the third, which she fills with smoke."""
    vessa = give(ambush, "smoke-grenade", 2)
    started(ambush, monkeypatch)
    for name, at in (("Vessa Korr", 0), ("Captain Dresk", 2), ("Zin Tavik", 3)):
        row = ambush.combatant(name)
        ambush.encounter.combatants.filter(pk=row.pk).update(place=at)
    ambush.post("greta", f"combatants/{ambush.combatant('Vessa Korr').pk}/turn/")
    assert throw(ambush, place) == 302
    return vessa


def throw(ambush: Ambush, place: str, who: str = "ines") -> int:
    """The answer to her throw of a smoke grenade at a place."""
    vessa = ambush.combatant("Vessa Korr")
    return ambush.post(who, f"combatants/{vessa.pk}/do/fill/", place=place).status_code


def turn(name: str) -> Turn:
    return storage.situation(Character.objects.get(name=name))


def shot(ambush: Ambush, attacker: str, target: str, who: str = "greta") -> str:
    """The form of an attack with a pistol, or why it can't be made, as one word or a number."""
    rows = ambush.combatant(attacker), ambush.combatant(target)
    where = f"{ambush.address}combatants/{rows[0].pk}/attack/"
    sent = {"attack": PISTOL, "target": str(rows[1].pk)}
    return " ".join(ambush.people[who].client.get(where, sent).content.decode().split())


def test_a_smoke_grenade_fills_a_place_and_is_gone(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    vessa = smoked(ambush, monkeypatch)
    assert carried(vessa) == {"smoke-grenade": 1}
    assert [one.name for one in turn("Vessa Korr").effects] == ["Smoke, medium"]
    assert turn("Vessa Korr").done == 1
    line = PlayLogEntry.objects.filter(character=vessa).latest("number").content
    assert line["name"] == "Threw a smoke grenade"
    assert line["said"] == [
        "Smoke, medium. Everyone inside has cover and sees nobody beyond it; nobody sees through"
        " it.",
        "Smoke Grenade used up: 1 left.",
    ]
    for who in ("ines", "femi", "greta"):
        page = " ".join(ambush.fight(who).split())
        assert 'Medium <span class="chip">Smoke</span>' in page
        # So do the rows of the captain and the troopers in the order, who are in it.
        assert page.count('<span class="chip">Smoke</span>') == 3
    assert ("Clear smoke" in ambush.fight("ines"), "Clear smoke" in ambush.fight("greta")) == (
        False,
        True,
    )


def test_the_form_names_the_place_of_the_nearest_foe_and_what_the_throw_takes(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    smoked(ambush, monkeypatch)
    page = " ".join(ambush.fight("ines").split())
    assert "Throw a smoke grenade · 2nd action" in page
    assert '<option value="medium" selected>' in page
    assert throw(ambush, "long") == 302
    assert "Throw a smoke grenade" not in ambush.fight("ines")
    assert throw(ambush, "long") == 422


def test_shots_into_out_of_and_through_smoke_feel_it(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    smoked(ambush, monkeypatch)
    # Into it: Dodge 12 of the captain, and cover.
    into = shot(ambush, "Vessa Korr", "Captain Dresk")
    assert '<b class="figures">17</b> <span class="soft">Dodge</span>' in into
    # Through it, and out of it: nobody is seen.
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin Tavik")
    through = shot(ambush, "Vessa Korr", "Zin Tavik")
    assert "You can't see through the smoke." in through.replace("&#x27;", "'")
    assert through.count("out of sight") == 1
    sent = {"attack": PISTOL, "target": str(zin.pk)}
    assert ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent).status_code == 422
    out = shot(ambush, "Captain Dresk", "Vessa Korr").replace("&#x27;", "'")
    assert "You can't see out of the smoke." in out
    # Beside it one sees as ever.
    ambush.encounter.combatants.filter(pk=zin.pk).update(place=1)
    assert "out of sight" not in shot(ambush, "Vessa Korr", "Zin Tavik")


def test_the_roll_into_smoke_and_a_defense_in_it_are_rolled_with_cover(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Character.objects.filter(name="Vessa Korr").update(house={"active_defense": True})
    smoked(ambush, monkeypatch)
    dice(monkeypatch, 4, 4, 4, 1, 1)
    vessa, dresk = ambush.combatant("Vessa Korr"), ambush.combatant("Captain Dresk")
    sent = {"attack": PISTOL, "target": str(dresk.pk)}
    ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent)
    attack = Attack.objects.get()
    assert (attack.number, attack.state) == (17, "missed")
    # She goes in: her own defense has cover there.
    ambush.encounter.combatants.filter(pk=vessa.pk).update(place=2)
    sent = {"attack": PISTOL, "target": str(vessa.pk)}
    ambush.post("greta", f"combatants/{dresk.pk}/attack/", **sent)
    answer = Attack.objects.latest("pk")
    assert answer.state == "defending"
    dice(monkeypatch, *[1] * 12)
    ambush.post("ines", f"attacks/{answer.pk}/defend/")
    defense = PlayLogEntry.objects.filter(character=vessa.character).latest("number").content
    assert defense["added"] == 5


def test_undoing_the_throw_takes_the_smoke_away_and_brings_the_grenade_back(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    vessa = smoked(ambush, monkeypatch)
    number = PlayLogEntry.objects.filter(character=vessa).latest("number").number
    address = f"/characters/{vessa.public_id}/table/take-back/{number}/"
    assert ambush.people["ines"].client.post(address).status_code == 302
    assert carried(vessa) == {"smoke-grenade": 2}
    assert turn("Vessa Korr").effects == ()
    assert 'class="chip">Smoke' not in ambush.fight("ines")
    assert "You can't see" not in shot(ambush, "Captain Dresk", "Vessa Korr")


def test_only_a_game_master_clears_smoke_and_each_place_by_itself(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    smoked(ambush, monkeypatch)
    throw(ambush, "long")
    vessa = ambush.combatant("Vessa Korr")
    where = f"combatants/{vessa.pk}/do/clear/"
    assert ambush.post("ines", where, effect="smoke.medium").status_code == 404
    assert ambush.post("greta", where, effect="smoke.medium").status_code == 302
    assert [one.id for one in turn("Vessa Korr").effects] == ["smoke.long"]
    assert ambush.post("greta", where, effect="smoke.medium").status_code == 409


def test_smoke_is_over_with_the_fight(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    smoked(ambush, monkeypatch)
    ambush.post("greta", "next/", after=str(ambush.now().turn))
    assert [one.id for one in turn("Vessa Korr").effects] == ["smoke.medium"]
    ambush.post("greta", "end/")
    assert turn("Vessa Korr").effects == ()


def test_smoke_of_somebody_hidden_is_seen_and_they_are_not(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    smoked(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    ambush.encounter.combatants.filter(pk=vessa.pk).update(hidden=True)
    page = " ".join(ambush.fight("femi").split())
    assert 'Medium <span class="chip">Smoke</span>' in page
    assert "Vessa" not in page
