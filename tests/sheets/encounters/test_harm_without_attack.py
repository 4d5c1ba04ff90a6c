"""Damage that a game master deals to a combatant without an attack, by a number in the order."""

import pytest

from sheets.models import Party, PlayLogEntry
from tests.sheets.encounters.conftest import Ambush, dice, opponent, started


def test_damage_lands_in_the_marks_and_the_log(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    assert f'id="f{vessa.pk}-damage"' in ambush.fight("greta")
    answer = ambush.post("greta", f"combatants/{vessa.pk}/do/harm/", damage="14")
    assert answer.status_code == 302
    assert ambush.marks("Vessa Korr") == {"dead": 1}
    assert PlayLogEntry.objects.filter(character=vessa.character).latest("pk").author is not None


def test_a_player_deals_none_and_has_no_field_for_it(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    assert f'id="f{vessa.pk}-damage"' not in ambush.fight("ines")
    answer = ambush.post("ines", f"combatants/{vessa.pk}/do/harm/", damage="14")
    assert answer.status_code == 404
    assert ambush.marks("Vessa Korr") == {}


def test_a_player_does_not_undo_it_and_who_leads_does(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    ambush.post("greta", f"combatants/{vessa.pk}/do/harm/", damage="14")
    number = PlayLogEntry.objects.filter(character=vessa.character).latest("pk").number
    undo = f"/characters/{vessa.character.public_id}/table/take-back/{number}/"
    ambush.people["ines"].client.post(undo)
    assert ambush.marks("Vessa Korr") == {"dead": 1}
    ambush.people["greta"].client.post(undo)
    assert ambush.marks("Vessa Korr").get("dead", 0) == 0


def test_no_number_is_no_damage(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    answer = ambush.post("greta", f"combatants/{vessa.pk}/do/harm/", damage="much")
    assert answer.status_code == 422
    assert ambush.marks("Vessa Korr") == {}


def test_in_a_game_without_initiative_who_comes_later_goes_last(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Party.objects.filter(pk=ambush.party.pk).update(system="rules-sheet-d6")
    ambush.party.refresh_from_db()
    for row in ambush.encounter.combatants.filter(side="opponents"):
        row.character.delete()
    dice(monkeypatch)
    ambush.post("greta", "start/")
    order = [row.called for row in ambush.encounter.combatants.in_order()]
    assert order == ["Vessa Korr", "Orrin"]
    ambush.post("greta", "roll/")
    assert [row.rank for row in ambush.encounter.combatants.in_order()] == [0, 1]
    thug = opponent(ambush.people["greta"].owner, ambush.party, {}, name="Thug")
    ambush.post("greta", "add/", characters=[str(thug.public_id)], count="1")
    assert [row.called for row in ambush.encounter.combatants.in_order()][2:] == ["Thug"]
    assert ambush.combatant("Thug").rank == 2
