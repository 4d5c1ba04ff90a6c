"""A character that somebody shares, for all tests of sharing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from sheets import secret_codes
from sheets.models import Character, Comment, LedgerEntry, Notes, Review, ShareLink
from tests.sheets.cast import Person

Share = Callable[..., str]


@pytest.fixture
def share() -> Share:
    """Links made by hand; their keys."""

    def make(character: Character, *, whole: bool = False, ends: timedelta | None = None) -> str:
        nonce, digest = secret_codes.new_code(secret_codes.LINK)
        ends_at = None if ends is None else timezone.now() + ends
        ShareLink.objects.create(
            character=character, nonce=nonce, digest=digest, whole=whole, expires_at=ends_at
        )
        return secret_codes.restore(secret_codes.LINK, nonce, digest)

    return make


@pytest.fixture
def told(portrayed: Character) -> Character:
    """A finished character with all there is to say of one: a portrait, notes, a ledger."""
    Notes.objects.create(character=portrayed, shared="Known *everywhere*.", private="A traitor.")
    content = {"kind": "award", "cp": 4, "note": "For the rescue."}
    LedgerEntry.objects.create(character=portrayed, position=0, content=content)
    return portrayed


@pytest.fixture
def in_a_party(told: Character, party: Any, people: dict[str, Person]) -> None:
    """It is in a party, whose game master has said something of it."""
    Character.objects.filter(pk=told.pk).update(party=party)
    greta = people["greta"].owner
    Comment.objects.create(
        character=told, party=party, author=greta, name="greta", text="Between us."
    )
    Review.objects.create(character=told, party=party, state="returned", answer="Look again.")
