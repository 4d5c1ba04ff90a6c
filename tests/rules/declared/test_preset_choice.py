"""Optional presets, in a game of three attributes, two of which another stands in for."""

import msgspec

from rules.declared.presets import Presets, StandIn
from rules.document import Document
from rules.kit.coded.sums import Preset
from rules.kit.typed.document import Build, Skill, TypedWeapon
from rules.problems import ProblemList
from rules.tables import Row


class Typed(Build, frozen=True, kw_only=True):
    preset: str = ""
    weapons: tuple[TypedWeapon, ...] = ()


class House(msgspec.Struct, frozen=True):
    preset: str = ""


def row(kind: type[Row], id: str, name: str, **members: object) -> Row:
    return kind(id=id, name=name, source="Book", **members)


ATTRIBUTES = {id: row(Row, id, name) for id, name in {"STR": "Strength", "WIT": "Wits"}.items()}
BODY = StandIn(id="BODY", name="Body", source="Book", covers=("STR", "WIT"))
FEW = Preset(
    id="few", name="Few", source="Ours", attributes=("BODY",), attribute_sum=9, skill_sum=6,
    skill_most=3,
)  # fmt: skip
PRESETS = Presets(
    {"few": FEW}, ATTRIBUTES, {"BODY": BODY}, usual=("STR", "WIT"), ours="Ours.",
    cited={"source": "Ours", "ruling": "Ours."},
)  # fmt: skip
FIELD = PRESETS.field(None, dict, none="Any.")  # type: ignore[arg-type]  # nothing is shown


def test_an_attribute_answers_for_those_that_it_stands_in_for() -> None:
    assert PRESETS.attributes("few") == {"BODY": "Body"}
    names = ("body", "STR", "wits", "luck")
    assert [PRESETS.attribute(name, "few") for name in names] == ["BODY", "BODY", "BODY", ""]
    assert [PRESETS.attribute(name) for name in names] == ["", "STR", "WIT", ""]


def test_codes_go_to_what_stands_in_for_an_attribute_and_back_to_all_of_them() -> None:
    skills = (Skill(name="Climb", attribute="STR", code="4D"),)
    six = Document("", "", Typed(attributes={"STR": "3D", "WIT": "2D"}, skills=skills))
    one = FIELD.write(six, "", ("few",))
    assert one.build.attributes == {"BODY": "3D"}
    again = FIELD.write(one, "", ("",))
    assert again.build.attributes == {"STR": "3D", "WIT": "3D"}
    assert again.build.skills[0].attribute == "STR"


def test_a_partys_preset_counts_before_ones_own_and_an_unknown_one_is_named() -> None:
    faults = ProblemList()
    assert PRESETS.counting(Typed(preset="many"), House("few"), faults) == "few"
    assert [one.code for one in faults.found] == ["unknown-preset"]
    assert PRESETS.of(Document("", "", Typed(), house=House("few"))) == "few"
