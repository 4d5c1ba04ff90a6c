"""Opponents with typed codes."""

from __future__ import annotations

from typing import Any

from rules import plain_text
from rules.declared.powers.opponents import power_extras
from rules.kit import starters
from rules.kit.starters import Starters
from rules.kit.typed import document as typed_document
from rules.kit.typed import extras
from rules.kit.typed import opponent as typed_opponent
from rules.kit.typed.extras import Extra
from rules.kit.typed.opponent import OpponentForm
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.character.validation import validate
from rules.systems.empire_ascendant.document.build import (
    EMPTY,
    MOST_FORCE_POINTS,
    Armor,
    Build,
    FormedWeapon,
)
from rules.systems.empire_ascendant.rulebook.book import FOLDER, rulebook


def _scale(text: str) -> dict[str, Any]:
    scales = {plain_text.folded(row.name): id for id, row in rulebook().combat.scales.items()}
    return {"scale": extras.named(text, scales, "Character")}


def _written_scale(build: Build) -> str:
    row = rulebook().combat.scales.get(build.scale)
    return row.name if row else build.scale


FORM = OpponentForm(
    attributes=parsing.attributes(""),
    examples={
        "concept": "Stormtrooper",
        "attributes": "Dexterity 3D, Strength 2D+1",
        "skills": "Blaster 4D, Brawling 3D, Parade drill 3D (Knowledge)",
        "weapons": "Blaster rifle 5D (Blaster), Vibroblade STR+2D (Dexterity)",
        "armor": "Trooper armor 1D",
    },
    usual="2D",
    extras=(
        *extras.COMMON,
        extras.number("force_points", "Force Points", most=MOST_FORCE_POINTS),
        *power_extras(
            parsing.POWERS,
            "Force powers",
            skills_like="Control 2D, Sense 1D",
            powers_like="Concentration Easy (control), Combat Sense Moderate (control+sense)",
        ),
        extras.number("move", "Move", most=rulebook().combat.move_most),
        Extra("scale", "Scale", _scale, _written_scale, "Character"),
    ),
)
# Skills that the book puts nowhere stand where its usual characters have them (our ruling).
_HOMES = {parsing.skill(name): id for name, id in rulebook().archetypes.skills.items()}
_HOMES |= {id: row.attribute for id, row in rulebook().traits.skills.items()}
RANGED, MELEE = "ranged", "melee"
# The form of a weapon by its skill, and the difficulty of an attack with it (our ruling).
FORMS = {
    "brawling": ("brawling", 5),
    "melee-weapons": (MELEE, 10),
    "lightsaber": (MELEE, 15),
    "grenade": ("grenade", None),
}


def _weapon(row: typed_document.TypedWeapon) -> FormedWeapon:
    """A weapon, used by hand where its skill is, or where Strength is in its damage."""
    skill = parsing.skill(row.skill)
    is_melee = skill.startswith(MELEE) or row.damage.startswith("STR")
    form, number = FORMS.get(skill, FORMS["melee-weapons"] if is_melee else (RANGED, None))
    return FormedWeapon(
        name=row.name, skill=row.skill, damage=row.damage, form=form, difficulty=number
    )


STARTERS = Starters(FOLDER, starters.OPPONENTS, typed_opponent.SHOWN)
OPPONENTS = typed_opponent.coded_rules(
    FORM,
    EMPTY,
    attribute=lambda name: _HOMES.get(parsing.skill(name), ""),
    armor=lambda name, text: Armor(name=name, soak=parsing.ARMOR.typed(text)),
    armor_value=lambda row: row.soak,
    weapon=_weapon,
    problems=lambda one: validate(one.build, one.house).faults,
    starting=STARTERS,
)
