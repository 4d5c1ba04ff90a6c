"""Results of procedures, in the words of their rows."""

from pathlib import Path

import pytest

from rules.kit.play.planned_procedures import (
    ProcedureRule,
    contest,
    result,
    saying,
)
from rules.kit.play.procedures import ActionTable, Rollable
from rules.play import Attempt
from tests.dice import Fixed
from tests.rules.kit.play.test_planned_procedures import RULES, TOML, planned, table


def with_texts(folder: Path, texts: str, rule: ProcedureRule[str]) -> ActionTable[str, Rollable]:
    toml = TOML.replace('about = "Two dice."', f"texts = {{ {texts} }}")
    return table(folder, toml, {**RULES, "haggle": rule})


def test_a_result_says_what_came_of_it(tmp_path: Path) -> None:
    texts, seven, eight = 'won = "Sold.", lost = "No deal."', {"target": ("7",)}, {"target": ("8",)}
    made = with_texts(tmp_path, texts, ProcedureRule(result, planned))
    won = made.resolve(Attempt("Mara", {}, seven), "haggle", Fixed(3, 4))
    assert won.said == ("7 against Price 7: success", "Sold.")
    lost = made.resolve(Attempt("Mara", {}, eight), "haggle", Fixed(3, 4))
    assert lost.said == ("7 against Price 8: failure", "No deal.")


def test_a_sentence_can_name_the_total(tmp_path: Path) -> None:
    made = with_texts(tmp_path, 'said = "{0.name}: {0.total}."', ProcedureRule(saying, planned))
    outcome = made.resolve(Attempt("Mara", {}, {"target": ("7",)}), "haggle", Fixed(3, 4))
    assert outcome.said == ("Haggle: 7.",)


TOTALS = """
[[group]]
id = "pot"
name = "Pot"

[[procedure]]
id = "gamble"
group = "pot"
name = "Gamble"
texts = { mine = "You win.", theirs = "They win.", tie = "A draw." }
foresees = "games"
questions = [{ id = "mine", label = "Mine" }, { id = "theirs", label = "Theirs" }]
"""


@pytest.mark.parametrize(
    ("mine", "theirs", "row", "said"),
    [
        ("9", "8", "mine", "9 against 8: You win."),
        ("8", "9", "theirs", "8 against 9: They win."),
        ("9", "9", "tie", "9 against 9: A draw."),
    ],
)
def test_of_two_totals_the_higher_wins(
    tmp_path: Path, mine: str, theirs: str, row: str, said: str
) -> None:
    made = table(tmp_path, TOTALS, {"gamble": ProcedureRule(contest)})
    attempt = Attempt("Mara", {}, {"mine": (mine,), "theirs": (theirs,)})
    assert made.form(attempt, "gamble").foreseen == ("The higher total wins.",)
    outcome = made.resolve(attempt, "gamble", Fixed())
    assert (outcome.row, outcome.said) == (row, (said,))
