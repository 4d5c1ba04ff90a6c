"""The fields of an attack's form that a target decides, and the effect of a hit, in each game."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rules import fight, registry
from rules.character import Character
from rules.document import write
from rules.fight import Target
from rules.forms.parsing import FormValues
from rules.play import Attempt
from rules.sheet.sections import Attacks

SLUGS = sorted(slug for slug, game in registry.all_systems().items() if game.fight)
HYPERSPACE = "hyperspace-d6"


def opened(slug: str, **changes: Any) -> Character:
    """A random character of a game, with some members of its document changed."""
    system = registry.get(slug)
    plain = {**write(system.random(Random(4))), **changes}
    return Character(system, system.read(json.dumps(plain)))


def armed(slug: str) -> Character:
    """A random character of a game with a ranged weapon."""
    weapon = {"name": "Pistol", "skill": "DEX", "damage": "4D", "form": "ranged"}
    build = {**write(registry.get(slug).random(Random(4)))["build"], "weapons": [weapon]}
    return opened(slug, build=build)


def opponent(marks: dict[str, Any] | None = None, **build: Any) -> Character:
    return opened(HYPERSPACE, name="", build={"opponent": build}, marks=marks or {}, ledger=[])


def aimed(
    attacker: Character,
    action: str,
    *targets: Character,
    distance: int = 1,
    circumstances: tuple[str, ...] = (),
    hands: Mapping[str, int] | None = None,
) -> FormValues:
    rules = attacker.system.fight
    assert rules
    known = [Target(Attempt(one.state, hands or {}), distance, circumstances) for one in targets]
    return rules.aim(Attempt(attacker.state, {}), action, known)


def weapons(character: Character) -> list[str]:
    sections = (one for one in character.sheet.sections if isinstance(one, Attacks))
    return [row.key for section in sections for row in section.rows if row.damage]


@pytest.mark.parametrize("slug", SLUGS)
def test_an_attack_on_anybody_has_a_chance_and_its_damage_does_something(slug: str) -> None:
    attacker, target = opened(slug), opened(slug)
    rules = attacker.system.fight
    assert rules
    for key in weapons(attacker):
        action = f"{key}.attack"
        values = aimed(attacker, action, target)
        form = attacker.roll_form({}, action, {})
        assert set(values) <= {field.id for field in form.fields}, "only what the form has"
        assert set(values) <= {*rules.fields}
        assert attacker.roll_form({}, action, values).exact is not None
        damage = attacker.resolve({}, f"{key}.damage", {}, Random(1))
        harm = rules.harmed(Attempt(attacker.state, {}), f"{key}.damage", damage)
        assert harm["damage"] == (str(damage.total),)
        assert target.resolve({}, rules.harm, harm, Random(1)).said
    if rules.initiative:
        assert attacker.resolve({}, rules.initiative, {}, Random(1)).dice
    for action in filter(None, (rules.turn, rules.end, rules.move, rules.hold)):
        attacker.roll_form({}, action, {})  # every action that it names is there


def test_blasters_are_held_against_dodge_with_cover_and_extreme_range() -> None:
    trooper, hunter = opponent(id="stormtrooper"), opponent(id="bounty-hunter")
    action = "weapons.blaster-rifle.attack"
    assert aimed(trooper, action, hunter) == {"defense": ("13",)}
    hidden = aimed(trooper, action, hunter, distance=4, circumstances=("cover",))
    assert hidden == {"defense": ("13",), "shelter": ("cover", "extreme")}
    target = trooper.roll_form({}, action, hidden).target
    assert target
    assert target.value == 23


def test_a_saber_parries_blasters_only_in_hand() -> None:
    trooper, knight = opponent(id="stormtrooper"), opponent(id="knight")
    action = "weapons.blaster-rifle.attack"
    # Nobody said what is in hand: what is carried counts.
    assert aimed(trooper, action, knight)["instead"] == ("15",)
    assert "instead" not in aimed(trooper, action, knight, hands={"hand": 1})
    held = {"hand": 1, "hand.lightsaber": 1}
    assert aimed(trooper, action, knight, hands=held)["instead"] == ("15",)


def test_fists_and_blades_take_the_defense_that_the_hand_allows() -> None:
    thug, officer = opponent(id="thug"), opponent(id="imperial-officer")
    unarmed = "attacks.unarmed.attack"
    assert aimed(thug, unarmed, officer) == {"defense": ("12",), "instead": ("12",)}
    assert aimed(thug, unarmed, officer, hands={"hand": 1}) == {"defense": ("12",)}
    acolyte = opponent(id="acolyte")
    blade = "weapons.forcepike.attack"
    assert aimed(acolyte, blade, officer) == {"defense": ("12",)}
    assert aimed(acolyte, blade, officer, hands={"hand": 1})["instead"] == ("12",)
    rules = thug.system.fight
    assert rules
    assert rules.reach(Attempt(thug.state, {}), unarmed) == 0
    assert rules.reach(Attempt(thug.state, {}), "weapons.blaster-pistol.attack") is None


def test_a_group_is_one_roll_against_each_target() -> None:
    group = opponent({"members": 5}, id="stormtrooper")
    rules = group.system.fight
    assert rules
    action = "weapons.blaster-rifle.attack"
    assert rules.most(Attempt(group.state, {}), action) == 8
    targets = opponent(id="thug"), opponent(id="bounty-hunter")
    values = aimed(group, action, *targets)
    assert values == {"defense": ("12",), "defense-2": ("13",)}
    outcome = group.resolve({}, action, values, Random(2))
    assert fight.hits(outcome, 2) == (outcome.total >= 12, outcome.total >= 13)


def test_a_piercing_weapon_says_so_to_whoever_is_hit() -> None:
    hunter = opponent(level="formidable", skills=["blasters", "melee"], weapons=["bowcaster"])
    rules = hunter.system.fight
    assert rules
    damage = hunter.resolve({}, "weapons.bowcaster.damage", {}, Random(1))
    harm = rules.harmed(Attempt(hunter.state, {}), "weapons.bowcaster.damage", damage)
    pierces = "piercing" in json.dumps([row.special for row in attack_rows(hunter)]).casefold()
    assert ("nature" in harm) is pierces


def attack_rows(character: Character) -> list[Any]:
    sections = (one for one in character.sheet.sections if isinstance(one, Attacks))
    return [row for section in sections for row in section.rows]


def test_ranges_of_empire_ascendant_are_the_number_to_reach() -> None:
    attacker, target = armed("empire-ascendant"), opened("empire-ascendant")
    key = "weapons.pistol"
    numbers = []
    for distance in range(5):
        values = aimed(attacker, f"{key}.attack", target, distance=distance)
        figure = attacker.roll_form({}, f"{key}.attack", values).target
        assert figure
        numbers.append(figure.value)
    assert [number - numbers[0] for number in numbers] == [0, 5, 10, 15, 15]
    behind = aimed(attacker, f"{key}.attack", target, circumstances=("cover", "prone"))
    figure = attacker.roll_form({}, f"{key}.attack", behind).target
    assert figure
    assert figure.value == numbers[1] + 10


def test_smoke_covers_those_inside_and_they_see_nobody_beyond_it() -> None:
    trooper, officer = opponent(id="stormtrooper"), opponent(id="imperial-officer")
    smoke: tuple[str, ...] = ("smoke",)
    values = aimed(officer, "weapons.blaster-pistol.attack", trooper, circumstances=smoke)
    assert values == {"defense": ("10",), "shelter": ("cover",)}
    rules = trooper.system.fight
    assert rules
    inside, outside = (
        Target(Attempt(trooper.state, {}), 1, circumstances) for circumstances in (smoke, ())
    )
    assert rules.unseen(smoke, [inside]) == ""
    assert rules.unseen(smoke, [inside, outside]).startswith("You can't see out of the smoke.")
    assert rules.unseen((), [inside, outside]) == ""
