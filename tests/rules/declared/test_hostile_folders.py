"""A stranger's folder: what no page could hold is a sentence, not a page."""

from pathlib import Path
from random import Random

import pytest

from rules.character import Character
from rules.declared import GameError, load_game, starter
from rules.problems import RuleViolation
from rules.sheet.sections import Track


def folder(tmp_path: Path, kind: str = "coded") -> Path:
    return starter.write("mire", kind, tmp_path)


def changed(game: Path, file: str, old: str, new: str) -> None:
    text = (game / file).read_text(encoding="utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def faults(game: Path) -> list[str]:
    with pytest.raises(GameError) as caught:
        load_game(game)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("kind", starter.kinds())
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("   ", "1 to 80 letters"),
        ("B" * 81, "1 to 80 letters"),
        ("Fi\\u202eght", "a text has no control characters"),
        ("Fi\\u2066ght", "a text has no control characters"),
    ],
)
def test_a_name_can_be_read(tmp_path: Path, kind: str, name: str, fault: str) -> None:
    game = folder(tmp_path, kind)
    text = (game / "traits.toml").read_text(encoding="utf-8")
    first = text.split('name = "', 1)[1].split('"', 1)[0]
    changed(game, "traits.toml", f'name = "{first}"', f'name = "{name}"')
    assert any(one.startswith("traits.toml") and one.endswith(fault) for one in faults(game))


@pytest.mark.parametrize("kind", starter.kinds())
def test_a_page_holds_so_many_traits(tmp_path: Path, kind: str) -> None:
    game = folder(tmp_path, kind)
    text = (game / "traits.toml").read_text(encoding="utf-8")
    attribute = text.split("[[skill]]\n", 1)[1].split('attribute = "', 1)[1].split('"', 1)[0]
    more = "".join(
        f'[[skill]]\nid = "s{at}"\nname = "S{at}"\nattribute = "{attribute}"\n' for at in range(201)
    )
    more += "".join(f'[[attribute]]\nid = "A{at}"\nname = "A{at}"\n' for at in range(41))
    changed(game, "traits.toml", "[[attribute]]", f"{more}\n[[attribute]]")
    found = faults(game)
    assert any(one.startswith("traits.toml, attribute: at most 40, not 4") for one in found)
    assert any(one.startswith("traits.toml, skill: at most 200, not 20") for one in found)


def test_nobody_is_paid_for_a_raise(tmp_path: Path) -> None:
    game = folder(tmp_path)
    changed(game, "advancement.toml", "skill = 1", "skill = -5")
    assert faults(game) == ["advancement.toml, skill: 0 or more"]


def test_a_sheet_shows_so_many_boxes(tmp_path: Path) -> None:
    game = folder(tmp_path)
    changed(game, "figures.toml", "total = [2]", "total = [1000000]")
    made = load_game(game)
    sections = Character(made, made.random(Random(1))).sheet.sections
    (harm,) = (section for section in sections if isinstance(section, Track))
    assert [level.boxes for level in harm.levels] == [30, 30, 30]


def test_without_boxes_nobody_has_too_many_marks(tmp_path: Path) -> None:
    game = folder(tmp_path)
    changed(game, "figures.toml", "total = [2]", "total = [-5]")
    made = load_game(game)
    assert Character(made, made.random(Random(1))).problems == ()


def test_every_text_of_an_opponent_that_cannot_be_read_is_named_at_once(tmp_path: Path) -> None:
    made = load_game(folder(tmp_path))
    assert made.opponents
    form = {"name": ("Hound",), "attributes": ("Fangs 3D",), "folk": ("Dogs",), "move": ("x",)}
    with pytest.raises(RuleViolation) as caught:
        made.opponents.document(form)
    assert [problem.where for problem in caught.value.problems] == ["attributes", "folk", "move"]
