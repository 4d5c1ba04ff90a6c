"""Waves: opponents who come later, told to no player before."""

import pytest

from sheets.encounters.forecast import Entered
from sheets.encounters.step_back import DONE_SINCE_WAVE, MOVED_ON
from sheets.encounters.turns import NOT_COME
from sheets.encounters.waves import ARRIVED, HERE, NOT_ALONE, OF_THE_PARTY, WAVES
from sheets.models import Character, Combatant, Party, PlayLogEntry
from tests.sheets.encounters.conftest import Ambush, dice, opponent, started
from tests.sheets.pages import words


@pytest.fixture
def second_wave(ambush: Ambush) -> Ambush:
    """Two thugs wait in wave 2."""
    greta = ambush.people["greta"].owner
    thug = opponent(greta, ambush.party, {"opponent": {"id": "thug"}}, name="Thug")
    ambush.post("greta", "add/", characters=[str(thug.public_id)], count="2", wave="2")
    return ambush


def test_who_waits_is_in_no_order_and_told_to_no_player(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(second_wave, monkeypatch)
    rows = second_wave.encounter.combatants.filter(name__startswith="Thug")
    assert [(row.rank, row.score, row.hidden, row.wave) for row in rows] == [
        (None, None, True, 2)
    ] * 2
    page = second_wave.fight("greta")
    assert "Wave 2 arrives" in page
    assert "still roll initiative" not in page
    assert f'id="f{rows[0].pk}-damage"' not in page
    for player in ("ines", "femi"):
        shown = second_wave.fight(player)
        assert "Thug" not in shown
        assert "Wave" not in shown
    # The round goes on without them.
    turns = set()
    while second_wave.now().round == 1:
        turns.add(second_wave.now().turn)
        second_wave.post("greta", "next/", after=str(second_wave.now().turn))
    assert turns.isdisjoint(row.pk for row in rows)


def test_a_wave_arrives_with_initiative_and_is_seen(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(second_wave, monkeypatch)
    assert second_wave.post("greta", "arrive/", wave="2").status_code == 302
    rows = second_wave.encounter.combatants.filter(name__startswith="Thug").order_by("pk")
    assert [row.name for row in rows] == ["Thug 1", "Thug 2"]
    assert [(row.hidden, row.wave, row.score is None) for row in rows] == [(False, 0, False)] * 2
    ranks = second_wave.encounter.combatants.in_order().values_list("rank", flat=True)
    assert list(ranks) == list(range(len(ranks)))
    assert "Thug 1" in second_wave.fight("ines")
    assert "Wave 2 arrives" not in second_wave.fight("greta")
    assert ARRIVED in second_wave.post("greta", "arrive/", wave="2").content.decode()


def thugs(ambush: Ambush) -> list[Combatant]:
    """Those of the wave, in the order in which they were added."""
    return list(ambush.encounter.combatants.filter(name__startswith="Thug").order_by("pk"))


def state(ambush: Ambush) -> list[tuple[int | None, int | None, bool, int]]:
    """The rank, score, and wave of those who wait, and whether they are hidden."""
    return [(row.rank, row.score, row.hidden, row.wave) for row in thugs(ambush)]


def back(ambush: Ambush, **sent: str) -> str:
    """The page that answers a step back."""
    turn = str(ambush.now().turn or "")
    return ambush.post("greta", "back/", after=turn, **sent).content.decode()


@pytest.mark.parametrize("turns", [0, 1])
def test_a_wave_that_came_by_mistake_waits_again(
    turns: int, second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(second_wave, monkeypatch)
    for _ in range(turns):
        second_wave.post("greta", "next/", after=str(second_wave.now().turn or ""))
    before, turn = state(second_wave), second_wave.now().turn
    order = list(second_wave.encounter.combatants.present().in_order().values_list("pk"))
    second_wave.post("greta", "arrive/", wave="2")
    assert "Undo wave 2" in second_wave.fight("greta")
    assert "Undo wave" not in second_wave.fight("ines")
    back(second_wave, wave="2")
    assert state(second_wave) == before == [(None, None, True, 2)] * 2
    assert second_wave.now().turn == turn
    now = list(second_wave.encounter.combatants.present().in_order().values_list("pk"))
    assert now == order
    assert "Thug" not in second_wave.fight("ines")
    assert "Wave 2 arrives" in second_wave.fight("greta")
    # Their initiative is undone in their logs, and they roll it anew.
    for row in thugs(second_wave):
        lines = PlayLogEntry.objects.filter(character=row.character).order_by("pk")
        assert [line.takes_back for line in lines][-1] == lines[0].number
    second_wave.post("greta", "arrive/", wave="2")
    assert [row.score is None for row in thugs(second_wave)] == [False, False]


def test_a_second_press_takes_no_turn_back_with_the_wave(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(second_wave, monkeypatch)
    second_wave.post("greta", "next/", after=str(second_wave.now().turn))
    second_wave.post("greta", "arrive/", wave="2")
    turn = second_wave.now().turn
    # A page from before the wave takes back no wave, and one from before its undo no turn.
    assert MOVED_ON in back(second_wave, wave="0")
    assert thugs(second_wave)[0].wave == 0
    back(second_wave, wave="2")
    assert MOVED_ON in back(second_wave, wave="2")
    assert second_wave.now().turn == turn
    back(second_wave, wave="0")
    assert second_wave.now().turn != turn


def test_a_wave_that_has_acted_stays_until_that_is_undone(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(second_wave, monkeypatch)
    second_wave.post("greta", "arrive/", wave="2")
    thug = thugs(second_wave)[0]
    harm = f"combatants/{thug.pk}/do/harm/"
    assert second_wave.post("greta", harm, damage="9").status_code == 302
    assert DONE_SINCE_WAVE.format(name="Thug 1", wave=2) in back(second_wave, wave="2")
    assert [row.wave for row in thugs(second_wave)] == [0, 0]


def test_a_wave_goes_back_where_nobody_rolls_initiative(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Party.objects.filter(pk=second_wave.party.pk).update(system="rules-sheet-d6")
    dice(monkeypatch)
    second_wave.post("greta", "start/")
    second_wave.post("greta", "arrive/", wave="2")
    assert "Undo wave 2" in second_wave.fight("greta")
    back(second_wave)
    assert state(second_wave) == [(None, None, True, 2)] * 2


def test_those_of_a_wave_are_numbered_from_the_first_and_players_count_their_own(
    second_wave: Ambush,
) -> None:
    assert [row.name for row in thugs(second_wave)] == ["Thug 1", "Thug 2"]
    roster = Character.documents.filter(name="Thug").earliest("pk")
    sent = {"characters": [str(roster.public_id)], "count": "1"}
    second_wave.post("greta", "add/", **sent)
    assert [row.name for row in thugs(second_wave)] == ["Thug 1", "Thug 2", "Thug"]
    # Two whom players see are the first two of them.
    second_wave.post("greta", "add/", **sent)
    names = {row.name: row.hidden for row in thugs(second_wave)}
    assert {name for name, hidden in names.items() if not hidden} == {"Thug 1", "Thug 2"}
    assert {name for name, hidden in names.items() if hidden} == {"Thug 3", "Thug 4"}


def test_in_a_game_without_initiative_a_wave_goes_last(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Party.objects.filter(pk=second_wave.party.pk).update(system="rules-sheet-d6")
    dice(monkeypatch)
    second_wave.post("greta", "start/")
    before = list(second_wave.encounter.combatants.exclude(rank=None).in_order())
    assert not [row for row in before if row.name.startswith("Thug")]
    second_wave.post("greta", "arrive/", wave="2")
    after = list(second_wave.encounter.combatants.exclude(rank=None).in_order())
    assert [row.pk for row in after[: len(before)]] == [row.pk for row in before]
    assert [row.name for row in after[len(before) :]] == ["Thug 1", "Thug 2"]


def test_in_a_game_without_initiative_the_logs_tell_of_a_wave_and_it_is_undone_as_one(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Party.objects.filter(pk=second_wave.party.pk).update(system="rules-sheet-d6")
    dice(monkeypatch)
    second_wave.post("greta", "start/")
    assert "Arrives with wave" not in second_wave.fight("greta")
    second_wave.post("greta", "arrive/", wave="2")
    for where in ("fight/", "log/"):
        address = f"/parties/{second_wave.party.public_id}/{where}"
        page = words(second_wave.people["greta"].client.get(address).content.decode())
        assert page.count("Arrives with wave 2") == 2
        assert "Arrives with wave 2 Undo" not in page
    back(second_wave, wave="2")
    assert "Arrives with wave 2 Undone" in words(second_wave.fight("greta"))
    assert [row.wave for row in thugs(second_wave)] == [2, 2]


def test_players_let_no_wave_arrive(second_wave: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(second_wave, monkeypatch)
    assert second_wave.post("ines", "arrive/", wave="2").status_code == 404
    assert second_wave.encounter.combatants.filter(wave=2).count() == 2


def test_nothing_that_shows_the_hidden_shows_who_waits(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(second_wave, monkeypatch)
    thug = second_wave.encounter.combatants.filter(wave=2).first()
    assert thug
    second_wave.post("greta", "reveal/")
    second_wave.post("greta", f"combatants/{thug.pk}/reveal/")
    second_wave.post("greta", f"combatants/{thug.pk}/describe/", name="Boss")
    thug.refresh_from_db()
    assert (thug.name, thug.hidden, thug.wave) == ("Boss", True, 2)
    answer = second_wave.post("greta", f"combatants/{thug.pk}/turn/")
    assert NOT_COME.format(name="Boss") in answer.content.decode()


def test_a_combatant_changes_its_wave_until_it_fights(
    second_wave: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    zin = second_wave.combatant("Zin Tavik")

    def put(combatant: Combatant, wave: str) -> str:
        answer = second_wave.post("greta", f"combatants/{combatant.pk}/wave/", wave=wave)
        combatant.refresh_from_db()
        return answer.content.decode()

    put(zin, "1")
    assert (zin.wave, zin.hidden) == (1, True)
    put(zin, "0")
    assert (zin.wave, zin.hidden) == (0, False)
    assert WAVES in put(zin, "10")
    started(second_wave, monkeypatch)
    assert HERE.format(name="Zin Tavik") in put(zin, "1")
    thug = second_wave.encounter.combatants.filter(wave=2).first()
    assert thug
    put(thug, "3")
    assert thug.wave == 3
    assert NOT_ALONE.format(name=thug.called) in put(thug, "0")
    assert WAVES in put(thug, "10")


def test_the_party_waits_in_no_wave(ambush: Ambush) -> None:
    vessa = ambush.combatant("Vessa Korr")
    answer = ambush.post("greta", f"combatants/{vessa.pk}/wave/", wave="1")
    assert OF_THE_PARTY in answer.content.decode()
    assert ambush.combatant("Vessa Korr").wave == 0


def test_a_copy_of_the_encounter_has_the_same_waves(second_wave: Ambush) -> None:
    second_wave.post("greta", "duplicate/")
    copy = second_wave.party.encounters.latest("pk")
    assert copy.combatants.filter(wave=2, hidden=True).count() == 2


def test_the_forecast_counts_nobody_who_waits(second_wave: Ambush) -> None:
    entered = Entered(second_wave.encounter)
    names = [row.called for row, _ in entered.known.values()]
    assert not [name for name in names if name.startswith("Thug")]
    assert "Zin Tavik" in names
