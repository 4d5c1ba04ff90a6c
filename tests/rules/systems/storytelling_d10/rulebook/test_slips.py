"""Slips in the tables of Star Wars Storytelling are found when they are read."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from rules.systems.storytelling_d10.rulebook import book as rulebooks
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.tables import TableError

BOOK = rulebook()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("traits.toml", 'group = "physical"', 'group = "bodily"', "strength.group"),
        ("force.toml", 'after = ["surge"]', 'after = ["urge"]', "inertia.after"),
        ("force.toml", '"strength+athletics"', '"strength+juggling"', "wound.resistance"),
        ("merits.toml", 'merits = ["juyo"]', 'merits = ["judo"]', "vaapad.requires"),
        ("merits.toml", "{ power = 7 }", "{ might = 7 }", "fearless.requires"),
        ("merits.toml", 'on = ["survival"]', 'on = ["revival"]', "toughness.bearings"),
        ("merits.toml", '["blind", "one-eye-one-ear"]', '["blind", "one-eye"]', "eyes.pair"),
        ("archetypes.toml", '["blaster-pistols", "gunnery"]', '["pistols"]', "smuggler.weapon"),
        ("craft.toml", '"mauled", "incapacitated"]', '"mauled", "gone"]', "health"),
        ("reference/chapters.toml", 'rows = "craft.sizes"', 'rows = "craft.size"', "sizes.rows"),
        ("reference/playing.toml", 'see = ["pool"]', 'see = ["puddle"]', "see"),
    ],
)
def test_a_slip_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(rulebooks.FOLDER, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(rulebooks, "FOLDER", folder)
    with pytest.raises(TableError, match=message):
        rulebook.__wrapped__()


def test_rows_are_frozen() -> None:
    with pytest.raises(AttributeError):
        BOOK.merits.merits["ace"].low = 1  # type: ignore[misc]
    assert msgspec.structs.asdict(BOOK.merits.merits["ace"])["low"] == 3
