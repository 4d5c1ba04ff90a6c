"""Games in folders of their own: they are loaded beside those of the program, or refused with what
is wrong; none takes another one down.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules import game_folders, registry

ROOT = Path(__file__).parents[2]
LAMPLIGHT = ROOT / "tests" / "games" / "lamplight"
BUILT_IN = ("hyperspace-d6", "empire-ascendant", "rules-sheet-d6", "storytelling-d10")
GAME = """
from rules.game import Game
from tests.games.lamplight.game import SYSTEM as _LIKE
from dataclasses import replace
SYSTEM = replace(_LIKE, slug={slug!r}, name={name!r})
"""


def folder(parent: Path, name: str, text: str = "", *, slug: str = "", title: str = "A") -> Path:
    """A folder with a package of this text, or with a game of this slug."""
    made = parent / name
    made.mkdir(parents=True)
    (made / "__init__.py").write_text(text or GAME.format(slug=slug, name=title), encoding="utf-8")
    return made


def loaded(*paths: Path) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Each folder by its name: the slug of its game, and what is wrong."""
    read = game_folders.load([str(path) for path in paths], registry.built_in())
    return {one.path.name: (one.game.slug if one.game else "", one.faults) for one in read}


def test_a_folder_is_a_game_or_holds_games(tmp_path: Path) -> None:
    folder(tmp_path, "one_of_two", slug="one-of-two")
    folder(tmp_path, "two_of_two", slug="two-of-two")
    (tmp_path / "pictures").mkdir()
    alone = folder(tmp_path / "else", "alone", slug="alone")
    assert loaded(tmp_path, alone) == {
        "one_of_two": ("one-of-two", ()),
        "two_of_two": ("two-of-two", ()),
        "alone": ("alone", ()),
    }


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("raises", "1 / 0", "ZeroDivisionError: division by zero (__init__.py, line 1)"),
        ("ends", "raise SystemExit(3)", "SystemExit: 3 (__init__.py, line 1)"),
        ("unread", "SYSTEM = (", "SyntaxError: '(' was never closed"),
        ("imports", "import no_such_module", "ModuleNotFoundError: No module named"),
        ("bare", "x = 1", "__init__.py has no SYSTEM that is a rules.game.Game"),
        ("other", "SYSTEM = 'chess'", "__init__.py has no SYSTEM that is a rules.game.Game"),
        ("slugless", GAME.format(slug="No Slug", name="N"), "SYSTEM.slug is 'No Slug': write up"),
        ("nameless", GAME.format(slug="nameless", name=" "), "SYSTEM.name is empty"),
        (
            "no_sheet",
            GAME.format(slug="no-sheet", name="N")
            + "SYSTEM = replace(SYSTEM, sheet=lambda one: {}['page'])",
            "KeyError: 'page' (__init__.py, line 6)",
        ),
        (
            "no_reference",
            GAME.format(slug="no-reference", name="N")
            + "SYSTEM = replace(SYSTEM, reference=lambda: 7)",
            "TypeError: 'int' object is not iterable",
        ),
    ],
)
def test_a_faulty_folder_is_named_with_its_fault_and_takes_no_other_down(
    name: str, text: str, fault: str, tmp_path: Path
) -> None:
    wrong = folder(tmp_path, f"faulty_{name}", text)
    right = folder(tmp_path, f"beside_{name}", slug=f"beside-{name.replace('_', '-')}")
    found = loaded(wrong, right)
    slug, faults = found[wrong.name]
    assert slug == ""
    assert len(faults) == 1
    assert fault in faults[0]
    assert found[right.name] == (f"beside-{name.replace('_', '-')}", ())


def test_a_folder_that_is_not_there_or_empty_says_what_a_game_is(tmp_path: Path) -> None:
    assert loaded(tmp_path / "nowhere") == {"nowhere": ("", ("this folder isn’t there",))}
    ((_, (slug, faults)),) = loaded(tmp_path).items()
    assert (slug, faults) == (
        "",
        ("no game is in it: a game's folder has a game.toml, or an __init__.py with SYSTEM",),
    )


def test_two_games_of_one_slug_are_refused_with_both_folders_named(tmp_path: Path) -> None:
    first = folder(tmp_path, "first_twin", slug="twin")
    second = folder(tmp_path, "second_twin", slug="twin")
    found = loaded(first, second)
    assert found == {
        "first_twin": ("", (f"{second} has the slug twin, too: one of them needs another one",)),
        "second_twin": ("", (f"{first} has the slug twin, too: one of them needs another one",)),
    }


def test_a_slug_of_the_program_stays_with_the_program(tmp_path: Path) -> None:
    one = folder(tmp_path, "usurper", slug="hyperspace-d6")
    assert loaded(one) == {
        "usurper": (
            "",
            (
                "the slug hyperspace-d6 is that of HyperspaceD6, which comes with the program:"
                " choose another one",
            ),
        )
    }


def test_two_folders_of_one_name_are_told_apart(tmp_path: Path) -> None:
    here = folder(tmp_path / "here", "same_name", slug="here")
    there = folder(tmp_path / "there", "same_name", slug="there")
    first, second = game_folders.load([str(here), str(there)], {})
    assert first.game is not None
    assert second.faults == (f"{here}/__init__.py is a game of the same folder name: rename one",)


def test_two_games_of_the_program_with_one_slug_are_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Module:
        SYSTEM = registry.get(BUILT_IN[0])

    monkeypatch.setattr(registry, "import_module", lambda _name: Module)
    registry.built_in.cache_clear()
    with pytest.raises(ValueError, match="have the slug hyperspace-d6"):
        registry.built_in()
    registry.built_in.cache_clear()


def test_the_command_line_takes_the_folders_that_the_environment_names(tmp_path: Path) -> None:
    folder(tmp_path, "faulty", "1 / 0")
    places = os.pathsep.join(("", str(LAMPLIGHT), str(tmp_path), ""))
    ran = [
        subprocess.run(
            [sys.executable, "-m", "rules", *arguments],
            cwd=ROOT,
            env={**os.environ, "HYPERSPACE_GAMES": places},
            capture_output=True,
            text=True,
            check=True,
        )
        for arguments in (["systems"], ["random", "lamplight", "--seed", "1"])
    ]
    slugs = [line.partition("\t")[0] for line in ran[0].stdout.splitlines()]
    assert slugs == [*BUILT_IN, "lamplight"]
    assert ran[0].stderr == (
        f"{tmp_path / 'faulty'}: ZeroDivisionError: division by zero (__init__.py, line 1)\n"
    )
    assert '"system":"lamplight"' in ran[1].stdout.replace(" ", "")
    assert ran[1].stderr == ""


def test_a_game_of_tables_alone_is_loaded_and_each_of_its_faults_is_named(tmp_path: Path) -> None:
    example = ROOT / "docs" / "examples" / "games" / "lantern-deep"
    copy = tmp_path / "broken-deep"
    shutil.copytree(example, copy)
    (copy / "traits.toml").write_text("[attribute.BODY]\nname = 7\n", encoding="utf-8")
    found = loaded(example, copy)
    assert found["lantern-deep"] == ("lantern-deep", ())
    slug, faults = found["broken-deep"]
    assert slug == ""
    assert any(fault.startswith("traits.toml, ") for fault in faults), faults
