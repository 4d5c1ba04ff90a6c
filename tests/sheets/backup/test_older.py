"""Backups of earlier versions are read, and brought up to date while they are restored.

`older/1.0.backup` was written by version 1.0: two characters of the demo party, with notes, a play
log, a roll request, and an award.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sheets.backup.conftest import lines, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def of_version_1_0(file: Path) -> Path:
    """A backup that version 1.0 wrote."""
    return Path(shutil.copy(Path(__file__).parent / "older" / "1.0.backup", file))


def test_notes_play_log_roll_requests_and_awards_keep_every_word(
    of_version_1_0: Path, elsewhere: Callable[..., str], tmp_path: Path
) -> None:
    again = tmp_path / "again"
    assert "Restored 2 characters." in elsewhere(("restore", of_version_1_0), ("backup", again))
    rows = lines(again)
    assert [row["search"] for row in table(rows, "sheets.character")] == [
        "bomolo tamoor ithorian doctor field surgeon who is tired of war",
        "grawwa wookiee scavenger salvager who returns what was lost",
    ]
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
