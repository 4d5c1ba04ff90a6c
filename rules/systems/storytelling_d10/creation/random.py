"""Random characters: fills what is empty in a document legally, in one step or in all.

`tables/archetypes.toml` has the names, archetypes, and gear to choose from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.document import Document
from rules.kit.balances import Instance
from rules.kit.random_build import RandomBuild
from rules.kit.typed_document import Thing
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.dots import WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.merits import details_of, lacks_detail
from rules.systems.storytelling_d10.character.requirements import lacks_of_ability
from rules.systems.storytelling_d10.creation.steps import ALL, FIELDS
from rules.systems.storytelling_d10.document import (
    Build,
    House,
    Language,
    Protection,
    Weapon,
)
from rules.systems.storytelling_d10.rulebook import Archetype, Merit, rulebook

BOOK = rulebook()
IDEAS, NUMBERS = BOOK.archetypes, BOOK.creation.numbers
# The steps that can be filled, with the fields that each clears first: all but what nobody rolls.
KEPT = ("player", "chronicle", "balance")
STEPS = {step.id: tuple(field.id for field in step.fields if field.id not in KEPT) for step in ALL}
RACES = {"Kel Dor": "kel-dor", "Twi'lek": "twilek", "Zabrak": "zabrak"}
ANYBODYS = ("physical", "mental", "social", "aptitudes")
# Members that a weapon of the table and one that is carried have alike.
WEAPON_NUMBERS = ("name", "ability", "skill", "damage", "adds", "harm", "rate", "range")
SENSES, LIKELY, DROID = ("sight", "hearing", "smell"), 4, "droid"


def _decide(rng: Random, document: Document, step: str) -> Document:
    build, house = document.build, document.house or House()
    idea = _idea(build.concept) or rng.choice(list(IDEAS.archetypes.values()))
    match step:
        case "concept":
            return _concept(rng, document)
        case "attributes":
            build = _attributes(rng, build, idea)
        case "abilities":
            build = _abilities(rng, build, house, idea)
        case "weapon-skills":
            build = _weapon_skills(rng, build, idea)
        case "merits":
            build = _merits(rng, document, idea)
        case "force":
            build = _force(rng, document)
        case _:
            build = _gear(rng, build, idea)
    return replace(document, build=build)


def _idea(concept: str) -> Archetype | None:
    """The archetype of that name, None where it is the player's own."""
    name = concept.strip().casefold()
    return next((row for row in IDEAS.archetypes.values() if row.name.casefold() == name), None)


def _concept(rng: Random, document: Document) -> Document:
    """Names and words where there are none."""
    build = document.build
    idea = _idea(build.concept) or rng.choice(list(IDEAS.archetypes.values()))
    name = f"{rng.choice(IDEAS.first)} {rng.choice(IDEAS.last)}"
    is_droid = DROID in idea.merits
    chosen = {
        "concept": idea.name,
        "species": "Droid" if is_droid else rng.choice(IDEAS.species),
        "nature": rng.choice(idea.natures or IDEAS.natures),
        "demeanor": rng.choice(IDEAS.natures),
        "passion": rng.choice(IDEAS.passions),
        "virtue": rng.choice(IDEAS.virtues),
        "description": rng.choice(IDEAS.looks),
    }
    members = {id: getattr(build, id) or text for id, text in chosen.items()}
    after = replace(build, **members)
    return replace(document, name=document.name.strip() or name, build=after)


# --- dots


def _order(
    rng: Random, order: Sequence[str], groups: Iterable[str], liked: Sequence[str]
) -> tuple[str, ...]:
    """The order with its empty places filled, as the archetype likes it."""
    known = tuple(groups)
    places = [*order, *[""] * len(known)][: len(known)]
    left = [group for group in liked if group not in places]
    if not any(order) and rng.random() < 0.2:
        rng.shuffle(left)
    return tuple(one or (left.pop(0) if left else "") for one in places)


def _spread(
    rng: Random,
    dots_before: Mapping[str, int],
    ids: Sequence[str],
    points: int,
    *,
    most: Callable[[str], int],
    free: int,
    liked: Sequence[str],
) -> dict[str, int]:
    """The dots of a group with the points that are left, more of them to what is liked."""
    spread = {id: dots_before.get(id, free) for id in ids}
    empty = {id for id in ids if spread[id] <= free}
    left = points - sum(dots - free for dots in spread.values())
    while left > 0:
        room = [id for id in ids if id in empty and spread[id] < most(id)]
        if not room:
            break
        weights = [LIKELY if id in liked else 1 for id in room]
        spread[rng.choices(room, weights)[0]] += 1
        left -= 1
    return {id: dots for id, dots in spread.items() if dots != free}


def _attributes(rng: Random, build: Build, idea: Archetype) -> Build:
    order = _order(rng, build.attribute_order, BOOK.traits.attribute_groups, idea.attribute_order)
    flaws = {one.id for one in build.flaws}
    least, highest = NUMBERS["attribute-start"].number, NUMBERS["attribute-most"].number

    def most(id: str) -> int:
        if id == "appearance" and "monstrous" in flaws:
            return least
        if id == "appearance" and "disfigured" in flaws:
            return BOOK.merits.numbers["disfigured-most"].number
        return highest

    values = dict(build.attributes)
    for group, points in zip(order, BOOK.creation.attribute_points, strict=False):
        ids = [id for id, row in BOOK.traits.attributes.items() if row.group == group]
        values |= _spread(rng, values, ids, points, most=most, free=least, liked=idea.attributes)
    return replace(build, attribute_order=order, attributes=values)


def _abilities(rng: Random, build: Build, house: House, idea: Archetype) -> Build:
    order = _order(rng, build.ability_order, BOOK.traits.ability_groups, idea.ability_order)
    most = NUMBERS["ability-most-new"].number
    values = dict(build.abilities)
    for group, points in zip(order, BOOK.creation.ability_points, strict=False):
        left = points
        if group == "knowledges":
            left -= sum(lore.dots for lore in build.lores)
            if house.force_at_creation:
                left -= sum(build.force_knowledges.values())
        ids = list(BOOK.traits.abilities_of.get(group, ()))
        values |= _spread(
            rng, values, ids, left, most=lambda _id: most, free=0, liked=idea.abilities
        )
    return replace(build, ability_order=order, abilities=values)


def _weapon_skills(rng: Random, build: Build, idea: Archetype) -> Build:
    """As many as there are dots: those of the archetype first."""
    skills = dict(build.weapon_skills)
    for ability in WEAPON_ABILITIES:
        rows = BOOK.traits.skills_of(ability)
        own = list(skills.get(ability, ()))
        arms = [IDEAS.weapons[id] for id in idea.weapons]
        carried = [row.skill for row in arms if row.ability == ability]
        usual = [id for id, row in rows.items() if not row.own]
        rng.shuffle(usual)
        liked = [id for id in idea.weapon_skills if id in usual]
        first = [*carried, *liked]
        rng.shuffle(first)
        for skill in dict.fromkeys((*first, *usual) if rng.random() < 0.5 else (*usual, *first)):
            if len(own) < build.abilities.get(ability, 0) and skill not in own:
                own.append(skill)
        if own:
            skills[ability] = tuple(own)
    return replace(build, weapon_skills=skills)


# --- merits and flaws


def _detail(rng: Random, row: Merit, build: Build) -> str:
    """A detail that may stand there, "" where none is asked."""
    known = list(details_of(row))
    match row.detail:
        case "":
            return ""
        case "sense":
            return rng.choice(SENSES)
        case "ability":
            dots = [
                id
                for id in build.abilities
                if id in BOOK.traits.abilities and not BOOK.traits.abilities[id].combat
            ]
            return rng.choice(dots) if dots else rng.choice([id for id in known if "lore" in id])
        case "compulsion":
            return known[0]
        case "armor":
            armor = [row for row in build.armor if row.rating]
            rating = armor[0].rating if armor else 1
            classes = BOOK.combat.armor_classes.values()
            return next((one.id for one in classes if rating <= one.high), known[0])
        case _:
            return rng.choice(known)


def _merits(rng: Random, document: Document, idea: Archetype) -> Build:
    """Details that lack; and where nothing is chosen yet, merits and flaws of the archetype that
    the character can have, with those of the species.
    """
    build: Build = document.build
    tables = {"merits": BOOK.merits.merits, "flaws": BOOK.merits.flaws}
    details: dict[str, Any] = {
        side: tuple(_with_detail(rng, one, tables[side], build) for one in getattr(build, side))
        for side in tables
    }
    if build.merits or build.flaws:
        return replace(build, **details)
    house = document.house or House()
    ids = [RACES[build.species]] if build.species in RACES and DROID not in idea.merits else []
    usual = [
        row.id
        for row in BOOK.merits.merits.values()
        if row.kind in ANYBODYS and row.id not in idea.merits
    ]
    more = rng.sample(usual, 3)
    liked = [id for id in idea.merits if id not in ids]
    ids += [*liked, *more] if rng.random() < 0.6 else [*more, *liked]
    flaws = [] if house.no_flaws else [id for id in idea.flaws if rng.random() < 0.6]
    for tries in (flaws, []):
        after = _with(rng, document, (), tries)
        for id in ids:
            bigger = _with(rng, replace(document, build=after), (*after.merits, id), tries)
            if _is_legal(document, bigger):
                after = bigger
        if _is_legal(document, after):
            return after
    return build


def _with_detail(rng: Random, one: Instance, table: Mapping[str, Merit], build: Build) -> Instance:
    row = table.get(one.id)
    if row is None or not lacks_detail(one, row, row.low if one.points is None else one.points):
        return one
    return replace(one, detail=_detail(rng, row, build))


def _with(rng: Random, document: Document, merits: Iterable[Any], flaws: Iterable[str]) -> Build:
    """The build with these merits (some of them as they are had already) and these flaws."""
    build: Build = document.build
    known = BOOK.merits.merits
    had = tuple(
        one
        if isinstance(one, Instance)
        else Instance(id=one, detail=_detail(rng, known[one], build))
        for one in merits
    )
    rows = BOOK.merits.flaws
    lost = build.flaws or tuple(
        Instance(id=id, detail=_detail(rng, rows[id], build)) for id in flaws
    )
    return replace(build, merits=had, flaws=lost)


def _is_legal(document: Document, build: Build) -> bool:
    """Whether the merits and flaws of a build are."""
    faults = Character(replace(document, build=build, ledger=())).chosen.faults
    places = ("build.merits", "build.flaws", "build.attributes.appearance")
    return not any(fault.where.startswith(places) for fault in faults)


# --- the Force, gear


def _force(rng: Random, document: Document) -> Build:
    """An ability for each dot in a Force knowledge that has brought none."""
    build: Build = document.build
    for id, dots in Character(replace(document, ledger=())).chosen.force_knowledges.items():
        for _ in range(dots):
            character = Character(replace(document, build=build, ledger=()))
            own = [one for one in build.force_abilities if one in BOOK.force.trees[id]]
            open_ = [
                one.id
                for one in BOOK.force.trees[id].values()
                if one.id not in build.force_abilities
                and not lacks_of_ability(one, character.standing)
            ]
            if len(own) < dots and open_:
                more = (*build.force_abilities, rng.choice(open_))
                build = replace(build, force_abilities=more)
    return build


def _gear(rng: Random, build: Build, idea: Archetype) -> Build:
    """Languages, weapons, armor, and things where there are none."""
    members: dict[str, Any] = {}
    if not build.languages:
        names = [IDEAS.languages[0], *rng.sample(IDEAS.languages[1:], rng.randint(0, 2))]
        members["languages"] = tuple(
            Language(name=name, spoken=True, written=place == 0 or rng.random() < 0.3)
            for place, name in enumerate(names)
        )
    carried: tuple[Any, ...] = (*build.weapons, *build.armor, *build.shields, *build.gear)
    taken = {row.name for row in carried}
    if not build.weapons:
        rows = [IDEAS.weapons[id] for id in idea.weapons if IDEAS.weapons[id].name not in taken]
        members["weapons"] = tuple(
            Weapon(**{id: getattr(row, id) for id in WEAPON_NUMBERS}, source=row.origin)
            for row in rows
        )
    if not build.armor:
        suits = [IDEAS.armor[id] for id in idea.armor if IDEAS.armor[id].name not in taken]
        members["armor"] = tuple(Protection(name=row.name, rating=row.rating) for row in suits)
        if suits and not build.worn:
            members["worn"] = suits[0].name
    if not build.gear:
        names = [name for name in dict.fromkeys(idea.gear) if name not in taken]
        members["gear"] = tuple(
            Thing(name=name, quantity=idea.gear.count(name))
            for name in rng.sample(names, rng.randint(min(2, len(names)), len(names)))
        )
    return replace(build, **members)


def _is_open(document: Document, step: str) -> bool:
    """The Force is left to those who have dots of it."""
    return step != "force" or bool(document.build.force_knowledges)


RANDOM_BUILD = RandomBuild(FIELDS, STEPS, _decide, _is_open)
