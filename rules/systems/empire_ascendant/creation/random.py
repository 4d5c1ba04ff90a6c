"""Random characters, filled in legally where a document is empty, in one step or in all; and
archetypes to start from.

Codes keep to the sums of a preset whether one counts or not, so that they are legal both ways.
`tables/archetypes.toml` has the names, archetypes, gear and powers to choose from.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
from msgspec.structs import replace

from rules.declared.powers import chance
from rules.declared.powers.chance import FIRST_DIE, RandomPowers
from rules.document import Document
from rules.kit.coded.ideas import CodedIdeas
from rules.kit.coded.random_traits import RandomCharacters, RandomTraits
from rules.kit.random_build import RandomBuild
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.creation.steps import FIELDS, attributes_of
from rules.systems.empire_ascendant.document.build import Armor, Build, FormedWeapon
from rules.systems.empire_ascendant.rulebook.book import Archetype, rulebook

# The steps that can be filled, and the fields that each clears first.
STEPS = {
    "who": ("name", "template", "description"),
    "attributes": ("attributes",),
    "skills": ("skills",),
    "force": ("force_skills", "powers"),
    "gear": ("weapons", "armor", "gear", "worn"),
}
ARCHETYPES = rulebook().archetypes


def _is_open(document: Document[Build], step: str) -> bool:
    """The Force is left to those whose archetype has it, or who have some of it already."""
    own = ARCHETYPES.named(document.build.template)
    return step != "force" or chance.is_open(document, parsing.POWERS, own.force if own else ())


def _traits(document: Document[Build]) -> RandomTraits:
    """The codes by the preset that counts, or by the first, whose sums chance keeps to anyway."""
    presets, preset_id = rulebook().creation.presets, parsing.PRESETS.of(document)
    row = presets.get(preset_id) or next(iter(presets.values()))
    skills = {row.name: row.attribute for row in rulebook().traits.skills.values()}
    skills |= ARCHETYPES.skills
    return RandomTraits(
        ids=tuple(attributes_of(document)),
        sums=parsing.PRESETS.sums[row.id],
        strict=bool(preset_id),
        every=skills,
        known=skills,
        attribute=lambda name: parsing.attribute(name, preset_id),
        key=parsing.skill,
        floor=row.attribute_least,
        endless=row.attribute_most is None,
    )


# --- the Force


def _force(rng: Random, document: Document[Build], own: Archetype | None) -> Document[Build]:
    """A first die where there is none, skills for powers that lack them, and every open pick."""
    has = (own.force, own.powers) if own else ()
    return RandomPowers(parsing.POWERS, ARCHETYPES.powers, *has).filled(rng, document, Character)


# --- gear


def _usable(weapon: FormedWeapon, character: Character) -> FormedWeapon:
    """A weapon that is used with something: grenades and blades by hand, the rest by shooting."""
    if weapon.skill.strip():
        return weapon
    shoots = weapon.form == "ranged" and "blaster" in character.skills
    return replace(weapon, skill="Blaster" if shoots else "DEX")


def _weapons(rng: Random, own: Archetype, character: Character) -> Iterator[FormedWeapon]:
    """One or two of those of the archetype, with a trait that the character has."""
    rows = [ARCHETYPES.weapons[id] for id in own.weapons]
    for row in rng.sample(rows, rng.randint(1, len(rows))):
        weapon = msgspec.convert(row, FormedWeapon, from_attributes=True)
        yield weapon if character.trait(row.skill) else replace(weapon, skill="DEX")


RANDOM = RandomCharacters(
    ARCHETYPES,
    _traits,
    Character,
    _usable,
    _weapons,
    suit=lambda row: Armor(name=row.name, soak=row.soak),
    protected=lambda row: row if row.soak.strip() else replace(row, soak=FIRST_DIE),
    other=_force,
)
RANDOM_BUILD = RandomBuild(FIELDS, STEPS, RANDOM.decide, is_open=_is_open)
IDEAS = CodedIdeas(
    ARCHETYPES,
    tuple(rulebook().traits.attributes),
    next(iter(parsing.PRESETS.sums.values())),
    lambda row: msgspec.convert(row, FormedWeapon, from_attributes=True),
    lambda row: Armor(name=row.name, soak=row.soak),
    lambda row: {"force_skills": dict.fromkeys(row.force, FIRST_DIE)},
).ideas("force")
