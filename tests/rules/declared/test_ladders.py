"""Ladders of difficulty."""

from rules.declared.play.ladders import Ladder
from rules.figures import bonus, number
from rules.systems.empire_ascendant.rulebook.book import rulebook

LADDER = Ladder(tuple(rulebook().play.difficulties.values()))


def test_any_number_has_the_name_of_the_rung_that_it_stands_on() -> None:
    names = {value: LADDER.name(value) for value in (0, 5, 6, 15, 16, 30, 31, 99)}
    assert names == {
        0: "Very Easy",
        5: "Very Easy",
        6: "Easy",
        15: "Moderate",
        16: "Difficult",
        30: "Very Difficult",
        31: "Heroic",
        99: "Heroic",
    }
    typed = LADDER.typed(12, "Your GM")
    assert (typed.label, typed.value, typed.source) == ("Moderate", 12, "Your GM")


def test_the_next_number_up_is_none_past_the_last_rung() -> None:
    assert [LADDER.above(value) for value in (0, 5, 10, 12, 30, 31)] == [5, 10, 15, 15, 31, None]


def test_what_is_added_moves_a_number_to_another_rung() -> None:
    base = number("Medium", 15, source="A book")
    found = LADDER.labeled(base, bonus("defense", 12))
    assert (found.label, found.value, found.source) == ("Very Difficult", 27, "A book")
    assert LADDER.labeled(number("Easy", 10)) == number("Easy", 10)
    assert LADDER.labeled(base).label == "Moderate"


def test_smaller_numbers_may_have_a_name_of_their_own() -> None:
    named = Ladder(LADDER.rungs, "difficulty")
    assert [named.name(value) for value in (-1, 6, 99)] == ["difficulty", "Easy", "Heroic"]
