"""Companions: tied to a character in the roster, told on its sheet and in Play, and in every
encounter that it joins.
"""

import uuid

import pytest

from sheets.models import Character, Combatant, Companion, Encounter
from tests.sheets.encounters.conftest import Ambush, opponent, started
from tests.sheets.parties.pages import text


@pytest.fixture
def droid(ambush: Ambush) -> Character:
    """Vessa's, wounded."""
    greta = ambush.people["greta"].owner
    row = opponent(
        greta,
        ambush.party,
        {"opponent": {"id": "thug"}},
        name="R5-D4",
        marks={"wounds": 1},
    )
    vessa = ambush.party.characters.get(name="Vessa Korr")
    assert tie(ambush, row, vessa) == 302
    return row


def tie(ambush: Ambush, row: Character, leader: Character | None, who: str = "greta") -> int:
    address = f"/parties/{ambush.party.public_id}/roster/{row.public_id}/tie/"
    form = {"key": uuid.uuid4().hex, "leader": leader.public_id if leader else ""}
    return ambush.people[who].client.post(address, form).status_code


def new_encounter(ambush: Ambush) -> Ambush:
    address = f"/parties/{ambush.party.public_id}/encounters/"
    ambush.people["greta"].client.post(address, {"name": "The next one", "place": ""})
    encounter = Encounter.objects.latest("pk")
    return Ambush(ambush.party, encounter, ambush.people)


def page(ambush: Ambush, who: str, address: str) -> str:
    return text(ambush.people[who].client.get(address))


def test_a_companion_comes_along_with_its_character_as_it_is(
    ambush: Ambush, droid: Character
) -> None:
    fight = new_encounter(ambush)
    row = fight.combatant("R5-D4")
    assert (row.side, row.home_id, row.character.marks) == ("party", droid.pk, {"wounds": 1})
    assert fight.encounter.combatants.count() == 3
    fight.post("greta", "duplicate/")
    copy = Encounter.objects.latest("pk")
    assert sorted(one.called for one in copy.combatants.select_related("character")) == [
        "Orrin",
        "R5-D4",
        "Vessa Korr",
    ]


def test_a_character_that_joins_later_brings_its_companion_once(
    ambush: Ambush, droid: Character
) -> None:
    fight = new_encounter(ambush)
    vessa = fight.combatant("Vessa Korr")
    fight.post("greta", f"combatants/{vessa.pk}/remove/")
    fight.post("greta", f"combatants/{fight.combatant('R5-D4').pk}/remove/")
    fight.post("greta", "add/", characters=[str(vessa.character.public_id)], count="1")
    assert Combatant.objects.filter(encounter=fight.encounter, home=droid).count() == 1
    orrin = fight.combatant("Orrin")
    fight.post("greta", f"combatants/{orrin.pk}/remove/")
    fight.post("greta", "add/", characters=[str(orrin.character.public_id)], count="1")
    assert Combatant.objects.filter(encounter=fight.encounter, home=droid).count() == 1


def test_its_player_plays_it_in_the_fight_and_others_do_not(
    ambush: Ambush, droid: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = new_encounter(ambush)
    started(fight, monkeypatch)
    row = fight.combatant("R5-D4")
    address = f"{fight.address}combatants/{row.pk}/"
    assert fight.people["ines"].client.get(address).status_code == 200
    assert fight.people["femi"].client.get(address).status_code == 404
    table = f"/characters/{row.character.public_id}/table/"
    answers = [fight.people[who].client.get(table).status_code for who in ("ines", "femi")]
    assert answers == [200, 404]
    Character.documents.filter(pk=row.character_id).update(marks={"wounds": 2})
    fight.post("greta", "end/")
    droid.refresh_from_db()
    assert droid.marks["wounds"] == 2


def test_the_sheet_and_play_name_it_and_its_player_opens_it(
    ambush: Ambush, droid: Character
) -> None:
    vessa = ambush.party.characters.get(name="Vessa Korr")
    for who, sees in (("ines", 200), ("greta", 200), ("femi", 404), ("xeno", 404)):
        answer = ambush.people[who].client.get(f"/characters/{droid.public_id}/")
        assert answer.status_code == sees
    assert "Companions R5-D4" in page(ambush, "ines", f"/characters/{vessa.public_id}/")
    assert "Companions R5-D4" in page(ambush, "ines", f"/characters/{vessa.public_id}/table/")
    assert "Companions R5-D4" in page(ambush, "femi", f"/characters/{vessa.public_id}/")
    orrin = ambush.party.characters.get(name="Orrin")
    assert "Companions" not in page(ambush, "femi", f"/characters/{orrin.public_id}/")


def test_one_that_is_untied_or_whose_character_left_is_the_game_masters_alone(
    ambush: Ambush, droid: Character
) -> None:
    vessa = ambush.party.characters.get(name="Vessa Korr")
    Character.objects.filter(pk=vessa.pk).update(party=None)
    address = f"/characters/{droid.public_id}/"
    assert ambush.people["ines"].client.get(address).status_code == 404
    Character.objects.filter(pk=vessa.pk).update(party=ambush.party)
    assert ambush.people["ines"].client.get(address).status_code == 200
    assert tie(ambush, droid, None) == 302
    assert ambush.people["ines"].client.get(address).status_code == 404
    assert not Companion.objects.exists()


def test_only_who_leads_ties_and_only_to_characters_of_the_party(
    ambush: Ambush, droid: Character
) -> None:
    orrin = ambush.party.characters.get(name="Orrin")
    assert tie(ambush, droid, orrin, who="femi") == 404
    Character.objects.filter(pk=orrin.pk).update(party=None)
    assert tie(ambush, droid, orrin) == 422
    assert Companion.objects.get().leader.name == "Vessa Korr"
