"""Files in the shape that other worlds have: what they hold is read, or named with its number.

The shapes are those of public packs and sources of OpenD6 Space 0.7 to 3.0 for Foundry 9 to 14; the
characters in them are our own.
"""

import json
from typing import Any

import pytest

from rules import document as documents
from rules import foreign_craft, registry
from rules.exchange import actors, foreign, roll20
from rules.exchange.conversion import Report
from rules.exchange.outline import ATTRIBUTES
from rules.problems import InvalidDocument
from tests.rules.contract.systems import characters
from tests.rules.exchange.test_actors import written
from tests.rules.exchange.test_conversion import D6, converted
from tests.rules.exchange.test_writers import example, outline_of

ZONES = {"1": {"range": 2, "damage": 5}, "2": {"range": 8, "damage": 4}}
SECOND_ZONE = "zone 2 does 4D to 8 m"


def weapon(name: str = "Burst charge", **system: Any) -> dict[str, Any]:
    usual = {"stats": {"attribute": "AGI", "skill": "Grenade", "specialization": ""}}
    return {"name": name, "type": "weapon", "system": {**usual, **system}}


def actor(*items: dict[str, Any], type: str = "character", **system: Any) -> dict[str, Any]:
    attributes = {key: {"base": 9, "mod": 0, "score": 0} for key in ("agi", "kno", "mec")}
    attributes |= {key: {"base": 6} for key in ("per", "str", "tec")}
    grenade = {"name": "Grenade", "type": "skill", "system": {"attribute": "agi", "base": 3}}
    return {
        "name": "Demo Sapper",
        "type": type,
        "_stats": {"systemId": "od6s"},
        "system": {"attributes": attributes, **system},
        "items": [grenade, *items],
    }


def as_foundry_9(plain: dict[str, Any]) -> dict[str, Any]:
    """The same actor as a world of Foundry 9 has it."""
    old = {**plain, "data": plain["system"], "token": {"light": {"alpha": 0.5}}}
    old["items"] = [{**item, "data": item["system"]} for item in plain["items"]]
    for one in (old, *old["items"]):
        one.pop("system", None)
    old.pop("_stats")
    return old


def test_an_explosive_has_the_damage_of_its_first_zone_and_names_the_others() -> None:
    charge = weapon(subtype="Explosive", damage={"type": "e", "score": 0}, blast_radius=ZONES)
    (attack,) = actors.read(written(actor(charge))).outline.attacks
    assert (attack.damage, attack.notes) == (15, (SECOND_ZONE,))
    for system in D6:
        report = converted(actors.read(written(actor(charge))).outline, system).report
        assert f"Burst charge: {SECOND_ZONE}." in report.lost
        assert not [row for row in report.kept if "0D" in row.split()]


@pytest.mark.parametrize("empty", [0, "", None])
def test_a_weapon_without_a_number_of_damage_has_none(empty: object) -> None:
    outline = actors.read(written(actor(weapon("Net", damage={"score": empty})))).outline
    assert outline.attacks[0].damage is None
    assert "Net" in converted(outline, registry.get("rules-sheet-d6")).report.kept


def test_numbers_without_a_place_are_named_with_their_rows() -> None:
    gun = weapon("Rifle", damage={"score": 15}, ammo=30, rof=2, mods={"attack": -3}, price="R",
                 range={"short": "10", "long": "120"}, label="OD6S.CHAR_WEAPONS",
                 wear='<p>Old &amp; <b class="old">scratched</b></p>')  # fmt: skip
    read = actors.read(written(actor(gun, scale={"score": 6}, funds={"score": 4})))
    assert read.report.lost == [
        "Of the actor: scale 6, funds 4.",
        "Rifle: ammo 30, rof 2, mods attack -3, price R, range short 10, range long 120, "
        "wear Old & scratched.",
    ]


def test_armor_that_differs_by_damage_names_both_numbers() -> None:
    plate = {"name": "Plate", "type": "armor", "system": {"pr": 6, "er": 3}}
    coat = {"name": "Ray coat", "type": "armor", "system": {"pr": 0, "er": 6}}
    read = actors.read(written(actor(plate, coat)))
    assert [(one.name, one.soak) for one in read.outline.armor] == [("Plate", 6), ("Ray coat", 6)]
    assert read.report.changed == [
        "Plate adds 2D against physical damage, 1D against energy: here it has one number, that of"
        " physical.",
        "Ray coat adds 0D against physical damage, 2D against energy: here it has one number, that"
        " of energy.",
    ]


def test_an_actor_of_foundry_9_is_read_as_a_newer_one() -> None:
    charge = weapon(damage={"score": ""}, blast_radius=ZONES)
    old = written(as_foundry_9(actor(charge)))
    assert actors.is_actor(old)
    assert actors.read(old).outline == actors.read(written(actor(charge))).outline


@pytest.mark.parametrize("at", ["data", "system"])
def test_a_character_template_is_the_character_that_it_makes(at: str) -> None:
    own = {
        "description": "<p>Hunts for <b>pay</b>.</p>",
        "species": "Rodian",
        "attributes": {"agi": 14, "str": 9, "kno": 6, "mec": 8, "per": 11, "tec": 6, "met": 0},
        "fp": 1,
        "cp": 5,
        "credits": 250,
        "move": 10,
        "items": [
            {"name": "Blaster", "type": "skill", "description": "<p>Shoots.</p>"},
            {"name": "Old rifle", "type": "weapon", "description": ""},
            {"name": "Rope", "type": "gear", "description": ""},
        ],
    }
    template = {"name": "Hunter", "type": "character-template", "img": "h.webp", at: own}
    (read,) = actors.read_all(written(template)).actors
    outline = read.outline
    assert actors.is_actor(written(template))
    assert not read.is_opponent
    assert (outline.name, outline.kind, outline.species) == ("Hunter", "Hunter", "Rodian")
    assert outline.description == "Hunts for pay."
    totals = {trait.name: trait.total for trait in outline.attributes}
    assert totals == {"DEX": 14, "STR": 9, "KNO": 6, "MEC": 8, "PER": 11, "TEC": 6}
    assert (outline.points.character, outline.points.force, outline.points.credits) == (5, 1, 250)
    assert [attack.name for attack in outline.attacks] == ["Old rifle"]
    assert [thing.name for thing in outline.things] == ["Rope"]
    assert outline.extras == ("Skills to choose from: Blaster.",)
    assert not any("Blaster" in line for line in read.report.lost)


def test_a_template_that_is_none_is_refused_with_its_place() -> None:
    own: dict[str, Any] = {"attributes": {"agi": "many"}, "items": ["rope"]}
    template = {"name": "Hunter", "type": "character-template", "data": own}
    with pytest.raises(InvalidDocument):
        actors.read(written(template))


def test_opponents_of_a_world_are_opponents() -> None:
    for type in ("npc", "creature"):
        (read,) = actors.read_all(written(actor(type=type))).actors
        assert read.is_opponent
    assert not actors.read_all(written(actor())).actors[0].is_opponent


@pytest.mark.parametrize("many", ["lines", "list", "adventure"])
def test_a_pack_brings_each_of_its_actors_and_names_what_it_cannot_read(many: str) -> None:
    rows = [
        {**actor(type="npc"), "name": "First"},
        as_foundry_9({**actor(), "name": "Second"}),
        {"name": "A folder", "type": "Actor", "color": "#000"},
        {**actor(type="container"), "name": "Chest"},
    ]
    content = {
        "lines": b"\n".join(map(written, rows)),
        "list": written(rows),
        "adventure": written({"name": "Trouble", "actors": rows}),
    }[many]
    pack = actors.read_all(content)
    assert [one.outline.name for one in pack.actors] == ["First", "Second"]
    assert [row.partition(":")[0] for row in pack.unread] == ["Chest"]


def ship(**system: Any) -> dict[str, Any]:
    laser = {"damage": {"score": 15}, "fire_control": {"score": 6}, "arc": {"value": "Front"}}
    ion = {"damage": {"score": 12}, "fire_control": {"score": 3}}
    return {
        "name": "Needle",
        "type": "starship",
        "system": {
            "scale": {"score": 18}, "maneuverability": {"score": 7}, "toughness": {"score": 9},
            "armor": {"score": 3}, "shields": {"value": 3}, "crew": {"value": 2},
            "move": {"value": 7}, **system,
        },
        "items": [
            {"name": "Laser cannons", "type": "starship-weapon", "system": laser},
            {"name": "Ion cannon", "type": "starship-weapon", "system": ion},
        ],
    }  # fmt: skip


def test_a_ship_becomes_a_craft_of_each_game_that_has_craft() -> None:
    for slug in ("hyperspace-d6", "empire-ascendant"):
        game = registry.get(slug)
        craft = actors.read(written(ship())).craft
        assert craft is not None
        assert game.craft is not None
        made = foreign_craft.document(craft, game.craft, Report())
        build = registry.read(documents.dump(made.document)).build.craft
        assert (build.name, build.crew, len(build.weapons)) == ("Needle", 2, 2)
        assert (build.hull, build.shields) == ((4, 1) if slug == "hyperspace-d6" else ("4D", "1D"))
        assert any("Ion cannon has Fire Control 1D" in row for row in made.report.changed)


def test_a_ship_names_what_it_leaves_behind() -> None:
    read = actors.read(written(ship(cargo_capacity={"value": 90}, interstellar_drive={"value": 2})))
    assert read.report.lost == [
        "Of the actor: cargo capacity 90, interstellar drive 2.",
        "Laser cannons: arc Front.",
    ]


def test_what_we_write_for_roll20_comes_back() -> None:
    for system in D6:
        for document in characters(system)[1:]:
            before = outline_of(document)
            by_file = actors.read(written(roll20.write(before))).outline
            by_chat = actors.read(roll20.chat(before).encode()).outline
            for after in (by_file, by_chat):
                assert [max(0, before.attribute(id)) for id in ATTRIBUTES] == [
                    after.attribute(id) for id in ATTRIBUTES
                ]
                totals = [
                    (one.name, max(0, one.total))
                    for id in ATTRIBUTES
                    for one in before.skills
                    if one.attribute == id
                ]
                assert [(one.name.split(), one.total) for one in after.skills] == [
                    (name.split(), total) for name, total in totals
                ]
                assert [one.damage for one in after.attacks] == [
                    one.damage or None for one in before.attacks
                ]
                assert after.points.character == max(0, before.points.character)
            # A line of chat has no breaks: what is in one column there is one thing.
            assert sorted(one.quantity for one in by_file.things) == sorted(
                one.quantity for one in before.things
            )


READ_HERE = "Import reads exports and character files of Hyperspace"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"%PDF-1.7\n...", "a PDF"),
        (b"\xff\xd8\xff\xe0 a photo", "a picture"),
        (b"RIFF1234WEBPVP8 ", "a picture"),
        (b"\x00\x00\x00\x18ftypheic", "a picture"),
        (b"7z\xbc\xaf'\x1c", "a 7-Zip archive"),
        (b"<!DOCTYPE html><p>", "a web page"),
        (b'\xef\xbb\xbf<?xml version="1.0"?>', "an XML file"),
        (b'{"id": "x", "name": "S", "callsign": "K", "level": 2, "current_hp": 6.5}', "COMP/CON"),
        (b'{"schema_version": 2, "oldId": "-M", "name": "S", "attribs": []}', "Roll20"),
        (b'{"success": true, "data": {"classes": [], "hp": 1.5}}', "D&D Beyond"),
        (b'{"success": true, "build": {"ancestry": "Elf", "keyability": "dex"}}', "Pathbuilder"),
        (b'{"name": "S", "type": "weapon", "system": {"cost": 0.5}, "_stats": {}}', "Foundry"),
        (b'{"name": "S", "command": "roll()", "scope": "global"}', "a macro of Foundry"),
        (b'{"name": "S", "results": [], "formula": "1d6"}', "a rollable table of Foundry"),
        (b'{"name": "S", "walls": [], "tokens": []}', "a scene of Foundry"),
        (b'{"name": "S", "pages": []}', "a journal of Foundry"),
        (b'{"id": "s", "packs": [], "compatibility": {}}', "a module or system of Foundry"),
        (b'{"name": "S", "hp": 1e3}', "a JSON file of another program"),
        ('{"name": "Zoë"}'.encode("latin-1"), "no text"),
    ],
)  # fmt: skip
def test_a_file_of_another_program_is_named_with_what_is_read_here(
    content: bytes, what: str
) -> None:
    with pytest.raises(InvalidDocument) as refused:
        foreign.check(content)
    assert what in refused.value.in_words
    assert READ_HERE in refused.value.in_words
    assert "fraction" not in refused.value.in_words
    assert "byte" not in refused.value.in_words


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_is_read_in_the_encodings_that_editors_save(encoding: str) -> None:
    content = json.dumps(actor()).encode(encoding)
    foreign.check(json.dumps({"format": "hyperspace-character/1"}).encode(encoding))
    assert actors.read(content).outline.name == "Demo Sapper"


def test_a_character_of_a_foreign_system_is_named() -> None:
    with pytest.raises(InvalidDocument, match="for 'dnd5e'"):
        actors.read(written({**example("caldo-morrun.od6s"), "_stats": {"systemId": "dnd5e"},
                             "system": {}}))  # fmt: skip
