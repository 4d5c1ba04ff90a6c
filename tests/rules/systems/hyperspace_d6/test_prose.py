"""Every row whose text states a number, a limit or a condition, beside what obeys it: a case of the
tables, by its name, or the reason why the table decides.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from rules.systems.hyperspace_d6.rulebook.book import book

CASES = Path(__file__).parents[2] / "cases" / "hyperspace-d6"
# Digits, and the words of a limit or a condition.
STATES = re.compile(
    r"\d|\b(once|only|can't|can’t|without|two|one|whenever|while|instead|in place of|cover|stunned"
    r"|doesn't|doesn’t|combined|joined|locks to)\b",
    re.IGNORECASE,
)
TABLE = "The table decides: "
OBEYED = {
    # --- edges
    "cybernetics": "Cybernetics adds 1D to a skill",
    "force-sensitivity": "Force Sensitivity opens the Force at 1D",
    "fortune": "Fortune starts with 1,200 credits",
    "heirloom": "An heirloom's die stands beside the skill, not in it",
    "luck": "With Luck a Character Point is two dice",
    "trained": "Trained adds 1D to a skill",
    "favors": f"{TABLE}what a favor is worth is the GM's to say.",
    "connection": f"{TABLE}what a faction can do is the GM's to say.",
    # --- burdens
    "addiction": "An addiction that is out of reach takes 1D from everything",
    "enslaved": f"{TABLE}no number is at stake.",
    "dependent": f"{TABLE}when they need help is the story's.",
    "haunted": "Who is haunted has 1D less in everything",
    "impoverished": "Impoverished starts with 300 credits",
    "secret": f"{TABLE}when it comes out is the story's.",
    "wounded": "An old wound takes 1D from the attribute it is in",
    # --- weapons
    "blaster-pistol": f"{TABLE}no number is at stake.",
    "heavy-blaster-rifle": f"{TABLE}which hand does what.",
    "light-repeating-blaster": f"{TABLE}who can carry it.",
    # --- properties of weapons
    "concealed": "What is easily hidden adds its die to Stealth while it is hidden",
    "double": "The second takes no action, and is gone then",
    "piercing": "A piercing weapon goes past armor, and not past Stamina",
    "reflective": "The second may be the easier one, or have a saber",
    "auto-fire": "Auto-Fire is one roll, held against two",
    # --- lightsabers
    "standard-lightsaber": f"{TABLE}nothing is added.",
    "double-bladed-lightsaber": "A double-bladed lightsaber strikes twice, too",
    "dual-phase-lightsaber": "Set for damage, it deals a die more and gives no Parry",
    "crossguard-lightsaber": "A crossguard adds 1 to Parry and 1D to Intimidate while in hand",
    "dueling-lightsaber": "A dueling lightsaber adds 2 to Parry while in hand",
    "lightsaber-pistol": "A lightsaber pistol also fires as a blaster pistol",
    "shoto-saber": "A shoto deals 1D less and adds 2 to Parry",
    "great-saber": "A great saber deals 2D more and takes 1 from Parry",
    "lightstaff": "A lightstaff deals 1D more",
    "force-ignition": "Without the Force nobody ignites it",
    "socket-hilt": "So do two sabers that are joined at their hilts",
    "red": "A red crystal adds 1D",
    # --- gear
    "survival-pack": "The medpacs of a survival pack can be used, both and no more",
    "data-spike": "Of two data spikes the improved one serves: 2D",
    "droid-toolkit": f"{TABLE}whether it is a repair; its die is offered to Droids.",
    "engineer-toolkit": f"{TABLE}whether it is a repair; its die is offered to both skills.",
    "medical-kit": f"{TABLE}whether it heals; its die is offered to Medicine.",
    "medpac": "A medpac under a name of its own is one",
    "jetpack": "With a jetpack the second is free, too",
    "macrobinoculars": "Macrobinoculars see at extreme range",
    "scope": "So does a scope, whose dice count at long and extreme range",
    "frag-grenade": "A grenade is thrown once and held against the Dodge of each",
    "smoke-grenade": "A smoke grenade fills a place and is gone, without a roll",
    "stun-grenade": "Whoever a stun grenade hits is stunned, and there is no damage to roll",
    "thermal-detonator": "A grenade is thrown once and held against the Dodge of each",
}


def texts() -> Iterator[tuple[str, str]]:
    """Every row that a character can have, by its id, and its text."""
    tables = book()
    kinds = (
        tables.edges, tables.burdens, tables.properties, tables.designs, tables.features,
        tables.crystals, tables.items, tables.armor, tables.weapons,
    )  # fmt: skip
    return ((row.id, row.does) for rows in kinds for row in rows.values())


def test_every_text_that_states_a_rule_is_obeyed_or_left_to_the_table() -> None:
    stating = {id for id, does in texts() if STATES.search(does)}
    assert sorted(stating - set(OBEYED)) == []
    assert sorted(set(OBEYED) - {id for id, _ in texts()}) == []


def test_what_obeys_a_text_is_a_case() -> None:
    files = CASES.rglob("*.toml")
    names = {case["name"] for file in files for case in tomllib.loads(file.read_text())["case"]}
    named = {why for why in OBEYED.values() if not why.startswith(TABLE)}
    assert sorted(named - names) == []
