"""Turns of a fight: declared, gone on to, moved in, and undone with its end."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sheets import storage
from sheets.models import (
    Character,
    Combatant,
    Encounter,
    Party,
    PlayLogEntry,
)
from tests.sheets.encounters.conftest import Ambush, started
from tests.sheets.parties.pages import confirm


def test_actions_are_declared_on_the_page_of_the_fight(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin Tavik")
    ambush.post("greta", f"combatants/{vessa.pk}/turn/")
    assert ambush.post("ines", f"combatants/{vessa.pk}/do/declare/", actions="2").status_code == 302
    assert "Next action: −1D" in ambush.fight("ines")
    # Everybody reads how she is, not what she declared.
    assert "2 actions" not in ambush.fight("femi")
    too_many = ambush.post("ines", f"combatants/{vessa.pk}/do/declare/", actions="40")
    assert too_many.status_code == 422
    assert "actions in a turn" in too_many.content.decode()
    assert ambush.post("ines", f"combatants/{zin.pk}/do/declare/", actions="2").status_code == 404


def test_a_player_takes_cover_and_leaves_it_and_nobody_elses_character_does(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin Tavik")

    def go(who: str, row: Combatant, verb: str, circumstance: str = "cover") -> int:
        there = f"combatants/{row.pk}/do/{verb}/"
        return ambush.post(who, there, circumstance=circumstance).status_code

    for _ in range(2):
        assert go("ines", vessa, "into") == 302
        assert ambush.combatant("Vessa Korr").circumstances == ["cover"]
    assert go("femi", vessa, "outof") == go("ines", zin, "into") == 404
    assert go("ines", vessa, "into", "flying") == 404
    deeds = ambush.people["ines"].client.get(f"{ambush.address}combatants/{vessa.pk}/")
    assert "Cover: leave" in deeds.content.decode()
    assert go("ines", vessa, "outof") == 302
    assert ambush.combatant("Vessa Korr").circumstances == []


def test_the_board_goes_on_to_the_next_turn(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    board = f"/parties/{ambush.party.public_id}/"
    turn = ambush.now().turn
    page = ambush.people["greta"].client.get(board).content.decode()
    assert "Next turn" in page
    assert "Next turn" not in ambush.people["ines"].client.get(board).content.decode()
    key = "7" * 32
    answer = ambush.post("greta", "next/", after=str(turn), back="board", key=key)
    assert answer.headers["Location"] == board
    now = ambush.now().turn
    assert now != turn
    # The answer was lost, and the same press is sent again: it went on once.
    again = ambush.post("greta", "next/", after=str(turn), back="board", key=key)
    assert (again.status_code, ambush.now().turn) == (302, now)
    assert ambush.post("greta", "next/", after=str(turn), back="board").status_code == 409


def test_a_stale_page_skips_nobodys_turn(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    first = ambush.now().turn
    assert ambush.post("greta", "next/", after=str(first)).status_code == 302
    second = ambush.now().turn
    assert second != first
    stale = ambush.post("greta", "next/", after=str(first))
    assert stale.status_code == 409
    assert ambush.now().turn == second
    for _ in range(4):
        ambush.post("greta", "next/", after=str(ambush.now().turn))
    assert ambush.now().round == 2


def test_moving_and_holding_cost_what_the_rules_say(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    for place in (1, 2):
        ambush.post("ines", f"combatants/{vessa.pk}/do/forward/")
        vessa = ambush.combatant("Vessa Korr")
        assert vessa.place == place
    # The second band took an action, and holding takes one more.
    assert storage.situation(vessa.character).done == 1
    ambush.post("ines", f"combatants/{vessa.pk}/do/hold/", trigger="The door opens.")
    assert storage.situation(ambush.combatant("Vessa Korr").character).done == 2
    assert "The door opens." in ambush.fight("ines")
    ambush.post(
        "greta", f"combatants/{vessa.pk}/put/", place="4", circumstances="cover", **{"in": "y"}
    )
    vessa = ambush.combatant("Vessa Korr")
    assert (vessa.place, vessa.circumstances) == (4, ["cover"])


def test_the_end_of_a_fight_is_undone_and_the_fight_goes_on(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    ambush.post("ines", f"combatants/{vessa.pk}/do/hold/", trigger="the door opens")
    before = standing(ambush)
    turn, number = ambush.now().turn, ambush.now().round
    assert ambush.post("greta", "resume/").status_code == 409
    ambush.post("greta", "end/")
    during = standing(ambush)
    assert during != before
    assert ambush.post("ines", "resume/").status_code == 404
    assert ambush.post("greta", "resume/").status_code == 302
    after = standing(ambush)
    assert after == before
    assert (ambush.now().turn, ambush.now().round, ambush.now().is_running) == (turn, number, True)
    assert Party.objects.get(pk=ambush.party.pk).fighting
    assert ambush.combatant("Vessa Korr").trigger == "the door opens"
    # Pressed twice, or beside another fight, nothing happens.
    assert ambush.post("greta", "resume/").status_code == 409
    ambush.post("greta", "end/")
    ambush.post("greta", "duplicate/")
    copy = Encounter.objects.exclude(pk=ambush.encounter.pk).get()
    greta = ambush.people["greta"].client
    greta.post(f"/parties/{ambush.party.public_id}/encounters/{copy.public_id}/start/")
    assert ambush.post("greta", "resume/").status_code == 422
    assert ambush.now().is_over


def test_the_board_says_who_acts_without_a_document_of_the_others(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    for name in ("greta", "ines"):
        board = ambush.people[name].client
        with CaptureQueriesContext(connection) as queries:
            page = board.get(f"/parties/{ambush.party.public_id}/").content.decode()
        assert re.search(r"<b>[^<]+</b>\s+acts", page)
        order = page.partition('class="board-order"')[2].partition("</ol>")[0]
        assert order.count("<li") == 5
        assert "Vessa Korr" in order
        assert "Zin Tavik" in order
        crew = 'FROM "sheets_combatant" LEFT OUTER JOIN "sheets_crewpost"'
        [asked] = [sql["sql"] for sql in queries if crew in sql["sql"]]
        assert '"sheets_character"."name"' in asked
        assert '"sheets_character"."build"' not in asked


def standing(ambush: Ambush) -> dict[int, Any]:
    """The marks and the turn of everyone in the fight."""
    rows = [row.character for row in ambush.encounter.combatants.select_related("character")]
    return {row.pk: (row.marks, row.situation) for row in rows}


def test_a_stun_counts_on_ones_own_turn_and_ends_with_it(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    last = ambush.encounter.combatants.get(pk=ambush.now().turn)
    after = ambush.encounter.combatants.filter(rank__gt=last.rank).order_by("rank").first()
    assert after is not None
    name = after.called
    after.character.marks = {**after.character.marks, "stunned": 1}
    after.character.save()

    def lasting() -> list[bool]:
        character = ambush.combatant(name).character
        turn = storage.load(character).opened.attempt(storage.situation(character)).turn
        return [effect.counts for effect in turn.effects]

    assert lasting() == [False]
    ambush.post("greta", "next/", after=str(last.pk))
    assert ambush.now().turn == after.pk
    assert (lasting(), ambush.marks(name)["stunned"]) == ([True], 1)
    ambush.post("greta", "next/", after=str(after.pk))
    assert (lasting(), ambush.marks(name).get("stunned", 0)) == ([], 0)
    newest = PlayLogEntry.objects.filter(character=after.character).latest("number")
    assert newest.content["said"] == ["Over: Stunned."]
    # What the end of the turn took away comes back with its undo.
    table = f"/characters/{after.character.public_id}/table/"
    there = f"{table}take-back/{newest.number}/"
    assert ambush.people["greta"].client.post(there).status_code in (200, 302)
    assert (lasting(), ambush.marks(name)["stunned"]) == ([True], 1)


def test_a_second_attack_of_a_turn_has_a_die_less_until_the_first_is_undone(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin Tavik")
    ambush.post("greta", f"combatants/{vessa.pk}/turn/")
    there = f"combatants/{vessa.pk}/attack/"
    sent = {"attack": "weapons.blaster-pistol", "target": str(zin.pk)}

    def asked() -> str:
        answer = ambush.people["ines"].client.get(f"{ambush.address}{there}", sent)
        return " ".join(answer.content.decode().split())

    assert "Roll 4D · 1st action" in asked()
    assert ambush.post("ines", there, **sent).status_code == 302
    assert "Roll 3D · 2nd action, 1 declared, −1D" in asked()
    attack = ambush.encounter.attacks.get()
    ambush.post("greta", f"attacks/{attack.pk}/undo/")
    assert "Roll 4D · 1st action" in asked()


def test_a_fight_that_is_over_marks_nobodys_turn(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    ambush.post("greta", f"combatants/{ambush.combatant('Vessa Korr').pk}/turn/")
    mark = '<span class="chip of-turn">Turn</span>'
    assert mark in ambush.fight("greta")
    ambush.post("greta", "end/")
    page = ambush.people["greta"].client.get(ambush.address).content.decode()
    assert "This fight is over." in page
    assert mark not in page


def test_a_fight_that_goes_on_in_the_next_session_still_counts_actions(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    client, vessa = ambush.people["greta"].client, ambush.combatant("Vessa Korr").character
    Character.objects.filter(pk=vessa.pk).update(situation={"round": 1, "actions": 2})
    form = {"to": str(vessa.public_id)}

    def begin() -> None:
        there = f"/parties/{ambush.party.public_id}/session/"
        assert confirm(client, there, {**form, "key": uuid.uuid4().hex}).status_code == 302
        vessa.refresh_from_db()

    begin()
    assert vessa.situation == {"round": 1, "actions": 2}
    ambush.post("greta", "end/")
    Character.objects.filter(pk=vessa.pk).update(situation={"round": 1, "actions": 2})
    begin()
    assert vessa.situation == {}
