"""Rows that the database itself refuses."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from sheets.models import Character, LedgerEntry, Owner, PlayLogEntry, Receipt


def refused(write: Callable[[], Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write()


def test_an_owner_is_exactly_one_of_three() -> None:
    user = User.objects.create_user("ines")
    refused(lambda: Owner.objects.create(kind="visitor"))
    refused(lambda: Owner.objects.create(kind="user"))
    refused(lambda: Owner.objects.create(kind="robot"))
    refused(lambda: Owner.objects.create(kind="demo", visitor_hash="a" * 64))
    refused(lambda: Owner.objects.create(kind="visitor", visitor_hash="a" * 64, user=user))
    refused(lambda: Owner.objects.create(kind="user", visitor_hash="a" * 64, user=user))


def test_two_owners_are_never_the_same() -> None:
    user = User.objects.create_user("ines")
    for fields in (
        {"kind": "visitor", "visitor_hash": "a" * 64},
        {"kind": "user", "user": user},
        {"kind": "demo"},
    ):
        Owner.objects.create(**fields)
        refused(partial(Owner.objects.create, **fields))


def test_a_character_has_a_system_and_counts_its_versions_from_one(draft: Character) -> None:
    refused(lambda: Character.objects.filter(pk=draft.pk).update(system=""))
    refused(lambda: Character.objects.filter(pk=draft.pk).update(version=0))
    refused(
        lambda: Character.objects.create(owner=draft.owner, system="any", public_id=draft.public_id)
    )


def test_a_place_in_a_ledger_is_taken_once(played: Character) -> None:
    refused(lambda: LedgerEntry.objects.create(character=played, position=1, content={}))


def test_a_form_is_answered_once(draft: Character) -> None:
    receipt = {"owner": draft.owner, "key": "k", "digest": "d", "outcome": {}}
    Receipt.objects.create(**receipt)
    refused(lambda: Receipt.objects.create(**receipt))


def test_a_line_has_its_number_alone_and_is_taken_back_and_gets_a_point_once(
    played: Character,
) -> None:
    line: dict[str, Any] = {"character": played, "kind": "check", "content": {}}
    line["at"] = timezone.now()
    PlayLogEntry.objects.create(**line, number=1, takes_back=7)
    PlayLogEntry.objects.create(**line, number=2, point_on=7)
    refused(lambda: PlayLogEntry.objects.create(**line, number=1))
    refused(lambda: PlayLogEntry.objects.create(**line, number=3, takes_back=7))
    refused(lambda: PlayLogEntry.objects.create(**line, number=3, point_on=7))
    PlayLogEntry.objects.create(**line, number=3)
    PlayLogEntry.objects.create(**line, number=4)
