"""Somebody at the table, for all tests of what is done there."""

import json
from random import Random
from typing import Any

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.play import Outcome

SYSTEM = registry.get("hyperspace-d6")
DAMAGE = "weapons.blaster-pistol.damage"
BUILD: dict[str, Any] = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "deceive", "stamina"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
    "gear": [{"id": "blaster-pistol"}, {"id": "medpac"}, {"id": "scope"}],
    "starting_credits": 5000,
}


def somebody(
    *, marks: dict[str, int] | None = None, house: dict[str, Any] | None = None, **build: Any
) -> Document:
    """DEX 4D, STR 2D, Blasters 5D, Stamina 3D, Soak 3, Luck, 5 Character Points."""
    plain = {
        "format": "hyperspace-character/1",
        "system": "hyperspace-d6",
        "name": "Somebody",
        "build": {**BUILD, **build},
        "marks": marks or {},
        "house": house or {},
    }
    return registry.read(json.dumps(plain))


def panel(document: Document, action: str, **values: str) -> Any:
    sent = {name: tuple(value.split()) for name, value in values.items()}
    return Character(SYSTEM, document).roll_form({}, action, sent)


def resolve(document: Document, action: str, rng: Random, **values: str) -> Outcome:
    sent = {name: tuple(value.split()) for name, value in values.items()}
    return Character(SYSTEM, document).resolve({}, action, sent, rng)
