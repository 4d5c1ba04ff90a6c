"""Weapon skills stand in the order in which they were learned."""

import pytest
from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.systems.storytelling_d10.character.character import Character as Fighter
from rules.systems.storytelling_d10.character.figures import attack_difficulty
from rules.systems.storytelling_d10.document.build import PoolWeapon

GAME = registry.get("storytelling-d10")
LEARNED = ("vibroblades", "special: lightsaber", "simple-weapons", "special: whip")


def fighter() -> Document:
    document = GAME.empty()
    build = replace(document.build, abilities={"melee": 4}, weapon_skills={"melee": LEARNED})
    return replace(document, build=build)


@pytest.mark.parametrize(
    ("field", "sent", "held"),
    [
        ("melee", ("vibroblades", "simple-weapons"), LEARNED),
        ("melee", ("simple-weapons", "vibroblades"), LEARNED),
        ("melee", ("simple-weapons",), LEARNED[1:]),
        ("melee", ("axes", "swords", "simple-weapons"), (*LEARNED[1:], "swords", "axes")),
        ("melee_special", ("lightsaber, whip",), LEARNED),
        ("melee_special", ("whip, lightsaber",), (LEARNED[0], LEARNED[3], LEARNED[2], LEARNED[1])),
        ("melee_special", ("whip, whip, ",), (LEARNED[0], LEARNED[3], LEARNED[2])),
        ("melee_special", ("lightsaber, whip, net",), (*LEARNED, "special: net")),
        ("melee_special", ("",), (LEARNED[0], LEARNED[2])),
    ],
)
def test_what_stays_keeps_its_place(
    field: str, sent: tuple[str, ...], held: tuple[str, ...]
) -> None:
    after = GAME.fields.write(fighter(), field, sent)
    assert after.build.weapon_skills == {"melee": held}


@pytest.mark.parametrize(
    ("dots", "hint"),
    [
        (0, "No dot, no weapon skill."),
        (1, "Choose 1 kind."),
        (3, "Choose 3 kinds, one for each dot."),
    ],
)
def test_a_hint_says_how_many_the_dots_teach(dots: int, hint: str) -> None:
    document = GAME.empty()
    document = replace(document, build=replace(document.build, abilities={"melee": dots}))
    step = next(one for one in Character(GAME, document).steps(only="weapon-skills") if one.fields)
    assert next(one for one in step.fields if one.id == "melee").hint == hint


@pytest.mark.parametrize(
    ("typed", "held", "difficulty"),
    [
        ("Vibroblades", "vibroblades", 6),
        ("vibroblades", "vibroblades", 6),
        ("Lightsaber", "Lightsaber", 6),
        ("Axes", "axes", 8),
    ],
)
def test_the_skill_of_a_weapon_is_typed_by_its_name(typed: str, held: str, difficulty: int) -> None:
    row = ("Blade", "melee", typed, "2", "strength", "lethal", "", "6", "", "", "1")
    after = GAME.fields.write(fighter(), "weapons", row)
    assert [one.skill for one in after.build.weapons] == [held]
    weapon = after.build.weapons[0]
    assert attack_difficulty(Fighter(after), weapon).value == difficulty


def test_the_skill_of_a_weapon_is_shown_by_its_name() -> None:
    document = fighter()
    weapon = PoolWeapon(name="Blade", ability="melee", skill="special: whip")
    other = replace(weapon, name="Long blade", skill="vibroblades")
    document = replace(document, build=replace(document.build, weapons=(weapon, other)))
    shown = GAME.fields.values(document, "weapons")
    assert "whip" in shown
    assert "Vibroblades" in shown
    assert "vibroblades" not in shown
