"""The turn of a craft with a crew: each action aboard counts in the turn of whoever does it."""

import pytest

from sheets.models import PlayLogEntry
from sheets.play_log import storage as log_storage
from sheets.storage import situation
from tests.sheets.encounters import test_crew
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.encounters.test_crew import dice, station, take
from tests.sheets.pages import words

dogfight, started = test_crew.dogfight, test_crew.started
SHIP = "Lucky Strike"


def turn_of(made: Ambush, name: str) -> None:
    """Goes on until it is the turn of a combatant."""
    while made.now().turn != made.combatant(name).pk:
        made.post("greta", "next/", after=str(made.now().turn or ""))


def taken(made: Ambush, name: str) -> list[tuple[str, int]]:
    """The actions in somebody's turn, with what each took."""
    account = situation(made.combatant(name).character)
    return [(one.action, one.cost) for one in account.taken]


def test_each_shot_of_a_turn_loses_a_die_more_and_the_button_says_so(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_of(started, SHIP)
    tie = started.combatant("TIE Fighter 1")
    sent = {"action": "fire-quad-laser-turrets", "target_of": str(tie.pk)}
    dice(monkeypatch)
    assert "5D 1st action" in words(started.fight("femi"))
    assert station(started, "femi", "Orrin", **sent).status_code == 302
    assert "4D 2nd action, 1 declared, −1D" in words(started.fight("femi"))
    assert station(started, "femi", "Orrin", **sent).status_code == 302
    assert taken(started, "Orrin") == [("aboard.gunnery", 1)] * 2
    lines = PlayLogEntry.objects.filter(character=started.combatant("Orrin").character)
    codes = [log_storage.outcome(line).code for line in lines.order_by("number")]
    assert codes[-2:] == ["5D", "4D"]
    # Nobody else pays for it, and with the next turn all is fresh.
    assert taken(started, "Vessa Korr") == taken(started, SHIP) == []
    turn_of(started, "TIE Fighter 1")
    turn_of(started, SHIP)
    assert taken(started, "Orrin") == []
    # A hazard on the way is no action of the pilot.
    assert "Through rocks" in words(started.fight("ines"))
    assert "7D No action" in words(started.fight("ines"))


def test_angled_shields_are_an_action_of_whoever_is_at_them(started: Ambush) -> None:
    assert take(started, "femi", "Orrin", "shields") == 302
    turn_of(started, SHIP)
    assert "Angle the shields 1st action" in words(started.fight("femi"))
    shares = {"fore": "6", "aft": "0", "port": "0", "starboard": "0"}
    for aft in ("0", "6"):
        sent = {**shares, "fore": str(6 - int(aft)), "aft": aft}
        assert station(started, "femi", "Orrin", action="angle", **sent).status_code == 302
    assert taken(started, "Orrin") == [("angle", 1)] * 2
    assert taken(started, SHIP) == []
    log = PlayLogEntry.objects.filter(character=started.combatant("Orrin").character)
    line = log.latest("number")
    assert log_storage.outcome(line).name == f"Shields angled, {SHIP}"
    # DEX 4D allows four actions more, and no seventh in all.
    for _ in range(3):
        assert station(started, "femi", "Orrin", action="angle", **shares).status_code == 302
    page = words(started.fight("femi"))
    assert "You can take at most 5 actions in a turn, and 0 are left." in page
    assert station(started, "femi", "Orrin", action="angle", **shares).status_code == 422
    assert len(taken(started, "Orrin")) == 5
    # Undone in their log, the action is theirs again.
    orrin = started.combatant("Orrin").character
    table = f"/characters/{orrin.public_id}/table/take-back/{line.number}/"
    assert started.people["femi"].client.post(table).status_code == 302
    assert len(taken(started, "Orrin")) == 4


def test_a_second_band_is_an_action_of_the_pilot(started: Ambush) -> None:
    turn_of(started, SHIP)
    ship = started.combatant(SHIP)
    for expected in ([], [("move", 1)], [("move", 1)] * 2):
        answer = started.post("ines", f"combatants/{ship.pk}/do/forward/")
        assert answer.status_code == 302
        assert taken(started, "Vessa Korr") == expected
    assert taken(started, SHIP) == []
    # With two actions done, Pilot 4D is 3D in a contest.
    assert started.combatant(SHIP).character.situation["pilot"] == 3
    # A crew without names pays in the turn of its craft.
    turn_of(started, "TIE Fighter 1")
    tie = started.combatant("TIE Fighter 1")
    for way in ("back", "forward", "back"):
        assert started.post("greta", f"combatants/{tie.pk}/do/{way}/").status_code == 302
    assert taken(started, "TIE Fighter 1") == [("move", 1)] * 2
