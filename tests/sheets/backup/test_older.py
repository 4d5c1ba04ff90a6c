"""Backups of older versions are brought up to date while they are restored.

`older/before_plain_names.backup` was written by the version of November 22, 2026: two characters of
the demo party, with notes, a play log, a roll request, and an award.
"""

import shutil
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
def before_plain_names(file: Path) -> Path:
    """A backup with the old names of models and fields."""
    return Path(shutil.copy(Path(__file__).parent / "older" / "before_plain_names.backup", file))


@pytest.fixture
def before_search(before_plain_names: Path) -> Path:
    """The same as the version before wrote it, which did not store search texts and sizes."""
    loader = MigrationExecutor(connection).loader
    last = ("sheets", "0012_earlier_answers")
    later = {key for key in loader.graph.nodes if last in loader.graph.forwards_plan(key)} - {last}
    header, *said, seal = lines(before_plain_names)
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
    forge(before_plain_names, [header, *older, seal])
    return before_plain_names


def test_its_characters_are_found_and_counted(
    before_search: Path, elsewhere: Callable[..., str], tmp_path: Path
) -> None:
    assert "search" not in table(lines(before_search), "sheets.character")[0]
    assert "Restored 2 characters." in elsewhere("restore", before_search)
    again = tmp_path / "again"
    elsewhere("backup", again)
    found = [(row["search"], row["size"] > 200) for row in table(lines(again), "sheets.character")]
    assert sorted(found) == [
        ("bomolo tamoor ithorian doctor field surgeon who is tired of war", True),
        ("grawwa wookiee scavenger salvager who returns what was lost", True),
    ]


def test_notes_play_log_roll_requests_and_awards_keep_every_word(
    before_plain_names: Path, elsewhere: Callable[..., str], tmp_path: Path
) -> None:
    assert "Restored 2 characters." in elsewhere("restore", before_plain_names)
    again = tmp_path / "again"
    elsewhere("backup", again)
    rows = lines(again)
    (bomolo, grawwa) = (row["id"] for row in table(rows, "sheets.character"))
    assert [row | {"id": 0} for row in table(rows, "sheets.notes")] == [
        {
            "id": 0,
            "character_id": bomolo,
            "shared": "For **all**.",
            "private": "For me.",
            "shared_html": "1.b43482cdea6e759924f7a025\n<p>For <strong>all</strong>.</p>",
            "private_html": "1.a97f5696822c53445ed40233\n<p>For me.</p>",
        }
    ]
    log = table(rows, "sheets.playlogentry")
    assert [(row["character_id"], row["content"]["total"], row["by"]) for row in log] == [
        (bomolo, 7, "Greta"),
        (bomolo, 9, ""),
    ]
    (request,) = table(rows, "sheets.rollrequest")
    assert (request["name"], request["target"], request["note"]) == (
        "Stealth",
        9,
        "The guards come",
    )
    targets = table(rows, "sheets.rollrequesttarget")
    assert {row["request_id"] for row in targets} == {request["id"]}
    assert [
        (row["character_id"], row["helps"], row["tries"], row["entry_id"], row["earlier_id"])
        for row in targets
    ] == [(bomolo, False, 2, log[1]["id"], log[0]["id"]), (grawwa, True, 1, None, None)]
    (award,) = table(rows, "sheets.award")
    assert (award["description"], award["by"]) == ("3 Character Points to both", "Greta")
    assert [row | {"id": 0} for row in table(rows, "sheets.awardrecipient")] == [
        {
            "id": 0,
            "award_id": award["id"],
            "character_id": bomolo,
            "position": 1,
            "marks": {"force-points": [1, 2]},
        }
    ]
