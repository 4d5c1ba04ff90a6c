"""The last step of the builder: numbers, each with what would raise it."""

from typing import Any

import msgspec

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.forms.fields import Breakdown, BreakdownEntry
from rules.game import Game
from tests.lantern_deep import LANTERN


def entries(game: Game[Any], document: Document) -> dict[str, BreakdownEntry]:
    steps = Character(game, document).steps(only="defense")
    field = next(step for step in steps if step.id == "defense").fields[0]
    assert isinstance(field, Breakdown)
    return {entry.figure.label: entry for entry in field.entries}


def ways(entry: BreakdownEntry) -> list[tuple[str, str, str, str]]:
    return [(one.label, one.step, one.change.before, one.change.after) for one in entry.raises]


def diver(**members: Any) -> Document:
    build = {"attributes": {"BODY": "3D", "WITS": "2D", "NERVE": "2D"}, **members}
    document = {"format": "hyperspace-character/1", "system": "lantern-deep", "name": "Ada"}
    return LANTERN.read(msgspec.json.encode({**document, "build": build}))


def test_a_pip_or_other_armor_raises_a_number_and_only_what_raises_it_is_named() -> None:
    # Guard: 4, twice the dice of Swim, and armor; its pips count for themselves.
    suits = [{"name": "Seal skin", "guard": 1}, {"name": "Plate", "guard": 3}]
    found = entries(LANTERN, diver(armor=suits, worn="Seal skin"))
    assert ways(found["Guard"]) == [
        ("Swim one pip higher", "skills", "11", "12"),
        ("Wearing Plate", "gear", "11", "13"),
    ]
    found = entries(LANTERN, diver(armor=suits, worn="Plate"))
    assert [label for label, *_ in ways(found["Guard"])] == ["Swim one pip higher"]


def test_a_number_of_whole_dice_is_raised_by_a_die() -> None:
    # Air: four minutes for each whole die of Body.
    assert ways(entries(LANTERN, diver())["Air"]) == [
        ("Body one die higher", "attributes", "12", "16")
    ]
    nearly = diver(attributes={"BODY": "3D+2", "WITS": "2D", "NERVE": "2D"})
    assert ways(entries(LANTERN, nearly)["Air"]) == [
        ("Body one pip higher", "attributes", "12", "16")
    ]


def test_harm_begins_later_with_what_raises_its_base() -> None:
    # Toughness: 2, and twice the dice of Body; Bleeding begins 5 above, Sinking at twice that.
    found = entries(LANTERN, diver())
    assert ways(found["Bleeding"]) == [("Body one pip higher", "attributes", "13", "14")]
    assert ways(found["Sinking"]) == [("Body one pip higher", "attributes", "21", "23")]


def test_soak_is_raised_by_its_attribute_and_by_armor_and_defenses_by_skills() -> None:
    game = registry.get("empire-ascendant")
    build = {
        "attributes": {"STR": "2D+2", "DEX": "3D"},
        "armor": [{"name": "Vest", "soak": "1D"}],
    }
    document = {"format": "hyperspace-character/1", "system": game.slug, "name": "Ada"}
    found = entries(game, game.read(msgspec.json.encode({**document, "build": build})))
    assert list(found) == [
        "Dodge", "Full Dodge", "Brawling Parry", "Melee Parry", "Move", "Run", "Crawl", "Soak",
    ]  # fmt: skip
    assert ways(found["Soak"]) == [
        ("Strength one pip higher", "attributes", "2D+2", "3D"),
        ("Wearing Vest", "gear", "2D+2", "3D+2"),
    ]
    assert ways(found["Dodge"]) == [("Dodge one pip higher", "skills", "9", "10")]


def test_a_number_that_is_typed_is_raised_by_typing_a_higher_one() -> None:
    # Empire Ascendant: walk 5 meters unless your GM says more; running is twice that, crawling 2.
    game = registry.get("empire-ascendant")
    found = entries(game, game.empty())
    assert ways(found["Move"]) == [("Move 6 instead of 5", "gear", "5", "6")]
    assert ways(found["Run"]) == [("Move 6 instead of 5", "gear", "10", "12")]
    assert ways(found["Crawl"]) == []
    fastest = msgspec.structs.replace(game.empty().build, move=99)
    document = msgspec.structs.replace(game.empty(), build=fastest)
    assert ways(entries(game, document)["Move"]) == []
