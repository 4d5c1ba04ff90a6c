"""Each kind of actor and pack that public worlds and modules hold comes in, or says what it is; all
numbers of it are kept, or named as lost.
"""

import json
from typing import Any

import pytest

from rules.exchange import actors, foreign
from rules.problems import InvalidDocument
from tests.rules.exchange.foreign_shapes import (
    as_foundry_9,
    craft_gun,
    effect,
    gun,
    lines,
    od6s_craft,
    od6s_item,
    od6s_person,
    od6s_system,
    skill,
    species_template,
    starwarsd6_npc,
    stats,
    wod_actor,
    wod_item,
    wod_power,
)
from tests.rules.exchange.test_conversion import D6, again, converted

GUARD = od6s_person(
    gun("Wharf pistol"),
    skill("Blaster", "agi", 6),
    od6s_item("gear", "Seal kit", cost=20, quantity=2),
)
PISTOL_LOST = "cost 500, range short 10, range medium 30, range long 120, ammo 100, rof 1"


def read(plain: Any) -> tuple[actors.Actor, ...]:
    content = plain if isinstance(plain, bytes) else json.dumps(plain).encode()
    assert actors.is_actor(content)
    pack = actors.read_all(content)
    assert pack.unread == ()
    return pack.actors


@pytest.mark.parametrize("shape", [lambda plain: plain, as_foundry_9], ids=["10", "9"])
def test_a_person_of_a_module_names_no_system_and_is_an_opponent(shape: Any) -> None:
    (actor,) = read(shape(GUARD))
    outline = actor.outline
    assert (outline.name, outline.kind, actor.is_opponent) == (
        "Wharf Guard",
        "Dock Inspector",
        True,
    )
    assert [trait.total for trait in outline.attributes] == [8, 9, 11, 10, 7, 9]
    assert [(trait.name, trait.total) for trait in outline.skills] == [("Blaster", 14)]
    assert [(one.name, one.damage, one.total) for one in outline.attacks] == [
        ("Wharf pistol", 12, 14)
    ]
    assert [(one.name, one.quantity) for one in outline.things] == [("Seal kit", 2)]
    assert actor.report.lost == [f"Wharf pistol: {PISTOL_LOST}.", "Seal kit: cost 20."]
    for system in D6:
        assert again(converted(outline, system).document).name == "Wharf Guard"


@pytest.mark.parametrize("type", ["character", "npc", "creature"])
@pytest.mark.parametrize("core", ["10.291", "12.330", "13.345", "14.363"])
def test_each_kind_of_person_of_each_foundry_comes_in(type: str, core: str) -> None:
    plain = {**GUARD, "type": type, "_stats": stats("od6s", core)}
    (actor,) = read(plain)
    assert actor.is_opponent is (type != "character")


def test_active_effects_are_named_with_their_numbers() -> None:
    blade = gun(
        "Twin blade", effects=[effect("Twin blade", ("data.strengthdamage.mod", "0"),
                                      ("data.parry.mod", "5"))]
    )  # fmt: skip
    newer = {"name": "Drilled", "disabled": False, "system": {"changes": [
        {"key": "system.dodge.mod", "value": 2}]}}  # fmt: skip
    of_item = effect("Twin blade", ("system.parry.mod", "5"))
    guard = od6s_person(blade) | {
        "effects": [
            effect("Boost", ("system.attributes.agi.mod", "3")),
            effect("Off", ("system.move.mod", "9"), is_off=True),
            newer,
            of_item | {"origin": "Actor.1.Item.2"},
        ]
    }
    (actor,) = read(guard)
    assert actor.report.lost == [
        "Of the actor: effect on attributes agi mod 3, effect on dodge mod 2.",
        f"Twin blade: {PISTOL_LOST}, effect on parry mod 5.",
    ]


def test_a_starship_brings_its_pilot_and_names_its_gear() -> None:
    pilot = {"name": "Demo Pilot", "type": "npc", "system": od6s_system(),
             "items": [skill("Starfighter Piloting", "mec", 6)]}  # fmt: skip
    ring = effect("Ring", ("system.interstellar_drive.value", "1"))
    droid = od6s_item("starship-gear", "Wired droid", cost=0, quantity=2, effects=[ring])
    cannon = craft_gun("starship-weapon", "Twin cannon")
    cannon["system"]["description"] = f"<p>{'Fires forward. ' * 9}</p>"
    ship, flyer = read(od6s_craft("starship", cannon, droid, pilot=pilot))
    assert ship.craft is not None
    assert (ship.craft.kind, ship.craft.maneuverability, ship.craft.hull, ship.craft.shields) == (
        "starfighter", 9, 12, 3,
    )  # fmt: skip
    assert [(one.damage, one.fire_control) for one in ship.craft.weapons] == [(15, 6)]
    assert ship.report.lost[0] == (
        "Items of the kind “starship-gear”: 2 × Wired droid (effect on interstellar drive 1)."
    )
    assert "cargo capacity 0.06" in ship.report.lost[1]
    assert ship.report.lost[2] == (
        "Twin cannon: description (a text), arc Front, crew 1, attribute mec, skill Starship"
        " Gunnery, range short 3, range medium 12, range long 25."
    )
    assert (flyer.outline.name, flyer.is_opponent) == ("Demo Pilot", True)
    assert [trait.total for trait in flyer.outline.skills] == [17]


def test_a_vehicle_without_a_pilot_comes_alone() -> None:
    winch = od6s_item("vehicle-gear", "Winch", cost=90, quantity=1)
    (boat,) = read(od6s_craft("vehicle", craft_gun("vehicle-weapon", "Bow gun"), winch))
    assert boat.craft is not None
    assert (boat.craft.kind, boat.craft.speed, len(boat.craft.weapons)) == ("speeder", 8, 1)
    assert boat.report.lost[0] == "Items of the kind “vehicle-gear”: Winch (cost 90)."


def test_a_pack_of_lines_is_what_was_written_last() -> None:
    gone = {**GUARD, "_id": "gone000000000000", "name": "Gone"}
    found = read(
        lines(
            {**GUARD, "name": "Wharf Guard, older"},
            gone,
            GUARD,
            {"$$deleted": True, "_id": gone["_id"]},
            {"$$indexCreated": {"fieldName": "_id"}},
        )
    )
    assert [actor.outline.name for actor in found] == ["Wharf Guard"]


def test_an_adventure_brings_its_actors() -> None:
    plain = {"name": "Docks", "actors": [GUARD, od6s_craft("starship")], "items": [gun("Pistol")]}
    assert [actor.outline.name for actor in read(plain)] == ["Wharf Guard", "Lantern"]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (json.dumps(gun("Pistol")).encode(), "(weapon), not an actor"),
        (json.dumps([gun("Pistol"), gun("Rifle")]).encode(), "(weapon), not an actor"),
        (lines(as_foundry_9(gun("Pistol")), as_foundry_9(gun("Rifle"))), "(weapon), not an actor"),
        (json.dumps(species_template()).encode(), "(species-template), not an actor"),
        (lines(as_foundry_9(species_template())), "(species-template), not an actor"),
        (json.dumps(wod_power("Fog", "charm")).encode(), "(Power), not an actor"),
        (lines(*2 * [{"name": "Roll", "command": "1", "scope": "global"}]), "a macro of Foundry"),
        (
            json.dumps(
                {"name": "Guards", "type": "Actor", "sorting": "a", "folder": None}
            ).encode(),
            "a folder of Foundry",
        ),
        (b"\x00\x01rows\x57\xfb\x80\x8b\x24\x75\x47\xdb", "a pack of Foundry 11 or newer"),
    ],
)
def test_what_is_no_actor_says_what_it_is(content: bytes, what: str) -> None:
    assert not actors.is_actor(content)
    with pytest.raises(InvalidDocument) as refused:
        foreign.check(content)
    assert what in refused.value.in_words


def test_a_vampire_keeps_what_people_have_and_names_the_rest() -> None:
    bite = wod_item("Melee Weapon", "Bite", difficulty=5, isnatural=True,
                    attack={"attribute": "dexterity", "ability": "brawl", "accuracy": 0},
                    damage={"attribute": "strength", "bonus": 1, "type": "aggravated"})  # fmt: skip
    awe = wod_power("Awe", "disciplinepower", level=1, dice1="charisma", dice2="empathy",
                    difficulty="7")  # fmt: skip
    plain = wod_actor("Vampire", wod_power("Fortitude", "discipline", dots=1), awe, bite,
                      clan="Healers", generation="13", virtues={"courage": {"permanent": 4}},
                      path={"permanent": 7})  # fmt: skip
    advantages = plain["system"]["advantages"]
    advantages["bloodpool"] = {"temporary": 10, "max": 10, "perturn": 1}
    advantages["virtues"] = {"courage": {"permanent": 4, "roll": 4}}
    advantages["path"] = {"permanent": 7, "value": 0, "roll": 7}
    (actor,) = read(plain)
    outline = actor.outline
    assert [trait.total for trait in outline.attributes] == [2] * 9
    assert [(gauge.name, gauge.permanent) for gauge in outline.gauges] == [("Willpower", 6)]
    assert [(one.name, one.bonus, one.notes) for one in outline.attacks] == [
        ("Bite", 1, ("How it works, at length.",))
    ]
    assert actor.report.lost == [
        "Fortitude 1 (discipline).",
        "Awe 1 (disciplinepower, charisma + empathy, difficulty 7).",
        "Of the actor: advantages bloodpool temporary 10, advantages virtues courage permanent 4,"
        " advantages path permanent 7, clan Healers, generation 13.",
    ]


@pytest.mark.parametrize(
    ("kind", "more", "lost"),
    [
        ("Werewolf", {"tribe": "Ours", "renown": {"glory": {"permanent": 2}}},
         "Of the actor: tribe Ours, renown glory permanent 2."),
        ("Mage", {"arete": {"permanent": 3}}, "Of the actor: arete permanent 3."),
        ("Changing Breed", {"breed": "Ours"}, "Of the actor: breed Ours."),
        ("Creature", {"rank": "2"}, "Of the actor: rank 2."),
        ("Spirit", {"essence": {"temporary": 9}}, "Of the actor: essence temporary 9."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("core", ["10.291", "14.365"])
def test_each_type_of_the_dark_world_is_a_person_with_its_own_numbers_named(
    kind: str, more: dict[str, Any], lost: str, core: str
) -> None:
    (actor,) = read(wod_actor(kind, wod_power("Gift", "gift", level=1), core=core, **more))
    assert actor.is_opponent is (kind in ("Creature", "Spirit"))
    assert {trait.name: trait.total for trait in actor.outline.skills} == {
        "Brawl": 2, "Empathy": 1, "Firearms": 2, "Stealth": 1, "Medicine": 2, "Law": 1,
    }  # fmt: skip
    assert actor.report.lost == ["Gift 1 (gift).", lost]


@pytest.mark.parametrize("core", ["13.345", "14.360"])
def test_an_npc_of_star_wars_d6_has_its_damage_as_an_attack(core: str) -> None:
    (actor,) = read(starwarsd6_npc(core=core))
    assert actor.is_opponent
    assert [(one.name, one.damage) for one in actor.outline.attacks] == [("Attack", 14)]
    assert actor.outline.attribute("STR") == 10
    assert actor.report.lost == [
        "Wounds: a new character is unhurt.",
        "Of the actor: ranged defense 12, melee defense 11, brawling defense 10.",
    ]
