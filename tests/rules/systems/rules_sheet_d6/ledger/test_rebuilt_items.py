"""A rebuild keeps the items that were gained since: the same item, and no more."""

import json
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.problems import RuleViolation

SHEET = registry.get("rules-sheet-d6")
CODES = {"DEX": "3D", "KNO": "2D", "MEC": "2D", "PER": "3D", "STR": "3D", "TEC": "2D"}
CLUB = {"name": "Club", "skill": "STR", "damage": "STR+1D"}


def somebody(*, ledger: Any = (), **build: Any) -> Document:
    plain = {
        "format": "hyperspace-character/1",
        "system": "rules-sheet-d6",
        "name": "Somebody",
        "build": {"attributes": CODES, **build},
        "ledger": list(ledger),
    }
    return registry.read(json.dumps(plain))


def gained(**members: Any) -> dict[str, Any]:
    return {"kind": "gain", **members}


def weapons(document: Document) -> list[tuple[str, str]]:
    return [(one["item"], one["damage"]) for one in Character(SHEET, document).numbers["weapons"]]


def counted(document: Document) -> dict[str, int]:
    """Everything that is carried, by its name in the fields of a form."""
    groups = Character(SHEET, document).offers("carried")
    return {
        group.name: int(group.note.removeprefix("You have ").rstrip(".") or 1) for group in groups
    }


def test_a_thing_of_another_kind_gets_a_name_of_its_own() -> None:
    before = somebody(ledger=[gained(name="Club", quantity=3)])
    after = Character(SHEET, before).rebuilt(somebody(weapons=[CLUB])).document
    assert weapons(after) == [("club", "4D")]
    assert counted(after) == {"Club": 1, "Club 2": 3}


def test_a_weapon_that_does_other_damage_is_another() -> None:
    other = {**CLUB, "damage": "STR+2D"}
    before = somebody(ledger=[gained(what="weapon", **other)])
    after = Character(SHEET, before).rebuilt(somebody(weapons=[CLUB])).document
    assert weapons(after) == [("club", "4D"), ("club-2", "5D")]


def test_more_of_the_same_stays_with_it() -> None:
    before = somebody(weapons=[CLUB], ledger=[gained(what="weapon", quantity=2, **CLUB)])
    after = Character(SHEET, before).rebuilt(somebody(weapons=[{**CLUB, "quantity": 2}])).document
    assert counted(after) == {"Club": 4}


def test_what_was_used_is_not_made_up_for_by_another_thing_of_that_name() -> None:
    used = {"kind": "use", "item": "Club", "quantity": 2}
    before = somebody(gear=[{"name": "Club", "quantity": 2}], ledger=[used])
    with pytest.raises(RuleViolation, match="drops Club"):
        Character(SHEET, before).rebuilt(somebody(weapons=[CLUB]))
