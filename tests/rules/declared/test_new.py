"""A new game's folder: small, complete, and ready to be changed."""

from pathlib import Path
from random import Random

import pytest

from rules import contract, registry
from rules.__main__ import main
from rules.contract.subject import Subject
from rules.declared import load_game, starter


@pytest.mark.parametrize("kind", starter.kinds())
def test_a_new_game_keeps_every_promise(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = starter.write("sea-of-ash", kind, tmp_path)
    game = load_game(folder)
    assert (game.slug, game.name) == ("sea-of-ash", "Sea Of Ash")
    games = {**registry.all_systems(), game.slug: game}
    monkeypatch.setattr(registry, "all_systems", lambda: games)
    told = [line for line, _ in contract.report(Subject(game, Random, folder=folder))]
    assert [line for line in told if line.startswith("FAULT")] == []
    assert told[-1].startswith("Sea Of Ash keeps all ")


def test_the_command_line_writes_one_and_lints_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "mire", "--like", "coded", "--into", str(tmp_path)]) == 0
    folder = tmp_path / "mire"
    next_ = f"{folder}: change its tables, then: python -m rules lint {folder}\n"
    assert capsys.readouterr().out == next_
    assert main(["lint", str(folder)]) == 0
    assert capsys.readouterr().out.endswith("\n0 faults, 2 due.\n")
    (folder / "points.toml").write_text('[[point]]\nid = "luck"\n', encoding="utf-8")
    assert main(["lint", str(folder)]) == 1
    assert capsys.readouterr().out == (
        "FAULT  points.toml, luck, action: is missing\n"
        "FAULT  points.toml, luck, mark: is missing\n"
        "FAULT  points.toml, luck, name: is missing\n"
        "FAULT  points.toml, luck, one: is missing\n"
        "FAULT  points.toml, luck, turn: is missing\n"
        "5 faults, 0 due.\n"
    )


@pytest.mark.parametrize("slug", ["", "Mire", "../mire", "mire--x", "a" * 41, "mire\n"])
def test_a_slug_that_cannot_be_one_writes_nothing(
    tmp_path: Path, slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", slug, "--into", str(tmp_path / "games")]) == 2
    assert capsys.readouterr().err.startswith("slug: write up to 40 small letters")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mire").mkdir()
    assert main(["new", "mire", "--into", str(tmp_path)]) == 2
    assert "is there already; choose another slug" in capsys.readouterr().err
    assert list((tmp_path / "mire").iterdir()) == []
