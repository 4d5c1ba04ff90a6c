"""A printed sheet that comes back, in every game: whatever can be penciled in is understood."""

from random import Random

import pytest

from rules import pregens
from rules.character import Character
from rules.game import Game
from rules.paper import changes
from rules.paper.questions import CODE, COUNT, ITEMS, LEFT, NUMBER, STEPS, Question, by_id, groups
from rules.pregens import Order
from rules.problems import RuleViolation
from tests.rules.contract.systems import AT_CONVENTIONS


def character(system: Game) -> Character:
    """Somebody with points to spend."""
    order = Order(players=1, theme="crew", level="new")
    opened = Character(system, pregens.next_pregen(system, order, [], Random(1)).document)
    convention = system.convention
    assert convention is not None
    return opened.enter(system.ledger_rules.entry({"kind": "award", convention.award: "200"}))


def other(question: Question) -> str:
    """An answer that is not what was printed."""
    if question.kind in (COUNT, NUMBER, LEFT):
        return "1" if question.value == "0" else str(int(question.value) - 1)
    answers = {
        STEPS: "1",
        CODE: "2D" if question.value != "2D" else "3D",
        ITEMS: "Red key",
    }
    return answers[question.kind]


@AT_CONVENTIONS
def test_every_question_can_be_answered_and_changes_the_character(system: Game) -> None:
    opened = character(system)
    questions = by_id(groups(opened))
    kinds = {question.kind for question in questions.values()}
    assert {COUNT, NUMBER, LEFT, ITEMS} <= kinds
    assert kinds & {STEPS, CODE}
    refused = []
    for id, question in questions.items():
        answer = {id: other(question)}
        (change,) = changes.penciled(questions, questions, answer)
        assert not change.is_open
        outcome = changes.outcome(opened, answer, Random(1))
        assert outcome.shifts or outcome.entries, id
        after = opened
        try:
            for entry in outcome.entries:
                after = after.enter(entry)
        except RuleViolation:
            refused.append(question.kind)  # at its most already
    assert set(refused) <= {STEPS}
    assert len(refused) < len(questions) / 4


@AT_CONVENTIONS
def test_what_is_already_so_changes_nothing_and_a_changed_balance_asks(system: Game) -> None:
    opened = character(system)
    printed = by_id(groups(opened))
    id = next(id for id in printed if id.startswith("sum."))
    now = {**printed, id: Question(id, printed[id].label, NUMBER, "150", "150")}
    assert changes.penciled(printed, now, {id: "150"}) == ()
    (change,) = changes.penciled(printed, now, {id: "190"})
    was = int(printed[id].value)
    assert (change.is_open, change.now) == (True, "150")
    assert change.both == (str(340 - was) if was <= 340 else "")
    assert changes.decided((change,), {}) is None
    assert changes.decided((change,), {id: "now"}) == {}
    assert changes.decided((change,), {id: "paper"}) == {id: "190"}


@AT_CONVENTIONS
def test_what_cannot_be_read_is_named(system: Game) -> None:
    printed = by_id(groups(character(system)))
    box = next(id for id in printed if id.startswith("box."))
    with pytest.raises(RuleViolation) as refused:
        changes.penciled(printed, printed, {box: "9", "items": "x" * 121})
    assert [one.where for one in refused.value.problems] == [box, "items"]
