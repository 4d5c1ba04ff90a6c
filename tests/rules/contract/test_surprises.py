"""Chance fills what is empty and nothing else; anew, it decides all but what is no choice."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.creation import inputs
from rules.document import Document
from rules.forms.fields import Allot, Codes, Field, Pick, Rows, Shop, Ware
from rules.game import Game
from rules.problems import RuleViolation
from tests.rules.contract.systems import EVERY, filled, position, present
from tests.sampling import Drawn

GAME = registry.get("hyperspace-d6")
TYPED = registry.get("rules-sheet-d6")
Values = tuple[str, ...]


def built(system: Game, name: str = "", **build: Any) -> Document:
    return msgspec.structs.replace(
        system.empty(), name=name, build=msgspec.convert(build, system.build_type)
    )


def by_id(system: Game, document: Document) -> dict[str, Field | Ware]:
    """Every field and every ware, by the name of its input."""
    found: dict[str, Field | Ware] = {}
    for field in filled(system, document):
        found[field.id] = field
        if isinstance(field, Shop):
            found |= {ware.field: ware for shelf in field.shelves for ware in shelf.wares}
    return found


def kept(field: Field | Ware | None, before: Values, after: Values | None) -> bool:
    """True if everything that a field held is still there, as it was."""
    if after is None:
        return not any(before)
    match field:
        case Ware():
            return before in (("0",), after)
        case Pick():
            return set(before) <= set(after)
        case Allot(traits=traits):
            pairs = zip(before, after, traits, strict=True)
            return all(was == now or int(was) == trait.lowest for was, now, trait in pairs)
        case Codes():
            pairs_of = zip(before, after, strict=True)
            return all(was in ("", now) for was, now in pairs_of)
        case Rows():
            return all(was in ("", now) for was, now in zip(before, after, strict=False)) and len(
                before
            ) <= len(after)
        case _:
            return not any(before) or before == after


@cache
def halfway(system: Game, seed: int) -> Document:
    """A character of whom about half the fields are decided, some of them against the rules."""
    rng, other = Random(seed), system.random(Random(seed + 500))
    document = system.empty()
    for _ in range(3):
        for id in present(system, document):
            values = system.fields.values(other, id)
            if values and any(values) and rng.random() < 0.5:
                if len(values) > 1 and isinstance(by_id(system, document)[id], Pick | Codes):
                    values = (
                        tuple(one if rng.random() < 0.5 else "" for one in values)
                        if isinstance(by_id(system, document)[id], Codes)
                        else values[: rng.randrange(len(values)) + 1]
                    )
                try:
                    document = system.fields.write(document, id, values)
                except RuleViolation:
                    continue
    return document


def steps_of(system: Game) -> Iterator[str]:
    yield from (step.id for step in Character(system, system.empty()).steps() if step.can_surprise)


@EVERY
def test_what_is_decided_stays_as_it_is_in_every_step_and_in_all_of_them(
    system: Game, drawn: Drawn
) -> None:
    for seed in drawn(range(40), every=13):
        document = halfway(system, seed)
        fields, before = by_id(system, document), present(system, document)
        for step in ("", *steps_of(system)):
            after = system.random(Random(seed), document, step=step)
            now = present(system, after)
            for id, values in before.items():
                assert kept(fields.get(id), values, now.get(id)), (seed, step, id, values)


@EVERY
def test_what_was_decided_by_the_rules_is_made_legal_around_it(system: Game, drawn: Drawn) -> None:
    for seed in drawn(range(40), every=13):
        document = halfway(system, seed)
        wrong = [one for one in Character(system, document).problems if not one.unfinished]
        made = system.random(Random(seed), document)
        if not wrong:
            assert [one for one in Character(system, made).problems if one.unfinished] == [], seed


@EVERY
def test_on_a_full_step_there_is_nothing_to_fill(system: Game) -> None:
    for seed in range(30):
        document = system.random(Random(seed))
        assert system.random(Random(seed + 1), document) == document
        for step in steps_of(system):
            full = system.random(Random(seed + 2), document, step=step)
            assert system.random(Random(seed + 3), full, step=step) == full, (seed, step)


@EVERY
def test_anew_a_step_is_decided_otherwise_and_the_others_stay(system: Game) -> None:
    for step in steps_of(system):
        place, made = position(system, step), set()
        document = next(
            document
            for document in (system.random(Random(seed)) for seed in range(3, 30))
            if any(map(any, inputs(Character(system, document).steps(only=step)[place]).values()))
        )
        for seed in range(6):
            after = system.random(Random(seed), document, step=step, anew=True)
            own = inputs(Character(system, after).steps(only=step)[place])
            made.add(tuple(sorted(own.items())))
            assert Character(system, after).steps()[place].open == "", step
        assert len(made) > (3 if system.slug in registry.built_in() else 1), step


@EVERY
def test_anew_all_is_another_character_of_the_same_player(system: Game) -> None:
    document = msgspec.structs.replace(system.random(Random(3)), player="Ines", name="Vessa Korr")
    for seed in range(20):
        after = system.random(Random(seed), document, anew=True)
        assert Character(system, after).problems == ()
        assert after.player == "Ines"
        assert after.name not in ("", "Vessa Korr")
        assert after.house == document.house


def test_gear_is_added_to_what_is_carried_and_never_more_of_the_same() -> None:
    """750 credits, less 25 for a medpac."""
    vest = {"id": "medpac", "quantity": 1}
    saber = {"id": "lightsaber", "quantity": 1, "granted": True, "as": "Father's"}
    rope = {"name": "A rope that hums", "quantity": 2}
    document = built(GAME, species="human", profession="jedi-guardian", gear=[vest, saber, rope])
    for seed in range(30):
        made = GAME.random(Random(seed), document, step="gear").build
        assert made.gear[:3] == document.build.gear
        ids = [gear.id for gear in made.gear]
        assert ids.count("lightsaber") == 1
        assert ids.count("medpac") == 1
        after = msgspec.structs.replace(document, build=made)
        assert 0 <= Character(GAME, after).numbers["credits"] <= 100


def test_gear_that_costs_more_than_there_is_stays() -> None:
    document = built(GAME, species="human", gear=[{"id": "heavy-armor", "quantity": 1}])
    assert GAME.random(Random(1), document, step="gear") == document


def test_a_pick_that_waits_for_the_force_gets_an_edge_that_gives_it() -> None:
    document = built(GAME, species="human", profession="noble", skills=["sense"])
    for seed in range(20):
        made = GAME.random(Random(seed), document)
        assert made.build.skills[0] == "sense"
        assert made.build.edge.id == "force-sensitivity"
        assert Character(GAME, made).problems == ()


def test_a_pick_that_cannot_be_is_not_dropped() -> None:
    document = built(GAME, species="human", skills=["juggling", "stealth"])
    made = GAME.random(Random(1), document, step="skills")
    assert made.build.skills[:2] == ("juggling", "stealth")
    assert len(made.build.skills) == 4


@pytest.mark.parametrize("force", [False, True])
def test_a_species_and_a_profession_of_ones_own_are_completed(force: bool) -> None:  # noqa: FBT001
    species = {"name": "Marsh folk", "attributes": {"STR": 3}, "force_sensitive": force}
    profession = {"bonuses": {"DEX": 2}, "force_user": force}
    document = built(GAME, "Ash", species=species, profession=profession)
    for seed in range(30):
        made = GAME.random(Random(seed), document)
        assert Character(GAME, made).problems == ()
        own, work = made.build.species, made.build.profession
        assert own.name == "Marsh folk"
        assert own.attributes["STR"] == 3
        assert own.focus
        assert work.name
        assert work.bonuses["DEX"] == 2
        assert own.force_sensitive is force
        for step in ("species", "profession"):
            assert GAME.random(Random(seed), made, step=step) == made


def test_dice_that_find_no_attribute_without_any_stay_open() -> None:
    """Each was given 1D more than nothing: nobody's word is changed for the sake of the rest."""
    document = built(
        GAME,
        profession={"name": "Cook", "bonuses": dict.fromkeys(("DEX", "KNO", "PER", "STR"), 1)},
        species={
            "name": "Folk",
            "focus": "melee",
            "attributes": dict.fromkeys(("DEX", "KNO", "MEC", "PER", "STR", "TEC"), 2),
        },
    )
    made = GAME.random(Random(1), document)
    assert made.build.species == document.build.species
    assert {id: dice for id, dice in made.build.profession.bonuses.items() if id in ("MEC", "TEC")}
    assert sum(made.build.profession.bonuses.values()) == 5


def test_what_cannot_be_read_as_a_code_was_typed_all_the_same() -> None:
    skills = [{"name": "Dodge", "attribute": "DEX", "code": "lots"}, {"name": "Lamps"}]
    weapons = [{"name": "Hook", "skill": "Fishing", "damage": "STR"}]
    document = built(TYPED, attributes={"DEX": "high"}, skills=skills, weapons=weapons)
    made = TYPED.random(Random(1), document).build
    assert made.attributes["DEX"] == "high"
    assert (made.skills[0].code, made.skills[1].name) == ("lots", "Lamps")
    assert made.skills[1].code
    assert made.weapons == document.build.weapons
    assert made.gear


def test_anew_gear_leaves_the_credits_that_a_gm_set_and_the_force_points() -> None:
    document = built(GAME, species="human", gear=[{"name": "Rope"}], starting_credits=2000)
    made = GAME.random(Random(1), document, step="gear", anew=True).build
    assert made.starting_credits == 2000
    assert not any(gear.name == "Rope" for gear in made.gear)
    typed = built(TYPED, force_points=4, gear=[{"name": "Rope"}])
    assert TYPED.random(Random(1), typed, step="gear", anew=True).build.force_points == 4
