"""Answers of a roll form, read and shown."""

import pytest

from rules.forms.fields import Choice, Option
from rules.kit.play.answers import (
    Answers,
    menu,
    number_field,
    pick,
    read_number,
    required,
    target_fields,
    whole,
)
from rules.problems import Problem, RuleViolation


@pytest.mark.parametrize(
    ("text", "number"),
    [("3", 3), (" 3 ", 3), ("+2", 2), ("-2", -2), ("\u22122", -2), ("1,500", 1500), ("0", 0)],
)
def test_a_whole_number_is_read_as_players_type_it(text: str, number: int) -> None:
    assert whole(text, -5, 2000) == number


@pytest.mark.parametrize(
    "text", ["", "many", "1.5", "1_0", "½", "1,5", "15,00", "2001", "-6", "1" * 5000]
)
def test_what_is_no_whole_number_within_bounds_is_none(text: str) -> None:
    assert whole(text, -5, 2000) is None


def test_each_field_that_cannot_be_read_is_named() -> None:
    answers = Answers({"target": ("many",), "helpers": ("31",), "bonus": ("",), "opposed": ("x",)})
    assert answers.number("target", 0, 200) is None
    assert answers.number("helpers", 0, 30) is None
    assert answers.number("bonus", -5, 5) is None
    assert answers.code("opposed") is None
    with pytest.raises(RuleViolation) as caught:
        answers.check()
    assert caught.value.problems == (
        Problem("bad-value", "target", "Type a whole number from 0 to 200."),
        Problem("bad-value", "helpers", "Type a whole number from 0 to 30."),
        Problem("bad-value", "opposed", "“x” isn't a dice code. Write it like 3D, 3D+1 or 3D+2."),
    )


def test_answers_that_can_be_read_raise_nothing() -> None:
    answers = Answers({"opposed": ("3D+1",), "points": ("force-point",)})
    assert answers.code("opposed") == (3, 1)
    assert answers.code("absent") is None
    assert answers.chosen("points") == ("force-point",)
    answers.check()


@pytest.mark.parametrize(("typed", "code"), [("4", (4, 0)), ("2D+2", (2, 2)), ("0", None)])
def test_a_bare_number_is_that_many_dice(typed: str, code: tuple[int, int] | None) -> None:
    assert Answers({"opposed": (typed,)}).code("opposed") == code


@pytest.mark.parametrize(
    ("rung", "typed", "target"),
    [("15", "", 15), ("15", "18", 18), ("", "18", 18), ("", "", None), ("15", "0", 0)],
)
def test_a_typed_number_goes_before_a_rung(rung: str, typed: str, target: int | None) -> None:
    assert Answers({"ladder": (rung,), "target": (typed,)}).target(200) == target


def test_one_number_is_refused_in_the_words_of_its_field() -> None:
    with pytest.raises(RuleViolation) as caught:
        read_number({"actions": ("9",)}, "actions", 1, 5, refusal="You can do 1 to 5 things.")
    assert caught.value.problems == (Problem("bad-value", "actions", "You can do 1 to 5 things."),)
    assert read_number({"actions": ("3",)}, "actions", 1, 5) == 3
    assert read_number({}, "actions", 1, 5) is None


def test_a_field_that_has_to_be_filled_in_is_missing_without_a_value() -> None:
    assert required(0, "damage", "Type the damage.") == 0
    with pytest.raises(RuleViolation) as caught:
        required(None, "damage", "Type the damage.")
    assert caught.value.problems == (Problem("missing", "damage", "Type the damage."),)


def test_a_field_shows_what_was_typed() -> None:
    assert number_field("target", "Target", 0, 0, 200).values == ("0",)
    assert number_field("target", "Target", None, 0, 200).values == ("",)


def test_a_field_of_options_holds_those_that_are_chosen() -> None:
    options = (Option("aim", "Aim", chosen=True), Option("double", "Double"))
    assert pick("ways", "How", options).values == ("aim",)
    assert menu("ways", "How", options).values == ("aim",)


@pytest.mark.parametrize(
    ("target", "rung", "typed"), [(None, "", ""), (15, "15", ""), (17, "", "17"), (0, "", "0")]
)
def test_a_number_to_reach_is_a_rung_or_typed(target: int | None, rung: str, typed: str) -> None:
    rungs = (Option("10", "Easy"), Option("15", "Fair"))
    ladder, number = target_fields("Target number", rungs, target, 200)
    assert isinstance(ladder, Choice)
    assert [option.id for option in ladder.options] == ["", "10", "15"]
    assert (ladder.values, number.values) == ((rung,), (typed,))
    assert [option.id for option in ladder.options if option.chosen] == (
        [] if target in (17, 0) else [rung]
    )
