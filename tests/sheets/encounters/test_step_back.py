"""A step back to the turn before, by who leads the fight."""

import pytest

from sheets import storage
from sheets.encounters.step_back import DONE_SINCE, FIRST, GONE, MOVED_ON
from sheets.models import Combatant, PlayLogEntry
from tests.sheets.encounters.conftest import Ambush, started


def named(ambush: Ambush) -> str:
    """Whose turn it is."""
    return Combatant.objects.get(pk=ambush.now().turn).called


def step(ambush: Ambush, verb: str, who: str = "greta") -> str:
    """Presses one of the buttons; the page that answers."""
    answer = ambush.post(who, f"{verb}/", after=str(ambush.now().turn or ""))
    return answer.content.decode()


def test_a_press_too_far_is_taken_back(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    first, before = named(ambush), ambush.now()
    assert "Back to the turn of" not in ambush.fight("greta")
    step(ambush, "next")
    second = named(ambush)
    assert second != first
    assert f"Back to the turn of {first}" in ambush.fight("greta")
    assert "Back to the turn of" not in ambush.fight("ines")
    step(ambush, "next")
    step(ambush, "back")
    assert named(ambush) == second
    step(ambush, "back")
    assert named(ambush) == first
    now = ambush.now()
    assert (now.round, now.shown_turn, now.shown_round) == (
        before.round,
        before.shown_turn,
        before.shown_round,
    )


def test_a_round_is_taken_back_too(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    while ambush.now().round == 1:
        step(ambush, "next")
    step(ambush, "back")
    assert ambush.now().round == 1


def test_what_ended_as_the_turn_began_lasts_again(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    order = list(ambush.encounter.combatants.exclude(rank=None).in_order())
    second = order[1]
    effect = {"id": "blinded", "name": "Blinded", "dice": -2, "turns": 1}
    second.character.situation = {"actions": 2, "rounds": 1, "effects": [effect]}
    second.character.save()
    step(ambush, "next")
    assert ambush.now().turn == second.pk
    step(ambush, "next")
    second.character.refresh_from_db()
    assert storage.situation(second.character).effects == ()
    step(ambush, "back")
    step(ambush, "back")
    second.character.refresh_from_db()
    turn = storage.situation(second.character)
    assert [one.name for one in turn.effects] == ["Blinded"]
    assert turn.get("actions") == 2


def test_before_the_first_turn_there_is_none(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    assert FIRST in step(ambush, "back")


def test_what_was_done_since_is_undone_first(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    step(ambush, "next")
    there = ambush.now().turn
    vessa = ambush.combatant("Vessa Korr")
    ambush.post("greta", f"combatants/{vessa.pk}/do/harm/", damage="1")
    assert DONE_SINCE.format(name="Vessa Korr") in step(ambush, "back")
    assert ambush.now().turn == there
    number = PlayLogEntry.objects.filter(character=vessa.character).latest("pk").number
    ambush.people["greta"].client.post(
        f"/characters/{vessa.character.public_id}/table/take-back/{number}/"
    )
    step(ambush, "back")
    assert ambush.now().turn != there


def test_the_turn_of_one_who_is_gone_does_not_come_back(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    first = ambush.now().turn
    step(ambush, "next")
    ambush.post("greta", f"combatants/{first}/remove/")
    assert GONE in step(ambush, "back")


def test_a_stale_page_steps_nowhere(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    first = ambush.now().turn
    step(ambush, "next")
    second = ambush.now().turn
    answer = ambush.post("greta", "back/", after=str(first))
    assert MOVED_ON in answer.content.decode()
    assert ambush.now().turn == second


def test_players_step_nowhere(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    step(ambush, "next")
    second = ambush.now().turn
    assert ambush.post("ines", "back/", after=str(second)).status_code == 404
    assert ambush.now().turn == second


def test_a_turn_that_was_given_is_taken_back(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    first = ambush.now().turn
    orrin = ambush.combatant("Orrin")
    ambush.post("greta", f"combatants/{orrin.pk}/turn/")
    assert ambush.now().turn == orrin.pk
    step(ambush, "back")
    assert ambush.now().turn == first
