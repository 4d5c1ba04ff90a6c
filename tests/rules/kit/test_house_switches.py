"""Optional rules of a party, with a house of no game."""

import msgspec
import pytest

from rules.forms.fields import Field, Pick, Text
from rules.forms.parsing import Values
from rules.kit.house_switches import HouseOptions, Switch
from rules.problems import RuleViolation


class House(msgspec.Struct, frozen=True):
    grim: bool = False
    swift: bool = False
    era: str = ""


RULES = (
    Switch(id="grim", name="Grim", does="Wounds last.", source="Ours"),
    Switch(id="swift", name="Swift", does="", source="Ours"),
)
OPTIONS = HouseOptions(lambda: RULES)


def test_rules_that_are_on_are_chosen() -> None:
    [field] = OPTIONS.fields(House(swift=True))
    assert isinstance(field, Pick)
    assert (field.id, field.values) == ("rules", ("swift",))
    assert [(option.name, option.chosen) for option in field.options] == [
        ("Grim", False),
        ("Swift", True),
    ]


def test_all_rules_are_set_at_once_and_the_rest_of_the_house_stays() -> None:
    house = House(swift=True, era="Dusk")
    after = OPTIONS.set_field(house, field="rules", values=("grim",))
    assert after == House(grim=True, swift=False, era="Dusk")


@pytest.mark.parametrize(("field", "values"), [("rules", ("rude",)), ("era", ("Dawn",))])
def test_what_no_party_can_decide_is_refused(field: str, values: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation) as refused:
        OPTIONS.set_field(House(), field=field, values=values)
    [problem] = refused.value.problems
    assert (problem.code, problem.where) == ("bad-value", field)


def test_a_game_sets_fields_of_its_own() -> None:
    def era(house: House) -> tuple[Field, ...]:
        return (Text("era", "Era", (house.era,)),)

    def write(field: str, values: Values) -> dict[str, str]:
        return {field: values[0]}

    options = HouseOptions(lambda: RULES, era, write)
    after = options.set_field(House(), field="era", values=("Dawn",))
    assert after == House(era="Dawn")
    assert [field.id for field in options.fields(after)] == ["era", "rules"]
