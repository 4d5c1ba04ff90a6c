"""Rows of a game's tables whose text states a number, a limit or a condition, beside what obeys
them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
RULES = Path(__file__).parents[3] / "rules" / "systems"
# Digits, and the words of a limit or a condition.
STATES = re.compile(
    r"\d|\b(once|only|can't|can’t|without|two|one|whenever|while|instead|in place of|doesn't"
    r"|doesn’t|half|double|twice|until|unless)\b",
    re.IGNORECASE,
)
TABLE = "The table decides: "


def rows_of(game: str) -> dict[str, str]:
    """The text of each such row of a game, by its file, its table and its id. Of starters a line
    says who somebody is, and rules nothing.
    """
    found = {}
    for file in sorted((RULES / game / "tables").glob("*.toml")):
        if file.stem.startswith("starter_"):
            continue
        for place, text in _rows(tomllib.loads(file.read_text(encoding="utf-8"))):
            if STATES.search(text):
                found[f"{file.stem}.{place}"] = text
    return found


def _rows(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for row in value:
            yield from _rows(row, place)
    elif isinstance(value, dict):
        id = value.get("id", "")
        here = ".".join(filter(None, (place, id)))
        if isinstance(value.get("does"), str):
            yield here, value["does"]
        for name, part in value.items():
            if isinstance(part, dict | list):
                yield from _rows(part, ".".join(filter(None, (here, name))))


def case_names(slug: str) -> set[str]:
    """The names of the cases of a game."""
    files = (TESTS / "cases" / slug).rglob("*.toml")
    texts = (file.read_text(encoding="utf-8") for file in files)
    return {case["name"] for text in texts for case in tomllib.loads(text).get("case", [])}


def read(obeyed: str) -> dict[str, str]:
    """The case that obeys each row, from lines "row | a case, or why the table decides"."""
    lines = (line.partition(" | ") for line in obeyed.strip().splitlines())
    return {row.strip(): reason.strip() for row, _, reason in lines}
