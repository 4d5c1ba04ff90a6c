"""A build of typed codes, read, in a game of two attributes."""

import msgspec
import pytest

from rules.kit.coded import build as typed_build
from rules.kit.typed import Damage, Skill
from rules.kit.typed.document import Build
from rules.problems import ProblemList

NAMES = {"STR": "Strength", "WIT": "Wits"}
BRAWL = Skill("brawl", "Brawl", "STR")


class Row(msgspec.Struct, frozen=True):
    name: str
    attribute: str = ""
    code: str = ""


class Weapon(msgspec.Struct, frozen=True):
    name: str = "Club"
    skill: str = ""
    damage: str = ""


def told(faults: ProblemList) -> list[tuple[str, str, bool]]:
    return [(one.code, one.where, one.unfinished) for one in faults.found]


def test_codes_that_can_be_read_count_and_the_rest_is_named() -> None:
    faults = ProblemList()
    held = {"STR": "3d+1", "WIT": "lots", "LUCK": "2D"}
    assert typed_build.attribute_codes(held, NAMES, faults) == {"STR": (3, 1)}
    assert told(faults) == [
        ("unknown-attribute", "build.attributes.LUCK", False),
        ("bad-code", "build.attributes.WIT", False),
    ]
    faults = ProblemList("ledger[2].")
    assert typed_build.attribute_codes({}, NAMES, faults) == {}
    assert told(faults)[0] == ("missing", "ledger[2].build.attributes.STR", True)


@pytest.mark.parametrize(
    ("rows", "found", "fault"),
    [
        ([Row("brawl", code="4D")], Skill("brawl", "Brawl", "STR", (4, 0)), None),
        ([Row("Sing", "WIT", "2D+2")], Skill("sing", "Sing", "WIT", (2, 2)), None),
        ([Row("Sing", "WIT")], Skill("sing", "Sing", "WIT"), "missing"),
        ([Row("Sing", code="2D")], None, "missing"),
        ([Row("Sing", "LUCK", "2D")], None, "unknown-attribute"),
        ([Row(" ", "WIT", "2D")], None, "missing"),
        ([Row("Wits", "WIT", "2D")], None, "repeated-skill"),
        (
            [Row("Sing", "WIT", "2D"), Row("SING", "WIT", "4D")],
            Skill("sing", "Sing", "WIT", (2, 0)),
            "repeated-skill",
        ),
    ],
)
def test_a_typed_skill_stands_under_its_attribute(
    rows: list[Row], found: Skill | None, fault: str | None
) -> None:
    faults = ProblemList()
    skills = typed_build.skills(
        rows,
        {"brawl": BRAWL},
        NAMES,
        faults,
        attribute=lambda id: id if id in NAMES else "",
        taken=lambda name: "is an attribute" if name in NAMES.values() else "",
    )
    assert [one.code for one in faults.found] == ([fault] if fault else [])
    if found:
        assert skills == {"brawl": BRAWL, found.key: found}
    else:
        assert skills == {"brawl": BRAWL}


@pytest.mark.parametrize(
    ("skill", "found", "faults"),
    [
        ("Brawl", "brawl", []),
        ("", "", [("missing", "w.skill", True)]),
        ("Sing", "", [("unknown-skill", "w.skill", False)]),
    ],
)
def test_a_weapon_says_what_it_is_used_with(
    skill: str, found: str, faults: list[tuple[str, str, bool]]
) -> None:
    wrong = ProblemList()
    rows = {"Brawl": "brawl"}
    used = typed_build.used_with(Weapon(skill=skill), "w", wrong, lambda said: rows.get(said, ""))
    assert (used, told(wrong)) == (found, faults)


def test_damage_that_cannot_be_read_is_none() -> None:
    faults = ProblemList()
    assert typed_build.damage(Weapon(damage="STR+1D"), "w", faults) == Damage(
        1, 0, with_strength=True
    )
    assert typed_build.damage(Weapon(), "w", faults) is None
    assert typed_build.damage(Weapon(damage="ouch"), "w", faults) is None
    assert told(faults) == [("bad-code", "w.damage", False)]


@pytest.mark.parametrize(("held", "found"), [(None, 2), (0, 0), (-1, 2)])
def test_a_number_from_zero_is_the_usual_one_otherwise(held: int | None, found: int) -> None:
    faults = ProblemList()
    assert typed_build.force_points(Build(force_points=held), 2, faults) == found
    assert len(faults.found) == (1 if held == -1 else 0)
