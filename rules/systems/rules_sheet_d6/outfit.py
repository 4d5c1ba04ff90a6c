"""What a character made by chance carries. Its codes are ours, and from no book."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from rules.systems.rules_sheet_d6 import typed
from rules.systems.rules_sheet_d6.book import ATTRIBUTES, book
from rules.systems.rules_sheet_d6.build import Armor, Build, House, Thing, Weapon
from rules.systems.rules_sheet_d6.callings import Template, callings
from rules.systems.rules_sheet_d6.resolve import resolve

MEDPAC = "Medpac"


def gear(rng: Random, build: Build, house: House) -> Build:
    """What is carried already, each weapon with something to use it; and what fits where there are
    no weapons, or no things. Armor comes only with these: most have none.
    """
    known = {*resolve(build, house).skills, *ATTRIBUTES}
    own = callings().template(build.template)
    template = own or rng.choice(list(callings().templates.values()))
    weapons, armor, things = tuple(map(_usable, build.weapons)), build.armor, build.gear
    if not armor and not (weapons and things):
        armor = _armor(rng, template)
    return msgspec.structs.replace(
        build,
        weapons=weapons or _weapons(rng, template, known),
        armor=armor,
        worn=build.worn or (armor[0].name if armor and not build.armor else ""),
        gear=things or _things(rng, template),
    )


def _is_known(skill: str, known: set[str]) -> bool:
    return (typed.attribute(skill) or typed.key(skill)) in known


def _usable(weapon: Weapon) -> Weapon:
    """A weapon that is used with something: blades by hand, the rest by the skill of shooting."""
    if weapon.skill.strip():
        return weapon
    by_hand = weapon.damage.strip().upper().startswith(book().defense.harm_attribute)
    skill = "DEX" if by_hand else book().traits.skills["blaster"].name
    return msgspec.structs.replace(weapon, skill=skill)


def _weapons(rng: Random, template: Template, known: set[str]) -> tuple[Weapon, ...]:
    """One or two that the character has a skill for."""
    rows = [callings().weapons[id] for id in template.weapons]
    fit = [row for row in rows if _is_known(row.skill, known)]
    fit = fit or [row for row in callings().weapons.values() if row.skill == "Blaster"][:1]
    chosen = rng.sample(fit, rng.randint(1, len(fit)))
    return tuple(Weapon(name=row.name, skill=row.skill, damage=row.damage) for row in chosen)


def _armor(rng: Random, template: Template) -> tuple[Armor, ...]:
    """Armor for most of those who usually wear some."""
    if not template.armor or rng.random() < 0.3:
        return ()
    row = callings().armor[rng.choice(template.armor)]
    return (Armor(name=row.name, defense=row.defense),)


def _things(rng: Random, template: Template) -> tuple[Thing, ...]:
    """Two of what is usual, or all; and often a medpac."""
    chosen = rng.sample(template.gear, rng.randint(2, len(template.gear)))
    if rng.random() < 0.5:
        chosen.append(MEDPAC)
    return tuple(Thing(name=name, quantity=count) for name, count in Counter(chosen).items())
