"""Random characters: fills the empty fields of a document legally, in one step or in all.

Codes keep to the sums of the preset, so that they are legal with and without it. `archetypes.py`
has the names, templates and gear.
"""

from __future__ import annotations

from random import Random

import msgspec

from rules.document import Document
from rules.kit import random_codes, typed
from rules.kit.archetypes import Archetype, things
from rules.kit.random_build import RandomBuild
from rules.kit.typed_document import Skill, Thing, Weapon
from rules.systems.rules_sheet_d6.character import parsing
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
# an attribute is: In pips: an attribute is 2D to 4D, and usually 3D.
BOUNDS = random_codes.Bounds(
    least=6,
    usual=9,
    most=12,
    fewest_skills=5,
    most_skills=9,
    skill_most=book().creation.preset_skill_most,
    whole_dice=0.7,
)


def _decide(rng: Random, document: Document, step: str) -> Document:
    build, house = document.build, document.house or House()
    by_preset = build.preset or house.preset
    match step:
        case "who":
            return archetypes().who(rng, document)
        case "attributes":
            build = _attributes(rng, build, by_preset=by_preset)
        case "skills":
            build = _skills(rng, build, by_preset=by_preset)
        case _:
            build = gear(rng, build, house)
    return msgspec.structs.replace(document, build=build)


def _attributes(rng: Random, build: Build, *, by_preset: bool) -> Build:
    """The typed codes, and the rest of the preset's sum for the empty attributes; with the preset
    they get all of it, even beyond 4D.
    """
    template = archetypes().named(build.template)
    found = random_codes.attributes(
        rng,
        build.attributes,
        ATTRIBUTES,
        whole=book().creation.preset_attributes,
        bounds=BOUNDS,
        likely=template.leans if template else (),
        strict=by_preset,
    )
    return msgspec.structs.replace(build, attributes={**build.attributes, **found})


def _skills(rng: Random, build: Build, *, by_preset: bool) -> Build:
    """The typed skills, with codes for those without, and others that fit the template: until the
    preset's sum is used up, if the preset applies or no skill was typed.
    """
    base = random_codes.base_of(build.attributes, ATTRIBUTES, BOUNDS)
    skills = [_placed(rng, skill) for skill in build.skills]
    left = random_codes.left_of(book().creation.preset_skills, skills, base)
    if by_preset or not any(skill.code for skill in skills):
        own, every = archetypes().named(build.template), archetypes().skills
        likely = own.skills if own else {}
        names = random_codes.other_skills(
            rng, skills, left, likely=likely, every=every, bounds=BOUNDS
        )
        skills += (Skill(name=name, attribute=likely.get(name, every[name])) for name in names)
    found = random_codes.skill_codes(rng, skills, left, base, BOUNDS)
    return msgspec.structs.replace(build, skills=tuple(found))


def _placed(rng: Random, skill: Skill) -> Skill:
    """A skill with an attribute."""
    attribute = skill.attribute
    if not attribute:
        known = book().traits.skills.get(typed.key(skill.name))
        ours = {typed.key(name): id for name, id in archetypes().skills.items()}
        attribute = known.attribute if known else ours.get(typed.key(skill.name), "")
    return msgspec.structs.replace(skill, attribute=attribute or rng.choice(ATTRIBUTES))


MEDPAC = "Medpac"


def gear(rng: Random, build: Build, house: House) -> Build:
    """The carried items, each weapon with a trait; and fitting ones if there are no weapons, or no
    other items. Armor comes only with these: most characters have none.
    """
    known = {*validate(build, house).skills, *ATTRIBUTES}
    template = archetypes().named_or_any(rng, build.template)
    weapons, armor = tuple(map(_usable, build.weapons)), build.armor
    if not armor and not (weapons and build.gear):
        armor = _armor(rng, template)
    return msgspec.structs.replace(
        build,
        weapons=weapons or _weapons(rng, template, known),
        armor=armor,
        worn=build.worn or (armor[0].name if armor and not build.armor else ""),
        gear=build.gear or _things(rng, template),
    )


def _is_known(skill: str, known: set[str]) -> bool:
    return (parsing.attribute(skill) or typed.key(skill)) in known


def _usable(weapon: Weapon) -> Weapon:
    """A weapon with a trait: blades with a melee skill, the rest with a ranged one."""
    if weapon.skill.strip():
        return weapon
    by_hand = weapon.damage.strip().upper().startswith(book().defense.harm_attribute)
    skill = "DEX" if by_hand else book().traits.skills["blaster"].name
    return msgspec.structs.replace(weapon, skill=skill)


def _weapons(rng: Random, template: Archetype, known: set[str]) -> tuple[Weapon, ...]:
    """One or two weapons that the character has a skill for."""
    rows = [archetypes().weapons[id] for id in template.weapons]
    fit = [row for row in rows if _is_known(row.skill, known)]
    fit = fit or [row for row in archetypes().weapons.values() if row.skill == "Blaster"][:1]
    chosen = rng.sample(fit, rng.randint(1, len(fit)))
    return tuple(Weapon(name=row.name, skill=row.skill, damage=row.damage) for row in chosen)


def _armor(rng: Random, template: Archetype) -> tuple[Armor, ...]:
    """Armor for most of the archetypes that usually wear some."""
    if not template.armor or rng.random() < 0.3:
        return ()
    row = archetypes().armor[rng.choice(template.armor)]
    return (Armor(name=row.name, defense=row.defense),)


def _things(rng: Random, template: Archetype) -> tuple[Thing, ...]:
    """Two of the usual items, or all; and often a medpac."""
    found = things(rng, template, MEDPAC, 0.5)
    return tuple(Thing(name=name, quantity=count) for name, count in found.items())


RANDOM_BUILD = RandomBuild(FIELDS, STEPS, _decide)
