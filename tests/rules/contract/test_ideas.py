"""Ideas to start from: legal choices, decided by the generator, and all free to change."""

from itertools import pairwise
from random import Random

import pytest

from rules.character import Character
from rules.game import Game
from rules.problems import InvalidDocument
from tests.dots_game.game import DUSK
from tests.rules.contract.systems import EVERY, OF_THE_PROGRAM, WITH_IDEAS


@OF_THE_PROGRAM
def test_there_are_a_dozen_ideas_and_more(system: Game) -> None:
    assert len(system.ideas.list()) >= 12


@WITH_IDEAS
def test_an_idea_leaves_only_the_name_to_choose(system: Game) -> None:
    ideas = system.ideas.list()
    for idea in ideas:
        document = system.from_idea(idea.id, Random(1))
        assert [problem.where for problem in Character(system, document).problems] == ["name"], (
            idea.name
        )
        assert document == system.from_idea(idea.id, Random(1))
        assert idea.name in repr(document.build)
        assert idea.about.endswith((".", "?"))
    documents = [system.from_idea(idea.id, Random(1)) for idea in ideas]
    assert all(one != another for one, another in pairwise(documents))


@OF_THE_PROGRAM
def test_who_is_met_is_of_the_species_that_the_idea_shows(system: Game) -> None:
    for idea in system.ideas.list():
        for seed in range(4):
            document = system.from_idea(idea.id, Random(seed), as_shown=True)
            sheet = Character(system, document).sheet
            assert idea.species == sheet.species or ("Species", idea.species) in sheet.facts, idea


@OF_THE_PROGRAM
@pytest.mark.parametrize(
    "word", ["smuggler", "jedi", "bounty hunter", "medic", "pilot", "noble", "droid"]
)
def test_what_players_look_for_first_is_there(system: Game, word: str) -> None:
    texts = [f"{one.name} {one.about} {one.keywords}".casefold() for one in system.ideas.list()]
    assert any(all(part in text for part in word.split()) for text in texts)


@pytest.mark.parametrize("idea", ["", "gunslinger", "\x00"])
@EVERY
def test_an_unknown_idea_is_refused(system: Game, idea: str) -> None:
    with pytest.raises(InvalidDocument, match="there is no idea"):
        system.from_idea(idea, Random(1))


def test_a_game_may_have_none() -> None:
    assert DUSK.ideas.list() == ()
    with pytest.raises(InvalidDocument, match="has none"):
        DUSK.from_idea("smuggler", Random(1))
