"""Opponents with typed dots."""

from __future__ import annotations

from rules.document import Document
from rules.kit import typed, typed_opponent
from rules.kit.answers import whole
from rules.kit.specialties import OWN
from rules.kit.typed_opponent import (
    ARMOR,
    ATTRIBUTES,
    SKILLS,
    WEAPONS,
    Form,
    TypedOpponent,
    Value,
)
from rules.problems import InvalidDocument
from rules.systems.storytelling_d10.character.dots import WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.items import ALL_ARMS, MOST_DAMAGE, MOST_RATING
from rules.systems.storytelling_d10.character.validation import validate
from rules.systems.storytelling_d10.document import Build, House, Marks, Protection, Weapon
from rules.systems.storytelling_d10.rulebook import rulebook

MOST_DOTS = 10
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
_ABILITIES = {typed.key(row.name): id for id, row in TRAITS.abilities.items()}


def _document(opponent: TypedOpponent) -> Document:
    abilities = {_ability(row): _dots(row.value, SKILLS) for row in opponent.skills}
    attributes = {id: _dots(text, ATTRIBUTES) for id, text in opponent.attributes.items()}
    armor = tuple(
        Protection(name=row.name, rating=_number(row.value, MOST_RATING, ARMOR))
        for row in opponent.armor
    )
    weapons = tuple(map(_weapon, opponent.weapons))
    build = Build(
        concept=opponent.concept,
        attribute_order=tuple(TRAITS.attribute_groups),
        attributes=attributes,
        ability_order=tuple(TRAITS.ability_groups),
        abilities=abilities,
        weapons=weapons,
        weapon_skills={
            ability: tuple(one.skill for one in weapons if one.ability == ability)
            for ability in WEAPON_ABILITIES
        },
        armor=armor,
        worn=armor[0].name if armor else "",
    )
    name = opponent.name or opponent.concept
    return Document("storytelling-d10", name, build, marks=Marks(), house=House())


def _ability(row: Value) -> str:
    id = _ABILITIES.get(typed.key(row.name))
    if id is None:
        raise InvalidDocument(f"“{row.name}” isn't an ability of this game", where=SKILLS)
    return id


def _weapon(row: Value) -> Weapon:
    """A weapon that its owner is used to, its damage with an attribute or without: "7",
    "Strength+2"."""
    ability = typed.key(row.of) if row.of else ALL_ARMS[0]
    if ability not in ALL_ARMS:
        names = ", ".join(TRAITS.abilities[id].name for id in ALL_ARMS)
        raise InvalidDocument(f"Weapons are used with {names}", where=WEAPONS)
    start, plus, rest = row.value.rpartition("+")
    adds = typed_opponent.attribute(FORM.attributes, start) if plus else ""
    if plus and not adds:
        raise InvalidDocument(f"“{start}” isn't an attribute of this game", where=WEAPONS)
    damage = _number(rest, MOST_DAMAGE, WEAPONS)
    skill = f"{OWN}{row.name}" if ability in WEAPON_ABILITIES else ""
    return Weapon(name=row.name, ability=ability, skill=skill, damage=damage, adds=adds)


def _dots(text: str, where: str) -> int:
    return _number(text, MOST_DOTS, where)


def _number(text: str, most: int, where: str) -> int:
    value = whole(text, 0, most)
    if value is None:
        raise InvalidDocument(f"“{text}” isn't a whole number from 0 to {most}", where=where)
    return value


OPPONENTS = typed_opponent.rules(FORM, _document, lambda one: validate(one.build, one.house).faults)
