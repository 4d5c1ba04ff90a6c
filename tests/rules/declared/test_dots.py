"""A declared game of dots: pools of ten-sided dice, boxes of health, and dots that are bought."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.declared import GameError, load_game, starter
from rules.document import Document, dump
from rules.game import Game
from rules.problems import RuleViolation
from tests.dice import Fixed


@pytest.fixture
def watch(tmp_path: Path) -> Game[Any]:
    """The packaged game of dots."""
    return load_game(starter.write("night-watch", "dotted", tmp_path))


def guard(game: Game[Any], **marks: int) -> Document:
    """Body 4, Fight 3, Heart 3, Resolve 4."""
    members = {
        "format": "hyperspace-character/1",
        "system": "night-watch",
        "name": "Aldo Ash",
        "build": {
            "attributes": {"body": 4, "mind": 2, "heart": 3},
            "skills": {"fight": 3, "climb": 1, "search": 2, "talk": 1},
            "folk": "hill",
            "powers": ["night-eyes"],
        },
        "marks": marks,
    }
    return game.read(msgspec.json.encode(members))


def test_a_pool_is_an_attribute_and_a_skill(watch: Game[Any]) -> None:
    character = Character(watch, guard(watch))
    found = {key: one.text for key, one in character.sheet.figures.items()}
    assert character.problems == ()
    assert found["skills.fight"] == "Fight 7 = Body 4 + Fight 3"
    assert found["skills.mend"] == "Mend 2 = Mind 2"
    assert found["pace"] == "Pace 13 = 5 + 2 × Body 8"
    assert found["points.resolve_left"] == "Resolve 4 = 1 + Heart 3"


def test_ones_cancel_and_resolve_adds_a_success(watch: Game[Any]) -> None:
    dice = Fixed(6, 9, 1, 10, 2, 3, 4, sides=10)
    sent = {"points": ("resolve_left",), "ladder": ("usual",)}
    outcome = Character(watch, guard(watch)).resolve({}, "skills.fight", sent, dice)
    assert (outcome.total, outcome.success) == (3, True)
    assert [(one.mark, one.by) for one in outcome.shifts] == [("spent", 1)]
    spent = Character(watch, guard(watch, spent=4))
    form = spent.roll_form({}, "skills.fight", {"points": ("resolve_left",)})
    assert form.barred == "You have no Resolve left. It comes back with a new session."


def test_the_worst_marked_box_takes_dice_and_the_last_one_all(watch: Game[Any]) -> None:
    pools = Character(watch, guard(watch, hurt=2)).play_state({}).pools
    assert pools["skills.fight"].text == "Fight 6 = Body 4 + Fight 3 - 1 Hurt"
    down = Character(watch, guard(watch, hurt=4))
    assert down.play_state({}).pools["skills.fight"].value == 0
    assert down.roll_form({}, "skills.fight", {}).barred == "Out of it until someone helps."


def test_damage_marks_boxes_and_rest_clears_one(watch: Game[Any]) -> None:
    hurt = Character(watch, guard(watch, hurt=1))
    outcome = hurt.resolve({}, "harm", {"damage": ("2",)}, Random(1))
    assert outcome.said == ("2 damage", "Maimed: 2 dice fewer.")
    assert [(one.mark, one.by) for one in outcome.shifts] == [("hurt", 2)]
    rested = hurt.resolve({}, "rest", {}, Random(1))
    assert [(one.mark, one.by) for one in rested.shifts] == [("hurt", -1)]


def test_a_dot_costs_so_many_times_the_new_dots(watch: Game[Any]) -> None:
    entry = watch.ledger_rules.entry
    rich = Character(watch, guard(watch)).enter(entry({"kind": "award", "xp": "30"}))
    raised = rich.enter(entry({"kind": "raise", "trait": "body"}))
    assert (raised.numbers["attributes"]["body"], raised.numbers["experience"]) == (5, 10)
    with pytest.raises(RuleViolation, match="Body has 5 dots, the most there are"):
        raised.enter(entry({"kind": "raise", "trait": "body"}))
    text = raised.sheet.figures["skills.fight"].text
    assert text == "Fight 8 = Body 5 + Fight 3"


@pytest.mark.parametrize("seed", range(12))
def test_chance_shares_all_dots(watch: Game[Any], seed: int) -> None:
    document = watch.random(Random(seed))
    assert Character(watch, document).problems == ()
    assert watch.read(dump(document)) == document


def changes() -> Iterator[tuple[str, str, str, str]]:
    """A file, what is in it, what stands there instead, and what is said of it."""
    yield (
        "traits.toml",
        "attribute_dots = 6",
        "attribute_dots = 60",
        "traits.toml, attribute_dots: 0 to 12: each has one already",
    )
    yield (
        "traits.toml",
        'id = "fight"',
        'id = "body"',
        "traits.toml, body, id: an attribute has this id, too",
    )
    yield (
        "chance.toml",
        "fight = 3",
        "fight = 2",
        "chance.toml, night-watch, skills: share 7 dots, 1 to 3 each",
    )
    yield (
        "points.toml",
        'figure = "resolve"',
        'figure = "resolv"',
        "points.toml, resolve_left, figure: “resolv” is unknown; known are pace, resolve,"
        " haste, guard, padding",
    )
    yield (
        "growth.toml",
        'member = "xp"',
        'member = "paid"',
        "growth.toml, experience, member: “paid” is taken; choose another name",
    )
    yield ("play.toml", "usual = 6", "usual = 60", "play.toml, usual: 2 to 10")


@pytest.mark.parametrize(("file", "old", "new", "said"), list(changes()))
def test_a_fault_of_a_game_of_dots_names_its_place(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    folder = starter.write("night-watch", "dotted", tmp_path)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(GameError) as refused:
        load_game(folder)
    assert said in [str(fault) for fault in refused.value.faults]


def test_a_game_master_asks_for_a_roll_against_a_difficulty(watch: Game[Any]) -> None:
    request = watch.play.requests.fields(target=8)
    form = Character(watch, guard(watch)).roll_form({}, "skills.fight", request)
    assert form.target is not None
    assert form.target.value == 8
    assert watch.play.requests.fields(opposed_by=0) == {}
    for asked, where in (
        ({"target": 1}, "target"),
        ({"target": 11}, "target"),
        ({"helpers": 1}, "helpers"),
        ({"opposed_by": 5}, "opposed"),
    ):
        with pytest.raises(RuleViolation) as refused:
            watch.play.requests.fields(**asked)
        assert [problem.where for problem in refused.value.problems] == [where]


def test_chance_names_an_idea_by_the_people_it_is_of(watch: Game[Any]) -> None:
    names = set()
    for seed in range(20):
        idea = watch.from_idea("clockmaker", Random(seed))
        named = watch.random(Random(seed), idea)
        names.add((named.build.description.partition(".")[0], named.name))
    assert names == {("River folk", "Dara Dale"), ("Hill folk", "Bree Birch")}
