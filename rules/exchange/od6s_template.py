"""Reads a character template of Foundry's OpenD6 Space, from which players begin, as an actor: its
attributes hold pips, its points and credits are plain numbers, and its items are names.
"""

from __future__ import annotations

from typing import Any

from rules.exchange import od6s

KIND = "character-template"
# The members that an actor keeps under `value`, by their names in a template.
_NUMBERS = {"fp": "fatepoints", "cp": "characterpoints", "credits": "credits", "move": "move"}


def is_one(plain: dict[str, object]) -> bool:
    """True for a template with its attributes."""
    return plain.get("type") == KIND and isinstance(_system(plain).get("attributes"), dict)


def as_actor(plain: dict[str, object]) -> dict[str, object]:
    """The character that a template makes, as a file of an actor."""
    own = _system(plain)
    rows = own.get("items")
    items = rows if isinstance(rows, list) else []
    skills = ", ".join(filter(None, map(_skill, items)))
    system = {
        "attributes": {key: {"base": pips} for key, pips in own["attributes"].items()},
        "chartype": {"content": plain.get("name")},
        **{name: {"content": own.get(name) or ""} for name in ("description", "species")},
        "background": {"content": f"Skills to choose from: {skills}." if skills else ""},
        **{to: {"value": own[name]} for name, to in _NUMBERS.items() if name in own},
    }
    return {
        "name": plain.get("name"),
        "type": "character",
        "_stats": {"systemId": od6s.TARGET.id},
        "system": system,
        "items": [_item(one) for one in items if not _skill(one)],
    }


def _skill(plain: Any) -> str:
    """The name of an item that is a skill, which a template lists without dice; "" for another."""
    is_one = isinstance(plain, dict) and plain.get("type") == "skill" and "base" not in plain
    return str(plain.get("name") or "") if is_one else ""


def _item(plain: object) -> object:
    """An item as an actor has it; what is none is left for the reader of actors to refuse."""
    if not isinstance(plain, dict):
        return plain
    own = {name: value for name, value in plain.items() if name not in ("name", "type")}
    return {"name": plain.get("name"), "type": plain.get("type"), "system": own}


def _system(plain: dict[str, object]) -> dict[str, Any]:
    found = next((plain[name] for name in ("system", "data") if name in plain), None)
    return found if isinstance(found, dict) else {}
