"""Runs the worked examples in `cases/<slug>/*.toml`, each worked out by hand from the source.

A case has a `name`, a `source`, what is `given` (a document without its format; system and name may
be left out) and what to `expect`: dotted keys into what `python -m rules sheet --why` prints, and
beside them `absent` (keys that are not there), `problems` ("code at where"; a legal document has
none) and `standing` (those of them that were not accepted; all where it is not said). What a game
master `accepted` stands beside what is given, in the same words.
"""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.__main__ import explanations
from rules.document import FORMAT
from rules.problems import Problem

FOLDER = Path(__file__).parent / "cases"
WHOLE = ("conditional",)  # nothing else may stand in it


def cases() -> list[Any]:
    found = []
    for file in sorted(FOLDER.glob("*/*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        for case in data.get("case", [data]):
            label = f"{file.parent.name}/{file.stem}: {case['name']}"
            found.append(pytest.param(file.parent.name, case, id=label))
    return found


@pytest.mark.parametrize(("slug", "case"), cases())
def test_a_document_comes_to_what_the_source_says(slug: str, case: dict[str, Any]) -> None:
    given = {"format": FORMAT, "system": slug, "name": "Somebody", **case["given"]}
    system = registry.get(slug)
    document = registry.read(json.dumps(given))
    for accepted in case.get("accepted", []):
        code, _, where = accepted.partition(" at ")
        document = system.accept(document, code=code, where=where, reason="So be it.")
    expect = dict(case["expect"])
    wrong = told(system.problems(document))
    assert wrong == sorted(expect.pop("problems", []))
    assert told(system.standing(document)) == sorted(expect.pop("standing", wrong))
    numbers = json.loads(json.dumps(system.numbers(document)))
    numbers["why"] = explanations(system.sheet(document).figures)
    for path in expect.pop("absent", []):
        with pytest.raises(KeyError):
            reach(numbers, path)
    for key, value in expect.items():
        compare(numbers[key], value, key)


def told(problems: Iterable[Problem]) -> list[str]:
    return sorted(f"{problem.code} at {problem.where}" for problem in problems)


def reach(numbers: Any, path: str) -> Any:
    for part in path.split("."):
        numbers = numbers[part]
    return numbers


def compare(actual: Any, expected: Any, path: str) -> None:
    """Of an object the named members are compared, of a list every one; what is empty is empty."""
    if isinstance(expected, list):
        assert len(actual) == len(expected), path
        expected = {str(position): value for position, value in enumerate(expected)}
    if not isinstance(expected, dict):
        assert actual == expected, path
        return
    if not expected or path in WHOLE:
        assert set(actual) == set(expected), path
    for key, value in expected.items():
        part = int(key) if isinstance(actual, list) else key
        present = part < len(actual) if isinstance(part, int) else part in actual
        assert present, f"{path}.{key} is missing"
        compare(actual[part], value, f"{path}.{key}")
