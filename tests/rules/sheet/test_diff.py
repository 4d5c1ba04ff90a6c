"""Two sheets held side by side."""

from rules import registry
from rules.character import Character
from rules.sheet.diff import differences
from tests.rules.systems.hyperspace_d6.conftest import AGILITY, AWARD, somebody

SYSTEM = registry.get("hyperspace-d6")


def test_the_same_sheet_has_no_differences() -> None:
    assert (
        differences(Character(SYSTEM, somebody()).sheet, Character(SYSTEM, somebody()).sheet) == ()
    )


def test_what_differs_is_said_in_words_in_the_order_of_the_sheet() -> None:
    before = Character(SYSTEM, somebody(AWARD)).sheet
    changed = somebody(
        AWARD,
        AGILITY,
        {"kind": "buy", "item": "medpac", "quantity": 2},
        {"kind": "sell", "item": "blaster-pistol", "credits": 300},
    )
    found = [
        (one.section, one.label, one.before, one.after)
        for one in differences(before, Character(SYSTEM, changed).sheet)
    ]
    assert found == [
        ("Defenses", "Dodge", "14", "15"),
        ("Points", "Character Points", "35", "32"),
        ("Attributes and skills", "Agility", "4D", "5D"),
        ("Gear", "Credits", "250", "350"),
        ("Gear", "Medpac", "–", "2, A Medicine check against 10 heals one wound."),
        ("Attacks", "Blaster Pistol", "5D, damage 3D", "–"),
    ]


def test_another_species_is_another_word() -> None:
    document = somebody()
    other = SYSTEM.fields.write(document, "species", ("twilek",))
    found = differences(Character(SYSTEM, document).sheet, Character(SYSTEM, other).sheet)
    assert ("Character", "Species", "Human", "Twi'lek") in [
        (one.section, one.label, one.before, one.after) for one in found
    ]
