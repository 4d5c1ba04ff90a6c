"""The contract of any game."""

import json
from random import Random

import msgspec
import pytest

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.creation import inputs
from rules.figures import Figure
from rules.game import Game
from rules.problems import InvalidDocument
from tests.rules.contract.systems import EVERY, SYSTEMS, characters, position, present


@EVERY
def test_a_system_says_who_it_is(system: Game) -> None:
    for said in (system.slug, system.name, system.edition, system.about, system.credit):
        assert said.strip()
    assert system.slug == system.slug.lower().replace(" ", "-")
    assert registry.get(system.slug) is system


def test_a_system_that_there_is_not_is_unreadable() -> None:
    with pytest.raises(InvalidDocument, match=SYSTEMS[0].slug):
        registry.get("chess")


@EVERY
def test_steps_have_ids_names_and_a_sentence_each(system: Game) -> None:
    steps = Character(system, system.empty()).steps()
    assert len({step.id for step in steps}) == len(steps) >= 3
    for step in steps:
        assert step.name
        assert step.about.endswith((".", "?", "!"))
        assert step.tip.endswith(".")
        assert len(step.tip) < 100
        assert step.fields == ()


@EVERY
def test_only_the_step_that_is_asked_for_has_fields(system: Game) -> None:
    empty = system.empty()
    for step in Character(system, empty).steps():
        others = [one for one in Character(system, empty).steps(only=step.id) if one.id != step.id]
        assert all(one.fields == () for one in others)


@EVERY
def test_an_empty_document_has_a_sheet_and_says_what_is_open(system: Game) -> None:
    empty = system.empty()
    assert Character(system, empty).sheet.sections
    problems = Character(system, empty).problems
    assert problems
    assert all(problem.unfinished for problem in problems)
    assert any(step.open for step in Character(system, empty).steps())


@EVERY
def test_problems_have_a_code_a_place_and_a_sentence(system: Game) -> None:
    for document in characters(system):
        for problem in Character(system, document).problems:
            assert set(problem.plain()) == {"code", "where", "message"}
            assert problem.code == problem.code.lower()
            assert problem.where
            assert problem.message.endswith(".")


@EVERY
def test_every_problem_belongs_to_a_step(system: Game) -> None:
    """So a player who reads that something is open also finds where to put it right."""
    for document in characters(system):
        shown = {
            problem for step in Character(system, document).steps() for problem in step.problems
        }
        assert set(Character(system, document).problems) <= shown


@EVERY
def test_a_sheet_has_every_figure_under_its_key(system: Game) -> None:
    for document in characters(system):
        sheet = Character(system, document).sheet
        assert sheet.system == system.slug
        assert sheet.credit
        assert len({section.id for section in sheet.sections}) == len(sheet.sections)
        for key, figure in sheet.figures.items():
            assert key
            assert isinstance(figure, Figure)
            assert figure.label, key
            assert figure.text
            assert figure.why, key


@EVERY
def test_a_sheet_and_its_brief_agree(system: Game) -> None:
    for document in characters(system):
        whole, brief = (
            Character(system, document).sheet.figures,
            Character(system, document).summary.figures,
        )
        assert {key: figure.value for key, figure in brief.items()} == {
            key: whole[key].value for key in brief
        }


@EVERY
def test_numbers_are_plain(system: Game) -> None:
    for document in characters(system):
        numbers = Character(system, document).numbers
        assert json.loads(json.dumps(numbers, allow_nan=False)) == numbers


@EVERY
def test_a_document_is_read_as_it_was_written(system: Game) -> None:
    for document in characters(system):
        assert registry.read(documents.dump(document)) == document


@EVERY
def test_chance_makes_a_legal_character(system: Game) -> None:
    for seed in range(25):
        assert Character(system, system.random(Random(seed))).problems == ()


@EVERY
def test_the_same_seed_makes_the_same_character(system: Game) -> None:
    assert system.random(Random(11)) == system.random(Random(11))
    assert system.random(Random(11)) != system.random(Random(12))


@EVERY
def test_chance_keeps_what_was_decided(system: Game) -> None:
    document = msgspec.structs.replace(system.empty(), name="Vessa Korr")
    assert system.random(Random(5), document).name == "Vessa Korr"


@EVERY
def test_chance_decides_one_step_and_leaves_the_others_alone(system: Game) -> None:
    for step in Character(system, system.empty()).steps():
        if not step.can_surprise:
            continue
        document = system.random(Random(5))
        place = position(system, step.id)
        own = set(inputs(Character(system, document).steps(only=step.id)[place]))
        after = system.random(Random(6), document, step=step.id, anew=True)
        before_values, after_values = present(system, document), present(system, after)
        for field, values in before_values.items():
            if field not in own and field in after_values:
                assert after_values[field] == values, f"{step.id} changed {field}"


@EVERY
def test_a_step_decided_by_chance_alone_leaves_nothing_open_in_it(system: Game) -> None:
    for step in Character(system, system.empty()).steps():
        if step.can_surprise:
            after = system.random(Random(5), step=step.id)
            assert Character(system, after).steps()[position(system, step.id)].open == "", step.id
