"""Fixtures of parties: people with accounts, what they lead, and what leads there."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from sheets import keys
from sheets.models import (
    Call,
    Character,
    Invitation,
    Member,
    Party,
    ShareLink,
)
from tests.sheets import cast
from tests.sheets.cast import Person, person
from tests.sheets.stored import VESSA, store


@pytest.fixture
def people() -> dict[str, Person]:
    """Everybody with an account, by name."""
    names = ("greta", "cora", "ines", "femi", "xeno", "otto")
    return {name: person(name) for name in names} | {"sam": person("sam", staff=True)}


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    """Greta's party; Otto has one of his own."""
    other = Party.objects.create(name="Others", system="hyperspace-d6")
    Member.objects.create(party=other, owner=people["otto"].owner, role=Member.Role.GM)
    return cast.party(people)


@pytest.fixture
def invitation(party: Party) -> dict[str, str]:
    """A code that leads into the party."""
    nonce, digest = keys.new(keys.INVITATION)
    ends = timezone.now() + timedelta(days=7)
    Invitation.objects.create(party=party, nonce=nonce, digest=digest, expires_at=ends)
    return {"code": keys.told(keys.INVITATION, nonce, digest)}


@pytest.fixture
def house(party: Party) -> Party:
    """The party, which has made a skill of its own."""
    skill = {"id": "beast-riding", "name": "Beast Riding", "attribute": "DEX"}
    party.house = {"skills": [skill]}
    party.save()
    return party


@pytest.fixture
def open_call(party: Party) -> dict[str, Any]:
    """A call in the party, that is open."""
    made = Call.objects.create(party=party, number=1, kind="check", name="Stealth")
    return {"id": party.public_id, "number": made.number}


@pytest.fixture
def held(portrayed: Character) -> dict[str, str]:
    """The key of a link to everything that may be looked at of a character."""
    nonce, digest = keys.new(keys.LINK)
    ShareLink.objects.create(character=portrayed, nonce=nonce, digest=digest, whole=True)
    return {"key": keys.told(keys.LINK, nonce, digest)}


@pytest.fixture
def reviewed(finished: Character, party: Party) -> dict[str, Any]:
    """A character of the party, where it is reviewed."""
    Character.objects.filter(pk=finished.pk).update(party=party)
    return {"id": party.public_id, "character": finished.public_id}


@pytest.fixture
def in_party(party: Party, people: dict[str, Person]) -> Callable[..., Character]:
    """Characters in the party, of somebody in it: Ines, unless it is said."""

    def make(name: str = "Vessa Korr", *, of: str = "ines", **fields: Any) -> Character:
        document = {**VESSA, "name": name, **fields.pop("document", {})}
        row = store(people[of].owner, document, **{"finished": True, **fields})
        Character.objects.filter(pk=row.pk).update(party=party)
        row.refresh_from_db()
        return row

    return make
