"""Somebody at the table of this game, for all tests of what is done there."""

import json
from random import Random
from typing import Any

from rules import registry
from rules.character import Character
from rules.document import FORMAT, Document
from rules.play import Outcome, RollForm

SYSTEM = registry.get("rules-sheet-d6")
ATTRIBUTES = {"DEX": "3D+1", "KNO": "2D", "MEC": "2D", "PER": "3D", "STR": "3D", "TEC": "2D+2"}
BUILD: dict[str, Any] = {
    "template": "Mon Calamari Soldier",
    "attributes": ATTRIBUTES,
    "skills": [
        {"name": "Blaster", "attribute": "DEX", "code": "4D"},
        {"name": "Dodge", "attribute": "DEX", "code": "3D+2"},
        {"name": "Medicine", "attribute": "TEC", "code": "4D"},
    ],
    "weapons": [
        {"name": "Blaster pistol", "skill": "Blaster", "damage": "4D"},
        {"name": "Vibro-ax", "skill": "DEX", "damage": "STR+1D+2"},
    ],
    "armor": [{"name": "Blast vest", "defense": 1}],
    "gear": [{"name": "Medpac", "quantity": 2}, {"name": "Field medkit"}],
    "worn": "Blast vest",
}


def soldier(
    *,
    marks: dict[str, int] | None = None,
    house: dict[str, Any] | None = None,
    attributes: dict[str, str] | None = None,
    **build: Any,
) -> Document:
    """STR 3D, Blaster 4D, Dodge 3D+2, Medicine 4D, a blast vest, one Force Point."""
    plain = {
        "format": FORMAT,
        "system": "rules-sheet-d6",
        "name": "Somebody",
        "build": {**BUILD, "attributes": {**ATTRIBUTES, **(attributes or {})}, **build},
        "marks": marks or {},
        "house": house or {},
    }
    return registry.read(json.dumps(plain))


def panel(
    document: Document, action: str, situation: dict[str, int] | None = None, **values: str
) -> RollForm:
    sent = {name: tuple(value.split()) for name, value in values.items()}
    return Character(SYSTEM, document).roll_form(situation or {}, action, sent)


def resolve(
    document: Document,
    action: str,
    rng: Random,
    situation: dict[str, int] | None = None,
    **values: str,
) -> Outcome:
    sent = {name: tuple(value.split()) for name, value in values.items()}
    return Character(SYSTEM, document).resolve(situation or {}, action, sent, rng)


def moved(outcome: Outcome) -> dict[str, int]:
    """By how much each mark would move."""
    return {shift.mark: shift.by for shift in outcome.shifts}
