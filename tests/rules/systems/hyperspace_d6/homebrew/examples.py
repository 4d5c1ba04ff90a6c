"""Things of a party's making, and a rider who uses them, for all tests of what is home-made."""

import json
from typing import Any

from rules import registry
from rules.document import FORMAT, Document
from rules.reference.search import Index

GAME = registry.get("hyperspace-d6")
INDEX = Index(GAME.reference())
OWN = "Made by the party"
THINGS: dict[str, Any] = {
    "skills": [
        {"id": "beast-riding", "name": "Beast-riding", "attribute": "MEC", "does": "Ride."},
        {"id": "slugthrowers", "name": "Slugthrowers", "attribute": "DEX", "replaces": "blasters"},
    ],
    "species": [
        {
            "id": "marsh-folk",
            "name": "Marsh folk",
            "does": "They wade.",
            "attributes": {"DEX": 2, "PER": 2, "STR": 3},
            "focus": "beast-riding",
        }
    ],
    "professions": [
        {"id": "beast-tamer", "name": "Beast tamer", "bonuses": {"DEX": 1, "PER": 2, "STR": 2}}
    ],
    "edges": [{"id": "patron", "name": "Patron", "does": "Rich.", "credits": 3000}],
    "burdens": [{"id": "cursed", "name": "Cursed", "asks": "attribute"}],
    "weapons": [
        {
            "id": "sting-lance",
            "name": "Sting lance",
            "kind": "melee",
            "skill": "beast-riding",
            "damage": 2,
            "adds": "STR",
            "cost": 120,
            "properties": ["concealed"],
        }
    ],
    "armor": [{"id": "shell-suit", "name": "Shell suit", "soak": 3, "dodge": -1, "cost": 200}],
    "items": [
        {"id": "whistle", "name": "Whistle", "kind": "tools", "cost": 30, "helps": ["command"]},
        {"id": "spore", "name": "Spore", "kind": "explosive", "skill": "throw", "damage": 3},
        {"id": "kit", "name": "Kit", "cost": 20, "parts": [{"item": "whistle", "quantity": 2}]},
    ],
}
RIDER: dict[str, Any] = {
    "species": "marsh-folk",
    "profession": "beast-tamer",
    "skills": ["beast-riding", "slugthrowers", "stealth"],
    "edge": {"id": "patron", "note": "Lady Vess"},
    "burden": {"id": "cursed", "attribute": "STR"},
    "gear": [
        {"id": "sting-lance"},
        {"id": "shell-suit"},
        {"id": "kit"},
        {"id": "spore", "granted": True},
    ],
    "worn": "shell-suit",
}


def read(build: dict[str, Any], house: dict[str, Any], *ledger: dict[str, Any]) -> Document:
    members = {"format": FORMAT, "system": GAME.slug, "name": "Somebody", "build": build}
    return registry.read(json.dumps({**members, "house": house, "ledger": ledger}))


def things(house: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for made in GAME.house.items(house):
        found.setdefault(made.kind, []).append(made.id)
    return found
