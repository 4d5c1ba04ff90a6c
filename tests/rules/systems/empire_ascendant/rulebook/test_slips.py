"""Slips in the tables of Empire Ascendant are found when they are read."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from rules.declared.programs import Programs
from rules.kit.craft.tables import CraftTables
from rules.systems.empire_ascendant.rulebook import book as rulebooks
from rules.systems.empire_ascendant.rulebook.book import Rulebook, rulebook
from rules.tables import TableError

BOOK = rulebook()


BROKEN = [
    ("traits.toml", 'attribute = "KNO"', 'attribute = "KNW"', "traits.toml: bureaucracy.attribute"),
    ("traits.toml", 'table = "con"', 'table = "cons"', "traits.toml: con.table"),
    ("traits.toml", 'covers = ["PER"]', 'covers = ["STR"]', "traits.toml: mini_six.covers"),
    ("traits.toml", 'skills = ["medicine"]', 'skills = ["medic"]', "traits.toml: first-aid.skills"),
    ("traits.toml", 'id = "sense"', 'id = "senses"', "traits.toml: force"),
    ("difficulties.toml", "number = 15", 'number = "15"', "difficulties.toml: moderate.number"),
    ("difficulties.toml", "number = 30", "numbr = 30", "difficulties.toml: very-difficult"),
    ("difficulties.toml", '["KNO", "survival"]', '["KNO", "surviva"]',
     "difficulties.toml: information.traits"),
    ("difficulties.toml", 'id = "jabba"', 'id = "customs"', "difficulties.toml: con.rows"),
    ("difficulties.toml", 'id = "risky"', 'id = "distrusts"', "difficulties.toml: con.modifiers"),
    ("travel.toml", "backup = 15", "backups = 15", "travel.toml"),
    ("play.toml", 'winner = "you"', 'winner = "me"', "play.toml: half.winner"),
    ("combat.toml", 'against = "dodge"', 'against = "dogde"', "combat.toml: ranged.against"),
    ("combat.toml", 'falls_at = "wounded"', 'falls_at = "wound"', "combat.toml: henchman.falls_at"),
    ("combat.toml", 'prone_not_at = "point-blank"', 'prone_not_at = "close"',
     "combat.toml: prone_not_at"),
    ("combat.toml", 'id = "melee-parry"', 'id = "parry"', "combat.toml: melee.against"),
    ("harm.toml", 'id = "incapacitated"', 'id = "out"', "harm.toml: margins"),
    ("force.toml", 'id = "stamina"', 'id = "stamna"', "force.toml: learning_rolls"),
    ("force.toml", '"sense+alter"', '"sense+altar"', "force.toml: sense+altar"),
    ("craft.toml", 'table = "light"', 'table = "lite"', "craft.toml: lightly-damaged.table"),
    ("creation.toml", '"MIG", "AGI"', '"MIG", "AGL"', "creation.toml: mini-six.attributes"),
    ("archetypes.toml", '["flight-leathers"]', '["leathers"]', "archetypes.toml: smuggler.armor"),
    ("archetypes.toml", 'form = "ranged"', 'form = "range"',
     "archetypes.toml: holdout-blaster.form"),
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
     "character.toml: force-points.part"),
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
    with pytest.raises(TableError) as caught:
        rulebook.__wrapped__()
    assert str(caught.value).startswith(named)


def test_every_file_in_the_folder_is_read_and_every_key_of_it() -> None:
    """A key at the top of a file that no struct has would be a figure that nobody uses."""
    files = {file.name: file for file in rulebooks.FOLDER.glob("*.toml")}
    procedures = tomllib.loads(files.pop("procedures.toml").read_text(encoding="utf-8"))
    assert set(procedures) == {"group", "procedure", "questions"}
    vehicles = tomllib.loads(files.pop("vehicles.toml").read_text(encoding="utf-8"))
    assert set(vehicles) <= set(CraftTables.__struct_fields__)
    of_craft = tomllib.loads(files.pop("vehicle_play.toml").read_text(encoding="utf-8"))
    assert set(of_craft) == {"group", "procedure"}
    for name in ("starter_opponents.toml", "starter_craft.toml"):
        starters = tomllib.loads(files.pop(name).read_text(encoding="utf-8"))
        assert set(starters) == {"about", "starters"}
    steps = tomllib.loads(files.pop("steps.toml").read_text(encoding="utf-8"))
    assert set(steps) == {"step"}
    assert [row["id"] for row in steps["step"]] == [
        "attributes", "skills", "force", "gear", "defense",
    ]  # fmt: skip
    exchange = tomllib.loads(files.pop("exchange.toml").read_text(encoding="utf-8"))
    assert set(exchange) <= set(Programs.__struct_fields__)
    convention = tomllib.loads(files.pop("convention.toml").read_text(encoding="utf-8"))
    assert set(convention) == {
        "award", "picks", "columns", "card", "important", "homes", "settings", "themes", "levels",
    }  # fmt: skip
    assert {file.removesuffix(".toml") for file in files} == set(Rulebook.__struct_fields__) - {
        "reference"
    }
    for name, file in files.items():
        known = set(getattr(BOOK, name.removesuffix(".toml")).__struct_fields__)
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        assert set(data) == known, name
    reference = {file.name for file in (rulebooks.FOLDER / "reference").iterdir()}
    assert reference == {"chapters.toml", *rulebooks.TOPICS}
