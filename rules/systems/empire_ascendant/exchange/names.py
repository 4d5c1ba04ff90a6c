"""Skills that Empire Ascendant calls otherwise than the original game."""

from __future__ import annotations

from rules.exchange.conversion import ORIGINAL
from rules.kit import typed
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.rulebook import rulebook

# Names of the original game, by the ids of skills.
ORIGINALS = {"starship-pilot": "Starship Piloting", "demolitions": "Demolition"}
_IDS = {typed.key(name): id for id, name in ORIGINALS.items()}


def others_of(id: str) -> dict[str, tuple[str, ...]]:
    """The name of a skill in the original game, where it has another one."""
    return {ORIGINAL: (ORIGINALS[id],)} if id in ORIGINALS else {}


def name_of(original: str) -> str:
    """What a skill of the original game is called here; its own name where the book has none."""
    key = typed.key(original)
    row = rulebook().traits.skills.get(_IDS.get(key) or parsing.skill(original))
    return row.name if row else original


def attribute_of(name: str) -> str:
    """The attribute that the book puts a skill under, "" for a skill that it does not have."""
    row = rulebook().traits.skills.get(typed.key(name))
    return row.attribute if row else ""
