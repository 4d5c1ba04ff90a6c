"""The words for the worst of harm, and the traits that it rests on, are those of the game."""

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.declared import GameError, load_game
from rules.game import Game
from rules.sheet.sections import Track
from tests.dice import Fixed
from tests.lantern_deep import FOLDER

DROWNED = (
    "defense.toml",
    'target = "guard"',
    'target = "guard"\nspills = true\n'
    'words = { dead = "drowned", dying = "drowning", out = "adrift", kills = "drowns" }',
)
THREE_MARKS = ("figures.toml", "total = [1]", "total = [3]")
ON_SHEET = ("figures.toml", "on_sheet = false\n", "")
KNOCKS_OUT = ("defense.toml", "dice = -1", "dice = -1\nout = true")
WAKE = (
    "procedures.toml",
    '[[procedure]]\nid = "scene"',
    '[[procedure]]\nid = "wake"\ngroup = "harm"\nname = "Wake up"\nkind = "heal"\n'
    'texts = { won = "{0}.", lost = "{0}.", said = "" }\n'
    'questions = [{ id = "total", label = "Total", needed = true, missing = "No." }]\n\n'
    '[[procedure]]\nid = "scene"',
)


def lantern(into: Path, *changes: tuple[str, str, str]) -> Game[Any]:
    """Lantern Deep with other lines in its tables."""
    shutil.copytree(FOLDER, into, dirs_exist_ok=True)
    for file, old, new in changes:
        text = (into / file).read_text(encoding="utf-8")
        assert old in text
        (into / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_game(into)


def diver(game: Game[Any], marks: dict[str, int], **attributes: str) -> Character:
    codes = {"BODY": "3D", "WITS": "3D", "NERVE": "3D", **attributes}
    build = {"attributes": {id: code for id, code in codes.items() if code}}
    head = {"format": "hyperspace-character/1", "system": "lantern-deep", "name": "Ada"}
    return Character(game, game.read(msgspec.json.encode({**head, "build": build, "marks": marks})))


def hit(one: Character, damage: int) -> Any:
    return one.resolve({}, "harm", {"damage": (str(damage),)}, Fixed())


def barred(one: Character, action: str) -> str:
    form = one.roll_form({}, action, {})
    assert form.barred
    return form.barred


def test_the_last_box_is_called_what_the_game_calls_it(tmp_path: Path) -> None:
    game = lantern(tmp_path, DROWNED, THREE_MARKS)
    assert hit(diver(game, {"sinking": 2}), 30).said == (
        "30: Sinking (21 and more).",
        "3 sinking marks of 3.",
        "Sinking is full: drowned.",
    )
    assert hit(diver(game, {}), 30).said[-2:] == ("−3D to actions.", "Drowning.")
    drowning, drowned = diver(game, {"sinking": 1}), diver(game, {"sinking": 3})
    assert drowning.play_state({}).remarks[0] == "Drowning"
    assert barred(drowned, "skills.swim") == "Drowned: no more rolls."
    assert barred(drowned, "harm") == "Drowned: no more marks to take."
    assert barred(drowned, "treated") == "Drowned: no more rolls."
    state = drowned.play_state({})
    assert state.remarks[0] == "Drowned: no more rolls."
    assert "drowned" in state.pools["skills.swim"].text


def test_a_single_mark_that_runs_through_every_box_does_what_the_game_says(tmp_path: Path) -> None:
    one = diver(lantern(tmp_path, DROWNED, ON_SHEET), {})
    lines = [line for part in one.sheet.sections for line in getattr(part, "lines", ())]
    assert {line.key: line.note for line in lines}["boxes"] == "one gasp drowns"


def test_somebody_who_is_knocked_out_is_called_what_the_game_calls_it(tmp_path: Path) -> None:
    game = lantern(tmp_path, DROWNED, KNOCKS_OUT, WAKE)
    outcome = hit(diver(game, {}), 8)
    assert outcome.said[-1] == "Gasping is full: adrift."
    assert outcome.taken == "8 taken: gasping, adrift"
    again = hit(diver(game, {"gasps": 1}), 8)
    assert again.said[1] == "Gasping is full: adrift."
    out = diver(game, {"gasps": 1, "unconscious": 1})
    said = "Adrift: can't act until woken or the fight ends."
    assert barred(out, "skills.swim") == said
    assert out.play_state({}).remarks[0] == said
    tracks = [part for part in out.sheet.sections if isinstance(part, Track)]
    assert [track.note for track in tracks] == ["Adrift"]
    assert barred(diver(game, {}), "wake") == "You are not adrift."


@pytest.mark.parametrize(
    ("boxes", "attributes", "said"),
    [
        (
            '[{ dice = "NERVE" }]',
            {"NERVE": ""},
            "Give Nerve a dice code first. It sets what a hit does to you.",
        ),
        (
            '["nerves"]',
            {"NERVE": "0D+2"},
            "NERVE 0D+2 is under 1D, so no box can take a mark. Raise it to at least 1D.",
        ),
        ("[0]", {}, "Marks per box is 0, so no box can take a mark."),
        ('[-3, { dice = "WITS" }]', {}, "Marks per box is 0, so no box can take a mark."),
    ],
)
def test_without_boxes_the_trait_that_fills_them_is_named(
    tmp_path: Path, boxes: str, attributes: dict[str, str], said: str
) -> None:
    nerves = (
        '[[figure]]\nid = "nerves"\nname = "Nerves"\ndice = "NERVE"\n\n[[figure]]\nid = "guard"'
    )
    game = lantern(
        tmp_path,
        ("figures.toml", "total = [1]", f"total = {boxes}"),
        ("figures.toml", '[[figure]]\nid = "guard"', nerves),
    )
    assert barred(diver(game, {}, **attributes), "harm") == said


def test_a_raise_shows_the_harm_that_rests_on_it(tmp_path: Path) -> None:
    game = lantern(
        tmp_path,
        ("defense.toml", 'harm_attribute = "BODY"', 'harm_attribute = "NERVE"'),
        ("figures.toml", "total = [1]", 'total = [{ dice = "WITS" }]'),
        ("chance.toml", "BODY+1D", "4D"),
        ("chance.toml", "BODY+1", "4D"),
        ("starter_opponents.toml", "BODY+1D", "3D"),
    )
    one = diver(game, {}, BODY="2D", WITS="2D+2")
    offers = [offer for group in one.offers("advance") for offer in group.offers]
    shown = {offer.id: [change.label for change in offer.changes] for offer in offers}
    assert shown["raise.BODY"][-3:] == ["Gasping from", "Bleeding from", "Sinking from"]
    assert shown["raise.WITS"][-1] == "Marks per box"


def test_a_procedure_that_is_missing_or_unknown_is_named(tmp_path: Path) -> None:
    with pytest.raises(GameError) as missing:
        lantern(tmp_path / "missing", KNOCKS_OUT)
    assert [str(fault) for fault in missing.value.faults] == [
        "procedures.toml, wake: is missing: add a [[procedure]] with this id"
    ]
    with pytest.raises(GameError) as unknown:
        lantern(tmp_path / "unknown", ("procedures.toml", 'id = "scene"', 'id = "sceen"'))
    assert [str(fault) for fault in unknown.value.faults] == [
        "procedures.toml, sceen: this game has no such procedure; it has round, harm, scene,"
        " breathe, medicine, medicine-other, treated"
    ]
    with pytest.raises(GameError) as useless:
        lantern(tmp_path / "useless", WAKE)
    assert [str(fault) for fault in useless.value.faults] == [
        "procedures.toml, wake: this game has no such procedure; it has round, harm, scene,"
        " breathe, medicine, medicine-other, treated"
    ]
