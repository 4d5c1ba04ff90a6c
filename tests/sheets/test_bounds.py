"""Limits of a character: told at the limit, shown in no time below it; and characters stored with
more.
"""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from rules import document as documents
from rules import registry
from sheets import form_data
from sheets.access import CharacterAccess
from sheets.advancement import operations
from sheets.errors import Refused
from sheets.models import Character, Identity, Member, Owner, Party
from tests.rules.ledger.test_long_ledgers import lived
from tests.sheets.cast import person
from tests.sheets.example_characters import VESSA, store

SHEET = {**VESSA, "system": "rules-sheet-d6", "build": {"skills": []}}
EVERY = pytest.mark.parametrize("document", [VESSA, SHEET], ids=lambda one: one["system"])
FOUND = {"hyperspace-d6": "grant", "rules-sheet-d6": "gain", "empire-ascendant": "gain"}
# Each third of three hundred things is of another kind.
THIRDS: dict[str, Callable[[int], dict[str, Any]]] = {
    "hyperspace-d6": lambda one: {
        "gear": [
            {"name": f"Thing {one}"},
            {"id": "blaster-pistol", "as": f"Blaster {one}"},
            {"id": "medpac", "as": f"Medpac {one}"},
        ]
    },
    "rules-sheet-d6": lambda one: {
        "gear": [{"name": f"Thing {one}"}],
        "weapons": [{"name": f"Blaster {one}", "skill": "Blaster", "damage": "4D"}],
        "armor": [{"name": f"Vest {one}", "defense": 1}],
    },
}
PAGES = (
    "", "live/", "advance/", "gear/", "plan/", "history/", "history/?page=30", "history/compare/",
    "print/", "table/", "log/", "document.json",
)  # fmt: skip
SECOND = 1.0


def with_things(document: dict[str, Any], count: int) -> dict[str, Any]:
    gear = [{"name": f"Thing {one}"} for one in range(count)]
    return {**document, "build": {**document["build"], "gear": gear}}


def full(slug: str) -> dict[str, Any]:
    """A character that holds all it may, with nearly as long a life."""
    plain = documents.write(lived(registry.get(slug), 1, length=2_990, undo=lambda at: at - 1))
    for one in range(100):
        for name, rows in THIRDS[slug](one).items():
            plain["build"].setdefault(name, []).extend(rows)
    return plain


def take_in(client: Client, document: dict[str, Any]) -> Any:
    file = SimpleUploadedFile("v.json", json.dumps(document).encode())
    return client.post("/characters/import/", {"document": file})


def enter(owner: Owner, character: Character, **members: str) -> None:
    character_access = CharacterAccess(
        Identity(visitor_hash=owner.visitor_hash or ""), character.public_id
    )
    version = Character.objects.get(pk=character.pk).version
    operations.Enter(
        character_access, members=members, version=version, key=form_data.new_key()
    ).run()


@EVERY
def test_an_import_of_more_than_a_character_holds_says_so(
    ines: Client, document: dict[str, Any]
) -> None:
    answer = take_in(ines, with_things(document, 312))
    assert answer.status_code == 422
    said = "A character holds at most 300 things; this one has 312."
    assert said in answer.content.decode()
    ledger = [{"kind": "award", "cp": 1}] * 3_001
    answered = take_in(ines, {**document, "ledger": ledger}).content.decode()
    assert "A character holds at most 3,000 entries in its history; this one has 3,001." in answered
    assert not Character.objects.exists()
    assert take_in(ines, with_things(document, 300)).status_code == 302


@EVERY
def test_an_entry_of_one_thing_too_many_is_refused(
    ines_owner: Owner, document: dict[str, Any]
) -> None:
    character = store(ines_owner, with_things(document, 300), finished=True)
    with pytest.raises(Refused) as refused:
        enter(ines_owner, character, kind=FOUND[document["system"]], name="Another")
    said = "A character holds at most 300 things; this one has 301."
    assert said in str(refused.value)
    assert not character.entries.exists()
    # One that it has already is no other thing.
    enter(ines_owner, character, kind="lose", item="Thing 5")
    assert character.entries.count() == 1


@EVERY
def test_what_was_kept_with_more_opens_prints_and_can_be_made_smaller(
    ines: Client, ines_owner: Owner, document: dict[str, Any]
) -> None:
    character = store(ines_owner, with_things(document, 320), finished=True)
    for page in set(PAGES) - {"plan/"}:  # there is none where nothing has a price
        answer = ines.get(f"/characters/{character.public_id}/{page}")
        assert answer.status_code == 200, page
    enter(ines_owner, character, kind="lose", item="Thing 5")
    enter(ines_owner, character, kind="award", cp="1")
    assert character.entries.count() == 2


@pytest.mark.soak
@EVERY
def test_every_page_of_a_full_character_takes_less_than_a_second(
    document: dict[str, Any],
) -> None:
    """Of this thread's processor time, the best of four: a busy machine may take longer."""
    greta = person("greta")
    character = store(greta.owner, full(document["system"]), finished=True)
    party = Party.objects.create(name="The Long Watch", system=document["system"])
    Member.objects.create(party=party, owner=greta.owner, role=Member.Role.GM)
    Character.objects.update(party=party)
    pages = [f"/characters/{character.public_id}/{page}" for page in PAGES]
    pages += [reverse(page, args=[party.public_id]) for page in ("party", "party_live")]
    took = {page: min(_took(greta.client, page) for _ in range(4)) for page in pages}
    assert {page: round(time, 2) for page, time in took.items() if time > SECOND} == {}


def _took(client: Client, address: str) -> float:
    begun = time.thread_time()
    answer = client.get(address)
    if answer.streaming:
        list(answer.streaming_content)
    took = time.thread_time() - begun
    assert answer.status_code == 200, address
    return took
