"""Ideas are authored characters: whatever chance adds, each is what it promises."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.game import Game
from rules.sheet.sections import Attacks, Line, Sheet, Things, Traits
from tests.rules.contract.systems import EVERY

# What some ideas cannot do without, by game and idea.
TOOLS = {
    ("hyperspace-d6", "medic"): "Medpac",
    ("hyperspace-d6", "mechanic"): "Engineer Toolkit",
    ("hyperspace-d6", "slicer"): "Data Spike",
    ("hyperspace-d6", "repair-droid"): "Engineer Toolkit",
    ("hyperspace-d6", "jedi-guardian"): "Lightsaber",
    ("hyperspace-d6", "jedi-student"): "Lightsaber",
    ("empire-ascendant", "medic"): "Doctor's bag",
    ("empire-ascendant", "tech"): "Tool belt",
    ("empire-ascendant", "demolitionist"): "Detonite cube",
    ("rules-sheet-d6", "circuit-medic"): "Medpac",
    ("rules-sheet-d6", "junk-mechanic"): "Tool roll",
    ("rules-sheet-d6", "quiet-burglar"): "Lock tools",
    ("storytelling-d10", "medic"): "Surgeon's kit",
    ("storytelling-d10", "slicer"): "Slicer kit",
    ("storytelling-d10", "jedi-in-hiding"): "Lightsaber",
}
# Ideas that are of one kind by their name.
OF_ONE_KIND = {"wookiee-copilot", "repair-droid", "protocol-droid"}


def trait_lines(sheet: Sheet) -> list[Line]:
    """The skills or abilities of a sheet."""
    traits = [one for one in sheet.sections if isinstance(one, Traits) and one.id != "attributes"]
    return [line for one in traits for column in one.columns for line in column.lines]


def promised(sheet: Sheet, promise: str) -> Line:
    lines = trait_lines(sheet)
    return next(one for one in lines if promise in (one.name, one.key.rpartition(".")[2]))


def carried(sheet: Sheet) -> set[str]:
    things = {
        one.name for part in sheet.sections if isinstance(part, Things) for one in part.things
    }
    return things | {row.name for row in weapons(sheet)}


def weapons(sheet: Sheet) -> list[Any]:
    return [row for part in sheet.sections if isinstance(part, Attacks) for row in part.rows]


def check(system: Game, seeds: Iterable[int]) -> None:
    for idea in system.ideas.list():
        row = system.ideas.rows[idea.id]
        for seed in seeds:
            character = Character(system, system.from_idea(idea.id, Random(seed)))
            sheet, told = character.sheet, (idea.id, seed)
            assert [problem.where for problem in character.problems] == ["name"], told
            promise = promised(sheet, row.promise)
            better = [
                line for line in trait_lines(sheet) if line.figure.weight > promise.figure.weight
            ]
            assert len(better) < 3, (told, promise.name, [line.name for line in better])
            for weapon in weapons(sheet):
                assert "no skill with it" not in weapon.attack.text, (told, weapon.name)
            assert row.story in repr(character.document.build), told


@EVERY
def test_an_idea_keeps_its_promise_whatever_chance_adds(system: Game) -> None:
    check(system, range(4))


@pytest.mark.soak
@EVERY
def test_an_idea_keeps_its_promise_for_a_hundred_seeds(system: Game) -> None:
    check(system, range(100))


@EVERY
def test_an_idea_carries_what_its_trade_needs(system: Game) -> None:
    for (game, idea), tool in TOOLS.items():
        for seed in range(4) if game == system.slug else ():
            sheet = Character(system, system.from_idea(idea, Random(seed))).sheet
            assert tool in carried(sheet), (idea, seed)


@EVERY
def test_an_idea_may_be_of_two_or_three_species_unless_it_names_its_own(system: Game) -> None:
    for idea in system.ideas.list():
        row = system.ideas.rows[idea.id]
        kinds = row.variants if hasattr(row, "variants") else row.species
        most = 1 if idea.id in OF_ONE_KIND else 3
        assert 1 <= len(kinds) <= most, idea.id
        assert len(kinds) > 1 or idea.id in OF_ONE_KIND, idea.id


def test_whoever_has_a_weapon_in_hyperspace_is_best_with_it() -> None:
    hyperspace = registry.all_systems()["hyperspace-d6"]
    for idea in hyperspace.ideas.list():
        for seed in range(4):
            sheet = Character(hyperspace, hyperspace.from_idea(idea.id, Random(seed))).sheet
            best = max(
                line.figure.weight
                for line in trait_lines(sheet)
                if line.key in ("skills.blasters", "skills.melee", "skills.throw")
            )
            for weapon in weapons(sheet):
                if weapon.skill != "Brawl":
                    assert weapon.attack.weight == best, (idea.id, weapon.name)


@EVERY
def test_chance_names_an_idea_by_its_species(system: Game) -> None:
    for idea in system.ideas.list():
        row = system.ideas.rows[idea.id]
        if not hasattr(row, "variants"):
            continue
        begun = system.from_idea(idea.id, Random(1))
        text = repr(begun.build)
        species = next(one for one in row.variants if one.species in text)
        assert system.random(Random(2), begun).name in species.names, idea.id
