"""Refusals of a rebuild: one that is unfinished, out of date or archived, or that later entries
forbid.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import form_data, storage
from sheets.models import Character
from tests.sheets.creation.test_rebuild import Choose, FieldOf, StepOf, finish, row, url

MakeCharacter = Callable[..., Character]


def test_what_is_open_or_wrong_cannot_be_finished(
    ines: Client, played: Character, choose: Choose
) -> None:
    ines.post(url(played, "rebuild/"))
    choose(played, "skills", "skills", "stealth", was=("blasters", "deceive", "stealth"))
    answer = finish(ines, played)
    assert answer.status_code == 422
    assert answer.context["step"].id == "review"
    assert answer.context["problems"]
    assert 'form="finish" disabled' in " ".join(answer.content.decode().split())
    assert row(played).entries.count() == 2
    assert row(played).is_rebuilding


def test_what_later_entries_rest_on_cannot_be_left_out(
    ines: Client, make_character: MakeCharacter, vessa: dict[str, Any], choose: Choose
) -> None:
    ledger = [{"kind": "sell", "item": "blaster-pistol", "credits": 100}]
    character = make_character({**vessa, "ledger": ledger}, finished=True)
    ines.post(url(character, "rebuild/"))
    choose(character, "gear", "gear.blaster-pistol", "0", was="1")
    answer = finish(ines, character)
    assert answer.status_code == 422
    assert "Blaster Pistol, which you sold" in answer.content.decode()


def test_an_acceptance_from_elsewhere_is_a_claim_for_a_rebuild_too(
    ines: Client, played: Character, choose: Choose, step_of: StepOf
) -> None:
    ines.post(url(played, "rebuild/"))
    choose(played, "skills", "skills", "stealth", was=("blasters", "deceive", "stealth"))
    problems = ines.get(step_of(played, "review")).context["problems"]
    played = row(played)
    played.house = {"accepted": [{"code": one.code, "where": one.where} for one in problems]}
    played.save()
    assert finish(ines, played).status_code == 422
    Character.objects.filter(pk=played.pk).update(house_confirmed=True)
    assert finish(ines, played).status_code == 302


def test_a_page_that_is_out_of_date_is_shown_anew(
    ines: Client, played: Character, choose: Choose
) -> None:
    ines.post(url(played, "rebuild/"))
    version = row(played).version
    choose(played, "species", "species", "bith", was="twilek")
    answer = finish(ines, played, version=version)
    assert answer.status_code == 409
    assert answer.context["step"].id == "review"
    assert answer.context["groups"]
    for hostile in ("", "x", "-1", "9" * 5000):
        assert finish(ines, played, version=hostile).status_code == 409
    assert row(played).is_rebuilding


def test_pressing_finish_twice_finishes_once(
    ines: Client, played: Character, choose: Choose
) -> None:
    ines.post(url(played, "rebuild/"))
    choose(played, "species", "species", "bith", was="twilek")
    sent = {"key": form_data.new_key(), "version": row(played).version}
    for _ in range(2):
        answer = ines.post(url(played, "rebuild/finish/"), sent)
        assert answer["Location"] == url(played)
    assert row(played).entries.count() == 3
    assert finish(ines, played).status_code == 409


def test_a_draft_or_one_that_is_put_away_is_not_rebuilt(
    ines: Client, draft: Character, rebuilding: Character, step_of: StepOf, field: FieldOf
) -> None:
    assert ines.post(url(draft, "rebuild/")).status_code == 409
    assert ines.post(url(rebuilding, "finish/")).status_code == 409
    ines.post(url(rebuilding, "archive/"))
    for way in ("rebuild/", "rebuild/leave/", "rebuild/finish/"):
        assert ines.post(url(rebuilding, way)).status_code == 409
    sent = field("species", "bith", was=("twilek",))
    assert ines.post(step_of(rebuilding, "species"), sent).status_code == 409
    assert ines.get(step_of(rebuilding, "species")).status_code == 302
    ines.post(url(rebuilding, "restore/"))
    assert row(rebuilding).is_rebuilding


@pytest.mark.parametrize("kept", [[], "text", 7, {}, {"build": {"species": 7}}, {"build": []}])
def test_whatever_stands_in_a_row_it_is_read_or_damaged(
    kept: Any, ines: Client, played: Character, step_of: StepOf
) -> None:
    Character.objects.filter(pk=played.pk).update(rebuilding=kept)
    with pytest.raises(storage.CorruptRow):
        storage.open_being_built(row(played))
    assert ines.get(step_of(played, "species")).status_code == 422
    assert ines.get(url(played)).status_code == 200
    assert ines.get("/characters/").status_code == 200
    assert ines.post(url(played, "rebuild/leave/")).status_code == 302
