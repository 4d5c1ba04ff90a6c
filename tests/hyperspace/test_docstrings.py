"""Docstrings begin with the thing they are about."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INDIRECT = {"How", "What", "Whether", "Who"}
TESTS = ("attacks", "benchmark", "browser", "hyperspace", "rules", "sheets")
FOLDERS = ("hyperspace", "rules", "sheets", *(f"tests/{name}" for name in TESTS))


def first_words(source: str) -> Iterator[tuple[int, str]]:
    """The line of each module, class and function of a source, and its docstring's first word."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            words = (ast.get_docstring(node) or "").split()
            yield getattr(node, "lineno", 1), words[0].rstrip(",.:") if words else ""


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_docstring_begins_with_an_indirect_question(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert len(files) > 4
    assert [
        f"{file.relative_to(ROOT)}:{line}"
        for file in files
        for line, word in first_words(file.read_text(encoding="utf-8"))
        if word in INDIRECT
    ] == []


def test_modules_classes_and_functions_are_looked_at() -> None:
    source = '"""How it is."""\nclass A:\n    """Who: a man."""\n    async def b(): "What."\n'
    assert list(first_words(source)) == [(1, "How"), (2, "Who"), (4, "What")]
