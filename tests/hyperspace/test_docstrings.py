"""Docstrings begin with the thing they are about."""

from pathlib import Path

import pytest

from tests.sources import docstrings

ROOT = Path(__file__).parents[2]
INDIRECT = {"How", "What", "Whether", "Who"}
TESTS = ("attacks", "benchmark", "browser", "hyperspace", "rules", "sheets")
FOLDERS = ("hyperspace", "rules", "sheets", *(f"tests/{name}" for name in TESTS))


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_docstring_begins_with_an_indirect_question(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert len(files) > 4
    assert [
        f"{file.relative_to(ROOT)}:{line}"
        for file in files
        for line, told in docstrings(file.read_text(encoding="utf-8"))
        if told.split()[0].rstrip(",.:") in INDIRECT
    ] == []


def test_modules_classes_and_functions_are_looked_at() -> None:
    source = (
        '"""How it is."""\n\nclass A:  # noqa: D101\n    r"""Who: a man."""\n\n    async def b(\n'
        '        self,\n    ) -> str:\n        """What."""\n        return """Not this."""\n'
    )
    assert list(docstrings(source)) == [(1, "How it is."), (4, "Who: a man."), (9, "What.")]
