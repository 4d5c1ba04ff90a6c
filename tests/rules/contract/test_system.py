"""What any game system must do, whichever game it is."""

import json
from random import Random

import msgspec
import pytest

from rules import document as documents
from rules import registry
from rules.creation import inputs
from rules.figures import Figure
from rules.problems import InvalidDocument
from rules.system import GameSystem
from tests.rules.contract.systems import EVERY, SYSTEMS, characters, position, present


@EVERY
def test_a_system_says_who_it_is(system: GameSystem) -> None:
    for said in (system.slug, system.name, system.edition, system.about, system.credit):
        assert said.strip()
    assert system.slug == system.slug.lower().replace(" ", "-")
    assert registry.get(system.slug) is system


def test_a_system_that_there_is_not_is_unreadable() -> None:
    with pytest.raises(InvalidDocument, match=SYSTEMS[0].slug):
        registry.get("chess")


@EVERY
def test_steps_have_ids_names_and_a_sentence_each(system: GameSystem) -> None:
    steps = system.steps(system.empty())
    assert len({step.id for step in steps}) == len(steps) >= 3
    for step in steps:
        assert step.name
        assert step.about.endswith((".", "?", "!"))
        assert step.tip.endswith(".")
        assert len(step.tip) < 100
        assert step.fields == ()


@EVERY
def test_only_the_step_that_is_asked_for_has_fields(system: GameSystem) -> None:
    empty = system.empty()
    for step in system.steps(empty):
        others = [one for one in system.steps(empty, only=step.id) if one.id != step.id]
        assert all(one.fields == () for one in others)


@EVERY
def test_an_empty_document_has_a_sheet_and_says_what_is_open(system: GameSystem) -> None:
    empty = system.empty()
    assert system.sheet(empty).sections
    problems = system.problems(empty)
    assert problems
    assert all(problem.unfinished for problem in problems)
    assert any(step.open for step in system.steps(empty))


@EVERY
def test_problems_have_a_code_a_place_and_a_sentence(system: GameSystem) -> None:
    for document in characters(system):
        for problem in system.problems(document):
            assert set(problem.plain()) == {"code", "where", "message"}
            assert problem.code == problem.code.lower()
            assert problem.where
            assert problem.message.endswith(".")


@EVERY
def test_every_problem_belongs_to_a_step(system: GameSystem) -> None:
    """So a player who reads that something is open also finds where to put it right."""
    for document in characters(system):
        shown = {problem for step in system.steps(document) for problem in step.problems}
        assert set(system.problems(document)) <= shown


@EVERY
def test_a_sheet_has_every_figure_under_its_key(system: GameSystem) -> None:
    for document in characters(system):
        sheet = system.sheet(document)
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
def test_a_sheet_and_its_brief_agree(system: GameSystem) -> None:
    for document in characters(system):
        whole, brief = system.sheet(document).figures, system.summary(document).figures
        assert {key: figure.value for key, figure in brief.items()} == {
            key: whole[key].value for key in brief
        }


@EVERY
def test_numbers_are_plain(system: GameSystem) -> None:
    for document in characters(system):
        numbers = system.numbers(document)
        assert json.loads(json.dumps(numbers, allow_nan=False)) == numbers


@EVERY
def test_a_document_is_read_as_it_was_written(system: GameSystem) -> None:
    for document in characters(system):
        assert registry.read(documents.dump(document)) == document


@EVERY
def test_chance_makes_a_legal_character(system: GameSystem) -> None:
    for seed in range(25):
        assert system.problems(system.random(Random(seed))) == ()


@EVERY
def test_the_same_seed_makes_the_same_character(system: GameSystem) -> None:
    assert system.random(Random(11)) == system.random(Random(11))
    assert system.random(Random(11)) != system.random(Random(12))


@EVERY
def test_chance_keeps_what_was_decided(system: GameSystem) -> None:
    document = msgspec.structs.replace(system.empty(), name="Vessa Korr")
    assert system.random(Random(5), document).name == "Vessa Korr"


@EVERY
def test_chance_decides_one_step_and_leaves_the_others_alone(system: GameSystem) -> None:
    for step in system.steps(system.empty()):
        if not step.can_surprise:
            continue
        document = system.random(Random(5))
        place = position(system, step.id)
        own = set(inputs(system.steps(document, only=step.id)[place]))
        after = system.random(Random(6), document, step=step.id, anew=True)
        before_values, after_values = present(system, document), present(system, after)
        for field, values in before_values.items():
            if field not in own and field in after_values:
                assert after_values[field] == values, f"{step.id} changed {field}"


@EVERY
def test_a_step_decided_by_chance_alone_leaves_nothing_open_in_it(system: GameSystem) -> None:
    for step in system.steps(system.empty()):
        if step.can_surprise:
            after = system.random(Random(5), step=step.id)
            assert system.steps(after)[position(system, step.id)].open == "", step.id
