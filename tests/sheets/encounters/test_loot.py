"""Loot: what the fallen carry goes to the party's stash or to hands in one press."""

import re
from typing import Any

import pytest

from sheets import form_data
from sheets.models import Character, PlayLogEntry, StashAct
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.parties.pages import text
from tests.sheets.parties.stash.stashes import acts, gear, inside, undo


@pytest.fixture
def over(ambush: Ambush) -> Ambush:
    """Dresk is dead and two of five troopers fell; Zin Tavik stands."""
    Character.documents.filter(combatants__in=[ambush.combatant("Captain Dresk")]).update(
        marks={"dead": 1}
    )
    troopers = next(
        row
        for row in ambush.encounter.combatants.select_related("character")
        if row.character.marks.get("members")
    )
    Character.documents.filter(pk=troopers.character_id).update(marks={"members": 3})
    for number, (was, now) in enumerate(((5, 4), (4, 3)), 1):
        move = {"mark": "members", "by": -1, "was": was, "now": now}
        content = {"action": "harm", "name": "Harm", "moved": [move]}
        PlayLogEntry.objects.create(
            character=troopers.character,
            number=number,
            kind="harm",
            content=content,
            at="2026-01-01T00:00:00Z",
        )
    ambush.encounter.state = "over"
    ambush.encounter.save()
    return ambush


def page(ambush: Ambush) -> str:
    return ambush.people["greta"].client.get(ambush.address).content.decode()


def form(html: str) -> dict[str, Any]:
    """The form of the loot as the page fills it in."""
    fields = re.findall(r'name="(loot-\w+)"\s+value="(\d+)"', html)
    return {**dict(fields), "key": form_data.new_key()}


def test_one_press_takes_everything_of_the_fallen_to_the_stash(over: Ambush) -> None:
    sent = form(page(over))
    answer = over.people["greta"].client.post(f"{over.address}loot/", sent)
    assert answer.status_code == 302
    assert inside(over.party) == {
        "Blaster Pistol": 1,
        "Blaster Rifle": 2,
        "Heavy Armor": 2,
    }
    assert acts(over.party) == [
        "Loot of Ambush at the gate: Blaster Pistol, 2 × Blaster Rifle, and 2 × Heavy Armor"
        " to the stash"
    ]
    assert 'id="loot"' not in page(over)


def test_loot_goes_to_hands_and_what_is_left_stays(over: Ambush) -> None:
    vessa = over.party.characters.get(name="Vessa Korr")
    sent = form(page(over))
    rifle = re.search(r'for="loot-(\w+)"><b>2 × Blaster Rifle', page(over))
    assert rifle
    sent = {key: "0" for key in sent if key.startswith("loot-")} | {"key": sent["key"]}
    sent |= {f"loot-{rifle[1]}": "1", f"to-{rifle[1]}": str(vessa.public_id)}
    over.people["cora"].client.post(f"{over.address}loot/", sent)
    assert gear(vessa)["Blaster Rifle"] == 1
    assert inside(over.party) == {}
    assert acts(over.party) == ["Loot of Ambush at the gate: Blaster Rifle to Vessa Korr"]
    assert "<b>Blaster Rifle</b>" in page(over)
    sent["key"], sent[f"loot-{rifle[1]}"] = form_data.new_key(), "2"
    refused = over.people["cora"].client.post(f"{over.address}loot/", sent)
    assert refused.status_code == 422
    assert "The fallen have Blaster Rifle left, not 2 × Blaster Rifle." in text(refused)


def test_loot_that_is_undone_lies_there_again(over: Ambush) -> None:
    before = form(page(over))
    over.people["greta"].client.post(f"{over.address}loot/", before)
    assert undo(over.people["greta"], over.party, StashAct.objects.get()).status_code == 302
    assert inside(over.party) == {}
    assert form(page(over)).keys() == before.keys()


def test_nobody_loots_who_does_not_lead_and_nothing_of_those_who_stand(over: Ambush) -> None:
    assert "Zin Tavik" not in page(over).partition('id="loot"')[2].partition("</section>")[0]
    sent = form(page(over))
    assert over.people["ines"].client.post(f"{over.address}loot/", sent).status_code == 404
    Character.documents.filter(roster=over.party).update(marks={})
    assert 'id="loot"' not in page(over)
    refused = over.people["greta"].client.post(f"{over.address}loot/", sent)
    assert refused.status_code == 422
    assert "There is no loot left." in text(refused)
