"""Everybody at the table reads the outcome of a roll: no sentence of it says "you" to them."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
# Game master and party are everybody's; "You: 3 levels" names a side of a collision.
ADDRESSED = re.compile(r"^You\b(?!:)|^Your (?!GM\b|party\b)")


def told(part: Any) -> Iterator[str]:
    """All sentences that these cases expect of an outcome."""
    if isinstance(part, dict):
        yield from part["said"] if isinstance(part.get("said"), list) else ()
        for inner in part.values():
            yield from told(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from told(inner)


def test_no_outcome_addresses_only_whoever_rolled() -> None:
    sentences = {
        sentence
        for path in CASES.glob("*/**/*.toml")
        for sentence in told(tomllib.loads(path.read_text()))
    }
    assert len(sentences) > 200
    assert sorted(filter(ADDRESSED.match, sentences)) == []
