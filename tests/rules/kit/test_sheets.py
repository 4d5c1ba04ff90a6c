"""Sections of a sheet, with a character of no game."""

import msgspec

from rules.document import Document
from rules.figures import Figure, dice
from rules.kit.coded.character import CodeFigures
from rules.kit.coded.sheet import (
    plain_codes,
    plain_weapons,
    trait_columns,
    typed_attacks,
    typed_gear,
)
from rules.kit.sheets import sheet_of, story
from rules.kit.typed import Damage
from rules.sheet.sections import Attack, Attacks, Passage, Thing
from tests.rules.kit.coded.test_character import FULL, SOURCES, Hero, Item, figure, hero


class Kit(Item, frozen=True):
    damage: Damage | None = None


CLUB = Kit("club", "Club", "weapon", skill="brawl", damage=Damage(1, 0, with_strength=True))
SPEAR = Kit("spear", "Spear", "weapon", 2, damage=Damage(2, 1))
CODES = CodeFigures(SOURCES, lambda _: "Book", lambda _: None, "STR")
VEST, ROPE = Kit("vest", "Vest", "armor"), Kit("rope", "Rope", "thing", 3)


def carrier() -> Hero:
    return hero(msgspec.structs.replace(FULL, items=(CLUB, SPEAR, ROPE, VEST), worn="vest"))


def damage(_character: Hero, item: Kit) -> Figure | None:
    return dice("Damage", item.damage.dice) if item.damage else None


def test_attributes_have_their_skills_under_them() -> None:
    found = trait_columns(hero(), figure)
    assert [(one.key, [line.key for line in one.lines]) for one in found.columns] == [
        ("attributes.STR", ["skills.brawl"]),
        ("attributes.WIT", ["skills.track"]),
    ]
    trained = trait_columns(hero(), figure, trained=True)
    assert [len(one.lines) for one in trained.columns] == [1, 0]


def test_a_weapon_that_is_used_with_a_skill_is_an_attack() -> None:
    [attack] = typed_attacks(carrier(), CODES, special=lambda item: (item.what,))
    assert (attack.key, attack.skill, attack.attack.code) == ("weapons.club", "Brawl", "4D+1")
    assert attack.special == ("weapon",)


def test_what_can_be_worn_comes_first_among_the_rest() -> None:
    assert typed_gear(carrier(), lambda item: f"{item.name} protects").things == (
        Thing("gear.vest", "Vest", 1, "Vest protects", "worn"),
        Thing("gear.spear", "Spear", 2, "Damage 2D+1"),
        Thing("gear.rope", "Rope", 3),
    )


def test_only_what_is_written_is_told() -> None:
    found = story("who", "Who", (("Looks", "Tall."), ("Manner", "")))
    assert found.passages == (Passage("Looks", "", "Looks", "Tall."),)


def test_a_figure_goes_by_the_section_that_is_keyed_last() -> None:
    first = Attacks("attacks", "Attacks", (Attack("skills.brawl", "Club", "", dice("x", 1), None),))
    document = Document(system="none", name="", build=FULL)
    traits = trait_columns(hero(), figure)
    found = sheet_of(Hero(document), (traits,), first, credit="Us", kind="Hero", facts=())
    assert (found.name, found.credit, found.figures["skills.brawl"].code) == (
        "Unnamed character",
        "Us",
        "4D+1",
    )


def test_an_export_has_codes_as_they_are_printed() -> None:
    assert plain_codes(hero(), figure)["skills"] == {"brawl": "4D+1", "track": "2D"}
    assert plain_weapons(carrier(), figure, damage) == [
        {"item": "club", "attack": "4D+1", "damage": "1D"},
        {"item": "spear", "attack": None, "damage": "2D"},
    ]
