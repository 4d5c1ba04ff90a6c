"""Opponents with typed dots."""

from __future__ import annotations

from rules.document import Document
from rules.kit import starters, typed
from rules.kit.play.answers import whole
from rules.kit.starters import Starters
from rules.kit.typed import opponent as typed_opponent
from rules.kit.typed.opponent import OpponentForm, TypedOpponent, Value, attribute
from rules.problems import InvalidDocument
from rules.systems.storytelling_d10.character.build import (
    ABILITIES,
    ATTRIBUTES,
    ITEMS,
    SKILLS,
    validate,
)
from rules.systems.storytelling_d10.character.items import MOST_DAMAGE, MOST_RATING
from rules.systems.storytelling_d10.character.specialties import OWN
from rules.systems.storytelling_d10.document.build import (
    Build,
    House,
    Marks,
    PoolWeapon,
    Protection,
)
from rules.systems.storytelling_d10.rulebook.book import FOLDER

MOST_DOTS = 10
USUAL = PoolWeapon(name="")
FORM = OpponentForm(
    attributes={id: row.name for id, row in ATTRIBUTES.rows.items()},
    examples={
        "concept": "Stormtrooper",
        "attributes": "Dexterity 3, Stamina 3, Wits 2",
        "skills": "Firearms 3, Melee 2, Alertness 2",
        "weapons": "Blaster rifle 7 (Firearms), Baton Strength+2 (Melee bashing)",
        "armor": "Trooper armor 3",
    },
    usual="1",
    skills="Abilities",
)


def _document(opponent: TypedOpponent) -> Document[Build]:
    """Weapons are used with the first ability if none is said, and bring a specialty in each.
    InvalidDocument with the field as its place.
    """
    abilities = {_ability(row): _dots(row.value, typed_opponent.SKILLS) for row in opponent.skills}
    attributes = {
        id: _dots(text, typed_opponent.ATTRIBUTES) for id, text in opponent.attributes.items()
    }
    armor = tuple(
        Protection(name=row.name, rating=_number(row.value, MOST_RATING, typed_opponent.ARMOR))
        for row in opponent.armor
    )
    weapons = tuple(map(_weapon, opponent.weapons))
    build = Build(
        concept=opponent.concept,
        attribute_order=tuple(ATTRIBUTES.groups),
        attributes=attributes,
        ability_order=tuple(ABILITIES.groups),
        abilities=abilities,
        weapons=weapons,
        weapon_skills={
            id: tuple(one.skill for one in weapons if one.ability == id) for id in SKILLS.rows
        },
        armor=armor,
        worn=armor[0].name if armor else "",
    )
    name = opponent.name or opponent.concept
    return Document("storytelling-d10", name, build, marks=Marks(), house=House())


def _ability(row: Value) -> str:
    ids = {typed.key(ability.name): id for id, ability in ABILITIES.rows.items()}
    id = ids.get(typed.key(row.name))
    if id is None:
        raise InvalidDocument(
            f"“{row.name}” isn't an ability of this game", where=typed_opponent.SKILLS
        )
    return id


def _weapon(row: Value) -> PoolWeapon:
    """A weapon that its owner is used to, its damage with an attribute or without: "7",
    "Strength+2". Behind its ability may stand what its damage is, and what it comes from:
    "Melee bashing", "Melee lightsaber".
    """
    arms = ITEMS.abilities
    used, *words = row.of.casefold().split() or [next(iter(arms))]
    harm = next((word for word in words if word in ITEMS.harms), USUAL.harm)
    source = next((word for word in words if word in ITEMS.sources), USUAL.source)
    if used not in arms or set(words) - {harm, source}:
        names, more = ", ".join(arms.values()), ", ".join((*ITEMS.harms, *ITEMS.sources))
        message = f"Weapons are used with {names}, and may be one of {more}"
        raise InvalidDocument(message, where=typed_opponent.WEAPONS)
    start, plus, rest = row.value.rpartition("+")
    adds = attribute(FORM.attributes, start) if plus else ""
    if plus and not adds:
        raise InvalidDocument(
            f"“{start}” isn't an attribute of this game", where=typed_opponent.WEAPONS
        )
    damage = _number(rest, MOST_DAMAGE, typed_opponent.WEAPONS)
    skill = f"{OWN}{row.name}" if used in SKILLS.rows else ""
    return PoolWeapon(
        name=row.name, ability=used, skill=skill, damage=damage, adds=adds, harm=harm, source=source
    )


def _dots(text: str, where: str) -> int:
    return _number(text, MOST_DOTS, where)


def _number(text: str, most: int, where: str) -> int:
    value = whole(text, 0, most)
    if value is None:
        raise InvalidDocument(f"“{text}” isn't a whole number from 0 to {most}", where=where)
    return value


STARTERS = Starters(FOLDER, starters.OPPONENTS, typed_opponent.SHOWN)
OPPONENTS = typed_opponent.rules(
    FORM, _document, lambda one: validate(one.build, one.house).faults, STARTERS
)
