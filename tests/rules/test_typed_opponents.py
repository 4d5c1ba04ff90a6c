"""Opponents with typed numbers, in the games whose books list none."""

from random import Random
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.opponents import OpponentRules
from rules.problems import RuleViolation

GAMES = [
    slug
    for slug, system in registry.all_systems().items()
    if system.opponents and not system.opponents.is_bound
]


def rules_of(slug: str) -> OpponentRules:
    rules = registry.get(slug).opponents
    assert rules is not None
    return rules


def made(slug: str, **typed: str) -> Document:
    return rules_of(slug).document({field: (text,) for field, text in typed.items()})


def numbers(slug: str, **typed: str) -> dict[str, Any]:
    return Character(registry.get(slug), made(slug, name="Trooper 7", **typed)).numbers


def refusal(slug: str, **typed: str) -> tuple[str, str]:
    """Where a form is refused, and why."""
    with pytest.raises(RuleViolation) as caught:
        made(slug, **typed)
    return caught.value.problems[0].where, caught.value.problems[0].message


@pytest.mark.parametrize("slug", GAMES)
def test_the_examples_of_the_form_make_an_opponent_that_can_fight(slug: str) -> None:
    system, rules = registry.get(slug), rules_of(slug)
    examples = {field.id: field.placeholder for field in rules.fields({})}  # type: ignore[union-attr]
    document = made(slug, **{**examples, "name": "Trooper 7"})
    assert not [one for one in Character(system, document).problems if not one.unfinished]
    sheet = Character(system, document).sheet
    assert sheet.name == "Trooper 7"
    opened = Character(system, document)
    attacks = [key for key in opened.play_state({}).pools if key.endswith(".attack")]
    assert len(attacks) == str(examples["weapons"]).count("(")
    assert len(attacks) == 2 or slug not in registry.built_in()
    damages = [key for key in opened.play_state({}).pools if key.endswith(".damage")]
    assert len(damages) == len(attacks) or slug not in registry.built_in()
    for action in (*attacks, *damages):
        opened.resolve({}, action, {}, Random(1))
    assert system.fight is not None
    assert opened.roll_form({}, system.fight.harm, {}).fields


def test_codes_are_as_they_were_typed() -> None:
    for slug, defense in (("rules-sheet-d6", "defense"), ("empire-ascendant", "defenses")):
        sheet = numbers(
            slug,
            attributes="Dex 3D+1; strength: 4D",
            skills="Blaster 5D+2\nSlicing 4D (Technical)",
            weapons="E-11 blaster rifle 5D (Blaster), Fist STR (str)",
        )
        assert sheet["attributes"]["DEX"] == "3D+1"
        assert (sheet["attributes"]["STR"], sheet["attributes"]["KNO"]) == ("4D", "2D")
        assert (sheet["skills"]["blaster"], sheet["skills"]["slicing"]) == ("5D+2", "4D")
        rifle, fist = sheet["weapons"]
        assert (rifle["item"], rifle["attack"], rifle["damage"]) == (
            "e-11-blaster-rifle",
            "5D+2",
            "5D",
        )
        assert (fist["attack"], fist["damage"]) == ("4D", "4D")
        assert sheet["force_points"] == 0
        assert defense in sheet


def test_armor_counts() -> None:
    typed = {"attributes": "Strength 2D", "armor": "Blast vest 2"}
    bare = numbers("rules-sheet-d6", attributes="Strength 2D")["defense"]
    assert numbers("rules-sheet-d6", **typed)["defense"] == bare + 2
    typed["armor"] = "Blast vest 1D+1"
    assert numbers("empire-ascendant", **typed)["soak"] == "3D+1"
    typed = {"attributes": "Stamina 3", "armor": "Blast vest 2"}
    assert numbers("storytelling-d10", **typed)["armor"][0]["soak"] == 2


def test_dots_beyond_those_of_a_new_character_count() -> None:
    sheet = numbers(
        "storytelling-d10",
        attributes="Dexterity 7, Strength 4",
        skills="Firearms 5, Melee 6",
        weapons="Blaster rifle 8 (Firearms), Claws Strength+1 (Melee)",
    )
    assert sheet["abilities"]["firearms"] == {"dots": 5, "attribute": "dexterity", "pool": 12}
    rifle, claws = sheet["weapons"]
    assert (rifle["attack"], rifle["damage"], rifle["difficulty"]) == (12, 8, 6)
    assert (claws["attack"], claws["damage"]) == (13, 5)


def test_a_weapon_says_what_its_damage_is_and_what_it_comes_from() -> None:
    weapons = "Pistol 4 (Firearms), Baton Strength+2 (Melee bashing), Saber 5 (melee lightsaber)"
    rows = made("storytelling-d10", name="X", skills="Melee 3", weapons=weapons).build.weapons
    assert [(row.ability, row.harm, row.source) for row in rows] == [
        ("firearms", "lethal", "energy"),
        ("melee", "bashing", "energy"),
        ("melee", "lethal", "lightsaber"),
    ]
    where, message = refusal(
        "storytelling-d10", name="X", skills="Melee 3", weapons="Saber 5 (Melee loud)"
    )
    assert where == "weapons"
    told = (
        "can't be read. Weapons are used with Firearms, Melee, Brawl, and may be bashing, lethal, "
    )
    assert told in message
    assert message.count("ion") == 1


def test_a_weapon_used_by_hand_has_a_difficulty_so_that_an_attack_with_it_can_be_judged() -> None:
    weapons = (
        "Rifle 5D (Blaster), Fist STR (Brawling), Ax STR+1D (Melee Weapons),"
        " Saber 5D (Lightsaber), Knife STR+1 (Dexterity), Frag 5D (Grenade)"
    )
    skills = "Melee Weapons 3D (DEX), Lightsaber 4D, Brawling 3D, Grenade 3D (DEX), Blaster 3D"
    rows = made("empire-ascendant", name="X", skills=skills, weapons=weapons).build.weapons
    assert [(row.form, row.difficulty) for row in rows] == [
        ("ranged", None),
        ("brawling", 5),
        ("melee", 10),
        ("melee", 15),
        ("melee", 10),
        ("grenade", None),
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_what_cannot_be_read_is_refused_where_it_was_typed(slug: str) -> None:
    assert refusal(slug)[0] == "name"
    assert refusal(slug, name="X") == ("attributes", "Give at least one attribute or skill.")
    assert refusal(slug, name="X", attributes="Luck 3")[0] == "attributes"
    where, message = refusal(slug, name="X", skills="Sneak")
    assert where == "skills"
    assert message.startswith("“Sneak” can't be read. Write it like this: ")
    assert refusal(slug, name="X", attributes="Dexterity 3D9")[0] == "attributes"
    assert refusal(slug, name="X", skills="Sword-swallowing 4D")[0] == "skills"
    fields = rules_of(slug).fields({})
    (known,) = [field.placeholder for field in fields if field.id == "attributes"]  # type: ignore[union-attr]
    assert refusal(slug, name="X", attributes=known, weapons="Rifle many")[0] == "weapons"
    assert refusal(slug, name="X", attributes=known, armor="Vest much")[0] == "armor"
    assert refusal(slug, name="X", attributes="Dex 1, " * 300)[0] == "attributes"


@pytest.mark.parametrize("slug", GAMES)
def test_everything_that_cannot_be_read_is_refused_at_once(slug: str) -> None:
    wrong = {"attributes": "Mojo 3", "skills": "Mojo 99D, Other 98D", "armor": "Vest 97D+9"}
    with pytest.raises(RuleViolation) as caught:
        made(slug, name="Trooper 7", **wrong)
    fields = [problem.where for problem in caught.value.problems]
    assert fields == ["attributes", "skills", "skills", "armor"]
    # Of a field that has several, each is told there.
    own = caught.value.by_place["skills"]
    assert ("Mojo" in own or "99D" in own, "Other" in own or "98D" in own) == (True, True)


@pytest.mark.parametrize("slug", GAMES)
def test_a_part_that_is_too_long_is_refused_before_it_is_read(slug: str) -> None:
    # To read it all the same takes the third power of its length: minutes.
    where, message = refusal(slug, skills=":" * 1_490 + " (")
    assert where == "skills"
    assert message.startswith(f"“{':' * 40}” can't be read. Write it like this: ")
