"""A printed sheet that comes back, in every game: whatever can be penciled in is understood."""

from random import Random

import pytest

from rules import paper, pregens
from rules.paper import Question
from rules.pregens import Order
from rules.problems import RuleViolation
from rules.system import GameSystem, OpenCharacter
from tests.rules.contract.systems import EVERY


def character(system: GameSystem) -> OpenCharacter:
    """Somebody with points to spend."""
    order = Order(players=1, theme="crew", level="new")
    opened = system.open(pregens.next_pregen(system, order, [], Random(1)).document)
    convention = system.convention
    assert convention is not None
    return opened.enter(system.entry({"kind": "award", convention.award: "200"}))


def other(question: Question) -> str:
    """An answer that is not what was printed."""
    if question.kind in (paper.COUNT, paper.NUMBER, paper.LEFT):
        return "1" if question.value == "0" else str(int(question.value) - 1)
    answers = {
        paper.STEPS: "1",
        paper.CODE: "2D" if question.value != "2D" else "3D",
        paper.ITEMS: "Red key",
    }
    return answers[question.kind]


@EVERY
def test_every_question_can_be_answered_and_changes_the_character(system: GameSystem) -> None:
    opened = character(system)
    questions = paper.by_id(paper.groups(opened))
    kinds = {question.kind for question in questions.values()}
    assert {paper.COUNT, paper.NUMBER, paper.LEFT, paper.ITEMS} <= kinds
    assert kinds & {paper.STEPS, paper.CODE}
    refused = []
    for id, question in questions.items():
        answer = {id: other(question)}
        (change,) = paper.penciled(questions, questions, answer)
        assert not change.is_open
        outcome = paper.outcome(opened, answer, Random(1))
        assert outcome.shifts or outcome.entries, id
        after = opened
        try:
            for entry in outcome.entries:
                after = after.enter(entry)
        except RuleViolation:
            refused.append(question.kind)  # at its most already
    assert set(refused) <= {paper.STEPS}
    assert len(refused) < len(questions) / 4


@EVERY
def test_what_is_already_so_changes_nothing_and_a_changed_balance_asks(system: GameSystem) -> None:
    opened = character(system)
    printed = paper.by_id(paper.groups(opened))
    id = next(id for id in printed if id.startswith("sum."))
    now = {**printed, id: Question(id, printed[id].label, paper.NUMBER, "150", "150")}
    assert paper.penciled(printed, now, {id: "150"}) == ()
    (change,) = paper.penciled(printed, now, {id: "190"})
    was = int(printed[id].value)
    assert (change.is_open, change.now) == (True, "150")
    assert change.both == (str(340 - was) if was <= 340 else "")
    assert paper.decided((change,), {}) is None
    assert paper.decided((change,), {id: "now"}) == {}
    assert paper.decided((change,), {id: "paper"}) == {id: "190"}


@EVERY
def test_what_cannot_be_read_is_named(system: GameSystem) -> None:
    printed = paper.by_id(paper.groups(character(system)))
    box = next(id for id in printed if id.startswith("box."))
    with pytest.raises(RuleViolation) as refused:
        paper.penciled(printed, printed, {box: "9", "items": "x" * 121})
    assert [one.where for one in refused.value.problems] == [box, "items"]
