"""The Force abilities of Star Wars Storytelling, each as the source has it."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.systems.storytelling_d10.reference.chapters import force_text
from rules.systems.storytelling_d10.rulebook import book as rulebooks
from rules.systems.storytelling_d10.rulebook.book import rulebook
from tests.rules.systems.rows import grouped, members

BOOK = rulebook()
FORCE = BOOK.force

# name | what it takes | marks | range | resistance | damage | steps
FORCE_ABILITIES = """
battle
  Battle strike | Roll 5+ | UFA | self |  |  | 1 3 5
  Corruption | Roll 7+, DS 6+ | D | 12 m | evade | 1 + successes lethal |
  Crucitorn | Roll 5+ | UFA | self |  |  | 1 3 5
  Dark rage | Roll 7+, DS 6+ | D, UFA | self |  |  | 1 3 5
  Inertia | Roll 5+, Surge | UFA | self |  |  | 1 3 5
  Prescience | Roll 3+ | UFA | sight |  |  | 1 3 5
  Rend | Roll 3+, DS 6+ | D | 6 m | evade | 4 lethal | 1 5
  Resist force |  | UFA | self |  |  | 1 3 5
  Shatterpoint | Roll 7+ | UES | 12 m | willpower |  | 1 3 5
  Surge |  | UFA | self |  |  | 1 3 5
  Wound | Roll 5+, DS 4+ | Aiming, D | 6 m | strength+athletics | 3 lethal |
mind
  Battle meditation | Roll 7+ | A, UFA | 6 m |  |  | 1
  Enlighten | Roll 5+, LS 4+ | A, L, UFA | 12 m |  |  |
  Farseeing | Roll 3+ |  | any | willpower |  | 1 3
  Fear | Roll 7+, DS 6+ | A, D, UFA | 12 m | willpower |  | 1
  Force stun | Roll 5+ | A, UFA | 6 m | willpower |  | 1 5
  Force track |  |  | self |  |  | 1 2 3 4 5
  Inspire | Roll 7+, LS 6+ | L, UFA | 6 m |  |  | 1 3 5
  Memory walk | Roll 9+, DS 8+ | A, D, UFA | 6 m | willpower | 3 bashing | 1 3 5
  Mind shard | Roll 5+ | A | 12 m | willpower | 1 + successes bashing |
  Mind trick |  | A | 12 m | willpower |  | 1 3 5
  Obscure | Roll 3+ | A | 12 m | willpower |  |
  Valor | Roll 9+, LS 8+ | L, UFA | 12 m |  |  | 1
nature
  Combustion | Roll 5+ |  | 12 m | evade | 2 lethal |
  Convection | Roll 5+ | UFA | self |  |  |
  Cryokinesis | Roll 3+ |  | 12 m |  |  | 1
  Force scream | Roll 5+, DS 4+ | D | 12 m | stamina+alertness | successes (at most 4) bashing |
  Force storm | Roll 9+, DS 8+ | D | 2 m |  | 4 lethal | 1
  Force tempest | Roll 7+, DS 6+ | D | 12 m | evade | 4 lethal | 1
  Ionize |  | Aiming | 6 m | evade | successes ion |
  Plant surge | Roll 7+ | UFA | 12 m | evade |  | 1
  Vital transfer | Roll 5+, LS 4+ | L | touch |  |  | 1
telekinetic
  Ballistakinesis | Roll 7+ | UFA | 12 m | evade | 4 bashing |
  Detonate |  |  | 12 m |  | successes |
  Force blast | Roll 4+ |  | 12 m | evade | successes lethal |
  Force disarm |  |  | 12 m | strength+athletics |  | 1 3
  Force grip | Roll 6+ | Aiming | 12 m | stamina+athletics | 3 lethal |
  Force shield | Roll 5+ | UFA | self |  |  | 1
  Force slam | Roll 3+ |  | 3 m | evade | 4 bashing |
  Force thrust |  |  | 12 m | strength+athletics |  | 1 3
  Force whirlwind | Roll 4+ | UFA | 12 m | evade | successes (at most 3) bashing |
  Intercept | Roll 4+ |  | self |  |  |
  Levitate | Roll 7+ |  | touch |  |  | 1
  Move object |  |  | sight |  |  | 1 2 3 4 5 6
  Repulse | Roll 6+ |  | 1 m | strength+athletics |  | 1
  Slow | Roll 4+ | UFA | 12 m | evade |  | 1
transform
  Blind | Roll 7+ | UFA | 12 m | evade |  | 1
  Breach force | Roll 6+, LS 5+ | L, UES | 12 m | dark-side |  | 1
  Cloak | Roll 5+ | UFA | self |  |  | 3 4 5
  Drain energy | Roll 5+ |  | 6 m | evade |  | 3 4 5 6
  Energy resistance | Roll 3+ | UFA | self |  |  | 1 3 5
  Force light | Roll 9+, LS 8+ | L, UES | 12 m | dark-side | successes lethal |
  Force lightning | Roll 9+, DS 8+ | D | 6 m | evade | 8 lethal |
  Hatred | Roll 7+, DS 6+ | D | 1 m | evade | successes (at most 4) lethal |
  Lightning burst | Roll 8+, DS 7+ | D | 1 m | evade | successes lethal |
  Malacia | Roll 7+, LS 6+ | L | 6 m | stamina+athletics |  | 1 5
  Morichro | Roll 6+ |  | touch | stamina+athletics |  | 2
  Negate energy | Roll 4+ |  | self | attacker |  |
  Rebuke | Roll 5+ |  | self | attacker |  | 0 3
  Sever force | Roll 9+, LS 8+ | L | touch | dark-side |  |
  Technometry | Roll 4+ |  | touch |  |  |
swordplay
  Barrier of blades | Roll 5+ | UFA | self |  |  | 1 3 5
  Circle of shelter | Roll 5+ | UFA | self |  |  | 1 3 5
  Deflect |  |  | self |  |  |
  Disarming slash | Roll 4+ | UFA | saber | evade |  | 1
  Draw closer (force pull) | Roll 6+ |  | 3 m | evade |  | 1 3 5
  Kinetic combat | Roll 8+ | UFA | self |  | Wits + 3 lightsaber | 1
  Lightsaber throw | Roll 4+ |  | 10 m | evade | 3 lightsaber |
  Pass the blade | Roll 6+ | UFA | saber | wits+melee |  | 1
  Redirect shot | Roll 4+, Deflect |  | weapon |  |  |
  Tempered aggression | Roll 7+ | D, UFA | saber | dexterity+melee |  | 3
  Vornskr's ferocity | Roll 7+ | D, UFA | saber | dexterity+melee |  | 1
"""


def test_force_knowledges() -> None:
    assert members(FORCE.force_knowledges, "attributes") == {
        "battle": ("strength", "dexterity"),
        "mind": ("charisma", "manipulation"),
        "nature": ("charisma", "intelligence"),
        "telekinetic": ("strength", "wits"),
        "transform": ("manipulation", "intelligence"),
        "swordplay": ("dexterity", "wits"),
    }


@pytest.mark.parametrize(
    ("expected", "ability"),
    list(zip(grouped(FORCE_ABILITIES), FORCE.force_abilities.values(), strict=True)),
    ids=list(FORCE.force_abilities),
)
def test_force_ability(expected: tuple[str, ...], ability: rulebooks.ForceAbility) -> None:
    tree, name, required, marks, distance, resistance, damage, steps = expected
    found = (
        ability.knowledge,
        ability.name,
        ability.required,
        sorted(ability.marks.split(", ")),
        ability.range,
        ability.resistance,
        ability.damage.text(BOOK.trait_name) if ability.damage else "",
        [step.successes for step in ability.steps],
    )
    assert found == (
        tree,
        name,
        required,
        sorted(marks.split(", ")),
        distance,
        resistance,
        damage,
        [int(step) for step in steps.split()],
    )
    assert ability.does
    assert ability.target
    assert ability.destiny


def test_counts_of_force_abilities() -> None:
    abilities = FORCE.force_abilities.values()
    assert Counter(row.knowledge for row in abilities) == {
        "battle": 11,
        "mind": 12,
        "nature": 9,
        "telekinetic": 14,
        "transform": 15,
        "swordplay": 11,
    }
    assert len(abilities) == 72
    taken = ("roll", "light_side", "dark_side", "after")
    assert [sum(bool(getattr(row, name)) for row in abilities) for name in taken] == [62, 8, 12, 2]
    assert Counter(tag for row in abilities for tag in row.tags) == {
        "dark": 14,
        "light": 8,
        "mind": 8,
        "next-action": 30,
        "scene": 3,
        "aiming": 3,
    }


def test_force_abilities_in_words() -> None:
    assert force_text(FORCE.force_abilities["wound"]) == (
        "It hurts, and it leaves scars. Power can't soak it, and Medicine hardly cures it."
        " Target: one enemy, 6 m. Damage: 3 lethal. Resisted: Strength + Athletics."
        " Destiny point: The target loses as much Current Power as it took damage."
        " Your table decides: how hard Medicine has it."
    )
    assert "1: +1 die of damage; 3: +2 dice of damage; 5: +3 dice" in force_text(
        FORCE.force_abilities["battle-strike"]
    )


def test_what_is_not_dark() -> None:
    found = {row.id: row.not_dark_with for row in FORCE.force_abilities.values()}
    assert {id: merit for id, merit in found.items() if merit} == {
        "tempered-aggression": "vaapad",
        "vornskrs-ferocity": "juyo",
    }


def test_defensive_force_abilities() -> None:
    found = [row.id for row in FORCE.force_abilities.values() if row.defensive]
    assert found == [
        "crucitorn",
        "resist-force",
        "intercept",
        "energy-resistance",
        "rebuke",
        "deflect",
    ]


def test_numbers_of_the_force() -> None:
    assert members(FORCE.numbers, "number") == {
        "difficulty": 6,
        "storm-scene": 1,
        "rest-difficulty": 4,
        "rest-least": 4,
        "danger-difficulty": 6,
        "danger-minutes": 10,
        "dead-willpower": 10,
        "redirect-difficulty": 6,
        "lightning-most": 6,
    }
