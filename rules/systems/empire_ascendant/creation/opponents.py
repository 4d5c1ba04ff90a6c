"""Opponents with typed codes."""

from __future__ import annotations

from rules.dice import codes
from rules.document import Document
from rules.kit import typed_document, typed_opponent
from rules.kit.typed_opponent import ARMOR, Form, TypedOpponent
from rules.problems import InvalidDocument
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.character.validation import validate
from rules.systems.empire_ascendant.document import Armor, Build, House, Marks, Weapon
from rules.systems.empire_ascendant.rulebook import rulebook

FORM = Form(
    attributes=parsing.attributes(""),
    examples={
        "concept": "Stormtrooper",
        "attributes": "Dexterity 3D, Strength 2D+1",
        "skills": "Blaster 4D, Brawling 3D, Parade drill 3D (Knowledge)",
        "weapons": "Blaster rifle 5D (Blaster), Vibroblade STR+2D (Dexterity)",
        "armor": "Trooper armor 1D",
    },
    usual="2D",
)
# Skills that the book puts nowhere stand where its usual characters have them (our ruling).
_USUAL = {parsing.skill(name): id for name, id in rulebook().archetypes.skills.items()}
RANGED, MELEE, BRAWLING = "ranged", "melee", "brawling"


def _document(opponent: TypedOpponent) -> Document:
    parts = typed_opponent.coded(opponent, FORM, _attribute)
    armor = tuple(Armor(name=row.name, soak=_soak(row.value)) for row in opponent.armor)
    build = Build(
        template=opponent.concept,
        attributes=parts.attributes,
        skills=parts.skills,
        weapons=tuple(map(_weapon, parts.weapons)),
        armor=armor,
        worn=armor[0].name if armor else "",
        force_points=0,
    )
    name = opponent.name or opponent.concept
    return Document("empire-ascendant", name, build, marks=Marks(), house=House())


def _attribute(skill: str) -> str:
    key = parsing.skill(skill)
    row = rulebook().traits.skills.get(key)
    return row.attribute if row else _USUAL.get(key, "")


def _weapon(row: typed_document.Weapon) -> Weapon:
    """A weapon, used by hand where its skill is, or where Strength is in its damage."""
    skill, form = parsing.skill(row.skill), RANGED
    if skill == BRAWLING:
        form = BRAWLING
    elif skill.startswith(MELEE) or row.damage.startswith("STR"):
        form = MELEE
    return Weapon(name=row.name, skill=row.skill, damage=row.damage, form=form)


def _soak(text: str) -> str:
    try:
        return codes.written(*codes.read(text))
    except InvalidDocument as wrong:
        raise InvalidDocument(wrong.message, where=ARMOR) from None


OPPONENTS = typed_opponent.rules(FORM, _document, lambda one: validate(one.build, one.house).faults)
