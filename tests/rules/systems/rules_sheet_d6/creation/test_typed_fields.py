"""Typed fields: the message about a value that cannot be read, and the sheet from the others."""

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.forms.fields import Choice
from rules.problems import RuleViolation
from tests.rules.systems.rules_sheet_d6.examples import soldier

SYSTEM = registry.get("rules-sheet-d6")


def refused(field: str, *values: str) -> str:
    with pytest.raises(RuleViolation) as caught:
        SYSTEM.fields.write(SYSTEM.empty(), field, values)
    return caught.value.problems[0].message


def test_every_row_that_cannot_be_read_is_named_with_what_would_be_right() -> None:
    rows = ("Blaster", "DEX", "4D", "Dodge", "DEX", "3D+5", "Melee", "DEX", "four")
    assert refused("skills", *rows) == (
        "Dodge: a code has +1, +2 or no pips; three of them are a die: 4D+2. "
        "Melee: “four” isn't a dice code. Write it like 3D, 3D+1 or 3D+2."
    )
    assert refused("armor", "Vest", "much") == "Vest: 'much' isn't a whole number."


def test_a_weapon_whose_damage_cannot_be_read_is_named() -> None:
    rows = ("Bow", "DEX", "big", "1", "Fist", "STR", "STR+1D", "1")
    assert refused("weapons", *rows) == (
        "Bow: “big” isn't a dice code. Write it like 3D, 3D+1 or 3D+2."
    )


def worn(document: Document) -> list[str]:
    step = next(one for one in Character(SYSTEM, document).steps(only="gear") if one.id == "gear")
    menu = next(one for one in step.fields if isinstance(one, Choice))
    return [option.name for option in menu.options]


def test_armor_is_worn_as_soon_as_it_is_typed() -> None:
    bare = SYSTEM.empty()
    assert worn(bare) == ["Nothing"]
    typed = SYSTEM.fields.write(bare, "armor", ("Blast vest", "1"))
    assert worn(typed) == ["Nothing", "Blast vest"]


@pytest.mark.parametrize(
    ("code", "said"),
    [("5D+1", "5D left of 7D"), ("3D+2", "6D+2 left of 7D"), ("10D+2", "1 pip too many of 7D")],
)
def test_what_is_left_of_the_preset_is_told_in_words(code: str, said: str) -> None:
    document = SYSTEM.fields.write(soldier(skills=[]), "preset", ("yes",))
    document = SYSTEM.fields.write(document, "skills", ("Blaster", "DEX", code))
    step = next(
        one for one in Character(SYSTEM, document).steps(only="skills") if one.id == "skills"
    )
    assert f"{said}, by the preset." in step.fields[0].hint  # type: ignore[union-attr]


def test_what_is_open_is_said_in_a_few_words() -> None:
    document = SYSTEM.fields.write(soldier(), "preset", ("yes",))
    for step in Character(SYSTEM, document).steps():
        assert ". " not in step.open


def test_codes_of_a_document_that_are_none_are_named_with_what_they_are_of() -> None:
    build = {
        "skills": [{"name": "Blaster", "attribute": "LUCK", "code": "4D"}],
        "weapons": [{"name": "Bow", "skill": "DEX", "damage": "big"}],
    }
    document = soldier(attributes={"DEX": "9X"}, **build)
    said = {problem.message for problem in Character(SYSTEM, document).problems}
    for words in (
        "Dexterity: “9X” isn't a dice code. Write it like 3D, 3D+1 or 3D+2.",
        "Blaster: 'LUCK' isn't one of DEX, KNO, MEC, PER, STR, TEC.",
        "Bow: “big” isn't a dice code. Write it like 3D, 3D+1 or 3D+2.",
    ):
        assert words in said


def test_pips_without_a_die_are_shown_as_none() -> None:
    now = Character(SYSTEM, soldier()).play_state({"actions": 4})
    assert {"0D"} >= {
        pool.code for pool in now.pools.values() if pool.unit == "D" and not pool.value
    }


def test_what_stands_in_a_row_without_a_name_is_refused_and_an_empty_row_is_none() -> None:
    document = soldier(gear=[])
    with pytest.raises(RuleViolation, match="Item: a row is not kept without its name"):
        SYSTEM.fields.write(document, "gear", ("Rope", "1", " ", "3"))
    after = SYSTEM.fields.write(document, "gear", ("Rope", "1", "", ""))
    assert SYSTEM.fields.values(after, "gear") == ("Rope", "1")
