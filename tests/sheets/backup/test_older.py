"""A backup of an older version, brought up to date on the way."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from sheets.backup import database
from tests.sheets.backup.conftest import forge, lines, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def before_search(kept: Path) -> Path:
    """The backup as the version wrote it that did not keep what characters are found by."""
    loader = MigrationExecutor(connection).loader
    last = ("sheets", "0012_earlier_answers")
    later = {key for key in loader.graph.nodes if last in loader.graph.forwards_plan(key)} - {last}
    header, *said, seal = lines(kept)
    header["migrations"] = [key for key in header["migrations"] if tuple(key) not in later]
    state = loader.project_state([tuple(key) for key in header["migrations"]])
    had = {
        name: {field.attname for field in model._meta.concrete_fields}
        for name, model in database.model_tables(state.apps).items()
    }
    older: list[Any] = [
        [name, {column: values[column] for column in values if column in had[name]}]
        for name, values in said
        if name in had
    ]
    header["tables"] = {name: count for name, count in header["tables"].items() if name in had}
    forge(kept, [header, *older, seal])
    return kept


def test_its_characters_are_found_and_counted(
    before_search: Path, elsewhere: Callable[..., str], tmp_path: Path
) -> None:
    assert "search" not in table(lines(before_search), "sheets.character")[0]
    assert "3 characters are back." in elsewhere("restore", before_search)
    again = tmp_path / "again"
    elsewhere("backup", again)
    found = [(row["search"], row["size"] > 200) for row in table(lines(again), "sheets.character")]
    assert sorted(found) == [
        ("nobody yet  ", False),
        ("vessa korr twilek spy a smuggler's daughter", True),
        ("vessa korr twilek spy a smuggler's daughter", True),
    ]
