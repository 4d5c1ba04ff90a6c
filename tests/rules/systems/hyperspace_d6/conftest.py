"""A character with a ledger, for all tests of ledgers."""

import json
from typing import Any

from rules import registry
from rules.character import Character
from rules.document import Document

SCOUNDREL = {
    "format": "hyperspace-character/1",
    "system": "hyperspace-d6",
    "name": "Somebody",
    "build": {
        "species": "human",
        "profession": "scoundrel",
        "skills": ["blasters", "deceive", "pilot"],
        "edge": {"id": "luck"},
        "burden": {"id": "debt"},
        "gear": [{"id": "blaster-pistol"}],
    },
}
AWARD: dict[str, Any] = {"kind": "award", "cp": 30}
AGILITY = {"kind": "raise-skill", "skill": "agility"}
UNLOCK = {"kind": "unlock-force"}


def somebody(*ledger: dict[str, Any]) -> Document:
    """A scoundrel with DEX 4D, 5 Character Points, 250 credits, and this ledger entered."""
    system = registry.get("hyperspace-d6")
    document = registry.read(json.dumps(SCOUNDREL))
    for members in ledger:
        entry = system.ledger_rules.entry({name: str(value) for name, value in members.items()})
        document = Character(system, document).enter(entry).document
    return document
