"""The turn of a craft with a crew: each action aboard counts in the turn of whoever does it."""

import re

import pytest

from sheets.encounters.aim import loaded
from sheets.encounters.crew import acts
from sheets.encounters.crew.posts import Posts
from sheets.errors import Refused
from sheets.models import Attack, Combatant, CrewPost, Identity, PlayLogEntry
from sheets.play_log import storage as log_storage
from sheets.storage import situation
from tests.sheets.encounters import test_crew
from tests.sheets.encounters.conftest import Ambush, dice
from tests.sheets.encounters.test_crew import station, take
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
    assert "1st action 5D Roll, then end my turn" in words(started.fight("femi"))
    assert station(started, "femi", "Orrin", **sent).status_code == 302
    assert "2nd action, 1 declared, −1D 4D Roll, then end my turn" in words(started.fight("femi"))
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
    page = words(started.fight("ines"))
    assert "Fly through a hazard No action 7D" in page


@pytest.mark.usefixtures("by_one")
def test_one_press_acts_and_ends_the_turn_without_scripts(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_of(started, SHIP)
    dice(monkeypatch)
    tie, ship = started.combatant("TIE Fighter 1"), started.combatant(SHIP)
    fire = {"action": "fire-quad-laser-turrets", "target_of": str(tie.pk), "then": "end"}
    sent = {**fire, "key": "a" * 32}
    assert 'name="then" value="end"' in started.fight("femi")
    assert station(started, "femi", "Orrin", **sent).status_code == 302
    # The pilot still acts; the gunner is asked nothing more, and nothing is done twice.
    assert started.now().turn == ship.pk
    assert 'name="then" value="end"' not in started.fight("femi")
    assert station(started, "femi", "Orrin", **sent).status_code == 302
    assert taken(started, "Orrin") == [("aboard.gunnery", 1)]
    assert station(started, "ines", "Vessa Korr", action="scan", then="end").status_code == 302
    assert started.now().turn != ship.pk
    # Once it is another's turn a roll ends nothing.
    turn_of(started, "TIE Fighter 1")
    station(started, "femi", "Orrin", **fire)
    assert started.now().turn == tie.pk


def test_a_refused_action_ends_no_turn(started: Ambush) -> None:
    turn_of(started, SHIP)
    sent = {"action": "angle", "fore": "99", "then": "end"}
    assert take(started, "femi", "Orrin", "shields") == 302
    assert station(started, "femi", "Orrin", **sent).status_code == 422
    assert 'name="then" value="end"' in started.fight("femi")


def test_angled_shields_are_an_action_of_whoever_is_at_them(started: Ambush) -> None:
    assert take(started, "femi", "Orrin", "shields") == 302
    turn_of(started, SHIP)
    page = words(started.fight("femi"))
    assert re.search(r"1st action .{,60}Angle the shields Do this, then end my turn", page)
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
    assert "You can take at most 5 actions in a turn, and you did 5." in page
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


def test_the_dice_of_a_pilot_follow_whatever_they_do_and_undo(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_of(started, SHIP)
    vessa = started.combatant("Vessa Korr").character
    table = f"/characters/{vessa.public_id}/table/"
    client = started.people["ines"].client
    dice(monkeypatch)
    # Pilot 4D: a second and a third action take a die each, and open pages of the fight hear of it.
    for expected in (4, 3, 2):
        version = started.now().version
        assert client.post(f"{table}do/skills.blasters/").status_code == 302
        assert started.combatant(SHIP).character.situation["pilot"] == expected
        assert (started.now().version > version) == (expected < 4)
    newest = PlayLogEntry.objects.filter(character=vessa).latest("number")
    assert client.post(f"{table}take-back/{newest.number}/").status_code == 302
    assert started.combatant(SHIP).character.situation["pilot"] == 3


@pytest.mark.parametrize("undone", [SHIP, "Orrin"])
def test_what_a_craft_does_at_somebodys_hand_is_undone_with_it(
    undone: str, started: Ambush
) -> None:
    assert take(started, "femi", "Orrin", "shields") == 302
    turn_of(started, SHIP)
    sent = {"fore": "6", "aft": "0", "port": "0", "starboard": "0"}
    assert station(started, "femi", "Orrin", action="angle", **sent).status_code == 302
    marks = started.marks(SHIP)
    assert taken(started, "Orrin") == [("angle", 1)]
    row = started.combatant(undone).character
    number = PlayLogEntry.objects.filter(character=row).latest("number").number
    where = f"/characters/{row.public_id}/table/take-back/{number}/"
    assert started.people["femi"].client.post(where).status_code == 302
    assert taken(started, "Orrin") == []
    assert started.marks(SHIP) != marks
    for name in (SHIP, "Orrin"):
        line = PlayLogEntry.objects.filter(character=started.combatant(name).character)
        assert line.latest("number").kind == "back"
    # The other half is undone already.
    other = started.combatant("Orrin" if undone == SHIP else SHIP).character
    number = PlayLogEntry.objects.filter(character=other).exclude(kind="back").latest("number")
    again = f"/characters/{other.public_id}/table/take-back/{number.number}/"
    assert started.people["femi"].client.post(again).status_code == 409


DISABLED = "Disabled: it can't move or act until it's repaired."
DESTROYED = "Destroyed: nobody can act with it."


def mark(made: Ambush, name: str, **marks: int) -> None:
    """Sets the marks of a craft."""
    row = made.combatant(name).character
    row.marks = marks
    row.save()


def test_a_disabled_craft_bars_what_it_does_and_its_crew_goes_on(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert take(started, "femi", "Orrin", "engineer") == 302
    mark(started, SHIP, damaged=2, disabled=1)
    # Its crew still has its turn.
    turn_of(started, SHIP)
    page = words(started.fight("ines"))
    for name in ("Outmaneuver", "Fly through a hazard", "Fire Quad Laser", "Scan", "Plot a jump"):
        assert name in page
    assert page.count(DISABLED) >= 6
    assert "Angle the shields" in page
    tie = started.combatant("TIE Fighter 1")
    refused = [
        {"action": "outmaneuver", "target_of": str(tie.pk), "side": "aft"},
        {"action": "fire-quad-laser-turrets", "target_of": str(tie.pk)},
        {"action": "scan", "ladder": "10"},
        {"action": "jump", "ladder": "10"},
        {"action": "steer", "ladder": "10"},
        {"action": "angle", "fore": "6", "aft": "0", "port": "0", "starboard": "0"},
    ]
    for sent in refused:
        answer = station(started, "ines", "Vessa Korr", **sent)
        assert (answer.status_code, DISABLED in words(answer.content.decode())) == (422, True)
    ship = started.combatant(SHIP)
    assert started.post("ines", f"combatants/{ship.pk}/do/forward/").status_code == 422
    assert taken(started, "Vessa Korr") == []
    # A person repairs it, and it can act again.
    dice(monkeypatch, *[6] * 10)
    done = station(started, "femi", "Orrin", action="repair", ladder="5")
    assert done.status_code == 302
    assert started.marks(SHIP) == {"damaged": 1}
    assert DISABLED not in words(started.fight("ines"))


def test_a_destroyed_craft_bars_everything_aboard_and_nothing_of_a_persons_own(
    started: Ambush,
) -> None:
    assert take(started, "femi", "Orrin", "engineer") == 302
    mark(started, SHIP, destroyed=1)
    turn_of(started, SHIP)
    tie = started.combatant("TIE Fighter 1")
    page = words(started.fight("femi"))
    assert "Destroyed: there is nothing left to repair." in page
    assert DESTROYED in words(started.fight("ines"))
    sent = {"action": "fire-quad-laser-turrets", "target_of": str(tie.pk)}
    assert station(started, "ines", "Vessa Korr", **sent).status_code == 422
    assert station(started, "femi", "Orrin", action="repair", ladder="10").status_code == 422
    own = {"attack": "weapons.blaster-pistol", "target": str(tie.pk)}
    orrin = started.combatant("Orrin")
    assert "Your own weapons" in page
    assert started.post("femi", f"combatants/{orrin.pk}/attack/", **own).status_code != 404
    # A wreck without anybody aboard is passed over.
    mark(started, "TIE Fighter 1", destroyed=1)
    seen = set()
    for _ in range(4):
        started.post("greta", "next/", after=str(started.now().turn))
        seen.add(started.now().turn)
    assert tie.pk not in seen
    assert started.combatant(SHIP).pk in seen


def end(made: Ambush, who: str) -> int:
    """A player presses "End my turn" on the turn of the ship."""
    after = str(made.combatant(SHIP).pk)
    return made.post(who, "next/", after=after).status_code


def test_the_turn_of_a_craft_ends_when_each_player_aboard_has_ended_theirs(
    started: Ambush,
) -> None:
    turn_of(started, SHIP)
    ship = started.combatant(SHIP).pk
    assert "Still acting: Vessa Korr, Orrin" in words(started.fight("ines"))
    assert end(started, "ines") == 302
    assert started.now().turn == ship
    # Vessa's player is asked no more, and everybody sees for whom the fight waits.
    assert "End my turn" not in started.fight("ines")
    assert "Your turn" not in started.fight("ines")
    assert "Still acting: Orrin" in words(started.fight("greta"))
    assert "End my turn" in started.fight("femi")
    assert end(started, "ines") == 302
    assert started.now().turn == ship
    assert end(started, "femi") == 302
    assert started.now().turn not in (ship, None)
    # A press too late is refused, and with the next turn both act again.
    assert end(started, "femi") in (404, 409)
    turn_of(started, SHIP)
    assert "Still acting: Vessa Korr, Orrin" in words(started.fight("femi"))
    # The game master goes on at any time.
    started.post("greta", "next/", after=str(ship))
    assert started.now().turn != ship


def test_a_craft_waits_for_nobody_who_is_out_hidden_or_no_players(started: Ambush) -> None:
    turn_of(started, SHIP)
    ship, orrin = started.combatant(SHIP).pk, started.combatant("Orrin")
    orrin.hidden = True
    orrin.save(update_fields=["hidden"])
    assert "Still acting: Vessa Korr" in words(started.fight("ines"))
    assert "Orrin" not in words(started.fight("ines"))
    assert end(started, "ines") == 302
    assert started.now().turn != ship
    orrin.hidden = False
    orrin.save(update_fields=["hidden"])
    mark(started, "Orrin", wounds=20, dead=1)
    turn_of(started, SHIP)
    assert end(started, "ines") == 302
    assert started.now().turn != ship


def test_a_shot_of_a_ship_that_is_destroyed_while_it_is_fired_does_not_happen(
    started: Ambush,
) -> None:
    turn_of(started, SHIP)
    orrin = started.combatant("Orrin")
    rows = Combatant.objects.select_related("character", "encounter__party")
    person, craft, tie = (
        loaded(rows.get(pk=started.combatant(name).pk)) for name in ("Orrin", SHIP, "TIE Fighter 1")
    )
    post = CrewPost.objects.get(member=orrin)
    at = acts.aboard(post, person, craft, Posts((post,), {orrin.pk: post}))
    assert at
    mark(started, SHIP, destroyed=1)
    who = Identity(user=started.people["femi"].owner.user_id)
    fire = at.action("fire-quad-laser-turrets")
    with pytest.raises(Refused, match=DESTROYED):
        acts.fire(who, at, fire, (tie,), values={}, hidden=False, key="")
    assert not Attack.objects.exists()
    assert taken(started, "Orrin") == []


def test_a_station_shows_what_came_of_this_round_only(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_of(started, SHIP)
    dice(monkeypatch)
    assert station(started, "ines", "Vessa Korr", action="scan").status_code == 302
    shown = '<p class="station-last"'
    assert shown in started.fight("ines")
    while started.now().round == 1:
        assert shown in started.fight("ines")
        started.post("greta", "next/", after=str(started.now().turn or ""))
    assert shown not in started.fight("ines")
    # A step back leads into the round of the result.
    started.post("greta", "back/", after=str(started.now().turn))
    assert started.now().round == 1
    assert shown in started.fight("ines")


def test_news_keep_the_station_that_a_game_master_opened(started: Ambush) -> None:
    orrin = started.combatant("Orrin")
    greta, live = started.people["greta"].client, f"/parties/{started.party.public_id}/fight/live/"
    place = f"http://testserver{started.address}crew/{orrin.pk}/"
    htmx = {"HX-Request": "true", "HX-Current-URL": place}
    station = f'id="station-{orrin.pk}"'
    assert station in greta.get(live, headers=htmx).content.decode()
    assert station not in greta.get(live, headers={"HX-Request": "true"}).content.decode()
    # Their own weapons, while the craft has the turn.
    turn_of(started, SHIP)
    place = f"http://testserver{started.address}combatants/{orrin.pk}/attack/"
    own = {**htmx, "HX-Current-URL": place}
    assert "Orrin attacks" in greta.get(live, headers=own).content.decode()
    # Players keep no station but their own.
    ines = started.people["ines"].client
    assert station not in ines.get(live, headers=htmx).content.decode()
