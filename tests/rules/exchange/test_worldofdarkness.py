"""Actors of Foundry's World of Darkness: what we wrote comes back, and what others made is read."""

import json
from typing import Any

from rules import registry
from rules.character import Character
from rules.exchange import actors, targets, worldofdarkness
from rules.exchange.outline import CODES, DOTS, Outline
from rules.game import Game
from tests.rules.contract.systems import characters, having
from tests.rules.exchange.test_actors import written
from tests.rules.exchange.test_conversion import again, converted
from tests.rules.exchange.test_writers import hero, outline_of

STORYTELLING = registry.get("storytelling-d10")


def came_back(outline: Outline) -> Any:
    """The build of a character that was written and read again."""
    (actor,) = actors.read_all(written(worldofdarkness.write(outline))).actors
    return again(converted(actor.outline, STORYTELLING).document).build


def test_what_we_wrote_comes_back() -> None:
    for document in characters(STORYTELLING):
        before = outline_of(document)
        build = came_back(before)
        assert build.attributes == {one.id: one.total for one in before.attributes}
        own = [one for one in before.skills if one.total and not one.name.startswith("Lore: ")]
        assert {id: build.abilities[id] for id in build.abilities if "lore" not in id} == {
            one.id: one.total for one in own if "lore" not in one.id
        }
        assert (build.concept, build.species) == (before.concept, before.species)
        assert sorted((one.name, one.damage, one.adds) for one in build.weapons) == sorted(
            (one.name, one.bonus, one.adds) for one in before.attacks
        )
        assert [(one.name, one.rating) for one in build.armor] == [
            (one.name, one.soak) for one in before.armor
        ]
        assert [(one.name, one.quantity) for one in build.gear] == [
            (one.name, one.quantity) for one in before.things
        ]
        assert len(build.merits) + len(build.flaws) == len(before.features)
        assert (build.willpower or 0) == next(
            one.permanent for one in before.gauges if one.id == "willpower"
        )


def test_the_invented_medic_comes_back_with_the_force_and_armor() -> None:
    build = came_back(hero(force_abilities=["farseeing"]))
    assert build.force_knowledges == {"mind": 1}
    assert build.force_abilities == ("farseeing",)
    assert (build.power, build.light_side, build.willpower) == (1, 1, 4)
    assert build.weapon_skills == {"firearms": ("blaster-pistols", "blaster-rifles")}
    assert [(one.id, one.detail) for one in build.merits] == [
        ("force-sensitivity", ""), ("concentration", ""), ("armor-proficiency", "light"),
    ]  # fmt: skip
    assert (build.armor[0].name, build.armor[0].rating, build.worn) == (
        "Padded vest", 1, "Padded vest",
    )  # fmt: skip
    assert build.abilities["lore-species"] == 1


def item(kind: str, name: str, **system: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "system": system}


def mortal(*items: dict[str, Any], type: str = "Mortal", **system: Any) -> dict[str, Any]:
    """An actor in the shape of the older types."""
    names = ("strength", "dexterity", "stamina", "charisma", "manipulation")
    names += ("appearance", "perception", "intelligence", "wits", "composure", "resolve")
    rows = {
        name: {"value": 3, "bonus": 0, "total": 3, "max": 5, "type": "physical"} for name in names
    }
    dots = {"talent": ("brawl", 2), "skill": ("craft", 3), "knowledge": ("occult", 2)}
    known = {
        group: {id: {"value": value, "max": 5, "label": f"wod.abilities.{id}"}}
        for group, (id, value) in dots.items()
    }
    return {
        "name": "Demo Warden",
        "type": type,
        "items": list(items),
        "system": {
            "attributes": rows, "abilities": known, "concept": "Warden",
            "willpower": {"permanent": 5, "temporary": 4, "max": 10},
            "health": {"damage": {"bashing": 0}, "bruised": {"value": 1, "penalty": 0}},
            **system,
        },
    }  # fmt: skip


def read(plain: dict[str, Any]) -> actors.Actor:
    (actor,) = actors.read_all(written(plain)).actors
    return actor


def test_an_actor_of_the_older_types_is_read_without_naming_its_system() -> None:
    actor = read(mortal())
    conversion = converted(actor.outline, STORYTELLING)
    build = again(conversion.document).build
    assert (actor.outline.scale, actor.is_opponent) == (DOTS, False)
    assert build.abilities == {"brawl": 2, "crafts": 3}
    assert (build.willpower, build.concept) == (5, "Warden")
    assert conversion.report.lost == ["Occult 2: this game has no such ability."]
    assert actor.report.lost == []


def test_creatures_and_npcs_are_opponents() -> None:
    for type in ("Creature", "Spirit", "npc"):
        assert read(mortal(type=type)).is_opponent
    assert not read(mortal(type="PC")).is_opponent


def test_numbers_without_a_place_are_named() -> None:
    claws = item("Melee Weapon", "Claws", diff=7, conceal="P", attack={"attribute": "dexterity",
                 "ability": "brawl"}, damage={"attribute": "strength", "bonus": 2,
                 "type": "aggravated"})  # fmt: skip
    vest = item("Armor", "Vest", soak={"bashing": 1, "lethal": 2, "aggravated": 0}, dexpenalty=-1)
    ally = item("Feature", "Allies", type="wod.types.background", level="3")
    iron = item("Feature", "Iron Mood", type="wod.types.merit", level="2")
    actor = read(mortal(claws, vest, ally, iron, rage={"permanent": 4}))
    conversion = converted(actor.outline, STORYTELLING)
    (weapon,) = conversion.document.build.weapons
    assert (weapon.ability, weapon.damage, weapon.adds, weapon.difficulty) == (
        "brawl", 2, "strength", 7,
    )  # fmt: skip
    assert actor.report.lost == ["Allies 3 (background).", "Of the actor: rage permanent 4.",
                                 "Claws: conceal P."]  # fmt: skip
    assert actor.report.changed == [
        "Vest soaks bashing 1, lethal 2, aggravated 0: here it has one rating, 2."
    ]
    assert conversion.report.changed == ["Claws does aggravated damage: here it is lethal."]
    assert conversion.report.lost == [
        "Occult 2: this game has no such ability.",
        "Vest: -1 on Dexterity.",
        "Merit Iron Mood 2: this game has none of that name.",
    ]


def test_experience_that_is_left_comes_along() -> None:
    rows = [item("Experience", "Story", amount=9, isspent=False),
            item("Experience", "Brawl", amount=4, isspent=True)]  # fmt: skip
    made = converted(read(mortal(*rows)).outline, STORYTELLING).document
    assert Character(STORYTELLING, again(made)).numbers["experience"] == 5


@having(lambda system: system.from_codes or system.from_dots)
def test_a_game_takes_outlines_of_its_own_scale_alone(system: Game) -> None:
    outline = Character(system, system.empty()).outline
    assert outline is not None
    is_dotted = outline.scale == DOTS
    for scale in (CODES, DOTS):
        outline = Outline(system="", game="", name="", scale=scale)
        assert system.takes(outline) == (is_dotted == (scale == DOTS))


def test_every_file_that_we_write_is_read_here() -> None:
    for system in (one for one in registry.all_systems().values() if one.outline):
        for document in characters(system)[:2]:
            outline = outline_of(document)
            for target in targets.targets(outline.scale):
                content = target.write(outline, "abc")
                assert actors.is_actor(content), target.id
                (actor,) = actors.read_all(content).actors
                assert actor.outline.scale == outline.scale
                json.dumps(actor.report.lost)
