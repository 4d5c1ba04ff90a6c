"""Slips in the tables of Empire Ascendant are found when they are read."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from rules.declared.faults import GameError
from rules.systems.empire_ascendant.rulebook import book as rulebooks
from rules.systems.empire_ascendant.rulebook.book import rulebook
from rules.tables import TableError

BOOK = rulebook()


BROKEN = [
    ("traits.toml", 'attribute = "KNO"', 'attribute = "KNW"', "traits.toml, bureaucracy"),
    ("traits.toml", 'covers = ["PER"]', 'covers = ["PRE"]', "traits.toml, CHA, covers"),
    ("traits.toml", 'skills = ["medicine"]', 'skills = ["medic"]', "traits.toml, first-aid"),
    ("powers.toml", 'id = "sense"', 'id = "senses"', "powers.toml, joined: “sense”"),
    ("targets.toml", "number = 15", 'number = "15"', "targets.toml, information, rows[2].number"),
    ("play.toml", "usual = 30", "usul = 30", "play.toml, very-difficult, usul"),
    ("targets.toml", '["KNO", "survival"]', '["KNO", "surviva"]',
     "targets.toml, information, traits"),
    ("targets.toml", 'id = "jabba"', 'id = "customs"', "targets.toml, con, rows"),
    ("targets.toml", 'id = "risky"', 'id = "distrusts"', "targets.toml, con, modifiers"),
    ("travel.toml", "backup = 15", "backups = 15", "travel.toml"),
    ("table.toml", 'winner = "you"', 'winner = "me"', "table.toml, half, winner"),
    ("combat.toml", 'against = "dodge"', 'against = "dogde"', "combat.toml, ranged, against"),
    ("combat.toml", 'falls_at = "wounded"', 'falls_at = "wound"',
     "combat.toml, henchman, falls_at"),
    ("combat.toml", 'prone_not_at = "point-blank"', 'prone_not_at = "close"',
     "combat.toml, prone_not_at"),
    ("combat.toml", 'id = "melee-parry"', 'id = "parry"', "combat.toml, defenses, id"),
    ("harm.toml", 'id = "incapacitated"', 'id = "out"', "harm.toml, margins, id"),
    ("force.toml", 'id = "stamina"', 'id = "stamna"', "force.toml, learning_rolls, id"),
    ("powers.toml", '"sense+alter"', '"sense+altar"', "powers.toml, joined"),
    ("craft.toml", 'rank = 1', 'rnk = 1', "craft.toml, lightly-damaged, rnk"),
    ("creation.toml", '"MIG", "AGI"', '"MIG", "AGL"', "creation.toml, mini-six, of"),
    ("chance.toml", '["flight-leathers"]', '["leathers"]', "chance.toml, smuggler, armor"),
    ("chance.toml", 'form = "ranged"', 'form = "range"', "chance.toml, holdout-blaster, form"),
    ("reference/chapters.toml", '["rolling", "ladder"', '["rolling", "laddr"',
     "reference/chapters.toml: difficulties.parts"),
    ("reference/chapters.toml", 'rows = "combat.ranges"', 'rows = "combat.range"',
     "reference/chapters.toml: ranges.rows"),
    ("reference/chapters.toml", 'member = "reach"', 'member = "span"',
     "reference/chapters.toml: ladder.columns"),
    ("reference/playing.toml", 'ruled = ["harm.drowning"]', 'ruled = ["harm.drown"]',
     "the topics: drowning.ruled"),
    ("reference/playing.toml", 'see = ["skills-swimming"]', 'see = ["swimming"]',
     "the topics: drowning.see"),
    ("reference/character.toml", 'part = "points"', 'part = "point"',
     "reference/character.toml: force-points.part"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "right", "wrong", "named"), BROKEN)
def test_a_slip_in_a_table_is_found_when_it_is_read(
    file: str, right: str, wrong: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(rulebooks.FOLDER, tmp_path / "tables")
    broken = tmp_path / "tables" / file
    text = broken.read_text(encoding="utf-8")
    assert right in text
    broken.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.setattr(rulebooks, "FOLDER", tmp_path / "tables")
    with pytest.raises((TableError, GameError)) as caught:
        rulebooks.tables.__wrapped__()
    assert str(caught.value).startswith(named)


def test_every_file_of_its_own_is_read_and_every_key_of_it() -> None:
    """A key at the top of a file that no struct has would be a figure that nobody uses."""
    of_craft = tomllib.loads((rulebooks.FOLDER / "vehicle_play.toml").read_text(encoding="utf-8"))
    assert set(of_craft) == {"group", "procedure"}
    starters = tomllib.loads((rulebooks.FOLDER / "starter_craft.toml").read_text(encoding="utf-8"))
    assert set(starters) == {"about", "starters"}
    own = tomllib.loads((rulebooks.FOLDER / "own.toml").read_text(encoding="utf-8"))["table"]
    assert len(own) == 7
    for table in own:
        known = set(getattr(BOOK, table["id"]).__struct_fields__)
        data = tomllib.loads((rulebooks.FOLDER / f"{table['id']}.toml").read_text(encoding="utf-8"))
        assert set(data) == known, table["id"]
    reference = {file.name for file in (rulebooks.FOLDER / "reference").iterdir()}
    assert reference == {"chapters.toml", "playing.toml", "character.toml", "mastering.toml"}
