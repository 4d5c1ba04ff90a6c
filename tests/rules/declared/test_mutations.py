"""Folders whose tables were changed at random: each is said to be wrong in sentences, by lint and
at the start of the site, or it is a game. None raises an error, and none takes long.
"""

import copy
import random
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli

from rules import game_folders, vocabulary
from rules.declared.lint import lint

ROOT = Path(__file__).parents[3]
STARTERS = ROOT / "rules/declared/starters"
GAMES = (ROOT / "docs/examples/games/lantern-deep", STARTERS / "coded", STARTERS / "dotted")
# Values that stand in place of others: of other types, too large, nested, long, and of other code.
VALUES: tuple[Any, ...] = (
    *(0, -1, 10**6, 10**7, 10**30, 1.5, True, [], {}, [[]], [{}], {"id": "x"}, {"a": {"b": 1}}),
    *("", " ", "x", "x" * 200, "x" * 3_000, "🙂", "\u202e", "../../etc", "class", "armor", "99D"),
    *("{0}", "{play.wake}", "{x.__class__}", "<b>", ["x"] * 30, [1, 2, 3], {"total": ["armor"]}),
    *([[[[[[[[[1]]]]]]]]], [[[[[[[[[[[[[1]]]]]]]]]]]]]),
)
NAMES = ("x", "idd", "name", "total", "dice", "most", "effects", "rows", "spends", "__class__")
SECONDS, LONGEST = 5, 500


def written(data: dict[str, Any]) -> str:
    """A table as TOML, an element of a list on each line."""
    lines = []
    for name, value in data.items():
        text = vocabulary._toml(value)
        if isinstance(value, list) and value:
            text = "[\n" + ",\n".join(map(vocabulary._toml, value)) + "\n]"
        lines.append(f"{vocabulary._key(name)} = {text}\n")
    return "".join(lines)


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every value inside of one."""
    if not isinstance(value, dict | list):
        return
    for name, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*place, name)
        yield from places(one, (*place, name))


def at(data: Any, place: tuple[Any, ...]) -> Any:
    for name in place:
        data = data[name]
    return data


def mutated(rng: Random, data: dict[str, Any]) -> None:
    """Something is other than it was: a value, a member more or less, a row twice, a part put
    elsewhere, into itself, too.
    """
    known = list(places(data))
    *above, name = rng.choice(known)
    within, kind = at(data, tuple(above)), rng.randrange(5)
    if kind < 2:
        within[name] = copy.deepcopy(rng.choice(VALUES))
    elif kind == 2:
        del within[name]
    elif kind == 3 and isinstance(within, list):
        within.append(copy.deepcopy(within[name]))
    elif kind == 3:
        within[rng.choice(NAMES)] = copy.deepcopy(rng.choice(VALUES))
    else:
        within[name] = copy.deepcopy(at(data, rng.choice(known)))


def folder(into: Path, seed: int) -> Path:
    """An example game with one table mutated."""
    rng, made = random.Random(seed), into / "game"
    made.mkdir()
    for file in rng.choice(GAMES).glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace("SLUG", "mutant").replace("NAME", "Mutant")
        (made / file.name).write_text(text, encoding="utf-8")
    file = rng.choice(sorted(made.glob("*.toml")))
    data = tomli.loads(file.read_text(encoding="utf-8"))
    for _ in range(rng.choice((1, 1, 2, 4))):
        if data:
            mutated(rng, data)
    file.write_text(written(data), encoding="utf-8")
    return made


@pytest.mark.parametrize("seed", range(50))
def test_a_mutated_folder_is_refused_in_sentences_or_is_a_game(tmp_path: Path, seed: int) -> None:
    game, began = folder(tmp_path, seed), time.process_time()
    wrong, _ = lint(game, Random)
    assert all(0 < len(str(fault)) < LONGEST for fault in wrong), wrong
    (read,) = game_folders.load([str(game)], {})
    assert time.process_time() - began < SECONDS
    if read.game is None:
        assert wrong, read.faults
        assert not [fault for fault in read.faults if ".py, line" in fault]


def test_mutations_are_both_refused_and_played(tmp_path: Path) -> None:
    found = []
    for seed in range(30):
        (tmp_path / str(seed)).mkdir()
        found.append(bool(lint(folder(tmp_path / str(seed), seed), Random)[0]))
    assert 15 < sum(found) < 30


def test_ids_that_differ_in_capitals_alone_are_one_id(tmp_path: Path) -> None:
    made = tmp_path / "game"
    made.mkdir()
    for file in (STARTERS / "dotted").glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace("SLUG", "mutant")
        (made / file.name).write_text(text.replace('id = "hurt"', 'id = "Down"'), encoding="utf-8")
    assert [str(fault) for fault in lint(made, Random)[0]] == [
        "health.toml, down, id: another row of [[level]] has this id"
    ]
