"""A YT-1300 with Vessa and Orrin aboard against TIE fighters: stations, turns, shots, shields."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from sheets.models import (
    Attack,
    Character,
    Combatant,
    CrewPost,
    Encounter,
    Party,
    RollRequestTarget,
)
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import Ambush, dice

# MEC 3D and TEC 3D; Pilot 4D, Gunnery 3D, Vehicles 3D.
PILOT = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "deceive", "pilot"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
}


def ship(person: Person, id: str, **fields: Any) -> Character:
    row = Character(
        owner=person.owner,
        kind=Character.Kind.CRAFT,
        system="hyperspace-d6",
        build={"craft": {"id": id}},
        finished_at=timezone.now(),
        **fields,
    )
    row.save()
    return row


@pytest.fixture
def dogfight(party: Party, people: dict[str, Person], in_party: Callable[..., Character]) -> Ambush:
    """Prepared: the party's YT-1300, two TIE fighters, and a squadron of three."""
    in_party("Vessa Korr", document={"build": PILOT})
    in_party("Orrin", of="femi", document={"build": PILOT})
    greta = people["greta"]
    falcon = ship(greta, "yt-1300", name="Lucky Strike", party=party)
    tie = ship(greta, "tie-fighter", roster=party)
    squadron = ship(greta, "tie-interceptor", roster=party, marks={"members": 3}, name="Blue")
    where = f"/parties/{party.public_id}/encounters/"
    greta.client.post(where, {"name": "Above Kessel", "place": ""})
    made = Ambush(party, Encounter.objects.get(party=party), people)
    rows = [str(row.public_id) for row in (falcon, squadron)]
    made.post("greta", "add/", characters=rows, count="1")
    made.post("greta", "add/", characters=[str(tie.public_id)], count="2")
    return made


def take(made: Ambush, who: str, member: str, station: str, craft: str = "Lucky Strike") -> int:
    sent = {"member": str(made.combatant(member).pk), "station": station}
    return made.post(who, f"crew/{made.combatant(craft).pk}/take/", **sent).status_code


@pytest.fixture
def started(dogfight: Ambush, monkeypatch: pytest.MonkeyPatch) -> Ambush:
    """Vessa flies, Orrin is at the guns; everybody has a place in the order."""
    dice(monkeypatch)
    dogfight.post("greta", "start/")
    assert take(dogfight, "ines", "Vessa Korr", "pilot") == 302
    assert take(dogfight, "femi", "Orrin", "gunner") == 302
    dogfight.post("ines", f"combatants/{dogfight.combatant('Lucky Strike').pk}/do/initiative/")
    return dogfight


def station(made: Ambush, who: str, member: str, **sent: Any) -> Any:
    where = f"crew/{made.combatant(member).pk}/"
    return made.post(who, where, **sent)


def test_whoever_is_aboard_acts_with_the_craft(started: Ambush) -> None:
    order = [row.called for row in started.encounter.combatants.in_order() if row.rank is not None]
    assert sorted(order) == ["Blue", "Lucky Strike", "TIE Fighter 1", "TIE Fighter 2"]
    assert started.now().is_running
    # Vessa has Pilot 4D: 10 + 4. The crew of a TIE fighter has 5D: 12 + 5.
    page = started.fight("ines")
    assert re.search(r"Evade <b[^>]*>14</b>", page.replace("\n", " "))
    assert re.search(r"Evade <b[^>]*>17</b>", page.replace("\n", " "))
    assert "Outmaneuver" in page
    assert "Fire Quad Laser Turrets" in started.fight("femi")
    # A game master opens anybody's station.
    orrin = started.combatant("Orrin")
    opened = started.people["greta"].client.get(f"{started.address}crew/{orrin.pk}/")
    assert "Fire Quad Laser Turrets" in opened.content.decode()
    assert f"{started.address}crew/{orrin.pk}/" in started.fight("greta")
    # Nobody is at the sensors, so whoever steers does what can be done there.
    assert "Scan" in page
    assert "Scan" not in started.fight("femi")
    while started.now().turn != started.combatant("Lucky Strike").pk:
        started.post("greta", "next/", after=str(started.now().turn or ""))
    vessa = started.combatant("Vessa Korr").character
    assert vessa.situation["actions"] == 1
    assert "End my turn" in started.fight("ines")


def test_nobody_is_twice_at_a_station_and_a_pilot_counts_for_evade(dogfight: Ambush) -> None:
    dogfight.post("greta", "start/")
    assert take(dogfight, "ines", "Vessa Korr", "pilot") == 302
    refused = take(dogfight, "femi", "Orrin", "pilot")
    assert refused == 422
    falcon = dogfight.combatant("Lucky Strike")
    assert falcon.character.situation == {"pilot": 4, "evade": 4}
    assert take(dogfight, "ines", "Vessa Korr", "shields") == 302
    assert CrewPost.objects.count() == 1
    assert dogfight.combatant("Lucky Strike").character.situation == {}
    # Two guns, two gunners; players neither seat others nor board the other side's craft.
    assert take(dogfight, "femi", "Orrin", "gunner") == 302
    assert take(dogfight, "femi", "Vessa Korr", "passenger") == 404
    assert take(dogfight, "femi", "Orrin", "pilot", craft="Blue") == 404
    assert take(dogfight, "femi", "Orrin", "galley") == 422
    orrin = dogfight.combatant("Orrin")
    assert dogfight.post("femi", f"crew/{orrin.pk}/leave/").status_code == 302
    assert dogfight.post("femi", f"crew/{orrin.pk}/leave/").status_code == 302
    assert CrewPost.objects.count() == 1


def test_a_gunner_hits_and_the_side_that_was_struck_counts(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    tie = started.combatant("TIE Fighter 1")
    dice(monkeypatch, *[6] * 20)
    sent = {"action": "fire-quad-laser-turrets", "target_of": str(tie.pk)}
    assert station(started, "femi", "Orrin", **sent).status_code == 302
    attack = Attack.objects.get()
    assert (attack.weapon, attack.number, attack.state) == ("Quad Laser Turrets", 17, "hit")
    assert attack.attacker == started.combatant("Orrin")
    started.post("femi", f"attacks/{attack.pk}/damage/")
    attack.refresh_from_db()
    assert attack.harm == {"damage": ["24"], "scale": ["starship"]}
    page = started.fight("greta")
    assert "21 gets through: destroyed" in page
    started.post("greta", f"attacks/{attack.pk}/take/", damage="7")
    assert started.marks("TIE Fighter 1") == {"damaged": 1}


def test_a_squadron_shoots_at_the_side_it_has_won(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue, falcon = started.combatant("Blue"), started.combatant("Lucky Strike")
    # 5D and Mobility 4D against Pilot 4D and Mobility 3D.
    dice(monkeypatch, *[6] * 9, *[1] * 7)
    sent = {"other": str(falcon.pk), "side": "aft"}
    assert started.post("greta", f"crew/{blue.pk}/maneuver/", **sent).status_code == 302
    assert started.combatant("Lucky Strike").bearings == {str(blue.pk): "aft"}
    assert started.post("ines", f"crew/{blue.pk}/maneuver/", **sent).status_code == 404
    dice(monkeypatch, *[6] * 7, 6, 6, 1, 1)
    sent = {"attack": "weapons.laser-cannons", "target": str(falcon.pk)}
    assert started.post("greta", f"combatants/{blue.pk}/attack/", **sent).status_code == 302
    attack = Attack.objects.get()
    assert (attack.number, attack.harm["damage"]) == (14, ["14"])
    # 14 less Hull 8 and 2 Shields aft.
    started.post("greta", f"attacks/{attack.pk}/take/")
    assert started.marks("Lucky Strike") == {"rattled": 1}


def test_shields_are_angled_and_systems_repaired_from_their_stations(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert take(started, "femi", "Orrin", "shields") == 302
    wrong = station(started, "femi", "Orrin", action="angle", fore="6", aft="6")
    assert wrong.status_code == 422
    assert "The four sections have 6 Shields together" in wrong.content.decode()
    shares = {"fore": "0", "aft": "6", "port": "0", "starboard": "0"}
    assert station(started, "femi", "Orrin", action="angle", **shares).status_code == 302
    assert started.marks("Lucky Strike") == {"fore": 0, "aft": 6, "port": 0, "starboard": 0}
    falcon = started.combatant("Lucky Strike").character
    falcon.marks = {"damaged": 1}
    falcon.save()
    assert take(started, "femi", "Orrin", "engineer") == 302
    dice(monkeypatch, *[6] * 10)
    # TEC 3D, less one for the damage that is to be repaired.
    done = station(started, "femi", "Orrin", action="repair", ladder="10")
    assert done.status_code == 302
    assert started.marks("Lucky Strike") == {}
    assert "12 against Easy 10: success" in started.fight("femi")
    # The same press, twice, is one.
    again = {"action": "repair", "ladder": "10", "key": "k" * 32}
    falcon.refresh_from_db()
    falcon.marks = {"damaged": 2}
    falcon.save()
    dice(monkeypatch, *[6] * 10)
    codes = [station(started, "femi", "Orrin", **again).status_code for _ in range(2)]
    assert codes == [302, 302]
    # From another's station nothing is done.
    assert station(started, "femi", "Orrin", action="steer").status_code == 422
    assert station(started, "ines", "Orrin", action="repair").status_code == 404
    # A page that still shows the station says so.
    started.post("femi", f"crew/{started.combatant('Orrin').pk}/leave/")
    stale = station(started, "femi", "Orrin", action="repair")
    assert stale.status_code == 409
    assert "Nobody is at this station any more" in stale.content.decode()


def test_the_game_master_says_how_good_a_crew_is_and_who_is_where(dogfight: Ambush) -> None:
    tie, falcon = dogfight.combatant("TIE Fighter 1"), dogfight.combatant("Lucky Strike")
    assert tie.character.situation == {"crew": 5, "evade": 5}
    assert dogfight.post("greta", f"crew/{tie.pk}/dice/", dice="7").status_code == 302
    assert dogfight.combatant("TIE Fighter 1").character.situation == {"crew": 7, "evade": 7}
    assert dogfight.post("greta", f"crew/{tie.pk}/dice/", dice="99").status_code == 422
    sent = {"other": str(falcon.pk), "side": "port"}
    assert dogfight.post("greta", f"crew/{tie.pk}/face/", **sent).status_code == 302
    assert dogfight.combatant("TIE Fighter 1").bearings == {str(falcon.pk): "port"}
    sent["side"] = "below"
    assert dogfight.post("greta", f"crew/{tie.pk}/face/", **sent).status_code == 422


def test_a_hazard_asks_the_pilot_for_a_check_with_the_dice_of_the_craft(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    falcon, vessa = started.combatant("Lucky Strike"), started.combatant("Vessa Korr")
    asked = {"note": "Asteroids", "target": "18"}
    assert started.post("ines", f"crew/{falcon.pk}/hazard/", **asked).status_code == 404
    assert started.post("greta", f"crew/{falcon.pk}/hazard/", target="").status_code == 422
    assert started.post("greta", f"crew/{falcon.pk}/hazard/", **asked).status_code == 302
    page = started.fight("ines")
    assert "Asteroids" in page
    # Wherever it is answered, Pilot 4D has the 3D of Mobility.
    board = f"/characters/{vessa.character.public_id}/table/panel/aboard.pilot/"
    panel = started.people["ines"].client.get(board, {"call": "1"}).content.decode()
    assert "7D" in panel
    dice(monkeypatch, *[3] * 7)
    sent = {"action": "steer", "call": "1"}
    assert station(started, "ines", "Vessa Korr", **sent).status_code == 302
    line = RollRequestTarget.objects.get().entry
    assert line is not None
    assert (line.content["total"], line.content["target"], line.content["success"]) == (
        21,
        18,
        True,
    )
    assert "Asteroids" not in started.fight("ines")


def test_the_partys_ship_outlives_its_encounter(dogfight: Ambush) -> None:
    falcon = dogfight.combatant("Lucky Strike")
    dogfight.post("greta", f"combatants/{falcon.pk}/remove/")
    assert Character.documents.filter(pk=falcon.character_id).exists()
    dogfight.post("greta", "delete/")
    assert set(Character.documents.filter(kind="craft").values_list("name", flat=True)) == {
        "Lucky Strike",
        "Blue",
        "",
    }
    assert not Combatant.objects.exists()


def test_an_undone_maneuver_moves_both_craft_back(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue, falcon = started.combatant("Blue"), started.combatant("Lucky Strike")
    started.post("greta", f"crew/{blue.pk}/face/", other=str(falcon.pk), side="port")
    dice(monkeypatch, *[6] * 9, *[1] * 7)
    sent = {"other": str(falcon.pk), "side": "aft"}
    started.post("greta", f"crew/{blue.pk}/maneuver/", **sent)
    assert started.combatant("Lucky Strike").bearings == {str(blue.pk): "aft"}
    assert started.combatant("Blue").bearings == {str(falcon.pk): "fore"}
    number = blue.character.play_log.newest_first().values_list("number", flat=True)[0]
    log = f"/characters/{blue.character.public_id}/table/take-back/{number}/"
    assert started.people["greta"].client.post(log).status_code == 302
    assert started.combatant("Lucky Strike").bearings == {}
    assert started.combatant("Blue").bearings == {str(falcon.pk): "port"}


def test_a_point_on_a_lost_maneuver_can_still_win_it(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    vessa = started.combatant("Vessa Korr")
    tie, falcon = started.combatant("TIE Fighter 1"), started.combatant("Lucky Strike")
    # Pilot 4D and Mobility 3D come to 21, as do Crew 5D and Mobility 3D with five 3s and three 2s.
    dice(monkeypatch, *[3] * 7, *[3] * 6, 2, 2)
    sent = {"action": "outmaneuver", "target_of": str(tie.pk), "side": "aft"}
    assert station(started, "ines", "Vessa Korr", **sent).status_code == 302
    assert started.combatant("TIE Fighter 1").bearings == {}
    newest = vessa.character.play_log.newest_first()[0]
    point = f"/characters/{vessa.character.public_id}/table/point/{newest.number}/"
    dice(monkeypatch, 6, 1)
    assert started.people["ines"].client.post(point).status_code == 302
    assert started.combatant("TIE Fighter 1").bearings == {str(falcon.pk): "aft"}


def test_a_hazard_on_the_way_of_a_crew_without_names_is_rolled_at_once(
    started: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    tie = started.combatant("TIE Fighter 1")
    dice(monkeypatch, *[3] * 8)
    asked = {"note": "Asteroids", "target": "18"}
    assert started.post("greta", f"crew/{tie.pk}/hazard/", **asked).status_code == 302
    line = tie.character.play_log.newest_first()[0]
    # 5D of its crew, and Mobility 3D.
    assert (line.content["total"], line.content["target"]) == (24, 18)
    assert not RollRequestTarget.objects.exists()


def test_a_craft_of_the_roster_brings_its_harm_home(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An X-Wing flies for the party: what an engineer repairs aboard counts at once, and the end of
    the fight brings the rest home, until it goes on.
    """
    home = ship(
        dogfight.people["greta"],
        "x-wing",
        roster=dogfight.party,
        name="Red Five",
        marks={"damaged": 3},
    )
    sent = {"characters": [str(home.public_id)], "count": "1", "ally": "yes"}
    dogfight.post("greta", "add/", **sent)
    assert dogfight.marks("Red Five") == {"damaged": 3}
    home.marks = {"damaged": 2}  # somebody repaired it before the fight
    home.save()
    dice(monkeypatch)
    dogfight.post("greta", "start/")
    assert dogfight.marks("Red Five") == {"damaged": 2}
    assert take(dogfight, "femi", "Orrin", "engineer", craft="Red Five") == 302
    dice(monkeypatch, *[6] * 10)
    assert station(dogfight, "femi", "Orrin", action="repair", ladder="5").status_code == 302
    assert dogfight.marks("Red Five") == {"damaged": 1}
    home.refresh_from_db()
    assert home.marks == {"damaged": 2}
    dogfight.post("greta", "end/")
    home.refresh_from_db()
    assert home.marks == {"damaged": 1}
    assert home.play_log.newest_first()[0].content["name"] == "Back from Above Kessel"
    dogfight.post("greta", "resume/")
    home.refresh_from_db()
    assert home.marks == {"damaged": 2}
    # Those of the other side are copies, and what is in the roster stays as it was.
    assert not Combatant.objects.filter(side="opponents").exclude(home=None).exists()


def test_the_menu_of_a_craft_counts_its_crew(started: Ambush) -> None:
    tie = started.combatant("TIE Fighter 1")
    where = f"{started.address}combatants/{tie.pk}/attack/"
    page = started.people["greta"].client.get(where).content.decode()
    # Firepower 1D, and the 5D of its crew.
    assert "Laser Cannons 6D,\ndamage 4D" in page
    # A person has a Dodge: 10 and the Agility of 3D.
    orrin = started.combatant("Orrin")
    started.post("femi", f"crew/{orrin.pk}/leave/")
    page = started.people["greta"].client.get(where, {"target": str(orrin.pk)}).content.decode()
    row = re.search(rf'id="target-{orrin.pk}".*?</label>', page, re.DOTALL)
    assert row
    assert "Their Dodge" in row[0]


def test_how_hard_it_is_counts_craft_with_their_crews(dogfight: Ambush) -> None:
    page = dogfight.difficulty()
    assert re.search(r'<b class="figures">\d+</b> in\s+100', page)
    assert "Not counted" not in page
    assert "Vessa Korr (Pilot), Orrin (Gunner)" in page


def test_a_ship_without_a_name_goes_by_what_it_is_for_everyone(dogfight: Ambush) -> None:
    ship = dogfight.combatant("Lucky Strike")
    dogfight.post("greta", f"combatants/{ship.pk}/remove/")
    Character.documents.filter(pk=ship.character_id).update(name="")
    page = dogfight.people["greta"].client.get(dogfight.address).content.decode()
    found = page.split('id="found"')[1]
    assert ">YT-1300<" in found
    dogfight.post("greta", "add/", characters=[str(ship.character.public_id)], count="1")
    dogfight.post("greta", "start/")
    assert "YT-1300" in dogfight.fight("ines")


def test_whoever_is_shot_at_by_a_craft_defends_actively(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Character.objects.filter(name="Orrin").update(house={"active_defense": True})
    dice(monkeypatch)
    dogfight.post("greta", "start/")
    tie, orrin = dogfight.combatant("TIE Fighter 1"), dogfight.combatant("Orrin")
    dice(monkeypatch, *[4] * 20)
    sent = {"attack": "weapons.laser-cannons", "target": str(orrin.pk)}
    assert dogfight.post("greta", f"combatants/{tie.pk}/attack/", **sent).status_code == 302
    attack = Attack.objects.get()
    assert (attack.state, attack.damage_entry) == ("defending", None)
    dice(monkeypatch, *[6] * 20)
    where = f"attacks/{attack.pk}/defend/"
    assert dogfight.post("femi", where).status_code == 302
    attack.refresh_from_db()
    assert attack.state == "missed"
