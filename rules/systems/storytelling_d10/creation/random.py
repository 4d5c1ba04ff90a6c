"""Random characters: fills what is empty in a document legally, in one step or in all.

`tables/archetypes.toml` has the names, archetypes, and gear to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.document import Document
from rules.kit.balances import Instance
from rules.kit.languages import Language
from rules.kit.random_build import RandomBuild
from rules.kit.typed_document import Thing
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.dots import (
    ABILITIES,
    ATTRIBUTES,
    SKILLS,
    WEAPON_ABILITIES,
    taken,
)
from rules.systems.storytelling_d10.character.force import POWERS
from rules.systems.storytelling_d10.character.merits import DROID, MERITS, details_of
from rules.systems.storytelling_d10.creation.steps import ALL, FIELDS
from rules.systems.storytelling_d10.document import Build, House, Protection, Weapon
from rules.systems.storytelling_d10.rulebook import Archetype, Merit, rulebook

BOOK = rulebook()
IDEAS = BOOK.archetypes
# The steps that can be filled, with the fields that each clears first: all but what nobody rolls.
KEPT = ("player", "chronicle", "balance")
STEPS = {step.id: tuple(field.id for field in step.fields if field.id not in KEPT) for step in ALL}
RACES = {"Kel Dor": "kel-dor", "Twi'lek": "twilek", "Zabrak": "zabrak"}
ANYBODYS = ("physical", "mental", "social", "aptitudes")
# Members that a weapon of the table and one that is carried have alike.
WEAPON_NUMBERS = ("name", "ability", "skill", "damage", "adds", "harm", "rate", "range")
SENSES = ("sight", "hearing", "smell")


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


def _attributes(rng: Random, build: Build, idea: Archetype) -> Build:
    flaws = {one.id for one in build.flaws}

    def most(id: str) -> int:
        if id == "appearance" and "monstrous" in flaws:
            return ATTRIBUTES.free
        if id == "appearance" and "disfigured" in flaws:
            return BOOK.merits.numbers["disfigured-most"].number
        return ATTRIBUTES.most

    after: Build = ATTRIBUTES.filled(rng, build, idea.attribute_order, idea.attributes, most=most)
    return after


def _abilities(rng: Random, build: Build, house: House, idea: Archetype) -> Build:
    order, liked = idea.ability_order, idea.abilities
    after: Build = ABILITIES.filled(rng, build, order, liked, taken=taken(build, house))
    return after


def _weapon_skills(rng: Random, build: Build, idea: Archetype) -> Build:
    """As many as there are dots: those of the archetype first."""
    arms, liked = [IDEAS.weapons[id] for id in idea.weapons], {}
    for ability in WEAPON_ABILITIES:
        carried = (row.skill for row in arms if row.ability == ability)
        liked[ability] = (*carried, *idea.weapon_skills)
    after: Build = SKILLS.filled(rng, build, build.abilities, liked)
    return after


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
    if row is None or not MERITS.lacks_detail(one, row):
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

    def read(build: Build) -> Character:
        return Character(replace(document, build=build, ledger=()))

    after: Build = POWERS.filled(rng, document.build, read)
    return after


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
