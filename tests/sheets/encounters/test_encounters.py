"""Encounters before and after a fight: copied, put in folders, deleted, and how hard they are."""

import re

import pytest

from sheets.models import (
    Character,
    Encounter,
)
from tests.sheets.encounters.conftest import Ambush, started


def test_an_encounter_is_copied_ended_and_deleted(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    assert ambush.post("greta", "delete/").status_code == 422
    ambush.post("greta", "end/")
    assert ambush.now().is_over
    assert ambush.people["ines"].client.get(ambush.address).status_code == 404
    ambush.post("greta", "duplicate/")
    copy = Encounter.objects.exclude(pk=ambush.encounter.pk).get()
    assert copy.combatants.count() == 5
    ambush.post("greta", "delete/")
    assert not Encounter.objects.filter(pk=ambush.encounter.pk).exists()
    # The roster's three and the copy's three are left; the party's characters too.
    assert Character.documents.filter(roster=ambush.party).count() == 6
    assert ambush.party.characters.count() == 2


def test_encounters_stand_in_their_folders(ambush: Ambush) -> None:
    said = {"name": "Ambush", "place": "", "notes": "", "folder": "Chapter 2"}
    assert ambush.post("greta", "", **said).status_code == 302
    ambush.post("greta", "duplicate/")
    where = f"/parties/{ambush.party.public_id}/encounters/"
    page = ambush.people["greta"].client.get(where).content.decode()
    assert page.count("Chapter 2") == 1
    assert page.index("Chapter 2") < page.index("Ambush (copy)") < page.index("<b>Ambush</b>")
    assert {row.folder for row in Encounter.objects.all()} == {"Chapter 2"}


def test_how_hard_it_is_is_fought_out_before(ambush: Ambush) -> None:
    zin = ambush.combatant("Zin Tavik")
    page = ambush.difficulty()
    assert "Fought 1,000 times" in page
    found = re.search(r'<b class="figures">(\d+)</b> in\s+100', page)
    assert found
    assert int(found[1]) < 50  # two against seven
    ambush.post("greta", f"combatants/{zin.pk}/remove/")
    for name in ("Stormtrooper", "Captain Dresk"):
        ambush.post("greta", f"combatants/{ambush.combatant(name).pk}/remove/")
    answer = ambush.people["greta"].client.get(f"{ambush.address}difficulty/")
    assert "Both sides need someone" in answer.content.decode()


def test_a_deleted_party_leaves_its_roster_to_its_game_master_and_no_copies(ambush: Ambush) -> None:
    assert Character.documents.filter(kind="opponent").count() == 6
    greta = ambush.people["greta"].client
    address = f"/parties/{ambush.party.public_id}/dissolve/"
    assert "move to the roster" in greta.get(address).content.decode()
    greta.post(address, {"name": ambush.party.name})
    left = Character.documents.filter(kind="opponent", roster=None)
    assert left.count() == 3
    assert "Captain Dresk" in greta.get("/opponents/hyperspace-d6/").content.decode()
