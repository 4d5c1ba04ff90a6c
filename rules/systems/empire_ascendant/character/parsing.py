"""What players type by hand, as this game knows it: attributes with and without a preset, other
names of skills, Force skills and what a power joins of them.
"""

from __future__ import annotations

from functools import cache, lru_cache

from rules.kit import typed
from rules.kit.typed import Damage
from rules.kit.typed_powers import PowerRules
from rules.systems.empire_ascendant.rulebook import ATTRIBUTES, FORCE_SKILLS, rulebook

# What Strength is called in the damage of a weapon, with either preset.
STRENGTH = ("STR", "Strength", "MIG", "Might")
# Powers, and what they join of the Force skills.
POWERS = PowerRules(
    {id: rulebook().traits.force[id].name for id in FORCE_SKILLS},
    rulebook().force.joins,
    rulebook().force.picks,
    called="Force skills",
    without="no-force-skill",
)


@cache
def attributes(preset: str) -> dict[str, str]:
    """Every attribute of a character with that preset, by id: its name."""
    row = rulebook().creation.presets.get(preset)
    traits = rulebook().traits
    rows = {**traits.attributes, **traits.mini_six}
    return {id: rows[id].name for id in (row.attributes if row else ATTRIBUTES)}


@cache
def bases(preset: str) -> dict[str, str]:
    """The same with the Force skills."""
    return {**attributes(preset), **POWERS.names}


@cache
def _links(preset: str) -> dict[str, str]:
    """What an attribute may be called, in small letters: its id there. With the Mini Six preset the
    six attributes are those that stand in for them.
    """
    traits, own = rulebook().traits, attributes(preset)
    ids = {label.casefold(): id for id, name in own.items() for label in (id, name)}
    for id, row in traits.mini_six.items():
        for covered in row.covers if id in own else ():
            for label in (covered, traits.attributes[covered].name):
                ids[label.casefold()] = id
    return ids


@lru_cache(maxsize=4096)  # a long ledger names the same few traits again and again
def attribute(name: str, preset: str = "") -> str:
    """The id of the attribute of that id or name, "" for none."""
    return _links(preset).get(name.strip().casefold(), "")


@lru_cache(maxsize=4096)
def skill(name: str) -> str:
    """The key of a skill of that name; of another name for it the skill that is meant."""
    key = typed.key(name)
    alias = rulebook().traits.aliases.get(key)
    return alias.skills[0] if alias else key


@lru_cache(maxsize=4096)
def base(name: str, preset: str) -> str:
    """The id of the attribute or the Force skill of that name, "" for none."""
    return force_skill(name) or attribute(name, preset)


@lru_cache(maxsize=4096)
def force_skill(name: str) -> str:
    """The id of the Force skill of that name, "" for none."""
    key = typed.key(name)
    return key if key in FORCE_SKILLS else ""


def damage(text: str) -> Damage:
    """The damage of a weapon as it was typed; InvalidDocument with what would be right."""
    return typed.damage(text, STRENGTH)
