"""Random characters: fills the empty fields of a document legally, in one step or in all; and
archetypes to start from.

Codes keep to the sums of the preset, so that they are legal with and without it. `archetypes.py`
has the names, templates and gear.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from rules.document import Document
from rules.kit.coded.archetypes import Archetype
from rules.kit.coded.ideas import CodedIdeas
from rules.kit.coded.random_traits import RandomCharacters, RandomTraits
from rules.kit.random_build import RandomBuild
from rules.kit.typed.document import TypedWeapon
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.preset import SUMS
from rules.systems.rules_sheet_d6.creation.archetypes import archetypes
from rules.systems.rules_sheet_d6.creation.steps import FIELDS
from rules.systems.rules_sheet_d6.document import Armor, Build, House
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

# The steps that can be filled, and the fields that each clears first.
STEPS = {
    "who": ("name", "template", "description"),
    "attributes": ("attributes",),
    "skills": ("skills",),
    "gear": ("weapons", "armor", "gear", "worn"),
}


def _traits(document: Document[Build]) -> RandomTraits:
    """The codes by the preset, whether it applies or not."""
    house = document.house or House()
    ours = archetypes().skills
    return RandomTraits(
        ids=ATTRIBUTES,
        sums=SUMS,
        strict=document.build.preset or house.preset,
        every=ours,
        known={**ours, **{row.name: row.attribute for row in book().traits.skills.values()}},
        attribute=parsing.attribute,
    )


def _usable(weapon: TypedWeapon, _character: Character) -> TypedWeapon:
    """A weapon with a trait: blades with a melee skill, the rest with a ranged one."""
    if weapon.skill.strip():
        return weapon
    by_hand = weapon.damage.strip().upper().startswith(book().defense.harm_attribute)
    skill = "DEX" if by_hand else book().traits.skills["blaster"].name
    return replace(weapon, skill=skill)


def _weapons(rng: Random, template: Archetype, character: Character) -> Iterator[TypedWeapon]:
    """One or two weapons that the character has a skill for."""
    rows = [archetypes().weapons[id] for id in template.weapons]
    fit = [row for row in rows if character.trait(row.skill)]
    fit = fit or [row for row in archetypes().weapons.values() if row.skill == "Blaster"][:1]
    for row in rng.sample(fit, rng.randint(1, len(fit))):
        yield TypedWeapon(name=row.name, skill=row.skill, damage=row.damage)


RANDOM = RandomCharacters(
    archetypes(),
    _traits,
    Character,
    _usable,
    _weapons,
    suit=lambda row: Armor(name=row.name, defense=row.defense),
)
RANDOM_BUILD = RandomBuild(FIELDS, STEPS, RANDOM.decide)
IDEAS = CodedIdeas(
    archetypes(),
    ATTRIBUTES,
    SUMS,
    lambda row: TypedWeapon(name=row.name, skill=row.skill, damage=row.damage),
    lambda row: Armor(name=row.name, defense=row.defense),
).ideas()
