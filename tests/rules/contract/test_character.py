"""A character answers the same whatever was asked before, and is replayed once for all of it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules.character import Character
from rules.document import Document
from rules.game import Game
from rules.ledger.entries import Session
from rules.ledger.offers import PARTS
from rules.problems import RuleViolation
from rules.sheet.sections import Traits
from tests.rules.contract.systems import EARNING, EVERY, characters, having, samples
from tests.sampling import draw, sample

# Somebody of them can be hurt, as their samples say.
HURTING = having(lambda system: samples(system).hurt)


def first_trait(system: Game, document: Document) -> str:
    """The first trait of a sheet; without traits, its first figure."""
    sheet = Character(system, document).sheet
    for part in sheet.sections:
        if isinstance(part, Traits):
            column = part.columns[0]
            return column.key if column.figure else column.lines[0].key
    return next(iter(sheet.figures))


def rolled(roll: Callable[[], Any]) -> Any:
    """The outcome of a roll, or the reason against it: an empty character has no dice."""
    try:
        return roll()
    except RuleViolation as violation:
        return violation.problems


def answers(system: Game, document: Document) -> dict[str, tuple[Any, Callable[..., Any]]]:
    """Everything that can be asked: the answer of a new character, and how one is asked."""
    trait, step = first_trait(system, document), Character(system, document).steps()[0].id
    dice = 7
    found: dict[str, tuple[Any, Callable[..., Any]]] = {
        "steps": (Character(system, document).steps(only=step), lambda one: one.steps(step)),
        "sheet": (Character(system, document).sheet, lambda one: one.sheet),
        "summary": (Character(system, document).summary, lambda one: one.summary),
        "problems": (Character(system, document).problems, lambda one: one.problems),
        "priced": (Character(system, document).is_priced, lambda one: one.is_priced),
        "state": (Character(system, document).play_state({}), lambda one: one.play_state({})),
        "actions": (Character(system, document).actions({}), lambda one: one.actions({})),
        "form": (
            rolled(lambda: Character(system, document).roll_form({}, trait, {})),
            lambda one: rolled(lambda: one.roll_form({}, trait, {})),
        ),
        "roll": (
            rolled(lambda: Character(system, document).resolve({}, trait, {}, Random(dice))),
            lambda one: rolled(lambda: one.resolve({}, trait, {}, Random(dice))),
        ),
    }
    for part in PARTS:
        found[part] = (
            Character(system, document).offers(part),
            lambda one, part=part: one.offers(part),
        )
    return found


@EVERY
@pytest.mark.parametrize("seed", sample(range(4), every=4, first=draw() % 4))
def test_it_answers_as_a_new_one_in_whatever_order_it_is_asked(system: Game, seed: int) -> None:
    for document in characters(system):
        expected = answers(system, document)
        order = list(expected)
        Random(seed).shuffle(order)
        one = Character(system, document)
        for name in (*order, *reversed(order)):
            said, ask = expected[name]
            assert ask(one) == said, name


@EVERY
def test_all_that_is_asked_of_it_is_worked_out_once(
    system: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = system.random(Random(3))
    rules = type(system.ledger_rules)
    asked = [ask for _, ask in answers(system, document).values()]
    begun: list[Document] = []
    begin = rules.begin

    def counted(self: Any, document: Document) -> Any:
        begun.append(document)
        return begin(self, document)

    monkeypatch.setattr(rules, "begin", counted)
    one = Character(system, document)
    assert begun == []
    of_document = 0
    for ask in asked:
        ask(one)
        of_document = sum(1 for each in begun if each is document)
    assert of_document == 1


@EARNING
def test_what_is_entered_stands_in_another_one(system: Game) -> None:
    for document in characters(system):
        one = Character(system, document)
        before = one.summary
        after = one.enter(Session())
        assert after.document == Character(system, document).enter(Session()).document
        assert one.document == document
        assert one.summary == before
        assert after.sheet == Character(system, after.document).sheet
        again = after.enter(Session())
        assert len(again.document.ledger) == len(document.ledger) + 2
        assert again.sheet == Character(system, again.document).sheet


@EVERY
def test_a_field_that_is_set_stands_in_another_one(system: Game) -> None:
    one = Character(system, system.empty())
    named = one.set_field("name", ("Vessa",))
    assert one.document == system.empty()
    assert named.sheet.name == "Vessa"
    with pytest.raises(RuleViolation):
        one.set_field("nothing of this name", ("1",))


@HURTING
def test_an_entry_and_marks_take_no_second_replay(
    system: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = system.random(Random(3))
    rules, begun = type(system.ledger_rules), list[Document]()
    begin = rules.begin

    def counted(self: Any, document: Document) -> Any:
        begun.append(document)
        return begin(self, document)

    monkeypatch.setattr(rules, "begin", counted)
    one = Character(system, document)
    hurt = one.marked(type(document.marks)(**samples(system).hurt))
    rested = hurt.enter(Session())
    assert one.sheet != hurt.sheet
    assert hurt.settled().play_state({}) == hurt.play_state({})
    assert len(begun) == 1
    assert hurt.sheet == Character(system, hurt.document).sheet
    assert rested.sheet == Character(system, rested.document).sheet


@EARNING
def test_its_history_plan_and_undo_are_those_of_a_new_one(system: Game) -> None:
    document = Character(system, system.random(Random(3))).enter(Session()).document
    one, entry = Character(system, document), Session()
    assert one.history() == Character(system, document).history()
    assert one.estimate((entry, entry)) == Character(system, document).estimate((entry, entry))
    assert one.undo(0) == Character(system, document).undo(0)
    assert one.restore_to(0) == Character(system, document).restore_to(0)
    assert one.build_now() == Character(system, document).build_now()
    assert one.sheet == Character(system, document).sheet
