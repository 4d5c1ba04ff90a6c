"""A declared game of codes with the six attributes of the original game, on its way to other
programs and back from other games.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.declared import GameError, load_game, starter
from rules.document import Document
from rules.exchange import targets
from rules.exchange.outline import Harm
from rules.game import Game
from tests.lantern_deep import LANTERN

SIX = """
[[attribute]]
id = "{}"
name = "{}"
does = "One of six."
"""
OTHERS = (("DEX", "Dexterity"), ("KNO", "Knowledge"), ("MEC", "Mechanical"))
OLD = (("MIGHT", "STR"), ("WITS", "TEC"), ("HEART", "PER"))
EXCHANGE = """
scores = ["defense"]

[names]
talk = "Persuasion"

[harm]
wounded = { mark = "wounds" }
incapacitated = { mark = "crippled", at = 1 }
mortal = { mark = "dying", most = 1 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The packaged game of codes, with six attributes."""
    made = starter.write("mire", "coded", tmp_path)
    for file in made.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        for old, new in OLD:
            text = text.replace(f'"{old}"', f'"{new}"').replace(f"{old} =", f"{new} =")
        file.write_text(text, encoding="utf-8")
    with (made / "traits.toml").open("a", encoding="utf-8") as traits:
        traits.write("".join(SIX.format(id, name) for id, name in OTHERS))
    (made / "exchange.toml").write_text(EXCHANGE, encoding="utf-8")
    return made


@pytest.fixture
def mire(folder: Path) -> Game[Any]:
    return load_game(folder)


def hero(game: Game[Any], **marks: int) -> Document:
    attributes = dict.fromkeys(("DEX", "KNO", "MEC", "PER", "STR", "TEC"), "2D") | {"STR": "3D+1"}
    members = {
        "format": "hyperspace-character/1",
        "system": "mire",
        "name": "Robin",
        "build": {
            "attributes": attributes,
            "skills": [{"name": "Talk", "attribute": "PER", "code": "4D"}],
            "weapons": [{"name": "Ax", "skill": "Fight", "damage": "STR+1D"}],
            "armor": [{"name": "Hide", "defense": 2}],
            "worn": "Hide",
        },
        "marks": marks,
    }
    return game.read(msgspec.json.encode(members))


def test_its_characters_go_to_every_program_of_codes(mire: Game[Any]) -> None:
    outline = Character(mire, hero(mire)).outline
    assert outline is not None
    assert {trait.id: trait.total for trait in outline.attributes} == {
        "DEX": 6, "KNO": 6, "MEC": 6, "PER": 6, "STR": 10, "TEC": 6,
    }  # fmt: skip
    talk = outline.skill("talk")
    assert talk is not None
    assert (talk.total, talk.attribute, talk.others) == (12, "PER", {"original": ("Persuasion",)})
    assert [(one.name, one.trait, one.damage) for one in outline.attacks] == [("Ax", "fight", 13)]
    assert [(one.name, one.text, one.defense, one.is_worn) for one in outline.armor] == [
        ("Hide", "Defense +2", 2, True)
    ]
    assert [one.name for one in outline.scores] == ["Defense"]
    for target in targets.targets(outline.scale):
        assert b"Robin" in target.write(outline, "1") or target.is_text


def test_marks_are_degrees_of_harm(mire: Game[Any]) -> None:
    hurt = Character(mire, hero(mire, wounds=1, crippled=1, dying=1)).outline
    assert hurt is not None
    assert hurt.harm == Harm(wounded=1, incapacitated=1, mortal=1, dead=hurt.harm.dead)


def test_a_character_of_another_game_becomes_one_of_it_and_none_of_its_parts_is_made_up(
    mire: Game[Any],
) -> None:
    other = registry.get("rules-sheet-d6")
    build = {
        "attributes": {"DEX": "3D", "STR": "2D+2"},
        "skills": [{"name": "Persuasion", "attribute": "PER", "code": "5D"}],
        "armor": [{"name": "Vest", "defense": 1}],
        "weapons": [{"name": "Blaster pistol", "skill": "Blaster", "damage": "4D"}],
    }
    document = other.read(
        msgspec.json.encode(
            {
                "format": "hyperspace-character/1",
                "system": other.slug,
                "name": "Ren",
                "build": build,
            }
        )
    )
    outline = Character(other, document).outline
    assert outline is not None
    made = mire.from_outline(outline)
    assert made is not None
    build = made.document.build
    assert build.attributes["STR"] == "2D+2"
    assert [(row.name, row.attribute, row.code) for row in build.skills] == [("Talk", "PER", "5D")]
    assert [(row.name, row.skill, row.damage) for row in build.weapons] == [
        ("Blaster pistol", "DEX", "4D")
    ]
    assert [(row.name, row.defense) for row in build.armor] == [("Vest", 1)]
    assert not hasattr(made.document.marks, "dark_side_points")


def test_a_game_without_the_table_has_no_way_there() -> None:
    assert LANTERN.outline is None
    assert LANTERN.from_codes is None


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('["defense"]', '["luck"]', "exchange.toml, scores: “luck” is unknown"),
        (
            '["defense"]',
            '["defense"]\ncommon = ["toughness"]',
            "exchange.toml, common: “toughness”",
        ),
        ("mortal =", "dead_ish =", "exchange.toml, harm: “dead_ish” is unknown"),
        ('"crippled"', '"limp"', "exchange.toml, incapacitated, mark: “limp” is unknown"),
        ("scores", "score", "exchange.toml, score: no member has that name; did you mean scores?"),
    ],
)
def test_a_fault_names_its_place(folder: Path, old: str, new: str, fault: str) -> None:
    (folder / "exchange.toml").write_text(EXCHANGE.replace(old, new), encoding="utf-8")
    with pytest.raises(GameError) as refused:
        load_game(folder)
    assert [str(one) for one in refused.value.faults if str(one).startswith(fault)]


def test_a_missing_attribute_is_a_fault(tmp_path: Path) -> None:
    made = starter.write("mire", "coded", tmp_path)
    (made / "exchange.toml").write_text('scores = ["defense"]', encoding="utf-8")
    with pytest.raises(GameError) as refused:
        load_game(made)
    assert [str(one) for one in refused.value.faults] == [
        "exchange.toml: only with the six attributes of the original game; missing: DEX, KNO, MEC,"
        " PER, STR, TEC"
    ]
