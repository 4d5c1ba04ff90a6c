"""The page of the vocabulary of declared games: as the code has it, and nothing left out."""

import re
from pathlib import Path

from rules import vocabulary
from rules.declared import expressions, files
from rules.declared.dots import reading as dots

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/formats/vocabulary.md"
GAMES = (
    *sorted((ROOT / "docs/examples/games").iterdir()),
    *sorted((ROOT / "rules/declared/starters").iterdir()),
    ROOT / "rules/systems/rules_sheet_d6/tables",
    ROOT / "rules/systems/empire_ascendant/tables",
)


def test_the_page_is_what_the_code_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == vocabulary.page(GAMES), "the code has other tables: bin/docs writes the page"


def test_every_file_that_a_game_can_have_is_on_it() -> None:
    text = PAGE.read_text(encoding="utf-8")
    known = {"game.toml", *files.NEEDED, *files.OPTIONAL, *dots.FILES, *dots.OPTIONAL}
    assert {name for name in known if f"### {name}\n" not in text} == set()


def test_every_member_has_an_example() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    members = [line for line in lines if re.match(r"\| `\w+` \|", line)]
    assert len(members) > 200
    assert [line for line in members if line.endswith("|  |")] == []


def test_every_operator_is_shown_with_its_meaning() -> None:
    assert tuple(vocabulary.OPERATORS) == expressions.ALL


def test_a_member_says_what_it_may_be_what_it_usually_is_and_how_it_is_written() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for line in (
        '| `traits` | `"codes"` or `"dots"` | `"codes"` | `traits = "codes"` |',
        '| `harm_attribute` | text |  | `harm_attribute = "BODY"` |',
        '| `dead` | text | `"dead"` | `dead = "dead"` |',
        '| `heals` | an id of levels |  | `heals = "gasping"` |',
        "| `explodes` | true or false | `false` | `explodes = true` |",
    ):
        assert line in text.splitlines()
