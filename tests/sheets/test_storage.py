"""Rows and documents: nothing is lost between them, and nothing unreadable gets through."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client

from rules import registry
from rules.document import MAX_BYTES, dump
from rules.problems import InvalidDocument
from sheets import storage
from sheets.models import Character


def test_a_row_is_the_document_it_was_made_from(
    make_character: Callable[..., Character], vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 4}, {"kind": "session"}]
    vessa["marks"] = {"wounds": 1}
    vessa["house"] = {"accepted": [{"code": "a", "where": "b", "reason": "c"}]}
    character = make_character(vessa, finished=True)
    system, document = storage.read(Character.objects.get(pk=character.pk))
    assert system.slug == "hyperspace-d6"
    assert document == registry.read(as_text(vessa))


def test_a_document_put_into_a_row_comes_out_the_same(
    draft: Character, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    document = registry.read(as_text(vessa))
    storage.fill_row(draft, document)
    draft.save()
    assert storage.read(Character.objects.get(pk=draft.pk))[1] == document


def test_a_row_that_no_game_can_read_says_where(damaged: Character) -> None:
    with pytest.raises(storage.CorruptRow) as caught:
        storage.read(damaged)
    assert caught.value.character == damaged
    assert caught.value.reason.where == "build.species"


@pytest.mark.parametrize("build", [[], "text", 7, None, {"species": {"name": []}}, {"unheard": 1}])
def test_whatever_stands_in_a_row_it_is_read_or_damaged(draft: Character, build: Any) -> None:
    draft.build = build
    with pytest.raises(storage.CorruptRow):
        storage.read(draft)


@pytest.mark.parametrize("name", ["a\x00b", "a\ud800b", "a\x1bb"])
def test_what_no_document_may_hold_is_not_put_into_a_row(draft: Character, name: str) -> None:
    _, document = storage.read(draft)
    with pytest.raises(InvalidDocument):
        storage.fill_row(draft, msgspec.structs.replace(document, name=name))
    assert draft.name == ""


def test_an_export_is_indented_unless_that_would_make_it_too_large(
    draft: Character, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    document = registry.read(as_text(vessa))
    assert storage.exported(document).decode() == dump(document)
    vessa["ledger"] = [{"kind": "award", "cp": 1}] * 9000
    document = registry.read(as_text(vessa).replace(" ", ""))
    assert len(dump(document)) > MAX_BYTES
    assert len(storage.exported(document)) <= MAX_BYTES
    assert registry.read(storage.exported(document)) == document
    vessa["name"] = "x" * MAX_BYTES
    with pytest.raises(InvalidDocument):
        storage.exported(msgspec.structs.replace(document, name="x" * MAX_BYTES))


def test_a_stored_document_that_grew_too_large_can_still_be_taken_out(
    ines: Client, draft: Character
) -> None:
    Character.objects.update(player="x" * MAX_BYTES)
    response = ines.get(f"/characters/{draft.public_id}/document.json")
    assert len(response.content) > MAX_BYTES
