"""The registry and its games."""

import pytest

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.figures import Figure
from rules.game import Game
from rules.problems import InvalidDocument
from tests.rules.contract.systems import EVERY, OF_THE_PROGRAM, SYSTEMS, characters


@EVERY
def test_a_system_is_found_by_its_slug(system: Game) -> None:
    assert system.slug == system.slug.lower().replace(" ", "-")
    assert registry.get(system.slug) is system


def test_a_system_that_there_is_not_is_unreadable() -> None:
    with pytest.raises(InvalidDocument, match=SYSTEMS[0].slug):
        registry.get("chess")


@OF_THE_PROGRAM
def test_a_character_is_made_in_three_steps_and_more(system: Game) -> None:
    assert len(Character(system, system.empty()).steps()) >= 3


@EVERY
def test_a_problem_has_three_members_for_programs(system: Game) -> None:
    for document in characters(system):
        for problem in Character(system, document).problems:
            assert set(problem.plain()) == {"code", "where", "message"}


@EVERY
def test_a_figure_has_a_key(system: Game) -> None:
    for document in characters(system):
        for key, figure in Character(system, document).sheet.figures.items():
            assert key
            assert isinstance(figure, Figure)


@EVERY
def test_a_document_is_read_by_the_game_that_it_names(system: Game) -> None:
    for document in characters(system):
        assert registry.read(documents.dump(document)) == document
