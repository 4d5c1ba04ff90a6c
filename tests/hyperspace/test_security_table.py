"""The table of docs/security.md is complete, and each test that it names is there."""

import re
from collections import Counter

from tests.hyperspace.conftest import ROOT

TEXT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.partition("## ASVS")[2].splitlines()
    if re.match(r"\| [0-9]", line)
]
# How many lines of each section of ASVS 5.0.0 are of level 1 or 2. Those of level 3 are its last.
SECTIONS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip


def lines_of(cell: str) -> list[str]:
    """Every line that a cell names: "1.2.6 – 1.2.8" are three."""
    first, _, last = cell.partition(" – ")
    section, _, number = first.rpartition(".")
    end = int(last.rpartition(".")[2]) if last else int(number)
    return [f"{section}.{one}" for one in range(int(number), end + 1)]


def test_every_line_of_levels_one_and_two_is_in_it_once() -> None:
    named = [line for cell, *_ in ROWS if "*" not in cell for line in lines_of(cell)]
    assert named == [
        f"{section}.{number}"
        for section, count in SECTIONS.items()
        for number in range(1, count + 1)
    ]
    assert [cell for cell, *_ in ROWS if "*" in cell] == ["10.*", "17.*"]


def test_each_row_has_a_state_and_says_how_and_its_test_is_there() -> None:
    states: Counter[str] = Counter()
    for line, state, how, test in ROWS:
        assert how, line
        states[state] += 1
        if test:
            named = re.fullmatch(r"`([a-z_/]+\.py)`: `(test_[a-z0-9_]+)`", test)
            assert named, line
            source = (ROOT / "tests" / named[1]).read_text(encoding="utf-8")
            assert f"def {named[2]}(" in source, line
    assert set(states) == {"Met", "Not met", "Operator", "None"}
