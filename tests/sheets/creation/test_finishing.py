"""Chance, and finishing."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from sheets import form_data
from sheets.models import Character

HTMX = {"HX-Request": "true"}
StepOf = Callable[[Character, str], str]
Stored = Callable[[Character], dict[str, Any]]


def test_chance_decides_one_step_or_all_that_is_open(
    ines: Client, draft: Character, step_of: StepOf, stored: Stored
) -> None:
    response = ines.post(step_of(draft, "species") + "surprise/")
    assert response["Location"].startswith(f"{step_of(draft, 'species')}?surprised=")
    assert set(stored(draft)["build"]) == {"species"}
    species = stored(draft)["build"]["species"]
    response = ines.post(step_of(draft, "all") + "surprise/", headers=HTMX)
    assert response["HX-Redirect"].startswith(f"{step_of(draft, 'review')}?surprised=")
    assert stored(draft)["build"]["species"] == species
    assert ines.post(f"/characters/{draft.public_id}/finish/").status_code == 302


def test_pressing_surprise_twice_surprises_once(
    ines: Client, draft: Character, step_of: StepOf, stored: Stored
) -> None:
    form = {"key": form_data.new_key()}
    ines.post(step_of(draft, "all") + "surprise/", form)
    once = stored(draft)
    ines.post(step_of(draft, "all") + "surprise/", form)
    assert stored(draft) == once
    assert ines.post(step_of(draft, "species") + "surprise/", form).status_code == 409
    assert stored(draft) == once


def test_what_is_legal_can_be_finished(ines: Client, complete: Character) -> None:
    url = f"/characters/{complete.public_id}/"
    assert ines.post(f"{url}finish/")["Location"] == url
    assert not ines.get(url).context["character"].is_draft
    assert ines.get(f"{url}build/")["Location"] == url


def test_marks_that_cannot_be_keep_nobody_from_finishing(ines: Client, complete: Character) -> None:
    Character.objects.update(marks={"haunted": 1, "stunned": 4, "force_points": 9, "wounds": 2})
    url = f"/characters/{complete.public_id}/"
    assert ines.post(f"{url}finish/")["Location"] == url
    complete.refresh_from_db()
    assert complete.marks == {"wounds": 2, "stunned": 1, "force_points": 1}


def test_pressing_finish_twice_finishes_once(ines: Client, complete: Character) -> None:
    url = f"/characters/{complete.public_id}/"
    form = {"key": form_data.new_key()}
    assert [ines.post(f"{url}finish/", form)["Location"] for _ in range(2)] == [url, url]
    complete.refresh_from_db()
    assert complete.version == 2
    assert ines.post(f"{url}rebuild/", form).status_code == 409
    complete.refresh_from_db()
    assert not complete.is_rebuilding


def test_what_is_illegal_cannot_be_finished(ines: Client, draft: Character, stored: Stored) -> None:
    before = stored(draft)
    response = ines.post(f"/characters/{draft.public_id}/finish/")
    assert response.status_code == 422
    assert response.templates[0].name == "creation/step.html"
    assert response.context["step"].id == "review"
    assert len(response.context["problems"]) == 6
    assert stored(draft) == before
    assert Character.objects.get(pk=draft.pk).is_draft


def test_what_a_game_master_accepted_is_in_nobodys_way(ines: Client, draft: Character) -> None:
    problems = ines.get(f"/characters/{draft.public_id}/").context["problems"]
    draft.house = {"accepted": [{"code": one.code, "where": one.where} for one in problems]}
    draft.save()
    url = f"/characters/{draft.public_id}/finish/"
    assert ines.post(url).status_code == 422
    draft.house_confirmed = True
    draft.save()
    assert ines.post(url).status_code == 302
