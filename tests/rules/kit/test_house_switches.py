"""Optional rules of a party, with a house of no game."""

import msgspec
import pytest

from rules.kit import house_switches
from rules.problems import RuleViolation


class Rule(msgspec.Struct, frozen=True):
    id: str
    name: str
    does: str = ""
    source: str = ""
    ruling: str = ""


class House(msgspec.Struct, frozen=True):
    grim: bool = False
    swift: bool = False
    era: str = ""


RULES = (Rule("grim", "Grim", "Wounds last."), Rule("swift", "Swift"))


def test_rules_that_are_on_are_chosen() -> None:
    field = house_switches.switches_field(House(swift=True), RULES)
    assert (field.id, field.values) == ("rules", ("swift",))
    assert [(option.name, option.chosen) for option in field.options] == [
        ("Grim", False),
        ("Swift", True),
    ]


def test_all_rules_are_set_at_once_and_the_rest_of_the_house_stays() -> None:
    house = House(swift=True, era="Dusk")
    after = house_switches.set_field(house, RULES, field="rules", values=("grim",))
    assert after == House(grim=True, swift=False, era="Dusk")


@pytest.mark.parametrize(("field", "values"), [("rules", ("rude",)), ("era", ("Dawn",))])
def test_what_no_party_can_decide_is_refused(field: str, values: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation) as refused:
        house_switches.set_field(House(), RULES, field=field, values=values)
    [problem] = refused.value.problems
    assert (problem.code, problem.where) == ("bad-value", field)


def test_a_game_sets_fields_of_its_own() -> None:
    after = house_switches.set_field(
        House(),
        RULES,
        field="era",
        values=("Dawn",),
        other=lambda field, values: {field: values[0]},
    )
    assert after == House(era="Dawn")
