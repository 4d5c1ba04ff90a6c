"""Groups put in order: what is wrong with their dots, and dots by chance."""

from random import Random

from rules.problems import ProblemList
from tests.dots_game.game import STRENGTHS, Build


def told(build: Build) -> list[tuple[str, str, str]]:
    faults = ProblemList()
    STRENGTHS.validated(build, faults)
    return [(one.code, one.where, one.message) for one in faults.found]


def test_everything_wrong_with_dots_is_named() -> None:
    build = Build(order=("mind", "mind", "body"), attributes={"wits": 6, "luck": 2, "nerve": 0})
    assert told(build) == [
        ("attribute-order", "build.order", "Rank body, heart, and mind, each once."),
        ("attribute-max", "build.attributes.wits", "Wits is 5 or less."),
        ("unknown-attribute", "build.attributes.luck", "'luck' isn't an attribute."),
        ("attribute-min", "build.attributes.nerve", "Nerve is 1 or more."),
        ("attribute-points", "build.attributes.mind", "Mind: 4 dots to give, and you gave 5."),
        ("attribute-points", "build.attributes.mind", "Mind: 3 dots to give, and you gave 5."),
        ("attribute-points", "build.attributes.body", "Body: 2 dots left."),
    ]


def test_dots_that_do_not_count_leave_the_free_one() -> None:
    build = Build(order=("mind", "heart", "body"), attributes={"wits": 6, "nerve": 3})
    counted = STRENGTHS.validated(build, ProblemList())
    assert counted == {
        "strength": 1, "agility": 1, "charm": 1, "nerve": 3, "wits": 1, "memory": 1,
    }  # fmt: skip


def test_chance_gives_every_dot_and_keeps_those_that_are_given() -> None:
    build = Build(order=("mind", "", ""), attributes={"wits": 4})
    for seed in range(20):
        filled = STRENGTHS.filled(Random(seed), build, ("body", "heart", "mind"), ("memory",))
        assert filled.order == ("mind", "body", "heart")
        assert filled.attributes["wits"] == 4
        assert filled.attributes["memory"] == 2
        assert told(filled) == []
