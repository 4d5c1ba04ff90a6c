"""Typed codes decided by chance, with sums of no game."""

from random import Random

import msgspec
import pytest

from rules.dice import codes
from rules.kit.coded import random_codes
from rules.kit.coded.random_codes import Bounds

BOUNDS = Bounds(
    least=3, usual=6, most=9, fewest_skills=2, most_skills=3, skill_most=4, whole_dice=0.5
)
IDS = ("STR", "DEX", "WIT")


class Skill(msgspec.Struct, frozen=True):
    name: str
    attribute: str = "STR"
    code: str = ""


def pips(code: str) -> int:
    return codes.in_pips(*codes.read(code))


@pytest.mark.parametrize("seed", range(5))
def test_what_is_open_gets_the_rest_of_the_sum(seed: int) -> None:
    held = {"STR": "2D+1"}
    found = random_codes.attributes(
        Random(seed), held, IDS, whole=20, bounds=BOUNDS, likely=("WIT",), strict=False
    )
    assert set(found) == {"DEX", "WIT"}
    assert 7 + sum(map(pips, found.values())) == 20
    assert all(3 <= pips(code) <= 9 for code in found.values())


def test_a_strict_sum_goes_beyond_the_bounds() -> None:
    rng, held = Random(1), {"STR": "1D", "DEX": "1D"}
    more = random_codes.attributes(rng, held, IDS, whole=20, bounds=BOUNDS, likely=(), strict=True)
    assert more == {"WIT": "4D+2"}
    less = random_codes.attributes(
        rng, {"STR": "6D", "DEX": "1D"}, IDS, whole=20, bounds=BOUNDS, likely=(), strict=True
    )
    assert less == {"WIT": "0D"}


@pytest.mark.parametrize("seed", range(5))
def test_skills_share_what_is_left_within_their_bounds(seed: int) -> None:
    rng, base = Random(seed), {"STR": 6}
    skills = [Skill("Brawl", code="3D"), Skill("Climb")]
    left = random_codes.left_of(8, skills, base)
    assert left == 5
    names = random_codes.other_skills(
        rng, skills, left, likely=("Lift",), every=("brawl", "Swim"), bounds=BOUNDS
    )
    assert names[:1] in ([], ["Lift"])
    made = [*skills, *(Skill(name) for name in ("Lift", "Swim"))]
    found = random_codes.skill_codes(rng, made, left, base, BOUNDS)
    above = [pips(skill.code) - 6 for skill in found]
    assert above[0] == 3
    assert sum(above[1:]) == 5
    assert all(1 <= more <= 4 for more in above[1:])


def test_a_code_that_cannot_be_read_counts_as_the_usual() -> None:
    assert random_codes.base_of({"STR": "lots", "DEX": "3D"}, IDS, BOUNDS) == {
        "STR": 6,
        "DEX": 9,
        "WIT": 6,
    }
