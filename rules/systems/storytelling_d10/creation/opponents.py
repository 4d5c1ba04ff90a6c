"""Opponents with typed dots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from rules import plain_text
from rules.document import Document
from rules.kit import starters, typed
from rules.kit.play.answers import whole
from rules.kit.starters import Starters
from rules.kit.typed import extras
from rules.kit.typed import opponent as typed_opponent
from rules.kit.typed.document import NAME
from rules.kit.typed.extras import Extra
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
    Instance,
    Language,
    Lore,
    Marks,
    PoolWeapon,
    Protection,
)
from rules.systems.storytelling_d10.rulebook.book import FOLDER, rulebook
from rules.tables import Row

MOST_DOTS = 10
USUAL = PoolWeapon(name="")
NUMBERS = {
    "power": "Power",
    "willpower": "Willpower",
    "light_side": "Light Side",
    "dark_side": "Dark Side",
}
KNOWLEDGES_EXAMPLE, ABILITIES_EXAMPLE = "Battle 3, Swordplay 2", "Resist Force, Deflect"
_FORCE, _MERITS = rulebook().force, rulebook().merits


def _ids(rows: Mapping[str, Row]) -> dict[str, str]:
    return {plain_text.folded(row.name): id for id, row in rows.items()}


def _name(rows: Mapping[str, Row], id: str) -> str:
    return rows[id].name if id in rows else id


def _shields(text: str) -> dict[str, object]:
    rows = [
        Protection(name=name, rating=_number(value, MOST_RATING, "shields"))
        for name, value in extras.valued(text, "Riot shield 2")
    ]
    return {"shields": tuple(rows), "shield": rows[0].name if rows else ""}


def _rated(rows: Iterable[Protection]) -> tuple[Value, ...]:
    return tuple(Value(row.name, str(row.rating)) for row in rows)


def _knowledges(text: str) -> dict[str, object]:
    ids = _ids(_FORCE.force_knowledges)
    known = extras.dots(text, ids, most=MOST_DOTS, example=KNOWLEDGES_EXAMPLE)
    return {"force_knowledges": known}


def _written_knowledges(build: Build) -> str:
    return ", ".join(
        f"{_name(_FORCE.force_knowledges, id)} {dots}"
        for id, dots in build.force_knowledges.items()
    )


def _abilities(text: str) -> dict[str, object]:
    ids = _ids(_FORCE.force_abilities)
    known = [extras.named(name, ids, ABILITIES_EXAMPLE) for name in extras.parts(text)]
    return {"force_abilities": tuple(known)}


def _written_abilities(build: Build) -> str:
    return ", ".join(_name(_FORCE.force_abilities, id) for id in build.force_abilities)


def _items(member: str, text: str) -> dict[str, object]:
    """Merits or flaws with their usual points, or with those that stand behind a name."""
    ids = _ids(getattr(_MERITS, member))
    return {member: tuple(_item(part, ids) for part in extras.parts(text))}


def _item(part: str, ids: Mapping[str, str]) -> Instance:
    name, _, typed_points = part.rpartition(" ")
    points = whole(typed_points, 0, MOST_DOTS) if name else None
    id = extras.named(part if points is None else name, ids, "Force Sensitivity, Keen Senses 2")
    return Instance(id, points)


def _written_items(member: str, build: Build) -> str:
    rows: tuple[Instance, ...] = getattr(build, member)
    names = [(_name(getattr(_MERITS, member), row.id), row.points) for row in rows]
    return ", ".join(name if points is None else f"{name} {points}" for name, points in names)


def _lores(text: str) -> dict[str, object]:
    rows = extras.valued(text, "Smugglers 2")
    return {"lores": tuple(Lore(name=name, dots=_dots(dots, "lores")) for name, dots in rows)}


def _languages(text: str) -> dict[str, object]:
    return {"languages": tuple(Language(name=name, spoken=True) for name in extras.parts(text))}


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
    extras=(
        *extras.COMMON,
        Extra(
            "shields",
            "Shields",
            _shields,
            lambda build: typed_opponent.joined(_rated(build.shields)),
            "Riot shield 2",
        ),
        Extra(
            "species",
            "Species",
            lambda text: {"species": text[:NAME]},
            lambda build: build.species,
            "Wookiee",
        ),
        *(extras.number(id, label, most=MOST_DOTS) for id, label in NUMBERS.items()),
        Extra(
            "force_knowledges",
            "Force knowledges",
            _knowledges,
            _written_knowledges,
            hint=KNOWLEDGES_EXAMPLE,
        ),
        Extra(
            "force_abilities",
            "Force abilities",
            _abilities,
            _written_abilities,
            hint=ABILITIES_EXAMPLE,
        ),
        *(
            Extra(id, label, partial(_items, id), partial(_written_items, id), hint=hint)
            for id, label, hint in (
                ("merits", "Merits", "Force Sensitivity"),
                ("flaws", "Flaws", "Amnesia"),
            )
        ),
        Extra(
            "lores",
            "Lores of its own",
            _lores,
            lambda build: ", ".join(f"{row.name} {row.dots}" for row in build.lores),
            hint="Smugglers 2",
        ),
        Extra(
            "languages",
            "Languages",
            _languages,
            lambda build: ", ".join(row.name for row in build.languages),
            hint="Basic, Huttese",
        ),
    ),
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


def _typed(document: Document[Build]) -> TypedOpponent:
    """The values of a document, as `_document` reads them."""
    build = document.build
    return TypedOpponent(
        name=document.name,
        concept=build.concept,
        attributes={id: str(dots) for id, dots in build.attributes.items()},
        skills=tuple(
            Value(ABILITIES.rows[id].name if id in ABILITIES.rows else id, str(dots))
            for id, dots in build.abilities.items()
        ),
        weapons=tuple(map(_typed_weapon, build.weapons)),
        armor=_rated(build.armor),
    )


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
    used, *words = plain_text.folded(row.of).split() or [next(iter(arms))]
    harm = next((word for word in words if word in ITEMS.harms), USUAL.harm)
    source = next((word for word in words if word in ITEMS.sources), USUAL.source)
    if used not in arms or set(words) - {harm, source}:
        kinds = dict.fromkeys((*ITEMS.harms, *ITEMS.sources))
        names, more = ", ".join(arms.values()), ", ".join(kinds)
        message = f"“{row.of}” can't be read. Weapons are used with {names}, and may be {more}"
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


def _typed_weapon(row: PoolWeapon) -> Value:
    """The values of a weapon, as `_weapon` reads them."""
    damage = f"{FORM.attributes.get(row.adds, row.adds)}+{row.damage}" if row.adds else row.damage
    used = [ITEMS.abilities.get(row.ability, row.ability)]
    used += [row.harm] if row.harm != USUAL.harm else []
    used += [row.source] if row.source != USUAL.source else []
    return Value(row.name, str(damage), " ".join(used))


def _dots(text: str, where: str) -> int:
    return _number(text, MOST_DOTS, where)


def _number(text: str, most: int, where: str) -> int:
    value = whole(text, 0, most)
    if value is None:
        raise InvalidDocument(f"“{text}” isn't a whole number from 0 to {most}", where=where)
    return value


STARTERS = Starters(FOLDER, starters.OPPONENTS, typed_opponent.SHOWN)
OPPONENTS = typed_opponent.rules(
    FORM, _document, _typed, lambda one: validate(one.build, one.house).faults, STARTERS
)
