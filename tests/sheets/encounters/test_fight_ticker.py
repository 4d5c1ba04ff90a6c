"""The ticker of who leads a fight: what happened and what waits, with one press for each."""

import pytest

from sheets.models import Member, Party, Review, RollRequest, RollRequestTarget
from tests.sheets import cast
from tests.sheets.encounters.conftest import Ambush, started


def ticker(ambush: Ambush) -> str:
    """The ticker as the game master sees it."""
    return ambush.fight("greta").partition('id="fight-ticker"')[2].partition("</ul>")[0]


def test_a_roll_of_a_player_arrives_and_is_undone_by_one_press(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr").character
    client = ambush.people["ines"].client
    client.post(f"/characters/{vessa.public_id}/table/do/skills.stealth/")
    assert "Stealth" in ticker(ambush)
    number = vessa.play_log.latest("number").number
    sent = {"character": str(vessa.public_id), "number": str(number)}
    assert ambush.post("ines", "undo/", **sent).status_code == 404
    assert ambush.post("greta", "undo/", **sent).status_code == 302
    assert vessa.play_log.latest("number").takes_back == number
    assert "Undone" in ticker(ambush)


def test_damage_without_an_attack_arrives(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    zin = ambush.combatant("Zin Tavik")
    ambush.post("greta", f"combatants/{zin.pk}/do/harm/", damage="14")
    told = ticker(ambush)
    assert "Zin Tavik" in told
    assert f'value="{zin.character.public_id}"' in told


def test_an_attack_has_one_line(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    zin, vessa = ambush.combatant("Zin Tavik"), ambush.combatant("Vessa Korr")
    form = ambush.people["greta"].client.get(f"{ambush.address}combatants/{zin.pk}/attack/")
    weapons = form.content.decode().partition('name="attack">')[2]
    weapon = weapons.partition('<option value="')[2].partition('"')[0]
    ambush.post("greta", f"combatants/{zin.pk}/attack/", attack=weapon, target=str(vessa.pk))
    assert ticker(ambush).count("Zin Tavik") == 1


def test_turns_that_begin_are_no_news(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    before = ticker(ambush).count("<li")
    for _ in range(3):
        ambush.post("greta", "next/", after=str(ambush.now().turn))
    assert ticker(ambush).count("<li") == before


def test_what_waits_is_named_with_the_page_for_it(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    party = Party.objects.get(pk=ambush.party.pk)
    vessa = ambush.combatant("Vessa Korr").character
    asked = RollRequest.objects.create(party=party, number=1, kind="check", name="Search")
    RollRequestTarget.objects.create(
        request=asked, character=vessa, action="skills.search", name="Search"
    )
    Review.objects.create(character=vessa, party=party, state=Review.State.SUBMITTED)
    Member.objects.create(party=party, owner=cast.person("nell").owner, role="player")
    told = ticker(ambush)
    assert "Search: Vessa Korr still to roll" in told
    assert "Vessa Korr waits for review" in told
    assert f"/parties/{party.public_id}/reviews/" in told
    assert "nell has joined" in told
    assert "still to roll" not in ambush.fight("ines")
