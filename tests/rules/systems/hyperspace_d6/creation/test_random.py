"""Characters by chance: legal, each with a name, and with gear that makes sense."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.systems.hyperspace_d6.rulebook.book import book

SYSTEM = registry.get("hyperspace-d6")
SEEDS = 1000
MELEE = {"combat-knife", "vibroknife", "vibroblade", "forcepike", "lightsaber"}
BLASTERS = {
    "holdout-blaster",
    "blaster-pistol",
    "heavy-blaster-pistol",
    "blaster-carbine",
    "blaster-rifle",
    "heavy-blaster-rifle",
    "bowcaster",
    "light-repeating-blaster",
    "heavy-repeating-blaster",
}


@cache
def thousand() -> tuple[Document, ...]:
    return tuple(SYSTEM.random(Random(seed)) for seed in range(SEEDS))


def test_a_thousand_seeds_make_a_thousand_legal_characters() -> None:
    illegal = {seed: Character(SYSTEM, one).problems for seed, one in enumerate(thousand())}
    assert {seed: problems for seed, problems in illegal.items() if problems} == {}


def test_every_species_and_every_profession_comes_up() -> None:
    species = Counter(one.build.species for one in thousand())
    professions = Counter(one.build.profession for one in thousand())
    assert len(species) == 22
    assert len(professions) == 18
    assert min(species.values()) >= 20
    assert min(professions.values()) >= 25


def test_everybody_has_a_weapon_that_the_best_attack_skill_uses() -> None:
    for seed, one in enumerate(thousand()):
        skills = Character(SYSTEM, one).numbers["skills"]
        blasters, melee = skills["blasters"]["total"], skills["melee"]["total"]
        carried = {gear.id for gear in one.build.gear}
        wanted = MELEE | BLASTERS if blasters == melee else BLASTERS if blasters > melee else MELEE
        assert carried & wanted, f"seed {seed}: {carried}"


def test_at_most_100_credits_are_left() -> None:
    for seed, one in enumerate(thousand()):
        assert 0 <= Character(SYSTEM, one).numbers["credits"] <= 100, seed


def test_armor_that_was_bought_is_worn() -> None:
    for seed, one in enumerate(thousand()):
        suits = {gear.id for gear in one.build.gear if gear.id.endswith("-armor")}
        assert suits <= {one.build.worn}, seed


def test_every_jedi_has_a_granted_lightsaber_and_nobody_else_was_given_anything() -> None:
    for seed, one in enumerate(thousand()):
        granted = [gear.id for gear in one.build.gear if gear.granted]
        jedi = one.build.profession.startswith("jedi-")
        assert granted == (["lightsaber"] if jedi else []), seed


def test_the_same_seed_makes_the_same_character() -> None:
    assert [SYSTEM.random(Random(seed)) for seed in range(20)] == list(thousand()[:20])


def test_names_differ() -> None:
    assert len({one.name for one in thousand()}) > 600


def test_everything_is_told() -> None:
    for one in thousand():
        build = one.build
        assert all((one.name, build.concept, build.pronouns, build.appearance, build.personality))
        assert build.edge.note
        assert build.burden.note


@pytest.mark.parametrize("profession", sorted(book().professions))
def test_every_profession_can_be_filled_in_around_it(profession: str) -> None:
    for seed in range(20):
        document = SYSTEM.fields.write(SYSTEM.empty(), "profession", (profession,))
        made = SYSTEM.random(Random(seed), document)
        assert made.build.profession == profession
        assert Character(SYSTEM, made).problems == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [("edge", "fortune"), ("edge", "force-sensitivity"), ("burden", "impoverished")],
)
def test_what_was_chosen_already_is_kept_and_fits(field: str, value: str) -> None:
    for seed in range(30):
        document = SYSTEM.fields.write(SYSTEM.empty(), field, (value,))
        made = SYSTEM.random(Random(seed), document)
        assert getattr(made.build, field).id == value
        assert Character(SYSTEM, made).problems == ()
        assert Character(SYSTEM, made).numbers["credits"] <= 100


def test_an_own_species_gets_a_profession_that_stands_beside_it() -> None:
    build: dict[str, Any] = {
        "name": "Marsh folk",
        "attributes": {"DEX": 2, "KNO": 1, "MEC": 1, "PER": 2, "STR": 3, "TEC": 1},
        "focus": "intimidate",
    }
    text = {"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": ""}
    for seed in range(20):
        document = registry.from_envelope(
            registry.documents.envelope({**text, "build": {"species": build}})
        )
        made = SYSTEM.random(Random(seed), document)
        assert made.build.species.name == "Marsh folk"
        assert Character(SYSTEM, made).problems == ()


def test_a_purse_without_bottom_is_not_emptied() -> None:
    """Whatever sum a document claims, chance buys what one can carry and is done."""
    for credits in (8_000, 1_000_000, 2**31 - 1):
        text = {"format": "hyperspace-character/1", "system": "hyperspace-d6", "name": ""}
        build = {"starting_credits": credits}
        document = registry.from_envelope(registry.documents.envelope({**text, "build": build}))
        made = SYSTEM.random(Random(1), document)
        assert Character(SYSTEM, made).problems == ()
        assert sum(gear.quantity for gear in made.build.gear) <= 99
