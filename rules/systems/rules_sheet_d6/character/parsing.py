"""Reads typed attributes, by id or name."""

from __future__ import annotations

from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

NAMES = {id: book().traits.attributes[id].name for id in ATTRIBUTES}
_IDS = {said.casefold(): id for id, name in NAMES.items() for said in (id, name)}


def attribute(name: str) -> str:
    """The id of the attribute with that id or name, "" for none."""
    return _IDS.get(name.strip().casefold(), "")
