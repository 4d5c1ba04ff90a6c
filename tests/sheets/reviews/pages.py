"""Helpers for the pages of reviews."""

from typing import Any

from django.test import Client

from sheets.models import Character, Party


def own(character: Character, part: str = "review/") -> str:
    return f"/characters/{character.public_id}/{part}"


def judged(character: Character, part: str = "") -> str:
    assert character.party is not None
    return f"/parties/{character.party.public_id}/reviews/{character.public_id}/{part}"


def shown(client: Client, character: Character) -> dict[str, str]:
    """The version and the state that the page carries."""
    page = client.get(judged(character)).context
    return {"version": str(page["character"].version), "seen": page["standing"].seen}


def decide(client: Client, character: Character, decision: str, **sent: str) -> Any:
    """Decides on what the page shows now, unless it is said what it shows."""
    form = {**shown(client, character), "decision": decision, **sent}
    return client.post(judged(character), form)


def rebuild(character: Character, **build: Any) -> None:
    """Its build is another by now: as if its player had changed it."""
    row = Character.objects.get(pk=character.pk)
    row.build = {**row.build, **build}
    row.version += 1
    row.save()


def overview(client: Client, party: Party) -> dict[str, list[str]]:
    """The characters in each list."""
    groups = client.get(f"/parties/{party.public_id}/reviews/").context["groups"]
    return {name: [one.character.name for one in listed] for name, listed in groups}


def lines(client: Client, character: Character) -> dict[str, tuple[str | None, str]]:
    """Every field as the game master sees it: what it was, and what it is."""
    parts = client.get(judged(character)).context["examined"].parts
    return {line.id: (line.was, line.decision.said) for part in parts for line in part.lines}
