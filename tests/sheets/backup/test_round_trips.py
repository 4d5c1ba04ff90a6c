"""All that a party owns and decides comes back from a backup, and everybody is found there."""

from pathlib import Path

import pytest
from django.utils import timezone

from sheets import backup
from sheets.backup import archive, database
from sheets.models import (
    Character,
    Companion,
    Member,
    Party,
    StashAct,
    StashItem,
    StashMove,
    Takeover,
)

pytestmark = pytest.mark.django_db(transaction=True)
ROWS = (StashItem, StashAct, StashMove, Companion, Takeover)


def test_stash_companions_and_who_asked_to_lead_come_back(
    played: Character, draft: Character, file: Path
) -> None:
    owner, now = played.owner, timezone.now()
    party = Party.objects.create(name="The Watch", system=played.system, lead_asked_at=now)
    Member.objects.create(party=party, owner=owner, role=Member.Role.GM)
    row = {"name": "Medpac", "content": {"item": "medpac"}, "quantity": 2}
    StashItem.objects.create(party=party, **row)
    act = StashAct.objects.create(party=party, description="Vessa put in", at=now, author=owner)
    StashMove.objects.create(act=act, change=2, character=played, position=1, **row)
    Companion.objects.create(leader=played, character=draft)
    Takeover.objects.create(party=party, name="Ines", asker=owner, asked_at=now)
    backup.save(file)
    with database.scratch() as alias:
        database.load(archive.open_archive(file), alias)
        for model in ROWS:
            kept = list(model._base_manager.values())
            assert len(kept) == 1
            assert list(model._base_manager.using(alias).values()) == kept
        assert Party.objects.using(alias).get().lead_asked_at == now


def test_everybody_is_found_after_a_restore_as_if_they_were_saved_then(
    played: Character, draft: Character, file: Path
) -> None:
    stored = {played.pk: "Ünder Twi’lek", draft.pk: "o'brien rodian obrien"}
    for pk, search in stored.items():
        Character.objects.filter(pk=pk).update(search=search)
    backup.save(file)
    with database.scratch() as alias:
        database.load(archive.open_archive(file), alias)
        found = dict(Character._base_manager.using(alias).values_list("pk", "search"))
    assert found == {played.pk: "under twi'lek twilek", draft.pk: "o'brien rodian obrien"}
