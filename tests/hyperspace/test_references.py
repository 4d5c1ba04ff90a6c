"""Names in docs, docstrings, and comments exist."""

import pytest

from tests.hyperspace.references import (
    Reference,
    exists,
    is_beside,
    module_words,
    references,
    wrong_places,
)


def named(found: list[Reference]) -> list[str]:
    return sorted({f"{one.file}:{one.line}: {one.text}" for one in found})


def test_every_file_module_and_object_that_a_text_names_is_there() -> None:
    assert named([one for one in references() if not exists(one)]) == []


def test_every_module_that_the_docstring_of_another_names_is_there() -> None:
    assert named([one for one in module_words() if not is_beside(one)]) == []


def test_whatever_is_said_to_stand_in_a_file_stands_there() -> None:
    assert named(list(wrong_places())) == []


def test_thousands_of_names_are_looked_at() -> None:
    assert len(list(references())) > 4000


@pytest.mark.parametrize(
    "text",
    [
        "rules.dice.cards",
        "rules.nowhere",
        "sheets/nowhere/",
        "sheets/play/nowhere.py",
        "merit_laws.py",
        "templates/<feature>/nowhere.html",
        "tests/sheets/nowhere",
        "bin/nowhere --now",
        "manage.py nowhere",
        "no_such_function()",
        "Game.no_such_method",
        "NoSuchStruct",
    ],
)
def test_what_is_not_there_is_found(text: str) -> None:
    assert not exists(Reference("CONTRIBUTING.md", 1, text))


@pytest.mark.parametrize(
    "text",
    [
        "rules.dice.pools.roll",
        "rules.play.Outcome",
        "sheets/play/",
        "sheets/printing/pdf",
        "rules/systems/<game>/tables/*.toml",
        "play/operations.py",
        "bin/test tests/sheets/play -k undo",
        "manage.py housekeeping",
        "Game.roll_form",
        "HYPERSPACE_LIMIT_IMPORT",
        "weapons.blaster-pistol.attack",
        "application/json",
    ],
)
def test_what_is_there_or_names_no_code_is_let_be(text: str) -> None:
    assert exists(Reference("CONTRIBUTING.md", 1, text))
