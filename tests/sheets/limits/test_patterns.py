"""Regular expressions read what guests type: none of them works longer than in proportion to it."""

import ast
import re
import time
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[3]
# These are asked about short texts alone: of 80, of 120, and of 128 characters at most.
SHORT = {"_PART", "_GUN", "fullmatch"}
MARKS = " a1(:"
UNITS = (
    *" a1.,:;([-+D×\n'_",
    *("".join(pair) for pair in permutations(MARKS, 2)),
    *("\u0301", "a\u0301", "a.", "1,", "-a"),
)
SEARCHES = ("search", "finditer", "findall", "sub", "subn", "split")
SMALL, LARGE = 500, 2_000
# Four times as long takes four times as long; where it takes this much longer, it is the square.
TOO_STEEP = 9
# Whatever takes less for the long text cannot be measured, and need not be.
SECONDS = 0.002
TRIES = 5


class Expression(NamedTuple):
    """An expression, and whether something is searched with it, not compared as a whole."""

    pattern: re.Pattern[str]
    is_searched: bool = True


def expressions() -> dict[str, Expression]:
    """Every expression that guests' texts may meet, by its file and line."""
    found = {}
    for folder in ("rules", "sheets", "hyperspace"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text()
            for node in ast.walk(ast.parse(text if "re." in text else "")):
                for call, name in _calls(node):
                    source = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
                    if isinstance(source, str) and name not in SHORT:
                        flags = sum(getattr(re, flag) for flag in _flags(call))
                        searched = name in SEARCHES or any(
                            f"{name}.{search}" in text for search in SEARCHES
                        )
                        place = f"{file.relative_to(ROOT)}:{call.lineno}"
                        found[place] = Expression(re.compile(source, flags), searched)
    return {place: one for place, one in found.items() if "printing" not in place}


def _calls(node: ast.AST) -> list[tuple[ast.Call, str]]:
    """A call of the module `re` with the name that it is assigned to, or its own."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call) if _is_re(call):
            return [(call, name)]
        case ast.Call(func=ast.Attribute(attr=name)) if _is_re(node) and name != "compile":
            return [(node, name)]
    return []


def _is_re(call: ast.Call) -> bool:
    match call.func:
        case ast.Attribute(value=ast.Name(id="re")):
            return bool(call.args)
    return False


def _flags(call: ast.Call) -> list[str]:
    values = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    names = {flag.name for flag in re.RegexFlag if flag.name}
    return [
        value.attr for value in values if isinstance(value, ast.Attribute) and value.attr in names
    ]


def seconds(expression: Expression, text: str) -> float:
    """The processor time that it takes to compare a text as a whole, and to search all of it."""
    before = time.process_time()
    expression.pattern.fullmatch(text)
    if expression.is_searched:
        for _ in expression.pattern.finditer(text):
            pass
    return time.process_time() - before


def is_steep(expression: Expression, unit: str) -> bool:
    """True if a text four times as long takes far more than four times as long."""
    large = "a" + unit * (LARGE // len(unit)) + "!"
    if seconds(expression, large) < SECONDS:
        return False
    small = "a" + unit * (SMALL // len(unit)) + "!"
    # The quickest of several: whatever else the machine does makes them slower, never quicker.
    least, most = (min(seconds(expression, text) for _ in range(TRIES)) for text in (small, large))
    return most > TOO_STEEP * max(least, 1e-6)


@pytest.mark.parametrize("source", [r"\s*[:(,].*", r"\w*\d", r"\d+D"])
def test_a_steep_expression_is_found(source: str) -> None:
    assert any(is_steep(Expression(re.compile(source)), unit) for unit in UNITS)


def test_no_expression_takes_the_square_of_what_is_typed() -> None:
    found = expressions()
    assert len(found) > 40
    steep = {
        place: (expression.pattern.pattern, unit)
        for place, expression in found.items()
        for unit in UNITS
        if is_steep(expression, unit)
    }
    assert steep == {}
