"""A character that is open answers as its game does, and is worked out once for all of it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules.document import Document
from rules.ledger.offers import PARTS
from rules.problems import RuleViolation
from rules.sheet.sections import Traits
from rules.system import GameSystem
from tests.rules.contract.systems import EVERY, characters

# Marks of somebody who is hurt, by game.
HURT = {
    "hyperspace-d6": {"wounds": 1},
    "rules-sheet-d6": {"wounds": 1},
    "storytelling-d10": {"bashing": 1},
    "empire-ascendant": {"wound": 1},
}


def first_trait(system: GameSystem, document: Document) -> str:
    """The first trait of a sheet."""
    traits = (part for part in system.sheet(document).sections if isinstance(part, Traits))
    column = next(traits).columns[0]
    return column.key if column.figure else column.lines[0].key


def rolled(roll: Callable[[], Any]) -> Any:
    """What comes of a roll, or why it cannot be made: an empty character has no dice."""
    try:
        return roll()
    except RuleViolation as violation:
        return violation.problems


def answers(system: GameSystem, document: Document) -> dict[str, tuple[Any, Callable[..., Any]]]:
    """Everything that can be asked: what the game says, and how an open character is asked."""
    trait, step = first_trait(system, document), system.steps(document)[0].id
    dice = 7
    found: dict[str, tuple[Any, Callable[..., Any]]] = {
        "steps": (system.steps(document, only=step), lambda one: one.steps(step)),
        "sheet": (system.sheet(document), lambda one: one.sheet),
        "summary": (system.summary(document), lambda one: one.summary),
        "problems": (system.problems(document), lambda one: one.problems),
        "priced": (system.is_priced(document), lambda one: one.is_priced),
        "state": (system.play_state(document, {}), lambda one: one.play_state({})),
        "actions": (system.actions(document, {}), lambda one: one.actions({})),
        "form": (
            system.roll_form(document, {}, trait, {}),
            lambda one: one.roll_form({}, trait, {}),
        ),
        "roll": (
            rolled(lambda: system.resolve(document, {}, trait, {}, Random(dice))),
            lambda one: rolled(lambda: one.resolve({}, trait, {}, Random(dice))),
        ),
    }
    for part in PARTS:
        found[part] = (system.offers(document, part), lambda one, part=part: one.offers(part))
    return found


@EVERY
@pytest.mark.parametrize("seed", range(4))
def test_it_answers_as_its_game_does_in_whatever_order_it_is_asked(
    system: GameSystem, seed: int
) -> None:
    for document in characters(system):
        expected = answers(system, document)
        order = list(expected)
        Random(seed).shuffle(order)
        one = system.open(document)
        for name in (*order, *reversed(order)):
            said, ask = expected[name]
            assert ask(one) == said, name


@EVERY
def test_all_that_is_asked_of_it_is_worked_out_once(
    system: GameSystem, monkeypatch: pytest.MonkeyPatch
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
    one = system.open(document)
    assert begun == []
    of_document = 0
    for ask in asked:
        ask(one)
        of_document = sum(1 for each in begun if each is document)
    assert of_document == 1


@EVERY
def test_what_is_entered_stands_in_another_one(system: GameSystem) -> None:
    for document in characters(system):
        one = system.open(document)
        before = one.summary
        after = one.enter(system.session())
        assert after.document == system.enter(document, system.session())
        assert one.document == document
        assert one.summary == before
        assert after.sheet == system.sheet(after.document)
        again = after.enter(system.session())
        assert len(again.document.ledger) == len(document.ledger) + 2
        assert again.sheet == system.sheet(again.document)


@EVERY
def test_a_field_that_is_set_stands_in_another_one(system: GameSystem) -> None:
    one = system.open(system.empty())
    named = one.set_field("name", ("Vessa",))
    assert one.document == system.empty()
    assert named.sheet.name == "Vessa"
    with pytest.raises(RuleViolation):
        one.set_field("nothing of this name", ("1",))


@EVERY
def test_an_entry_and_marks_take_no_second_replay(
    system: GameSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = system.random(Random(3))
    rules, begun = type(system.ledger_rules), list[Document]()
    begin = rules.begin

    def counted(self: Any, document: Document) -> Any:
        begun.append(document)
        return begin(self, document)

    monkeypatch.setattr(rules, "begin", counted)
    one = system.open(document)
    hurt = one.marked(type(document.marks)(**HURT[system.slug]))
    rested = hurt.enter(system.session())
    assert one.sheet != hurt.sheet
    assert hurt.settled().play_state({}) == hurt.play_state({})
    assert len(begun) == 1
    assert hurt.sheet == system.sheet(hurt.document)
    assert rested.sheet == system.sheet(rested.document)


@EVERY
def test_its_history_plan_and_undo_are_those_of_its_game(system: GameSystem) -> None:
    document = system.enter(system.random(Random(3)), system.session())
    one, entry = system.open(document), system.session()
    assert one.history() == system.history(document)
    assert one.estimate((entry, entry)) == system.estimate(document, (entry, entry))
    assert one.undo(0) == system.undo(document, 0)
    assert one.restore_to(0) == system.restore_to(document, 0)
    assert one.build_now() == system.build_now(document)
    assert one.sheet == system.sheet(document)
