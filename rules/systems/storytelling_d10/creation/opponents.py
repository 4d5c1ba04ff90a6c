"""Opponents with typed dots."""

from __future__ import annotations

from rules.document import Document
from rules.kit import typed_opponent
from rules.kit.dotted_opponent import dotted
from rules.kit.typed_opponent import Form, TypedOpponent
from rules.systems.storytelling_d10.character.dots import ITEMS, WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.validation import validate
from rules.systems.storytelling_d10.document import Build, House, Marks
from rules.systems.storytelling_d10.rulebook import rulebook

TRAITS = rulebook().traits
FORM = Form(
    attributes={id: row.name for id, row in TRAITS.attributes.items()},
    examples={
        "concept": "Stormtrooper",
        "attributes": "Dexterity 3, Stamina 3, Wits 2",
        "skills": "Firearms 3, Melee 2, Alertness 2",
        "weapons": "Blaster rifle 7 (Firearms), Baton Strength+2 (Melee)",
        "armor": "Trooper armor 3",
    },
    usual="1",
    skills="Abilities",
)


def _document(opponent: TypedOpponent) -> Document:
    parts = dotted(opponent, FORM, TRAITS.abilities, ITEMS.abilities, WEAPON_ABILITIES)
    skills = {
        ability: tuple(one.skill for one in parts.weapons if one.ability == ability)
        for ability in WEAPON_ABILITIES
    }
    build = Build(
        concept=opponent.concept,
        attribute_order=tuple(TRAITS.attribute_groups),
        attributes=parts.attributes,
        ability_order=tuple(TRAITS.ability_groups),
        abilities=parts.abilities,
        weapons=parts.weapons,
        weapon_skills=skills,
        armor=parts.armor,
        worn=parts.armor[0].name if parts.armor else "",
    )
    name = opponent.name or opponent.concept
    return Document("storytelling-d10", name, build, marks=Marks(), house=House())


OPPONENTS = typed_opponent.rules(FORM, _document, lambda one: validate(one.build, one.house).faults)
