"""Powers that players type, of two skills that no game has."""

from types import SimpleNamespace

import pytest

from rules.declared.powers.document import HousePower, Power, PowerRules
from rules.problems import ProblemList
from rules.tables import Row

JOINS = {id: Row(id=id, name=id, source="Book") for id in ("mind", "body", "mind+body")}
RULES = PowerRules({"mind": "Mind", "body": "Body"}, JOINS, 2, called="Gifts", without="no-gift")
HOUSE = SimpleNamespace(powers=(HousePower(id="glow", name="Glow", skills="body", does="Shines."),))


def found(*powers: Power) -> tuple[list[str], list[str]]:
    """The powers that count with a die in Mind alone, and the problems of all."""
    faults, build = ProblemList(), SimpleNamespace(powers=powers)
    known = RULES.validated(build, HOUSE, {"mind": (1, 0)}, faults)
    return list(known), [f"{one.code} at {one.where}" for one in faults.found]


def test_a_power_takes_from_the_partys_what_its_row_leaves_out() -> None:
    power = RULES.power(Power(name=" glow "), HOUSE)
    assert (power.key, power.skills, power.does) == ("glow", ("body",), "Shines.")
    assert RULES.lacks_dice(power, ["mind"]) == "glow needs dice in Body."


@pytest.mark.parametrize(
    ("skills", "known", "problems"),
    [
        (["mind"], ["p0"], ["picks-open at build.powers"]),
        (["mind"] * 2, ["p0", "p1"], []),
        (["mind"] * 3, ["p0", "p1"], ["too-many-powers at build.powers[2]"]),
        (["mind", "mind", "body"], ["p0", "p1"], ["no-gift at build.powers[2]"]),
        (["mind", "mind", "soul"], ["p0", "p1"], ["unknown-skill at build.powers[2].skills"]),
    ],
)
def test_a_skill_has_so_many_powers(
    skills: list[str], known: list[str], problems: list[str]
) -> None:
    rows = (Power(name=f"P{count}", skills=skill) for count, skill in enumerate(skills))
    assert found(*rows) == (known, problems)
