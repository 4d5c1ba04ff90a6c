"""A fight: Force abilities as attacks, every answer to an attack, what a hit hands on, the order;
and an exchange of two Jedi, fought without a page.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.combat import Entrant
from rules.fight import Defense, FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome
from rules.skirmish import skirmish
from tests.dice import Fixed

SYSTEM = registry.all_systems()["storytelling-d10"]
TRAITS = {
    "strength": 3, "dexterity": 3, "stamina": 2, "charisma": 4, "manipulation": 2, "appearance": 2,
    "perception": 2, "intelligence": 3, "wits": 2,
}  # fmt: skip
SABER = {
    "name": "Saber", "ability": "melee", "skill": "special: lightsaber", "damage": 5,
    "adds": "strength", "source": "lightsaber",
}  # fmt: skip
PISTOL = {"name": "Pistol", "skill": "blaster-pistols", "damage": 3}
BUILD: dict[str, Any] = {
    "attributes": TRAITS,
    "abilities": {"athletics": 2, "melee": 2, "firearms": 1},
    "weapon_skills": {
        "melee": ["special: lightsaber", "swords"], "firearms": ["blaster-pistols"],
    },
    "weapons": [SABER, PISTOL],
    "merits": [{"id": "force-sensitivity"}],
    "force_knowledges": {"telekinetic": 2, "transform": 2, "mind": 3, "nature": 1, "swordplay": 1},
    "force_abilities": [
        "force-blast", "force-thrust", "rebuke", "ionize", "mind-trick", "mind-shard", "deflect",
    ],
}  # fmt: skip


def jedi(
    *learned: str, light: int = 0, dark: int = 0, name: str = "Sera", power: int = 9, **members: Any
) -> Character:
    """Somebody with a lightsaber and the Force; `power` is Power, 0 for a commoner."""
    build = {**BUILD, **members.pop("build", {}), "power": min(power, 1)}
    story = {"kind": "story", "power": power - 1, "light_side": light, "dark_side": dark}
    ledger = [
        *([story] if power > 1 or light or dark else []),
        {"kind": "award", "xp": 90, "destiny": 2},
        *({"kind": "learn", "ability": id} for id in learned),
    ]
    document = {
        "format": "hyperspace-character/1",
        "system": SYSTEM.slug,
        "name": name,
        "build": build,
        "ledger": ledger,
        "house": {"force_at_creation": True, "start_power": min(power, 1)},
        **members,
    }
    return Character(SYSTEM, registry.read(json.dumps(document)))


def rules() -> FightRules[Any]:
    assert SYSTEM.fight is not None
    return SYSTEM.fight


def attempt(who: Character, values: FormValues | None = None) -> Attempt[Any]:
    return Attempt(who.state, {}, values or {})


def attacked(who: Character, action: str, *faces: int, **values: str) -> tuple[Outcome, FormValues]:
    """The outcome of an attack with these dice, then all 2, and its values."""
    sent = {name: (value,) for name, value in values.items()}
    return who.resolve({}, action, sent, Fixed(*faces, *[2] * 20, sides=10)), sent


def defenses(
    attacker: Character, action: str, outcome: Outcome, target: Character
) -> list[Defense]:
    near = Target(attempt(target), 0)
    return list(rules().defend(attempt(attacker), action, near, outcome))


def names(choices: list[Defense]) -> list[str]:
    return [one.name for one in choices]


# --- answers to an attack


def test_each_kind_of_attack_is_answered_with_its_own_evasions() -> None:
    attacker, target = jedi(), jedi()
    blow, _ = attacked(attacker, "weapons.saber.attack", 6, 6, 2, 2, 2)
    assert names(defenses(attacker, "weapons.saber.attack", blow, target)) == [
        "Melee", "Dodge", "Acrobatics", "Don’t defend",
    ]  # fmt: skip
    shot, _ = attacked(attacker, "weapons.pistol.attack", 6, 6, 2, 2)
    assert names(defenses(attacker, "weapons.pistol.attack", shot, target)) == [
        "Athletics", "Acrobatics", "Deflect", "Don’t defend",
    ]  # fmt: skip
    blast, _ = attacked(attacker, "force.force-blast.attack", 6, 6, 2, 2, 2)
    assert names(defenses(attacker, "force.force-blast.attack", blast, target)) == [
        "Athletics", "Acrobatics", "Rebuke", "Don’t defend",
    ]  # fmt: skip
    thrust, _ = attacked(attacker, "force.force-thrust.attack", 6, 6, 2, 2, 2)
    assert names(defenses(attacker, "force.force-thrust.attack", thrust, target)) == [
        "Strength + Athletics", "Rebuke", "Don’t defend",
    ]  # fmt: skip
    trick, _ = attacked(attacker, "force.mind-trick.attack", 6, 6, 2, 2)
    assert names(defenses(attacker, "force.mind-trick.attack", trick, target)) == [
        "Willpower", "Rebuke", "Don’t defend",
    ]  # fmt: skip


def test_current_power_meets_a_commoners_attack_first() -> None:
    common = jedi(power=0, build={"merits": [], "force_knowledges": {}, "force_abilities": []})
    hero = jedi(marks={"power_now": 2})
    shot, _ = attacked(common, "weapons.pistol.attack", 6, 6, 2, 2)
    assert names(defenses(common, "weapons.pistol.attack", shot, hero)) == [
        "Current Power, then Athletics", "Current Power, then Acrobatics",
        "Current Power, then Deflect", "Current Power alone", "Athletics", "Acrobatics", "Deflect",
        "Don’t defend",
    ]  # fmt: skip
    first = defenses(common, "weapons.pistol.attack", shot, hero)[0]
    answer = hero.resolve({}, first.action, first.values, Fixed(6, 2, 6, 2, 2, 2, 2, sides=10))
    assert (answer.total, answer.success) == (2, True)
    assert answer.said == (
        "Current Power takes 1: 1 left",
        "1 success at Difficulty 6, 2 needed: failure",
        "The attack misses.",
    )
    # A hero's attack is no matter of Current Power.
    assert "Current Power alone" not in names(defenses(jedi(), "weapons.pistol.attack", shot, hero))


def test_rebuke_needs_no_more_than_the_ability_and_sends_it_back_with_three_more() -> None:
    attacker, target = jedi(), jedi()
    blast, _ = attacked(attacker, "force.force-blast.attack", 6, 6, 2, 2, 2)
    rebuke = defenses(attacker, "force.force-blast.attack", blast, target)[2]
    even = target.resolve({}, rebuke.action, rebuke.values, Fixed(6, 6, 2, 2, 2, sides=10))
    assert (even.success, even.said[-1]) == (True, "The attack misses.")
    back = target.resolve({}, rebuke.action, rebuke.values, Fixed(6, 6, 6, 6, 6, sides=10))
    assert back.said[-1] == "You may send it back, or with Destiny heal up to 3 levels."


def test_what_an_attack_gave_up_and_destiny_add_is_handed_to_the_defense() -> None:
    attacker, target = jedi(), jedi()
    blast, _ = attacked(attacker, "force.force-blast.attack", 6, 6, 2, 2, 2, destiny="yes")
    evasion = defenses(attacker, "force.force-blast.attack", blast, target)[0]
    form = target.roll_form({}, evasion.action, evasion.values)
    assert form.target is not None
    assert (form.target.value, form.needed) == (8, 2)


def test_nobody_resists_fear_with_destiny() -> None:
    attacker = jedi("fear", dark=6)
    faces = (6, 6, 2, 2, 2)
    outcome, _ = attacked(attacker, "force.fear.attack", *faces, destiny="yes")
    assert defenses(attacker, "force.fear.attack", outcome, jedi()) == []
    outcome, _ = attacked(attacker, "force.fear.attack", *faces)
    assert names(defenses(attacker, "force.fear.attack", outcome, jedi()))[0] == "Willpower"


# --- attacks, and what a hit hands on


def test_force_abilities_used_on_somebody_are_attacks() -> None:
    found = {one.key: one.damage and one.damage.value for one in rules().attacks(attempt(jedi()))}
    assert found == {
        "force.force-blast": 0, "force.force-thrust": None, "force.ionize": 0,
        "force.mind-trick": None, "force.mind-shard": 1,
    }  # fmt: skip


def harmed(who: Character, action: str, damage: int, **values: str) -> FormValues:
    sent = {name: (value,) for name, value in values.items()}
    outcome = Outcome(action, "", "damage", total=damage)
    return rules().harmed(attempt(who, sent), action, outcome)


def test_a_hit_hands_on_its_kind_its_part_and_what_soaks_it() -> None:
    ion = {"name": "Ionizer", "skill": "special", "damage": 4, "harm": "lethal", "source": "ion"}
    who = jedi(build={"weapons": [SABER, PISTOL, ion]})
    energy = {"against": ("energy",)}
    damage = {
        "weapons.saber.damage": {"kind": ("lethal",), "ignores": ("armor",), **energy},
        "weapons.pistol.damage": {"kind": ("lethal",), "ignores": ("",), **energy},
        "weapons.ionizer.damage": {"kind": ("ion",), "ignores": ("",), **energy},
        "force.force-blast.damage": {"kind": ("lethal",), "ignores": ("",)},
        "force.mind-shard.damage": {"kind": ("bashing",), "ignores": ("all",)},
        "force.ionize.damage": {"kind": ("ion",), "ignores": ("",), "against": ("half",)},
    }
    for action, expected in damage.items():
        assert harmed(who, action, 3) == {"damage": ("3",), **expected}
    assert harmed(who, "weapons.saber.damage", 3, aim="head")["aim"] == ("head",)


@pytest.mark.parametrize(
    ("aim", "through", "said"),
    [
        ("head", 3, "Three levels to the neck"),
        ("head", 4, "Four levels to the neck"),
        ("arms", 1, "Any damage"),
        ("arms", 4, "The arm is broken"),
        ("legs", 4, "The leg is broken"),
        ("eyes", 2, "Blind for the next round"),
        ("eyes", 3, "Blind for the next two rounds"),
        ("vitals", 4, "Each round a Stamina roll"),
        ("vitals", 5, "No action at all"),
        ("chest", 5, "Each round a Stamina roll"),
    ],
)
def test_an_aimed_hit_does_what_the_levels_that_got_through_do(
    aim: str, through: int, said: str
) -> None:
    values = {"damage": (str(through + 1),), "kind": ("lethal",), "aim": (aim,), "stamina": ("1",)}
    outcome = jedi().resolve({}, "harm", values, Fixed())
    assert outcome.total == through
    assert outcome.said[-1].startswith(said)


def test_power_cancels_no_wound_and_destiny_takes_as_much_power() -> None:
    hurt = jedi(marks={"power_now": 5})
    values = {
        "damage": ("3",),
        "kind": ("lethal",),
        "stamina": ("1",),
        "against": ("power", "drain"),
    }
    form = hurt.roll_form({}, "harm", values)
    assert "power" not in [field.id for field in form.fields]
    outcome = hurt.resolve({}, "harm", values, Fixed())
    assert {one.mark: one.by for one in outcome.shifts} == {"power_now": -2, "lethal": 2}


def test_ionize_is_soaked_with_half_the_stamina_of_a_droid() -> None:
    build = {
        "merits": [{"id": "droid"}], "force_knowledges": {}, "force_abilities": [],
        "attributes": {**TRAITS, "stamina": 5},
    }  # fmt: skip
    droid, values = jedi(build=build), {"damage": ("4",), "kind": ("ion",), "against": ("half",)}
    outcome = droid.resolve({}, "harm", values, Fixed(6, 6, sides=10))
    assert (outcome.total, {one.mark: one.by for one in outcome.shifts}) == (2, {"lethal": 2})


def test_an_ability_without_damage_says_what_its_successes_do_to_the_target() -> None:
    attacker, action = jedi(), "force.force-thrust.attack"
    rolled, _ = attacked(attacker, action, 6, 6, 6, 2, 2)
    assert rules().effect(attempt(attacker), action) == "affected"
    values = rules().affected(attempt(attacker), action, rolled)
    assert values == {"ability": ("force-thrust",), "successes": ("3",)}
    said = jedi().resolve({}, "affected", values, Fixed()).said
    assert said == ("Force thrust: 3 m away; 3 dice of bashing against an obstacle",)
    assert rules().effect(attempt(attacker), "force.force-blast.attack") == ""


def test_mind_abilities_say_that_droids_are_safe() -> None:
    droid = jedi(build={"merits": [{"id": "droid"}], "force_knowledges": {}, "force_abilities": []})
    near = [Target(attempt(droid), 0)]
    says = rules().says(attempt(jedi()), "force.mind-trick.attack", near)
    assert says == ("It touches minds: droids are safe from it.",)


# --- the order


def test_the_order_says_who_acts_first_and_who_may_interrupt() -> None:
    assert rules().lowest_first
    assert rules().order.startswith(
        "Everyone rolls initiative. The lowest acts first, and whoever rolled more may interrupt"
    )


def edge(light: int = 0, dark: int = 0, **traits: int) -> int:
    who = jedi(light=light, dark=dark, build={"attributes": {**TRAITS, **traits}})
    return who.resolve({}, "initiative", {}, Random(1)).edge


def test_a_tie_goes_to_the_higher_side_then_dexterity_then_wits() -> None:
    assert edge(light=2) > edge(dark=1, dexterity=5, wits=5)
    assert edge(light=1, dexterity=4) > edge(light=1, dexterity=3, wits=5)
    assert edge(light=1, wits=3) > edge(light=1, wits=2)
    assert edge(light=1) == edge(dark=1)


# --- an exchange of two Jedi


def test_two_jedi_fight_without_a_page_to_the_end() -> None:
    """Sera has Dexterity 3 and Wits 2, and Light 1; Vorn has Dark 1, and Dexterity 2. His Force
    blast is Strength 3 + Telekinetic 2, her Saber 3 + 2 to hit and 3 + 5 of damage.
    """
    no_weapon = {"weapons": [], "weapon_skills": {}, "abilities": {"athletics": 1}}
    force = {"force_knowledges": {"telekinetic": 2}, "force_abilities": ["force-blast"]}
    slow = {"attributes": {**TRAITS, "dexterity": 2, "strength": 3}}
    vorn = jedi(name="Vorn", dark=1, power=1, build={**no_weapon, **force, **slow})
    armed = {
        "force_knowledges": {"transform": 2},
        "force_abilities": ["rebuke"],
        "weapons": [SABER],
    }
    sera = jedi(name="Sera", light=1, power=1, build=armed)
    dice = Fixed(
        # Initiative at 4: Light 1 brings Sera a sixth die, Dark 1 brings Vorn no fifth one.
        4, 4, 4, 4, 2, 2, 2,
        3, 4, 4, 2, 2,
        # His blast, her evasion with Dexterity 3 + Athletics 2, a die of damage, her Stamina 2.
        6, 6, 6, 2, 2,
        6, 6, 2, 2, 2,
        6,
        2, 2,
        # Bruised takes nothing, the evasion a die: 4 dice. He evades with Dexterity 2 + Dodge 0.
        6, 6, 6, 6,
        6, 2,
        6, 6, 6, 6, 2, 2, 2, 2,
        6, 2,
        # Injured takes a die: 4 dice. Her evasion has all 5 again.
        6, 2, 2, 2,
        6, 2, 2, 2, 2,
        # 4 dice again; he has one left to evade with.
        6, 6, 2, 2,
        2,
        6, 6, 6, 6, 6, 2, 2, 2,
        6, 2,
        sides=10,
    )  # fmt: skip
    sides = [[("Sera", Entrant(sera))], [("Vorn", Entrant(vorn))]]
    fought = skirmish(sides, dice, choice=Random(1))
    assert [one.name for one in fought.order] == ["Vorn", "Sera"]
    assert fought.rounds == [
        [
            "Vorn attacks Sera, Force blast: 3 successes at Difficulty 6, 1 needed: success.",
            "Sera, Evade: 2 successes at Difficulty 6, 3 needed: failure."
            " 1 success of the attack left.",
            "Vorn, Force blast: damage: 1 level of lethal damage.",
            "Sera: 1 level of lethal damage. Stamina soaks 0: 1 left. Bruised: Scratches and sore"
            " ribs. Nothing lost.",
            "Sera attacks Vorn, Saber: 4 successes at Difficulty 6, 1 needed: success.",
            "Vorn, Evade: 1 success at Difficulty 6, 4 needed: failure."
            " 3 successes of the attack left.",
            "Sera, Saber: damage: 4 levels of lethal damage.",
            "Vorn: 3 levels of lethal damage. Stamina soaks 1: 3 left. Injured: Bleeding, or close"
            " to it: −1 die.",
        ],
        [
            "Vorn attacks Sera, Force blast: 1 success at Difficulty 6, 1 needed: success.",
            "Sera, Evade: 1 success at Difficulty 6, 1 needed: success. The attack misses.",
            "Sera attacks Vorn, Saber: 2 successes at Difficulty 6, 1 needed: success.",
            "Vorn, Evade: 0 successes at Difficulty 6, 2 needed: failure."
            " 2 successes of the attack left.",
            "Sera, Saber: damage: 5 levels of lethal damage.",
            "Vorn: 4 levels of lethal damage. Stamina soaks 1: 4 left. Incapacitated: Down and"
            " out of action. More damage kills.",
        ],
    ]
    assert (fought.winner, dice.faces) == (0, [])
