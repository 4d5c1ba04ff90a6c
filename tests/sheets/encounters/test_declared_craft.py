"""Craft of games that declare them in a table: a pilot and a gunner of the party against a craft
whose crew has no names, from the form to the harm.
"""

from typing import Any

import pytest
from django.utils import timezone

from rules import registry
from sheets.models import (
    Attack,
    Character,
    Combatant,
    Encounter,
    Member,
    Party,
    PlayLogEntry,
)
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.pages import words

EMPIRE, STORY = "empire-ascendant", "storytelling-d10"
PILOTS: dict[str, dict[str, Any]] = {
    EMPIRE: {
        "attributes": {
            "DEX": "3D",
            "KNO": "2D",
            "MEC": "4D",
            "PER": "3D",
            "STR": "3D",
            "TEC": "3D",
        },
        "skills": [
            {"name": "Starship Pilot", "attribute": "MEC", "code": "5D+1"},
            {"name": "Starship Gunnery", "attribute": "MEC", "code": "4D+2"},
        ],
    },
    STORY: {
        "attributes": {"dexterity": 3, "wits": 2},
        "abilities": {"pilot": 3, "firearms": 2},
        "weapon_skills": {"firearms": ["gunnery", "blaster-pistols"]},
    },
}
TYPED = {
    EMPIRE: {
        "kind": "starfighter",
        "speed": "5D",
        "maneuverability": "2D",
        "hull": "4D",
        "shields": "2D",
        "fire_control": "2D",
        "crew": "3",
        "weapons": "Quad laser 6D, Concussion missiles 9D",
    },
    STORY: {
        "kind": "colossal",
        "move": "6",
        "armor": "1",
        "shields": "2",
        "crew": "3",
        "weapons": "Laser cannons 4, Proton torpedoes 9",
    },
}


def dice(monkeypatch: pytest.MonkeyPatch, *faces: int, sides: int = 6) -> None:
    """The next dice fall so; after those every die shows a 2."""
    monkeypatch.setattr(operations, "DICE", Fixed(*faces, *[2] * 300, sides=sides))


def fight_of_craft(
    people: dict[str, Person],
    system: str,
    build: dict[str, Any],
    form: dict[str, str],
    ship: str,
    aboard: dict[str, str],
) -> Ambush:
    """The party's ship, with Ines and Femi `aboard` by name at their stations, and another craft,
    both made by the form of the ships' page; everybody has a place in the order.
    """
    greta, players = people["greta"], dict(zip(aboard, ("ines", "femi"), strict=True))
    party = Party.objects.create(name="The Slow Coin", system=system)
    for name, role in (("greta", "gm"), ("ines", "player"), ("femi", "player")):
        Member.objects.create(party=party, owner=people[name].owner, role=role)
    for name, of in players.items():
        Character.objects.create(
            owner=people[of].owner,
            party=party,
            system=system,
            name=name,
            build=build,
            finished_at=timezone.now(),
        )
    ships = f"/parties/{party.public_id}/ships/"
    for name in (ship, "Raider"):
        assert greta.client.post(ships, {"name": name, **form}).status_code == 302
    own, theirs = Character.documents.filter(kind="craft").order_by("pk")
    assert greta.client.post(f"{ships}{own.public_id}/ours/").status_code == 302
    greta.client.post(f"/parties/{party.public_id}/encounters/", {"name": "Above", "place": ""})
    made = Ambush(party, Encounter.objects.get(party=party), people)
    for craft in (own, theirs):
        made.post("greta", "add/", characters=[str(craft.public_id)], count="1")
    made.post("greta", "start/")
    where = made.combatant(ship).pk
    for member, station in aboard.items():
        sent = {"member": str(made.combatant(member).pk), "station": station}
        assert made.post(players[member], f"crew/{where}/take/", **sent).status_code == 302
    made.post("ines", f"combatants/{where}/do/initiative/")
    return made


@pytest.fixture
def dogfight(people: dict[str, Person], slug: str, monkeypatch: pytest.MonkeyPatch) -> Ambush:
    """Ines at the controls and Femi at the guns."""
    dice(monkeypatch, sides=10 if slug == STORY else 6)
    aboard = {"Vessa Korr": "pilot", "Orrin": "gunner"}
    return fight_of_craft(people, slug, PILOTS[slug], TYPED[slug], "Lucky Strike", aboard)


def do(made: Ambush, who: str, member: str, **sent: Any) -> None:
    where = f"crew/{made.combatant(member).pk}/"
    answer = made.post(who, where, **sent)
    assert answer.status_code == 302, answer.content.decode()


def deal(made: Ambush, attacker: str) -> Attack:
    """The newest attack, with its damage rolled."""
    attack = Attack.objects.latest("pk")
    assert attack.state == "hit"
    assert made.post(attacker, f"attacks/{attack.pk}/damage/").status_code == 302
    attack.refresh_from_db()
    return attack


@pytest.mark.parametrize("slug", [EMPIRE])
def test_codes_evade_fire_and_soak(dogfight: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    ship, raider = dogfight.combatant("Lucky Strike"), dogfight.combatant("Raider")
    assert ship.character.situation["pilot"] == 5
    assert raider.character.situation["pilot"] == 4
    page = dogfight.fight("ines")
    for said in ("Evade", "Force a crash", "Fire Quad laser", "Raise the shields", "7D+1"):
        assert said in page, said
    # Two actions take a die of the pilot's code, and none of the ship's.
    vessa = dogfight.combatant("Vessa Korr")
    dogfight.post("ines", f"crew/{vessa.pk}/actions/", actions="2")
    assert "6D+1" in dogfight.fight("ines")
    dice(monkeypatch, 1, 1, 1, 1, 1, 1)
    do(dogfight, "ines", "Vessa Korr", action="evade")
    assert dogfight.combatant("Lucky Strike").character.situation["evade"] == 7
    # Gunnery 4D+2 and Fire Control 2D against Medium 15; nobody evades.
    page = dogfight.fight("femi")
    assert "6D+2" in page
    dice(monkeypatch, 6, 6, 6, 6, 6, 6)
    sent = {"action": "fire-quad-laser", "target_of": str(raider.pk)}
    do(dogfight, "femi", "Orrin", **sent)
    dice(monkeypatch, 6, 6, 6, 1, 1)
    attack = deal(dogfight, "femi")
    assert (attack.number, attack.total) == (15, 38)
    assert attack.harm == {"damage": ["20"], "their_scale": ["starfighter"]}
    # 20 against Soak 4 × 2: 12 over is heavy damage, and 1 takes two dice of Maneuverability.
    dice(monkeypatch, 2, 2, 2, 2, 1)
    assert dogfight.post("greta", f"attacks/{attack.pk}/take/").status_code == 302
    assert dogfight.marks("Raider") == {"level": 2, "maneuverability_hit": 2}
    # Its crew fires back with 4D and 2D against Medium 15 and the 7 that evade.
    dice(monkeypatch, 6, 6, 6, 2, 1, 1)
    sent = {"attack": "weapons.quad-laser", "target": str(ship.pk)}
    assert dogfight.post("greta", f"combatants/{raider.pk}/attack/", **sent).status_code == 302
    back = Attack.objects.latest("pk")
    assert (back.number, back.total, back.state) == (22, 22, "damaged")
    # Shields that were raised go into Soak: 12 against 6 × 3.
    dice(monkeypatch, 3, 3, 3, 3, 3, 3)
    take = {"damage": "12", "deployed": "yes", "their_scale": "starfighter"}
    dogfight.post("greta", f"attacks/{back.pk}/take/", **take)
    assert dogfight.marks("Lucky Strike") == {}


@pytest.mark.parametrize("slug", [EMPIRE])
def test_the_crew_of_a_craft_that_is_hit_raises_its_shields(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship, raider = dogfight.combatant("Lucky Strike"), dogfight.combatant("Raider")
    vessa, orrin = dogfight.combatant("Vessa Korr"), dogfight.combatant("Orrin")
    dice(monkeypatch, *[6] * 6, *[3] * 5)
    sent = {"attack": "weapons.quad-laser", "target": str(ship.pk)}
    assert dogfight.post("greta", f"combatants/{raider.pk}/attack/", **sent).status_code == 302
    attack = Attack.objects.latest("pk")
    assert (attack.state, attack.harm["damage"]) == ("damaged", ["15"])
    # Whoever is at the controls can, at Medium; a gunner cannot; the ship has no nameless crew.
    where = f"attacks/{attack.pk}/answer/"
    assert "Raise shields 4D against 15" in words(dogfight.fight("ines"))
    assert "Raise shields" not in words(dogfight.fight("femi"))
    assert 'name="deployed"' in dogfight.fight("greta")
    assert dogfight.post("femi", where, by=str(orrin.pk)).status_code == 422
    assert dogfight.post("femi", where, by=str(vessa.pk)).status_code == 404
    assert dogfight.post("greta", where, by=str(ship.pk)).status_code == 422
    dice(monkeypatch, 6, 6, 3, 1)
    key = "a" * 32
    assert dogfight.post("ines", where, by=str(vessa.pk), key=key).status_code == 302
    attack.refresh_from_db()
    line = attack.answer_entry
    assert line is not None
    # The same press again is the same roll; another one comes too late.
    assert dogfight.post("ines", where, by=str(vessa.pk), key=key).status_code == 302
    assert dogfight.post("ines", where, by=str(vessa.pk)).status_code == 409
    page = dogfight.fight("greta")
    assert "Raise shields : 16 against 15, success" in words(page)
    assert 'name="deployed"' not in page
    # Undone, it can be rolled again, now from the station; and fails.
    table = f"/characters/{vessa.character.public_id}/table/take-back/{line.number}/"
    assert dogfight.people["ines"].client.post(table).status_code == 302
    assert Attack.objects.get(pk=attack.pk).answer_entry is None
    assert "Raider hit you: Quad laser." in words(dogfight.fight("ines"))
    dice(monkeypatch, 1, 1, 1, 1)
    do(dogfight, "ines", "Vessa Korr", action="raise", range="medium")
    assert "4 against 15, failed" in words(dogfight.fight("greta"))
    # 15 damage against Hull 4 × 3 alone: the shields are blown.
    dice(monkeypatch, 3, 3, 3, 3)
    assert dogfight.post("greta", f"attacks/{attack.pk}/take/").status_code == 302
    assert dogfight.marks("Lucky Strike") == {"shields_hit": 1}
    assert dogfight.post("ines", where, by=str(vessa.pk)).status_code == 422
    # The attack is undone as a whole, with the roll that answered it.
    assert dogfight.post("greta", f"attacks/{attack.pk}/undo/").status_code == 302
    assert dogfight.marks("Lucky Strike") == {}
    log = PlayLogEntry.objects.filter(character=vessa.character).order_by("number")
    assert log.latest("number").takes_back is not None


@pytest.mark.parametrize("slug", [EMPIRE])
def test_shields_that_a_nameless_crew_raises_go_into_soak(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    raider = dogfight.combatant("Raider")
    dice(monkeypatch, *[6] * 6)
    do(dogfight, "femi", "Orrin", action="fire-quad-laser", target_of=str(raider.pk))
    attack = Attack.objects.latest("pk")
    # Before the damage is rolled already; and no player does it for the other side.
    where = f"attacks/{attack.pk}/answer/"
    assert "Raise the shields 4D against 15" in words(dogfight.fight("greta"))
    assert dogfight.post("ines", where, by=str(raider.pk)).status_code == 404
    dice(monkeypatch, 6, 6, 6, 1)
    assert dogfight.post("greta", where, by=str(raider.pk)).status_code == 302
    dice(monkeypatch, 3, 3, 3, 3, 3)
    attack = deal(dogfight, "femi")
    assert attack.harm["damage"] == ["15"]
    # 15 against Hull and Shields, 6 × 3.
    dice(monkeypatch, *[3] * 6)
    assert dogfight.post("greta", f"attacks/{attack.pk}/take/").status_code == 302
    assert dogfight.marks("Raider") == {}


@pytest.mark.parametrize("slug", [EMPIRE])
def test_a_torpedo_has_to_catch_the_speed_of_its_target(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship, raider = dogfight.combatant("Lucky Strike"), dogfight.combatant("Raider")
    dogfight.encounter.combatants.update(place=1)
    # Short 10, and three for each of 5 dice that nobody rolled.
    sent = {"action": "fire-concussion-missiles", "target_of": str(raider.pk)}
    do(dogfight, "femi", "Orrin", **sent)
    assert Attack.objects.latest("pk").number == 25
    # Vessa rolls them: 1, 1, 1, 1 and 3.
    dice(monkeypatch, 1, 1, 1, 1, 3)
    do(dogfight, "ines", "Vessa Korr", action="speed")
    sent = {"attack": "weapons.concussion-missiles", "target": str(ship.pk)}
    assert dogfight.post("greta", f"combatants/{raider.pk}/attack/", **sent).status_code == 302
    assert Attack.objects.latest("pk").number == 17


@pytest.mark.parametrize("slug", [EMPIRE])
def test_a_shot_that_hardly_hits_says_from_where_it_would(dogfight: Ambush) -> None:
    raider = dogfight.combatant("Raider")
    raider.character.situation = {**raider.character.situation, "evade": 10}
    raider.character.save()
    Combatant.objects.filter(encounter=dogfight.encounter).update(place=3)
    Combatant.objects.filter(pk=raider.pk).update(place=0)
    # 6D+2 against 20 and 10 that evade at Long; against 15 and 10 at Medium 23 on six dice is
    # enough: 16,941 of 46,656 throws.
    assert "Move to medium: 36" in words(dogfight.fight("femi"))
    Combatant.objects.filter(pk=raider.pk).update(place=1)
    assert "Move to" not in words(dogfight.fight("femi"))
    Combatant.objects.filter(pk=raider.pk).update(place=0)
    dogfight.encounter.hides_numbers = True
    dogfight.encounter.save()
    assert "Move to" not in words(dogfight.fight("femi"))


@pytest.mark.parametrize("slug", [EMPIRE])
def test_dice_of_scale_are_seen_and_rolled_where_numbers_are_hidden(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    raider = dogfight.combatant("Raider")
    raider.character.build["craft"]["kind"] = "capital-ship"
    raider.character.save()
    Encounter.objects.update(hides_numbers=True)
    page = dogfight.people["femi"].client.get(
        f"/parties/{dogfight.party.public_id}/fight/", {"target": str(raider.pk)}
    )
    # 4D+2 and Fire Control 2D, and 6D against something so much larger.
    assert "12D+2" in page.content.decode()
    dice(monkeypatch)
    do(dogfight, "femi", "Orrin", action="fire-quad-laser", target_of=str(raider.pk))
    attack = Attack.objects.latest("pk")
    assert (attack.number, attack.total) == (15, 26)


@pytest.mark.parametrize("slug", [STORY])
def test_successes_evade_fire_and_go_through_shields(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship, raider = dogfight.combatant("Lucky Strike"), dogfight.combatant("Raider")
    turn = {"pilot": 6, "untrained": 0, "initiative": 5, "leading": 0}
    assert ship.character.situation == turn
    assert raider.character.situation == {"crew": 5, "pilot": 5, "initiative": 5}
    page = dogfight.fight("ines")
    for said in ("Maneuver", "Pass an obstacle", "Fire Laser cannons", "Tractor beam"):
        assert said in page, said
    # Dexterity 3 and Firearms 2 at 6, and 2 more for medium range: two of these reach 8.
    dice(monkeypatch, 8, 9, 7, 2, 3, sides=10)
    do(dogfight, "femi", "Orrin", action="fire-laser-cannons", target_of=str(raider.pk))
    # Its crew evades with 5 − 2 dice at 7, and fails.
    attack = Attack.objects.latest("pk")
    assert (attack.total, attack.state) == (2, "defending")
    assert "Roll 3 to defend" in " ".join(dogfight.fight("greta").split())
    assert "Roll 3 to defend" not in " ".join(dogfight.fight("femi").split())
    dice(monkeypatch, 6, 2, 2, sides=10)
    assert dogfight.post("femi", f"attacks/{attack.pk}/defend/").status_code == 404
    assert dogfight.post("greta", f"attacks/{attack.pk}/defend/").status_code == 302
    # Damage at 6, and 1 more for the size: four of four.
    dice(monkeypatch, 7, 7, 8, 9, sides=10)
    attack = deal(dogfight, "femi")
    assert (attack.total, attack.unit) == (2, "successes")
    assert attack.harm == {"damage": ["4"], "kind": ["lethal"]}
    # The shields roll at 5 and soak 1; the armor takes 1: three levels.
    dice(monkeypatch, 5, 2, sides=10)
    assert dogfight.post("greta", f"attacks/{attack.pk}/take/").status_code == 302
    assert dogfight.marks("Raider") == {"damage": 3, "shields_lost": 1}
    # Its crew fires back with 5 dice, 1 less for being Injured; Vessa evades with 6 − 2 dice at 7.
    dice(monkeypatch, 8, 8, 2, 2, sides=10)
    sent = {"attack": "weapons.laser-cannons", "target": str(ship.pk)}
    assert dogfight.post("greta", f"combatants/{raider.pk}/attack/", **sent).status_code == 302
    back = Attack.objects.latest("pk")
    assert (back.total, back.state) == (2, "defending")
    assert "Roll 4 to defend" in " ".join(dogfight.fight("ines").split())
    dice(monkeypatch, 7, 7, 2, 2, sides=10)
    assert dogfight.post("ines", f"attacks/{back.pk}/defend/").status_code == 302
    back.refresh_from_db()
    assert back.state == "missed"


@pytest.mark.all_games
@pytest.mark.parametrize("slug", sorted(TYPED))
def test_harm_by_a_nameless_crew_is_shown_and_taken(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    ship, raider = dogfight.combatant("Lucky Strike"), dogfight.combatant("Raider")
    sides = 10 if slug == STORY else 6
    dice(monkeypatch, *[sides] * 30, sides=sides)
    weapon = "laser-cannons" if slug == STORY else "quad-laser"
    sent = {"attack": f"weapons.{weapon}", "target": str(ship.pk)}
    dogfight.post("greta", f"combatants/{raider.pk}/attack/", **sent)
    attack = Attack.objects.latest("pk")
    if attack.state == "defending":
        dogfight.post("greta", f"attacks/{attack.pk}/hit/")
        dogfight.post("greta", f"attacks/{attack.pk}/damage/")
    attack.refresh_from_db()
    assert attack.state == "damaged"
    assert "They take it" in words(dogfight.fight("greta"))
    assert dogfight.post("greta", f"attacks/{attack.pk}/take/").status_code == 302
    assert dogfight.marks("Lucky Strike")


@pytest.mark.parametrize("slug", sorted(TYPED))
def test_the_pages_of_such_a_craft_show_its_numbers(dogfight: Ambush) -> None:
    row = dogfight.combatant("Lucky Strike").character
    client = dogfight.people["greta"].client
    system = registry.get(row.system).others["craft"]
    for page in ("", "table/", "print/?kind=classic", "print/?kind=cards"):
        answer = client.get(f"/characters/{row.public_id}/{page}")
        assert answer.status_code == 200, page
    assert system.name
    board = client.get(f"/parties/{dogfight.party.public_id}/").content.decode()
    assert "Lucky Strike" in board
