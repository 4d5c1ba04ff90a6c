"""The merits and flaws of Star Wars Storytelling, each as the source has it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.storytelling_d10.rulebook.book import Merit, rulebook
from rules.systems.storytelling_d10.rulebook.merits import Requirement
from tests.rules.systems.rows import grouped, members

BOOK = rulebook()
MERITS, TRAITS = BOOK.merits, BOOK.traits

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
    list(zip(grouped(THE_MERITS), MERITS.merits.values(), strict=True)),
    ids=list(MERITS.merits),
)
def test_merit(expected: tuple[str, ...], row: Merit) -> None:
    _check_merit(expected, row)


@pytest.mark.parametrize(
    ("expected", "row"),
    list(zip(grouped(THE_FLAWS), MERITS.flaws.values(), strict=True)),
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
    assert members(MERITS.compulsions, "number") == {"1": 1, "2": 2, "3": 3, "4": 4}


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


def test_numbers_of_merits() -> None:
    assert members(MERITS.numbers, "number") == {
        "compulsion-more": 2,
        "compulsion": 6,
        "soft-hearted": 8,
        "temper": 6,
        "nightmares": 6,
        "phobia": 6,
        "recall": 6,
        "disfigured-most": 2,
        "heuristics": 9,
        "juyo-most": 3,
        "form-more": 1,
    }
