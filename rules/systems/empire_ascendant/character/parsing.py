"""Texts that players type by hand, as this game reads them: attributes with and without a preset,
other names of skills, Force skills and those that a power joins.
"""

from __future__ import annotations

from functools import cache

from rules.declared.armor import ArmorCode
from rules.declared.powers.document import PowerRules
from rules.declared.presets import Presets
from rules.kit import typed
from rules.kit.typed import Damage
from rules.systems.empire_ascendant.rulebook.book import ATTRIBUTES, FORCE_SKILLS, rulebook
from rules.text_cache import text_cache

# What Strength is called in the damage of a weapon, with either preset.
STRENGTH = ("STR", "Strength", "MIG", "Might")
# Powers, and what they join of the Force skills.
POWERS = PowerRules(
    {id: rulebook().traits.force[id].name for id in FORCE_SKILLS},
    rulebook().force.joins,
    rulebook().force.picks,
    called="Force skills",
    without="no-force-skill",
    member="force_skills",
)


# Armor, with the code that it adds to Soak.
ARMOR = ArmorCode("soak", "Adds to Soak", "Soak")
PRESETS = Presets(
    rulebook().creation.presets,
    rulebook().traits.attributes,
    rulebook().traits.mini_six,
    usual=ATTRIBUTES,
    ours="These sums are our own.",
    cited=rulebook().creation.cite("preset", "preset"),
)
attributes, attribute = PRESETS.attributes, PRESETS.attribute


@cache
def bases(preset: str) -> dict[str, str]:
    """Every attribute of a character with that preset and the Force skills, by id: its name."""
    return {**attributes(preset), **POWERS.names}


@text_cache(4096)  # a long ledger names the same few traits again and again
def skill(name: str) -> str:
    """The key of a skill of that name; of another name for it the skill that is meant."""
    key = typed.key(name)
    alias = rulebook().traits.aliases.get(key)
    return alias.skills[0] if alias else key


@text_cache(4096)
def base(name: str, preset: str) -> str:
    """The id of the attribute or the Force skill of that name, "" for none."""
    return force_skill(name) or attribute(name, preset)


@text_cache(4096)
def force_skill(name: str) -> str:
    """The id of the Force skill of that name, "" for none."""
    return POWERS.skill(name)


@text_cache(1024)
def damage(text: str) -> Damage:
    """The damage of a weapon as it was typed; InvalidDocument with what would be right."""
    return typed.damage(text, STRENGTH)
