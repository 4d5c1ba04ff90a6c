"""Archetypes: what chance draws from them, and the texts of the first step."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from sys import intern
from typing import Any

from msgspec.structs import replace

from rules import plain_text
from rules.creation import Bound, with_build
from rules.document import Document
from rules.kit.bound_fields import text_field
from rules.kit.typed.document import NAME, STORY, Thing
from rules.systems.storytelling_d10.character.merits import DROID
from rules.systems.storytelling_d10.document.build import Build, Language, PoolWeapon, Protection
from rules.systems.storytelling_d10.rulebook import archetypes as rows
from rules.systems.storytelling_d10.rulebook.archetypes import Archetype
from rules.systems.storytelling_d10.rulebook.book import rulebook

IDEAS = rulebook().archetypes
# Members that a weapon of the table and one that is carried have alike.
WEAPON_NUMBERS = ("name", "ability", "skill", "damage", "adds", "harm", "rate", "range")
# The dots of the ability that an idea is about, and of its dearest attribute.
MOST, HIGH = 3, 4
# How often chance lets a language beside the first one be written.
ALSO_WRITTEN = 0.3


def text_fields() -> Iterator[Bound]:
    """The texts of the first step."""
    for row in IDEAS.texts.values():
        known = getattr(IDEAS, row.suggestions, ())
        names = tuple(one.name for one in known.values()) if isinstance(known, dict) else known
        yield text_field(
            row.id,
            row.name,
            STORY if row.lines > 1 else NAME,
            hint=row.does,
            lines=row.lines,
            placeholder=row.placeholder,
            suggestions=names,
        )


def named_or_any(rng: Random, build: Build) -> Archetype:
    """The archetype that the concept names, or a random one where it is the player's own: one of
    droids for a droid alone, once species or merits say who is one.
    """
    folded, rows = plain_text.folded(build.concept), IDEAS.archetypes.values()
    named = (row for row in rows if plain_text.folded(row.name) == folded)
    return next(named, None) or rng.choice([row for row in rows if _fits(row, build)])


def _fits(row: Archetype, build: Build) -> bool:
    """True if somebody of that species, with those merits, may be of that archetype."""
    has_merit = any(one.id == DROID for one in build.merits)
    if not (build.species or has_merit):
        return True
    return (DROID in row.merits) == (has_merit or DROID in plain_text.folded(build.species))


def who(rng: Random, document: Document[Build]) -> Document[Build]:
    """The document with a random name and words where there are none."""
    build = document.build
    idea = named_or_any(rng, build)
    names = [one.names for one in idea.variants if one.species == build.species and build.concept]
    name = f"{rng.choice(IDEAS.first)} {rng.choice(IDEAS.last)}"
    name = rng.choice(names[0]) if names else name
    chosen = {
        "concept": idea.name,
        "species": idea.variants[0].species if DROID in idea.merits else rng.choice(IDEAS.species),
        "nature": rng.choice(idea.natures or IDEAS.natures),
        "demeanor": rng.choice(IDEAS.natures),
        "passion": rng.choice(IDEAS.passions),
        "virtue": rng.choice(IDEAS.virtues),
        "description": rng.choice(IDEAS.looks),
    }
    members = {id: getattr(build, id) or text for id, text in chosen.items()}
    after = replace(build, **members)
    return replace(document, name=document.name.strip() or name, build=after)


def equipped(rng: Random, build: Build, idea: Archetype) -> Build:
    """The build with languages, weapons, armor, and things where there are none."""
    members: dict[str, object] = {}
    if not build.languages:
        members["languages"] = tuple(_spoken(rng))
    carried: tuple[Any, ...] = (*build.weapons, *build.armor, *build.shields, *build.gear)
    taken = {row.name for row in carried}
    if not build.weapons:
        arms = (IDEAS.weapons[id] for id in idea.weapons)
        members["weapons"] = tuple(_weapon(row) for row in arms if row.name not in taken)
    if not build.armor:
        armor = (IDEAS.armor[id] for id in idea.armor)
        suits = [row for row in armor if row.name not in taken]
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


def chosen(rng: Random, document: Document[Build], idea: Archetype) -> Document[Build]:
    """The document with the choices of an idea: one of its species, its gear, the dots and the
    weapon skills that its weapons take, and the most for what it is about.
    """
    arms = [IDEAS.weapons[id] for id in idea.weapons]
    skills: dict[str, tuple[str, ...]] = {}
    for row in arms:
        known = (*skills.get(row.ability, ()), row.skill)
        skills[row.ability] = tuple(dict.fromkeys(known))
    suits = [IDEAS.armor[id] for id in idea.armor]
    return with_build(
        document,
        concept=idea.name,
        species=rng.choice(idea.variants).species,
        description=idea.story,
        attribute_order=idea.attribute_order,
        attributes={idea.attributes[0]: HIGH},
        ability_order=idea.ability_order,
        abilities={**{id: len(own) for id, own in skills.items()}, idea.promise: MOST},
        weapon_skills=skills,
        weapons=tuple(map(_weapon, arms)),
        armor=tuple(Protection(name=row.name, rating=row.rating) for row in suits),
        worn=suits[0].name if suits else "",
        gear=tuple(Thing(name=name, quantity=many) for name, many in Counter(idea.gear).items()),
    )


def _spoken(rng: Random) -> Iterator[Language]:
    """The first language, and up to two others."""
    names = [IDEAS.languages[0], *rng.sample(IDEAS.languages[1:], rng.randint(0, 2))]
    for place, name in enumerate(names):
        is_written = place == 0 or rng.random() < ALSO_WRITTEN
        yield Language(name=name, spoken=True, written=is_written)


def _weapon(row: rows.SampleWeapon) -> PoolWeapon:
    members = {id: getattr(row, id) for id in WEAPON_NUMBERS}
    # A file leaves out a member that is the very object of its default.
    members["ability"] = intern(row.ability)
    return PoolWeapon(**members, source=row.origin)
