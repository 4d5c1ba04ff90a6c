"""Random characters: fills what is empty in a document legally, in one step or in all.

`tables/archetypes.toml` has the names, archetypes, and gear to choose from.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from rules.document import Document
from rules.kit.random_build import RandomBuild
from rules.systems.storytelling_d10.character import force
from rules.systems.storytelling_d10.character.build import (
    ABILITIES,
    ATTRIBUTES,
    SKILLS,
    WEAPON_ABILITIES,
    taken,
)
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.merits import DROID, MERITS, details_of
from rules.systems.storytelling_d10.creation import archetypes
from rules.systems.storytelling_d10.creation.merits import MeritStep
from rules.systems.storytelling_d10.creation.steps import ALL, FIELDS
from rules.systems.storytelling_d10.document.build import Build, House
from rules.systems.storytelling_d10.rulebook.archetypes import Archetype
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.merits import Merit

BOOK = rulebook()
IDEAS = BOOK.archetypes
# The steps that can be filled, with the fields that each clears first: all but what nobody rolls.
KEPT = ("player", "chronicle", "balance")
STEPS = {step.id: tuple(field.id for field in step.fields if field.id not in KEPT) for step in ALL}
RACES = {"Kel Dor": "kel-dor", "Twi'lek": "twilek", "Zabrak": "zabrak"}
ANYBODYS = ("physical", "mental", "social", "aptitudes")
SENSES = ("sight", "hearing", "smell")


def _decide(rng: Random, document: Document[Build], step: str) -> Document[Build]:
    build, house = document.build, document.house or House()
    idea = archetypes.named_or_any(rng, build)
    match step:
        case "concept":
            return archetypes.who(rng, document)
        case "attributes":
            build = _attributes(rng, build, idea)
        case "abilities":
            order, liked = idea.ability_order, idea.abilities
            build = ABILITIES.filled(rng, build, order, liked, taken=taken(build, house))
        case "weapon-skills":
            build = _weapon_skills(rng, build, idea)
        case "merits":
            build = _merits(rng, document, idea)
        case "force":
            build = force.filled(
                rng, build, lambda one: Character(replace(document, build=one, ledger=()))
            )
        case _:
            build = archetypes.equipped(rng, build, idea)
    return replace(document, build=build)


# --- dots


def _attributes(rng: Random, build: Build, idea: Archetype) -> Build:
    flaws = {one.id for one in build.flaws}

    def most(id: str) -> int:
        if id == "appearance" and "monstrous" in flaws:
            return ATTRIBUTES.free
        if id == "appearance" and "disfigured" in flaws:
            return BOOK.merits.numbers["disfigured-most"].number
        return ATTRIBUTES.most

    return ATTRIBUTES.filled(rng, build, idea.attribute_order, idea.attributes, most=most)


def _weapon_skills(rng: Random, build: Build, idea: Archetype) -> Build:
    """As many as there are dots: those of the archetype first."""
    arms, liked = [IDEAS.weapons[id] for id in idea.weapons], {}
    for ability in WEAPON_ABILITIES:
        carried = (row.skill for row in arms if row.ability == ability)
        liked[ability] = (*carried, *idea.weapon_skills)
    return SKILLS.filled(rng, build, build.abilities, liked)


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


def _merits(rng: Random, document: Document[Build], idea: Archetype) -> Build:
    """Details that lack; and where nothing is chosen yet, merits and flaws of the archetype that
    the character can have, with those of the species.
    """
    build = document.build
    house = document.house or House()

    def choose() -> tuple[list[str], list[str]]:
        is_droid = DROID in idea.merits
        ids = [RACES[build.species]] if build.species in RACES and not is_droid else []
        rows = BOOK.merits.merits.values()
        usual = [row.id for row in rows if row.kind in ANYBODYS and row.id not in idea.merits]
        more = rng.sample(usual, 3)
        liked = [id for id in idea.merits if id not in ids]
        # What somebody with a concept is known for comes before what chance adds.
        ids += [*liked, *more] if build.concept or rng.random() < 0.6 else [*more, *liked]
        flaws = [] if house.no_flaws else [id for id in idea.flaws if rng.random() < 0.6]
        return ids, flaws

    after: Build = MeritStep(MERITS).filled(
        document, Character, lambda row: _detail(rng, row, build), choose
    )
    return after


def _is_open(document: Document[Build], step: str) -> bool:
    """The Force is left to those who have dots of it."""
    return step != "force" or bool(document.build.force_knowledges)


RANDOM_BUILD = RandomBuild(FIELDS, STEPS, _decide, _is_open)
