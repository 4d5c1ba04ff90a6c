"""Rows as terms of the reference, and numbers in print."""

import pytest

from rules.kit.reference_tables import figure_term, plain, signed, span, term
from rules.reference.chapters import Term
from rules.tables import Row

EASY = Row(
    id="easy",
    name="Easy",
    does="Anybody can.",
    source="The book",
    ruling="Ours.",
    aliases=("Soft",),
)


def test_a_row_is_a_term_under_its_prefix() -> None:
    assert term(EASY, "difficulty", "6–10", aliases=("E",), see=("ladder",)) == Term(
        id="difficulty-easy",
        name="Easy",
        text="Anybody can.",
        figures=("6–10",),
        source="The book",
        rulings=("Ours.",),
        aliases=("E", "Soft"),
        see=("ladder",),
    )


def test_other_words_take_the_place_of_those_of_the_row() -> None:
    assert [one.text for one in (term(EASY, "d", text=""), *plain([EASY], "d"))] == [
        "",
        "Anybody can.",
    ]


def test_a_number_without_a_row_is_a_term_too() -> None:
    found = figure_term("price", "skill", "+1 pip", "its dice", source="The book")
    assert found == Term("price-skill", "+1 pip", "", ("its dice",), "The book")


@pytest.mark.parametrize(("number", "said"), [(2, "+2"), (-1, "−1"), (0, "–")])
def test_numbers_have_a_sign(number: int, said: str) -> None:
    assert signed(number) == said


@pytest.mark.parametrize(
    ("low", "high", "said"), [(3, 5, "3D–5D"), (4, 4, "4D"), (30, None, "30D+")]
)
def test_a_span_says_where_it_ends(low: int, high: int | None, said: str) -> None:
    assert span(low, high, "D") == said
