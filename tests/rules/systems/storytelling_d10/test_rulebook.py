"""The tables of Star Wars Storytelling: every row of the source by hand, how many there are, and
slips that are found.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.kit.merits import Requirement
from rules.reference.chapters import Paragraphs
from rules.systems.storytelling_d10 import rulebook as rulebooks
from rules.systems.storytelling_d10.reference.chapters import chapters, force_text
from rules.systems.storytelling_d10.rulebook import Merit, rulebook
from rules.tables import Row, TableError

BOOK = rulebook()
TRAITS, FORCE, MERITS, COMBAT = BOOK.traits, BOOK.force, BOOK.merits, BOOK.combat
POINTS, CRAFT, TRAVEL, SAGA = BOOK.points, BOOK.craft, BOOK.travel, BOOK.saga
OURS = {"Our own", "Our ruling, not the source", "Our option, not the source"}
SOURCE = "Star Wars Storytelling (d10), "

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
# name | points | requirement (besides what opens the kind)
THE_MERITS = """
physical
  Acute Senses | 1–3 |
  Ambidextrous | 1 |
  Attentive | 2 |
  Cat-like balance | 1 |
  Giant | 4 |
  Night vision | 3 |
  Pain Resistance | 5 |
  Toughness | 1 |
  Twilight vision | 1 |
mental
  Common Sense | 1 |
  Concentration | 1 |
  Eidetic Memory | 2 |
  Lightning Calculator | 1 |
  Time Sense | 1 |
social
  Debt | 1–3 |
  Deceptive | 2 |
the-force
  Adept Negotiator | 2 |
  Ataru | 3 | Dexterity 3, Acrobatics 3
  Attuned to the Force | 2 | Charisma 3, Meditation 3
  Dark Side Resistance | 2 |
  Dark Side Sense | 2 |
  Djem So | 3 | Strength 3, Melee 3
  Fearless | 2 | Power 7
  Force Intuition | 2 | Meditation 2
  Force Perception | 2 | Power 4, Force Sensitivity
  Force Sensitivity | 1 |
  Juyo | 4 | Strength 3, Dexterity 4, Melee 4
  Link | 3 |
  Makashi | 4 | Dexterity 3, Melee 4
  Master Force Ability | 3 |
  Master “Force Knowledge” | 4 |
  Master Negotiator | 2 | Adept Negotiator
  Power Recovery | 2 | Power 4
  Precision | 2 |
  Priority Target | 2 |
  Serenity | 4 | Charisma 3, Meditation 4, Power 6
  Strong in the Force | 3 |
  Vaapad | 5 | Strength 4, Dexterity 4, Melee 5, Juyo
  Visions | 2 |
race
  Kel Dor | 3 |
  Twi'lek | 3 |
  Zabrak | 3 |
droid
  Droid | 1 |
  Humanity | 2 | Power 2
  Independent Spirit | 2 | Power 3
  Intellectual Fight | 3 | Power 5, Computer 3
  Ion Resistance | 2 |
  Master of Heuristics | 3 | Computer 4
  Personal Shield Mastery | 3 | a shield, Repair 2
  Protection from Reprogramming | 2 | Willpower 4
  Routine Scripts | 3 | Computer 3
  Self-improvement Specialist | 1 | Intelligence 3
aptitudes
  Ability Aptitude | 1 |
  Ace | 3 | Pilot 4
  Agile Pilot | 1 | Dexterity 3
  Armor Proficiency | 1 |
  Armored Protection | 2 | Armor Master
  Armor Master | 2 | Armor Proficiency
  Battle Pilot | 2 |
  Brothers-in-arms | 2 | Power 4
  Brothers-in-arms forever | 3 | Power 6, Brothers-in-arms
  Computer Professional | 2 | Wits 3
  Harm's Way | 2 | Power 4, Stamina 3
  Hold on! | 3 | Power 5
  Improved Armored Protection | 2 | Armored Protection
  Master Hacker | 2 | Computer 3, Intelligence 3
  Master of Evasion | 2 | Dexterity 3
  Master Pilot | 2 |
  Rifles Professional | 2 | Firearms 3
  Sure Shot! | 1 |
  Tracking | 2 | Computer 2, Intelligence 3
  True Astronaut | 1 |
  Sniper | 2 | Perception 3, Firearms 3
"""
THE_FLAWS = """
physical
  Addiction | 1–3 |
  Blind | 6 |
  Deaf | 4 |
  Deformity | 3 |
  Disfigured | 2 |
  Lame | 3 |
  Monstrous | 3 |
  Mute | 4 |
  One Arm | 3 |
  One Eye / One Ear | 2 |
  Paraplegic | 6 |
  Short | 1 |
  Slow Healing | 3 |
  Weak Sense | 1 |
mental
  Amnesia | 2 |
  Compulsion | 1–4 |
  Deep Sleeper | 1 |
  Insanity | 2 |
  Nightmares | 1 |
  Phobia | 2 |
  Soft-hearted | 1 |
  Speech Defect | 1 |
  Quick-tempered | 2 |
social
  Dark Mystery | 1 |
  Enemy | 1–5 |
  Mistaken Identity | 1 |
  Shy | 1 |
aptitudes
  Ability Deficit | 1 |
"""


def _by_group(text: str) -> Iterator[tuple[str, list[str]]]:
    """Rows of a text above, with the group that they stand under."""
    group = ""
    for line in text.strip().splitlines():
        if not line.startswith(" "):
            group = line
        else:
            yield group, [cell.strip() for cell in line.split("|")]


def _rows(text: str) -> list[tuple[str, ...]]:
    return [(group, *cells) for group, cells in _by_group(text)]


def _all_rows() -> Iterator[tuple[str, str, Row]]:
    for name in BOOK.__struct_fields__:
        if name == "reference":
            continue
        table = getattr(BOOK, name)
        for member in table.__struct_fields__:
            found = getattr(table, member)
            if isinstance(found, dict):
                yield from ((name, member, row) for row in found.values())


def _numbers(rows: dict[str, Any], *members: str) -> dict[str, Any]:
    return {
        id: tuple(getattr(row, member) for member in members)
        if len(members) > 1
        else getattr(row, members[0])
        for id, row in rows.items()
    }


# --- traits


def test_attributes() -> None:
    groups = {
        "physical": ["strength", "dexterity", "stamina"],
        "social": ["charisma", "manipulation", "appearance"],
        "mental": ["perception", "intelligence", "wits"],
    }
    assert list(TRAITS.attribute_groups) == list(groups)
    of_groups = {
        group: [row.id for row in TRAITS.attributes.values() if row.group == group]
        for group in groups
    }
    assert of_groups == groups


def test_abilities() -> None:
    groups = {
        "talents": "alertness athletics acrobatics brawl dodge empathy expression intimidation"
        " leadership persuasion subterfuge",
        "skills": "animal-ken appraise astrogate crafts computer demolition diplomacy disguise"
        " enigmas firearms gamble investigation medicine meditation melee performance pilot repair"
        " ride security stealth survival",
        "knowledges": "business engineering history politics science streetwise tactics technology"
        " lore-jedi lore-planets lore-sith lore-species lore-wilderness",
    }
    of_groups = {group: list(rows) for group, rows in TRAITS.abilities_of.items()}
    assert of_groups == {group: names.split() for group, names in groups.items()}
    assert {group: len(rows) for group, rows in of_groups.items()} == {
        "talents": 11,
        "skills": 22,
        "knowledges": 13,
    }
    assert _numbers(TRAITS.ability_groups, "untrained") == {
        "talents": 6,
        "skills": 8,
        "knowledges": None,
    }


def test_usual_attributes() -> None:
    usual = {
        "dexterity": "athletics acrobatics brawl dodge crafts firearms melee pilot ride security"
        " stealth",
        "charisma": "expression leadership persuasion animal-ken performance",
        "manipulation": "intimidation subterfuge diplomacy",
        "perception": "alertness empathy investigation meditation survival",
        "wits": "disguise gamble",
    }
    expected = {id: attribute for attribute, ids in usual.items() for id in ids.split()}
    for ability in TRAITS.abilities.values():
        assert ability.attribute == expected.get(ability.id, "intelligence"), ability.id


def test_weapon_skills() -> None:
    assert list(TRAITS.firearms) == [
        "blaster-pistols",
        "blaster-rifles",
        "heavy-weapons",
        "archaic-weapons",
        "gunnery",
        "special",
    ]
    assert list(TRAITS.melee) == [
        "simple-weapons",
        "vibroblades",
        "swords",
        "pole-arms",
        "axes",
        "missile-weapons",
        "special",
    ]
    own = [row.id for rows in (TRAITS.firearms, TRAITS.melee) for row in rows.values() if row.own]
    assert own == ["special", "special"]
    assert [row.id for row in TRAITS.abilities.values() if row.combat] == [
        "brawl",
        "dodge",
        "firearms",
        "melee",
    ]


# --- the Force


def test_force_knowledges() -> None:
    assert _numbers(FORCE.force_knowledges, "attributes") == {
        "battle": ("strength", "dexterity"),
        "mind": ("charisma", "manipulation"),
        "nature": ("charisma", "intelligence"),
        "telekinetic": ("strength", "wits"),
        "transform": ("manipulation", "intelligence"),
        "swordplay": ("dexterity", "wits"),
    }


@pytest.mark.parametrize(
    ("expected", "ability"),
    list(zip(_rows(FORCE_ABILITIES), FORCE.force_abilities.values(), strict=True)),
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


# --- merits and flaws


def _check_merit(expected: tuple[str, ...], row: Merit) -> None:
    kind, name, points, required = expected
    opener = MERITS.kinds[kind].opened_by
    own = MERITS.merits[opener].name if opener and opener != row.id else ""
    needs = [need for need in required.split(", ") if need and need != own]
    found = (row.kind, row.name, row.cost, sorted(filter(None, row.required.split(", "))))
    assert found == (kind, name, points, sorted(filter(None, [*needs, own])))
    assert row.does


@pytest.mark.parametrize(
    ("expected", "row"),
    list(zip(_rows(THE_MERITS), MERITS.merits.values(), strict=True)),
    ids=list(MERITS.merits),
)
def test_merit(expected: tuple[str, ...], row: Merit) -> None:
    _check_merit(expected, row)


@pytest.mark.parametrize(
    ("expected", "row"),
    list(zip(_rows(THE_FLAWS), MERITS.flaws.values(), strict=True)),
    ids=list(MERITS.flaws),
)
def test_flaw(expected: tuple[str, ...], row: Merit) -> None:
    kind, name, points, required = expected
    assert (row.kind, row.name, row.cost, required) == (kind, name, points, "")
    assert row.requires == Requirement()
    assert row.does


def test_counts_of_merits_and_flaws() -> None:
    assert {kind: len(rows) for kind, rows in MERITS.merits_of.items()} == {
        "physical": 9,
        "mental": 5,
        "social": 2,
        "the-force": 23,
        "race": 3,
        "droid": 10,
        "aptitudes": 21,
    }
    assert {kind: len(rows) for kind, rows in MERITS.flaws_of.items() if rows} == {
        "physical": 14,
        "mental": 9,
        "social": 4,
        "aptitudes": 1,
    }
    assert (len(MERITS.merits), len(MERITS.flaws)) == (73, 28)
    assert _numbers(MERITS.compulsions, "number") == {"1": 1, "2": 2, "3": 3, "4": 4}


def test_out_of_reach_at_creation() -> None:
    """Power is 1 and no ability above 3."""

    def reachable(row: Merit) -> bool:
        others = (MERITS.merits[id] for id in row.requires.merits)
        most = {"power": 1, **dict.fromkeys(TRAITS.abilities, 3)}
        own = all(most.get(id, 5) >= least for id, least in row.requires.traits.items())
        return own and all(map(reachable, others))

    far = {row.id for row in MERITS.merits.values() if not reachable(row)}
    assert far == {
        "ace",
        "juyo",
        "makashi",
        "vaapad",
        "master-of-heuristics",
        "serenity",
        "fearless",
        "force-perception",
        "power-recovery",
        "humanity",
        "independent-spirit",
        "intellectual-fight",
        "brothers-in-arms",
        "brothers-in-arms-forever",
        "harms-way",
        "hold-on",
    }


def test_what_repeats() -> None:
    found = [row.id for row in (*MERITS.merits.values(), *MERITS.flaws.values()) if row.repeats]
    assert found == [
        "debt",
        "master-force-ability",
        "master-force-knowledge",
        "ability-aptitude",
        "armor-proficiency",
        "addiction",
        "weak-sense",
        "compulsion",
        "phobia",
        "enemy",
        "ability-deficit",
    ]


def test_what_is_granted() -> None:
    found = {row.id: row.grants for row in MERITS.merits.values() if row.grants}
    assert found == {
        "kel-dor": ("twilight-vision", "attuned-to-the-force"),
        "twilek": ("twilight-vision", "deceptive"),
        "zabrak": ("attentive", "toughness"),
    }


def test_pairs() -> None:
    assert [row.id for row in MERITS.pairs.values() if row.refused] == ["senses"]
    assert len(MERITS.pairs) == 7


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("acute-senses", [(("perception",), 0, -2, "")]),
        ("attentive", [(("alertness",), 0, 0, "second")]),
        ("toughness", [(("survival",), 1, 0, "")]),
        ("attuned-to-the-force", [(("meditation",), 0, 0, "best")]),
        ("fearless", [(("resist-force", "willpower"), 3, 0, "")]),
        ("ability-aptitude", [(("detail",), 0, -1, "")]),
        ("ace", [(("pilot",), 0, -1, "")]),
        ("ion-resistance", [(("soak",), 0, -2, "")]),
        ("master-of-evasion", [(("area-soak",), 3, 0, "")]),
        ("blind", [(("alertness",), -3, 0, ""), (("dexterity",), 0, 2, "")]),
        ("disfigured", [(("social",), 0, 2, "")]),
        ("shy", [(("social",), 0, 3, "")]),
        ("ability-deficit", [(("detail",), 0, 2, "")]),
    ],
)
def test_bearings(id: str, expected: list[Any]) -> None:
    row = {**MERITS.merits, **MERITS.flaws}[id]
    assert [(one.on, one.dice, one.difficulty, one.reroll) for one in row.bearings] == expected


# --- creation and experience


def test_creation() -> None:
    assert BOOK.creation.attribute_points == (6, 4, 3)
    assert BOOK.creation.ability_points == (11, 7, 4)
    assert _numbers(BOOK.creation.numbers, "number") == {
        "attribute-start": 1,
        "attribute-most": 5,
        "ability-most-new": 3,
        "ability-most": 5,
        "power": 1,
        "power-most": 10,
        "willpower-more": 1,
        "willpower-most": 10,
        "merit-points": 3,
        "flaw-points-most": 6,
        "force-knowledges": 0,
        "light-side": 0,
        "dark-side": 0,
        "experience": 0,
        "languages": 8,
        "own-lores": 3,
        "saga-level": 17,
        "saga-feature": 6,
    }


def test_prices() -> None:
    assert _numbers(BOOK.creation.prices, "points", "times") == {
        "ability": (3, 0),
        "raise-attribute": (0, 4),
        "raise-ability": (0, 2),
        "raise-knowledge": (0, 2),
        "willpower": (0, 1),
        "spoken": (2, 0),
        "written": (2, 0),
        "technique": (2, 0),
        "force-ability": (3, 0),
        "merit": (0, 3),
    }


# --- combat


def test_health() -> None:
    assert _numbers(COMBAT.levels, "penalty", "walk", "runs") == {
        "bruised": (0, None, True),
        "hurt": (-1, None, True),
        "injured": (-1, None, True),
        "wounded": (-2, None, False),
        "mauled": (-2, None, False),
        "crippled": (-5, 1, False),
        "incapacitated": (None, 0, False),
    }
    commoner = [row.id for row in COMBAT.levels.values() if row.commoner]
    assert commoner == ["injured", "mauled", "incapacitated"]


def test_aiming() -> None:
    assert _numbers(COMBAT.aim_ranged, "difficulty", "damage") == {
        "head": (3, 4),
        "arms": (3, -1),
        "chest": (0, 0),
        "vitals": (2, 3),
        "legs": (2, 0),
        "eyes": (4, 3),
        "weapon": (3, 0),
    }
    assert _numbers(COMBAT.aim_melee, "difficulty", "damage") == {
        "head": (3, 4),
        "arms": (0, -1),
        "chest": (2, 1),
        "vitals": (3, 3),
        "legs": (1, 0),
        "eyes": (4, 3),
        "weapon": (3, 0),
    }
    assert [(row.part, row.least) for row in COMBAT.aim_effects.values()] == [
        *(("head", least) for least in (3, 4, 5, 6)),
        *(("arms", least) for least in (1, 4, 6)),
        *(("chest", least) for least in (5, 7)),
        *(("vitals", least) for least in (None, 4, 5)),
        *(("legs", least) for least in (4, 6)),
        *(("eyes", least) for least in (2, 3, 4)),
        ("weapon", None),
    ]


def test_armor_evading_and_sources() -> None:
    assert _numbers(COMBAT.armor_classes, "low", "high", "dice") == {
        "light": (1, 2, -1),
        "medium": (3, 4, -2),
        "heavy": (5, 6, -3),
    }
    assert _numbers(COMBAT.evasions, "abilities") == {
        "firearms": ("athletics", "acrobatics"),
        "force": ("athletics", "acrobatics"),
        "brawl": ("dodge", "brawl"),
        "melee": ("dodge", "melee", "acrobatics"),
    }
    assert _numbers(COMBAT.damage_sources, "ignores") == {
        "energy": (),
        "lightsaber": ("armor",),
        "disruptor": ("armor", "shield"),
        "ion": (),
        "other": (),
    }


def test_numbers_of_combat() -> None:
    assert _numbers(COMBAT.numbers, "number") == {
        "difficulty": 6,
        "least-difficulty": 2,
        "most-difficulty": 10,
        "threshold-difficulty": 9,
        "threshold-less": 8,
        "initiative": 4,
        "unskilled": 2,
        "heuristics": 9,
        "opponent": 1,
        "opponents-most": 4,
        "evasion": 1,
        "power-roll": 6,
        "twilight": -1,
        "darkness": -2,
        "round-seconds": 2,
        "move-base": 20,
        "move-dexterity": 3,
        "move-divisor": 2,
        "run": 2,
        "lame": 4,
        "short": 2,
        "paraplegic": 1,
        "soak": 6,
        "damage": 6,
        "heal-lethal": 8,
        "heal-bashing": 5,
        "slow-healing": 2,
        "rest-hours": 8,
        "repair-shield": 9,
        "ion-living": 2,
        "reasoning": 3,
    }


# --- Paths and points


def test_paths() -> None:
    for rows in (POINTS.light, POINTS.dark):
        assert [row.grade for row in rows.values()] == list(range(1, 11))
        assert len({row.mistake for row in rows.values()}) == 10


def test_uses_of_points() -> None:
    assert (len(POINTS.destiny), len(POINTS.power), len(POINTS.willpower)) == (9, 3, 2)
    once = [row.id for row in POINTS.destiny.values() if row.scene]
    assert once == ["willpower", "outstanding"]


def test_numbers_of_points() -> None:
    assert _numbers(POINTS.numbers, "number") == {
        "path-most": 10,
        "path-difficulty": 6,
        "path-fail": 1,
        "path-botch": 2,
        "dark-lead": 2,
        "light-lead": 3,
        "light-on-light": -1,
        "dark-on-dark": -2,
        "dark-on-light": 4,
        "grade-lost": 3,
        "will-light": -2,
        "will-dark": 2,
        "destiny-successes": 3,
        "destiny-initiative": 5,
        "willpower-success": 1,
        "willpower-nature": 3,
        "willpower-demeanor": 1,
        "willpower-rest": 1,
        "power-gain": 1,
        "power-strong": 2,
        "power-recovery": 2,
    }


# --- craft


def test_sizes() -> None:
    found = _numbers(CRAFT.sizes, "dice", "difficulty", "shields", "damage", "collision", "tractor")
    assert found == {
        "death-star": (-8, 2, -3, 4, 9, None),
        "battle-station": (-7, 2, -3, 3, 8, 10),
        "cruiser": (-4, 2, -2, 3, 7, 8),
        "frigate": (-3, 2, -2, 2, 6, 6),
        "space-transport": (-3, 1, -1, 2, 5, 5),
        "colossal": (-2, 1, -1, 1, 4, 4),
        "gargantuan": (-2, 1, 0, 1, 3, 3),
        "huge": (-1, 1, 0, 1, 2, 2),
        "large": (-1, 0, 0, 0, 1, None),
        "medium": (0, 0, 0, 0, 0, None),
        "small": (1, 0, 0, 0, 0, None),
        "tiny": (1, -1, 1, -1, 0, None),
        "diminutive": (2, -1, 2, -2, 0, None),
        "fine": (3, -1, 3, -3, 0, None),
    }
    assert [row.meters for row in CRAFT.sizes.values()] == [
        "3,000 and more",
        "1,001–3,000",
        "501–1,000",
        "101–500",
        "51–100",
        "19.3–50",
        "9.7–19.2",
        "4.9–9.6",
        "2.4–4.8",
        "1.4–2.3",
        "0.7–1.3",
        "0.4–0.6",
        "0.2–0.3",
        "0.1 and less",
    ]
    assert [len(row.health) for row in CRAFT.sizes.values()] == [7] * 6 + [3] * 2 + [2] * 3 + [
        1
    ] * 3
    assert len(CRAFT.tractors) == 7


def test_space_ranges() -> None:
    assert _numbers(CRAFT.space_ranges, "bands") == {
        "blaster-cannon": ("0–1", "2", "3–4", "5–8"),
        "ion-cannon": ("0–2", "3–4", "5–10", "11–20"),
        "laser-cannon": ("0–1", "2", "3–5", "6–10"),
        "missile": ("0–3", "4–6", "7–15", "16–30"),
        "point-defense": ("0–1", "2", "3–5", "6–10"),
        "turbolaser": ("0–4", "5–8", "9–20", "21–40"),
    }
    assert [row.id for row in CRAFT.space_ranges.values() if row.heavy] == ["missile", "turbolaser"]
    assert [row.number for row in CRAFT.bands.values()] == [0, 1, 2, 3]


def test_turns_and_armor_of_craft() -> None:
    turns = _numbers(CRAFT.quick_turns, "number")
    assert turns == {"45": 5, "90": 6, "135": 7, "180": 8}
    assert _numbers(CRAFT.maneuvers, "difficulties", "move") == {
        "quick-turn": ((), 0),
        "about-face": ((9,), 1),
        "loop": ((), 12),
        "quick-loop": ((9,), 2),
    }
    below = [40, 150, 330, 580, 900, 1290, 1750, 2280, 2880, 3550, 4290]
    assert [(row.below, row.armor) for row in CRAFT.hit_points.values()] == list(
        zip(below, range(11), strict=True)
    )


def test_numbers_of_craft() -> None:
    assert _numbers(CRAFT.numbers, "number") == {
        "copilot": 2,
        "heavy-rounds": 3,
        "heavy-small": 3,
        "against-people": 10,
        "backward-divisor": 10,
        "backward-space": 1,
        "gravity": 2,
        "turn-degrees": 45,
        "obstacle": 2,
        "obstacle-divisor": 2,
        "bump-divisor": 4,
        "bump-control": 6,
        "pursuit-target": 6,
        "pursuit-follower": 7,
        "pursuit-ground": 5,
        "pursuit-space": 1,
        "pursuit-damage": -1,
        "landing": 6,
        "docking": 6,
        "docking-forced": 7,
        "docking-unseen": 8,
        "skim": 5,
        "skim-large": 7,
        "skim-small": 8,
        "squad": 6,
        "squad-unlike": 1,
        "squad-most": 6,
        "squad-divisor": 2,
        "squad-damage-ships": 3,
        "battery": 5,
        "tractor-resist": 4,
        "tractor-break": 6,
        "destruction-minutes": 10,
        "destruction-from": 5,
        "destruction-dice": -2,
        "destruction-seconds": 20,
        "armor-step": 70,
    }


# --- hyperspace


def test_charts() -> None:
    assert _numbers(TRAVEL.chart_data, "difficulty", "complication") == {
        "day": (4, "1"),
        "week": (5, "2"),
        "month": (6, "3"),
        "older": (7, "4"),
        "none": (8, "5"),
    }
    assert _numbers(TRAVEL.complications, "adds") == {
        "1": (0, 0, 0, 0, 0, 1, 1, 1, 1, 1),
        "2": (0, 0, 0, 1, 1, 1, 2, 2, 2, 2),
        "3": (0, 0, 1, 1, 1, 2, 2, 3, 3, 3),
        "4": (0, 0, 1, 1, 2, 2, 3, 3, 4, 4),
        "5": (0, 0, 1, 1, 2, 3, 4, 5, 5, 5),
    }
    assert _numbers(TRAVEL.numbers, "number") == {"device": -1, "same-region": 1, "quadrant": 2}


def test_travel_times() -> None:
    hours = {
        "deep-core": "12 18 24 48 72 96 120 144 168",
        "core-worlds": "24 6 24 36 60 84 96 120 144",
        "colonies": "48 24 12 24 48 72 96 120 96",
        "inner-rim": "72 36 24 18 24 48 72 96 72",
        "expansion-region": "96 60 48 24 24 24 48 72 96",
        "mid-rim": "120 84 72 48 24 36 24 48 72",
        "outer-rim": "144 96 96 72 48 24 48 24 60",
        "wild-space": "168 120 120 96 72 48 24 12 120",
        "unknown-regions": "192 144 96 72 60 72 96 120 48",
    }
    assert {id: " ".join(map(str, row.hours)) for id, row in TRAVEL.regions.items()} == hours
    assert len(hours) == 9


# --- Saga Edition


def test_saga() -> None:
    assert _numbers(SAGA.saga_successes, "high", "successes") == {
        "15": (15, 1),
        "20": (20, 2),
        "25": (25, 3),
        "30": (30, 4),
        "35": (None, 5),
    }
    assert _numbers(SAGA.numbers, "number") == {
        "dice": 6,
        "gunnery": 50,
        "range-halves": 3,
        "double-range": 2,
        "armor": 2,
        "armor-dexterity": 5,
        "armor-least": 1,
        "shield": 5,
        "craft-shield": 50,
        "bonus": 2,
        "space-move": 2,
        "least-vehicle-damage": 30,
        "requirement-less": 1,
    }


def test_merit_guide() -> None:
    assert [row.number for row in SAGA.merit_guide.values()] == [1, 2, 3, 4, 5]
    counts = Counter(row.worth for row in SAGA.merit_effects.values())
    assert counts == {"1": 1, "2": 6, "3": 7, "4": 4, "5": 1}


# --- what a party decides, starting ideas, numbers of the Force and of merits


def test_switches() -> None:
    assert list(BOOK.party.switches) == [
        "force_at_creation",
        "first_force_dot_two",
        "no_flaws",
        "breach_own",
        "random_obstacles",
        "gravity_cost",
        "split_results",
        "makashi_aimed",
        "group_initiative",
    ]
    assert list(BOOK.party.homebrew) == ["merits", "flaws", "force_abilities"]


def test_starting_ideas() -> None:
    ideas = BOOK.archetypes.archetypes.values()
    assert len(ideas) == 12
    for idea in ideas:
        assert set(idea.attribute_order) == set(TRAITS.attribute_groups)
        assert set(idea.ability_order) == set(TRAITS.ability_groups)
        cost = sum(MERITS.merits[id].low for id in idea.merits)
        gained = sum(MERITS.flaws[id].low for id in idea.flaws)
        assert cost <= 3 + gained, idea.id
        groups = Counter(TRAITS.abilities[id].group for id in idea.abilities)
        for group, points in zip(idea.ability_order, (11, 7, 4), strict=True):
            assert groups[group] * 3 >= points, (idea.id, group)
        if idea.force_abilities:
            assert "force-sensitivity" in idea.merits


def test_other_numbers() -> None:
    assert _numbers(FORCE.numbers, "number") == {
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
    assert _numbers(MERITS.numbers, "number") == {
        "compulsion-more": 2,
        "compulsion": 6,
        "soft-hearted": 8,
        "temper": 6,
        "nightmares": 6,
        "phobia": 6,
        "recall": 6,
        "disfigured-most": 2,
        "heuristics": 9,
    }


# --- every row


def test_every_row_says_where_it_stands() -> None:
    for table, member, row in _all_rows():
        known = row.source in OURS or row.source.startswith(SOURCE)
        assert known, (table, member, row.id, row.source)
        assert not row.ruling or row.ruling.endswith("Our ruling."), (table, member, row.id)


# --- the reference


def test_chapters() -> None:
    found = chapters()
    assert [chapter.name for chapter in found] == [
        "Creation",
        "Attributes and abilities",
        "Merits",
        "Flaws",
        "Experience",
        "Rolling",
        "Fighting and aiming",
        "Power, Destiny, Willpower",
        "Light and Dark",
        "The Force: Battle",
        "The Force: Mind",
        "The Force: Nature",
        "The Force: Telekinetic",
        "The Force: Transform",
        "The Force: Swordplay",
        "Vehicles",
        "Hyperspace",
        "Importing",
        "Our rulings",
    ]
    parts = [part for chapter in found for part in chapter.parts]
    terms = [term for part in parts if not isinstance(part, Paragraphs) for term in part.rows]
    assert [id for id, times in Counter(term.id for term in terms).items() if times > 1] == []
    assert {part.id for part in parts} == {
        *BOOK.reference.headings,
        *BOOK.reference.listings,
    }
    assert not [term.id for term in terms if "{" in term.text]


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        ("merits-vaapad", ("5", "Strength 4, Dexterity 4, Melee 5, Force Sensitivity, Juyo")),
        ("force-corruption", ("Roll 7+, DS 6+", "D")),
        ("travel-core-worlds", ("24", "6", "24", "36", "60", "84", "96", "120", "144")),
        ("space-range-turbolaser", ("0–4", "5–8", "9–20", "21–40")),
        ("evasion-brawl", ("Dodge, Brawl",)),
        ("health-incapacitated", ("–", "yes")),
        ("abilities-stealth", ("Dexterity",)),
    ],
)
def test_figures_of_the_reference(id: str, figures: tuple[str, ...]) -> None:
    terms = {
        term.id: term
        for chapter in chapters()
        for part in chapter.parts
        if not isinstance(part, Paragraphs)
        for term in part.rows
    }
    assert terms[id].figures == figures


# --- slips


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("traits.toml", 'group = "physical"', 'group = "bodily"', "strength.group"),
        ("force.toml", 'after = ["surge"]', 'after = ["urge"]', "inertia.after"),
        ("force.toml", '"strength+athletics"', '"strength+juggling"', "wound.resistance"),
        ("merits.toml", 'merits = ["juyo"]', 'merits = ["judo"]', "vaapad.requires"),
        ("merits.toml", "{ power = 7 }", "{ might = 7 }", "fearless.requires"),
        ("merits.toml", 'on = ["survival"]', 'on = ["revival"]', "toughness.bearings"),
        ("merits.toml", '["blind", "one-eye-one-ear"]', '["blind", "one-eye"]', "eyes.pair"),
        ("archetypes.toml", '["blaster-pistols", "gunnery"]', '["pistols"]', "smuggler.weapon"),
        ("craft.toml", '"mauled", "incapacitated"]', '"mauled", "gone"]', "health"),
        ("reference/chapters.toml", 'rows = "craft.sizes"', 'rows = "craft.size"', "sizes.rows"),
        ("reference/playing.toml", 'see = ["pool"]', 'see = ["puddle"]', "see"),
    ],
)
def test_a_slip_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(rulebooks.FOLDER, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(rulebooks, "FOLDER", folder)
    with pytest.raises(TableError, match=message):
        rulebook.__wrapped__()


def test_rows_are_frozen() -> None:
    with pytest.raises(AttributeError):
        BOOK.merits.merits["ace"].low = 1  # type: ignore[misc]
    assert msgspec.structs.asdict(BOOK.merits.merits["ace"])["low"] == 3
