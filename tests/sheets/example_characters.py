"""A document that these tests begin with, and documents as rows."""

import hashlib
import json
from typing import Any

from django.utils import timezone

from rules import registry
from rules.character import Character as OpenCharacter
from rules.problems import InvalidDocument
from sheets import search_text
from sheets.models import Character, LedgerEntry, Owner

VESSA: dict[str, Any] = {
    "format": "hyperspace-character/1",
    "system": "hyperspace-d6",
    "name": "Vessa Korr",
    "player": "Ines",
    "build": {
        "concept": "A smuggler's daughter",
        "species": "twilek",
        "profession": "spy",
        "skills": ["stealth", "deceive", "blasters"],
        "edge": {"id": "luck", "note": "It never asked."},
        "burden": {"id": "debt", "note": "To a Hutt."},
        "gear": [{"id": "blaster-pistol", "quantity": 1}],
    },
}


def owner_of(key: str) -> Owner:
    return Owner.objects.get(visitor_hash=hashlib.sha256(key.encode()).hexdigest())


def _search(document: dict[str, Any]) -> str:
    """The search text; for a document that can't be read, its name."""
    try:
        read = registry.read(json.dumps(document))
    except InvalidDocument:
        return search_text.fold(document["name"])
    return search_text.indexed_text(OpenCharacter(registry.get(read.system), read).summary)


def store(
    owner: Owner, document: dict[str, Any], *, finished: bool = False, archived: bool = False
) -> Character:
    """A document as rows, by hand: without the operations that are tested."""
    now = timezone.now()
    character = Character.objects.create(
        search=_search(document),
        owner=owner,
        system=document["system"],
        name=document["name"],
        player=document.get("player", ""),
        build=document["build"],
        house=document.get("house", {}),
        marks=document.get("marks", {}),
        finished_at=now if finished else None,
        archived_at=now if archived else None,
    )
    for position, content in enumerate(document.get("ledger", [])):
        LedgerEntry.objects.create(character=character, position=position, content=content)
    return character
