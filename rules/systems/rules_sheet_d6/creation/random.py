"""Random characters: fills the empty fields of a document legally, in one step or in all.

Codes keep to the sums of the preset, so that they are legal with and without it. `archetypes.py`
has the names, templates and gear.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from rules.document import Document
from rules.kit import archetypes as kit
from rules.kit import typed
from rules.kit.archetypes import Archetype
from rules.kit.random_build import RandomBuild
from rules.kit.random_traits import RandomTraits
from rules.kit.typed_document import Weapon
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.preset import SUMS
from rules.systems.rules_sheet_d6.character.validation import validate
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
# The probabilities of worn armor, and of a medpac.
ARMORED, MEDPACS = 0.7, 0.5
MEDPAC = "Medpac"


def _decide(rng: Random, document: Document, step: str) -> Document:
    build, house = document.build, document.house or House()
    own = archetypes().named(build.template)
    match step:
        case "who":
            return archetypes().who(rng, document)
        case "attributes":
            build = _traits(build, house).with_attributes(rng, build, own)
        case "skills":
            build = _traits(build, house).with_skills(rng, build, own)
        case _:
            build = gear(rng, build, house)
    return replace(document, build=build)


def _traits(build: Build, house: House) -> RandomTraits:
    """The codes by the preset, whether it applies or not."""
    ours = archetypes().skills
    return RandomTraits(
        ids=ATTRIBUTES,
        sums=SUMS,
        strict=build.preset or house.preset,
        every=ours,
        known={**ours, **{row.name: row.attribute for row in book().traits.skills.values()}},
        attribute=parsing.attribute,
    )


def gear(rng: Random, build: Build, house: House) -> Build:
    """The carried items, each weapon with a trait; and fitting ones if there are no weapons, or no
    other items. Armor comes only with these: most characters have none.
    """
    known = {*validate(build, house).skills, *ATTRIBUTES}
    template = archetypes().named_or_any(rng, build.template)
    weapons, armor = tuple(map(_usable, build.weapons)), build.armor
    if not armor and not (weapons and build.gear):
        suit = kit.armor(rng, template, archetypes().armor, ARMORED)
        armor = (Armor(name=suit.name, defense=suit.defense),) if suit else ()
    return replace(
        build,
        weapons=weapons or tuple(_weapons(rng, template, known)),
        armor=armor,
        worn=build.worn or (armor[0].name if armor and not build.armor else ""),
        gear=build.gear or kit.things(rng, template, MEDPAC, MEDPACS),
    )


def _is_known(skill: str, known: set[str]) -> bool:
    return (parsing.attribute(skill) or typed.key(skill)) in known


def _usable(weapon: Weapon) -> Weapon:
    """A weapon with a trait: blades with a melee skill, the rest with a ranged one."""
    if weapon.skill.strip():
        return weapon
    by_hand = weapon.damage.strip().upper().startswith(book().defense.harm_attribute)
    skill = "DEX" if by_hand else book().traits.skills["blaster"].name
    return replace(weapon, skill=skill)


def _weapons(rng: Random, template: Archetype, known: set[str]) -> Iterator[Weapon]:
    """One or two weapons that the character has a skill for."""
    rows = [archetypes().weapons[id] for id in template.weapons]
    fit = [row for row in rows if _is_known(row.skill, known)]
    fit = fit or [row for row in archetypes().weapons.values() if row.skill == "Blaster"][:1]
    for row in rng.sample(fit, rng.randint(1, len(fit))):
        yield Weapon(name=row.name, skill=row.skill, damage=row.damage)


RANDOM_BUILD = RandomBuild(FIELDS, STEPS, _decide)
