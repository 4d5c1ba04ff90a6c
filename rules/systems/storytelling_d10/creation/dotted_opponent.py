"""Opponents of games of dots, with their numbers typed: attributes, abilities, weapons with dice of
damage, and armor.

The build that is made of them is each game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kit import typed
from rules.kit.play.answers import whole
from rules.kit.typed.opponent import (
    ARMOR,
    ATTRIBUTES,
    SKILLS,
    WEAPONS,
    Form,
    TypedOpponent,
    Value,
    attribute,
)
from rules.problems import InvalidDocument
from rules.systems.storytelling_d10.character.groups import DotGroups
from rules.systems.storytelling_d10.character.items import MOST_DAMAGE, MOST_RATING, DottedItems
from rules.systems.storytelling_d10.character.specialties import OWN, Specialties
from rules.systems.storytelling_d10.document.build import Protection, Weapon

MOST_DOTS = 10


def dotted(
    opponent: TypedOpponent,
    form: Form,
    attributes: DotGroups,
    abilities: DotGroups,
    items: DottedItems,
    skills: Specialties,
) -> dict[str, Any]:
    """The members of the build of an opponent. Weapons are used with the first ability if none is
    said, and bring a specialty in each. InvalidDocument with the field as its place.
    """
    ids = {typed.key(row.name): id for id, row in abilities.rows.items()}
    known = {_ability(row, ids): _dots(row.value, SKILLS) for row in opponent.skills}
    dots = {id: _dots(text, ATTRIBUTES) for id, text in opponent.attributes.items()}
    armor = tuple(
        Protection(name=row.name, rating=_number(row.value, MOST_RATING, ARMOR))
        for row in opponent.armor
    )
    taught = tuple(skills.rows)
    weapons = tuple(_weapon(row, form, items.abilities, taught) for row in opponent.weapons)
    return {
        "concept": opponent.concept,
        attributes.order: tuple(attributes.groups),
        attributes.member: dots,
        abilities.order: tuple(abilities.groups),
        abilities.member: known,
        "weapons": weapons,
        skills.member: {
            id: tuple(one.skill for one in weapons if one.ability == id) for id in taught
        },
        "armor": armor,
        "worn": armor[0].name if armor else "",
    }


def _ability(row: Value, ids: Mapping[str, str]) -> str:
    id = ids.get(typed.key(row.name))
    if id is None:
        raise InvalidDocument(f"“{row.name}” isn't an ability of this game", where=SKILLS)
    return id


def _weapon(row: Value, form: Form, arms: Mapping[str, str], taught: tuple[str, ...]) -> Weapon:
    """A weapon that its owner is used to, its damage with an attribute or without: "7",
    "Strength+2".
    """
    ability = typed.key(row.of) if row.of else next(iter(arms))
    if ability not in arms:
        names = ", ".join(arms.values())
        raise InvalidDocument(f"Weapons are used with {names}", where=WEAPONS)
    start, plus, rest = row.value.rpartition("+")
    adds = attribute(form.attributes, start) if plus else ""
    if plus and not adds:
        raise InvalidDocument(f"“{start}” isn't an attribute of this game", where=WEAPONS)
    damage = _number(rest, MOST_DAMAGE, WEAPONS)
    skill = f"{OWN}{row.name}" if ability in taught else ""
    return Weapon(name=row.name, ability=ability, skill=skill, damage=damage, adds=adds)


def _dots(text: str, where: str) -> int:
    return _number(text, MOST_DOTS, where)


def _number(text: str, most: int, where: str) -> int:
    value = whole(text, 0, most)
    if value is None:
        raise InvalidDocument(f"“{text}” isn't a whole number from 0 to {most}", where=where)
    return value
