"""Tables of results: the row of a total, and the exact chance of each row."""

from fractions import Fraction

import pytest

from rules import tables
from rules.dice import pools
from rules.kit.play import result_tables
from rules.kit.play.result_tables import ResultRow

HARM = (
    ResultRow(id="none", name="No harm"),
    ResultRow(id="stunned", name="Stunned", low=0),
    ResultRow(id="wounded", name="Wounded", low=4),
    ResultRow(id="dying", name="Dying", low=9),
)


@pytest.mark.parametrize(
    ("rolled", "row"),
    [(-3, "none"), (0, "stunned"), (3, "stunned"), (4, "wounded"), (8, "wounded"), (60, "dying")],
)
def test_a_total_comes_to_the_last_row_that_it_reaches(rolled: int, row: str) -> None:
    found = result_tables.row_of(HARM, rolled)
    assert found is not None
    assert found.id == row


def test_a_total_under_the_first_row_comes_to_none() -> None:
    assert result_tables.row_of(HARM[1:], -1) is None


def test_each_row_has_its_exact_chance_and_all_are_one() -> None:
    # Damage 9 less what two dice of Soak show: the margin is at least n where they show 9 − n.
    found = result_tables.chances(HARM, lambda low: 1 - pools.chance(2, 9 - low + 1))
    # Soak 10 and more 6 ways, 6 to 9 20 ways, 2 to 5 10 ways, none for a margin of 9.
    assert found == {
        "none": Fraction(6, 36),
        "stunned": Fraction(20, 36),
        "wounded": Fraction(10, 36),
        "dying": Fraction(0),
    }
    assert sum(found.values()) == 1
    assert list(result_tables.foreseen(HARM, found)) == [
        "No harm (under 0): 17%",
        "Stunned (0–3): 56%",
        "Wounded (4–8): 28%",
    ]


def test_rows_say_from_where_to_where_they_reach() -> None:
    assert result_tables.reach(None, None) == "any total"
    assert result_tables.reach(9, None) == "9+"
    assert result_tables.reach(3, 4) == "3"


def test_rows_out_of_order_are_found_when_they_are_read() -> None:
    result_tables.check_rows("harm.toml", "harm", HARM)
    with pytest.raises(tables.TableError, match=r"harm.toml: harm.wounded: begins no higher"):
        result_tables.check_rows("harm.toml", "harm", (HARM[3], HARM[2]))


def test_a_table_with_a_row_for_every_total_has_one_and_a_missing_row_is_an_error() -> None:
    rows = {row.id: row for row in HARM[1:]}
    assert result_tables.row_at(rows, 8).id == "wounded"
    with pytest.raises(ValueError, match="-1"):
        result_tables.row_at(rows, -1)


def test_a_chance_stands_beside_its_row_unless_there_is_none() -> None:
    names = {row.id: row.name for row in HARM}
    found = {"none": Fraction(1, 4), "stunned": Fraction(3, 4), "dying": Fraction(0)}
    assert result_tables.chance_texts(names, found) == ("No harm: 25%", "Stunned: 75%")
