"""Points of declared games that are spent on a roll that was seen."""

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.declared import GameError, load_game, starter
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.lantern_deep import FOLDER


def rewritten(folder: Path, *changes: tuple[str, str]) -> Path:
    """The folder with other points."""
    points = folder / "points.toml"
    text = points.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    points.write_text(text, encoding="utf-8")
    return folder


def diver(tmp_path: Path, after: str, **marks: int) -> Character[Any]:
    """A diver of Body 4D with a harpoon of 4D, whose bits of wick are burned after the roll."""
    made = tmp_path / "deep-flares"
    shutil.copytree(FOLDER, made)
    game = load_game(rewritten(made, ("\ndice = 1\n", f"\n{after}\n")))
    weapons = [{"name": "Harpoon", "skill": "BODY", "damage": "4D"}]
    build = msgspec.convert({"attributes": {"BODY": "4D+1"}, "weapons": weapons}, game.build_type)
    document = msgspec.structs.replace(game.empty(), build=build, marks=game.marks_type(**marks))
    return Character(game, document)


DIE, REROLL = 'after = "dice"\ndice = 1', 'after = "reroll"'
TO_REACH = {"target": ("15",)}


def test_a_die_is_added_to_a_roll_that_was_seen(tmp_path: Path) -> None:
    character = diver(tmp_path, DIE)
    missed = character.resolve({}, "attributes.BODY", TO_REACH, Fixed(2, 2, 4, 4))
    assert (missed.total, missed.success, missed.point) == (13, False, True)
    after = character.add_point({}, missed, Fixed(5))
    assert (after.total, after.success, after.point) == (18, True, False)
    assert [(die.face, die.kind) for die in after.dice][-1] == (5, "point")
    assert [(one.mark, one.by) for one in after.shifts] == [("burned", 1)]
    with pytest.raises(RuleViolation, match="the newest roll of your own, once"):
        character.add_point({}, after, Fixed(5))


def test_a_reroll_throws_all_dice_again_and_keeps_the_pips(tmp_path: Path) -> None:
    character = diver(tmp_path, REROLL)
    missed = character.resolve({}, "weapons.harpoon.attack", {"defense": ("9",)}, Fixed(1, 2, 2, 2))
    assert (missed.total, missed.success, missed.follows) == (8, False, "")
    after = character.add_point({}, missed, Fixed(6, 1, 6, 5))
    assert (after.total, after.success, after.follows) == (19, True, "weapons.harpoon.damage")
    assert after.said[0].endswith("a hit")


def test_against_other_dice_the_higher_total_counts_afterwards(tmp_path: Path) -> None:
    character = diver(tmp_path, DIE)
    lost = character.resolve({}, "attributes.BODY", {"opposed": ("2D",)}, Fixed(1, 1, 1, 1, 5, 5))
    assert (lost.total, lost.target, lost.success) == (5, 10, False)
    after = character.add_point({}, lost, Fixed(6))
    assert after.said == ("11 against their 2D 10: success",)
    tied = character.add_point({}, lost, Fixed(5))
    assert tied.success is None


def test_before_the_roll_nothing_is_asked_and_without_a_point_none_is_offered(
    tmp_path: Path,
) -> None:
    character = diver(tmp_path, DIE, burned=3)
    form = character.roll_form({}, "attributes.BODY", TO_REACH)
    assert "points" not in {field.id for field in form.fields}
    assert [one.name for one in form.alternatives] == ["one more action"]
    missed = character.resolve({}, "attributes.BODY", TO_REACH, Fixed(2, 2, 4, 4))
    assert not missed.point


@pytest.mark.parametrize("after", ['after = "dice"', 'after = "reroll"\ndice = 1'])
def test_what_comes_after_the_roll_says_how_many_dice(tmp_path: Path, after: str) -> None:
    with pytest.raises(GameError) as refused:
        diver(tmp_path, after)
    assert [str(one) for one in refused.value.faults] == [
        'points.toml, wick, after: after the roll one adds "dice" (say how many), or is a "reroll"'
        " without any"
    ]


# --- dots


def guard(tmp_path: Path, *changes: tuple[str, str]) -> Character[Any]:
    """Body 4, Fight 3, Resolve 4."""
    folder = starter.write("night-watch", "dotted", tmp_path)
    game = load_game(rewritten(folder, *changes))
    weapons = [{"name": "Billhook", "skill": "Fight", "damage": "Body+1"}]
    build = {
        "attributes": {"body": 4, "mind": 2, "heart": 3},
        "skills": {"fight": 3},
        "weapons": weapons,
    }
    made = msgspec.convert(build, game.build_type)
    return Character(game, msgspec.structs.replace(game.empty(), build=made))


FIGURE = 'figure = "resolve"'


def test_dice_are_added_to_a_pool_that_was_seen(tmp_path: Path) -> None:
    after_roll = (FIGURE, f'{FIGURE}\nafter = "dice"\ndice = 2\nsuccesses = 0')
    character = guard(tmp_path, after_roll)
    attack = "weapons.billhook.attack"
    missed = character.resolve({}, attack, {"needed": ("2",)}, Fixed(9, 1, 7, 2, 2, 2, 2, sides=10))
    assert (missed.total, missed.success, missed.point) == (1, False, True)
    hit = character.add_point({}, missed, Fixed(6, 10, sides=10))
    assert (hit.total, hit.success, hit.follows) == (3, True, "weapons.billhook.damage?beyond=1")
    assert [(one.mark, one.by) for one in hit.shifts] == [("spent", 1)]
    assert hit.said[0] == "3 successes at Difficulty 6, 2 needed: success"
    assert not hit.point


def test_all_dice_of_a_pool_are_thrown_again(tmp_path: Path) -> None:
    character = guard(tmp_path, (FIGURE, f'{FIGURE}\nafter = "reroll"'))
    botch = character.resolve({}, "skills.fight", {}, Fixed(1, 2, 2, 2, 2, 2, 2, sides=10))
    assert botch.botch
    after = character.add_point({}, botch, Fixed(8, 8, 2, 2, 2, 2, 1, sides=10))
    assert (after.total, after.success, after.botch, len(after.dice)) == (1, True, False, 7)


def test_a_point_adds_dice_before_the_roll(tmp_path: Path) -> None:
    character = guard(tmp_path, (FIGURE, f"{FIGURE}\ndice = 2\nsuccesses = 0"))
    form = character.roll_form({}, "skills.fight", {"points": ("resolve_left",)})
    assert form.pool is not None
    assert form.pool.text == "Fight 9 = Body 4 + Fight 3 + 2 point of Resolve"
    options = [one.name for field in form.fields for one in getattr(field, "options", ())]
    assert options[-1] == "Resolve: 2 dice more"


def test_dice_after_the_roll_need_a_number(tmp_path: Path) -> None:
    with pytest.raises(GameError) as refused:
        guard(tmp_path, (FIGURE, f'{FIGURE}\nafter = "dice"'))
    assert [str(one) for one in refused.value.faults] == [
        "points.toml, resolve_left, dice: say how many dice it adds"
    ]
