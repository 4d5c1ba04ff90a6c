"""Taking back: one entry with all that rests on it, an undo, everything since a moment."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character
from tests.sheets.pages import markup

MakeCharacter = Callable[..., Character]

LEDGER: list[dict[str, Any]] = [
    {"kind": "award", "cp": 20},
    {"kind": "raise-skill", "skill": "stealth", "paid": 6},
    {"kind": "raise-skill", "skill": "stealth", "paid": 9},
    {"kind": "spend", "cp": 1, "paid": 1},
]


@pytest.fixture
def storied(make_character: MakeCharacter, vessa: dict[str, Any]) -> Character:
    """Twenty points given, two raises of Stealth of which one rests on the other, and a roll."""
    return make_character({**vessa, "ledger": LEDGER}, finished=True)


def address(character: Character, rest: str = "") -> str:
    return f"/characters/{character.public_id}/history/{rest}"


def form(character: Character, positions: str) -> dict[str, Any]:
    version = Character.objects.get(pk=character.pk).version
    return {"key": form_data.new_key(), "version": version, "positions": positions}


def kinds(character: Character) -> list[tuple[str, int | None]]:
    return [
        (content["kind"], content.get("entry"))
        for content in character.entries.values_list("content", flat=True)[4:]
    ]


def stealth(client: Client, character: Character) -> int:
    figures = client.get(f"/characters/{character.public_id}/").context["sheet"].figures
    value: int = figures["skills.stealth"].value
    return value


def test_the_page_shows_what_goes_with_an_entry_and_what_differs_afterwards(
    ines: Client, storied: Character
) -> None:
    page = ines.get(address(storied, "1/take-back/"))
    going = page.context["going"]
    assert going.asked.number == 2
    assert [row.number for row in going.others] == [3]
    assert going.positions == "2,1"
    found = {one.label: (one.before, one.after) for g in going.groups for one in g.differences}
    assert found["Stealth"] == ("8D", "6D")
    assert found["Character Points"] == ("9", "24")
    assert "Also undone" in page.content.decode()
    assert kinds(storied) == []


def test_an_entry_goes_with_all_that_rests_on_it(ines: Client, storied: Character) -> None:
    answer = ines.post(address(storied, "1/take-back/"), form(storied, "2,1"))
    assert answer["Location"] == address(storied)
    assert kinds(storied) == [("undo", 2), ("undo", 1)]
    assert stealth(ines, storied) == 6
    told = storied.entries.last()
    assert told is not None
    assert told.content["by"] == "Ines"
    assert told.content["at"].startswith("20")
    shown = ines.get(address(storied)).content.decode()
    assert shown.count("<s>") == 2


def test_the_newest_goes_with_one_press_and_leads_to_where_it_was_pressed(
    ines: Client, storied: Character
) -> None:
    here = f"/characters/{storied.public_id}/"
    sent = form(storied, "2")
    answer = ines.post(address(storied, "2/take-back/"), {**sent, "next": here})
    assert answer["Location"] == here
    sent = {**form(storied, "1"), "next": "https://elsewhere.example/"}
    assert ines.post(address(storied, "1/take-back/"), sent)["Location"] == address(storied)
    sent = form(storied, "5")
    fragment = ines.post(address(storied, "5/take-back/"), sent, headers={"HX-Request": "true"})
    assert fragment["HX-Redirect"] == address(storied)


def test_pressing_twice_takes_back_once(ines: Client, storied: Character) -> None:
    sent = form(storied, "2")
    for _ in range(2):
        assert ines.post(address(storied, "2/take-back/"), sent).status_code == 302
    assert kinds(storied) == [("undo", 2)]
    assert ines.post(address(storied, "1/take-back/"), sent).status_code == 409
    assert kinds(storied) == [("undo", 2)]


@pytest.mark.parametrize("shown", ["", "1", "2", "1,2,3", "x", "-1", "9" * 5000, "1;2"])
def test_what_was_not_shown_is_not_taken_back(shown: str, ines: Client, storied: Character) -> None:
    page = ines.post(address(storied, "1/take-back/"), form(storied, shown))
    assert page.status_code == 409
    assert page.context["going"].positions == "2,1"
    assert kinds(storied) == []


def test_a_page_that_is_out_of_date_is_shown_anew_with_what_would_go_by_now(
    ines: Client, storied: Character
) -> None:
    old = form(storied, "2")
    newer = {"kind": "raise-skill", "skill": "stealth", "paid": 9}
    storied.entries.create(position=4, content=newer)
    Character.objects.filter(pk=storied.pk).update(version=2)
    page = ines.post(address(storied, "2/take-back/"), old)
    assert page.status_code == 409
    assert "has changed since" in page.content.decode()
    assert page.context["character"].version == 2
    assert kinds(storied) == [("raise-skill", None)]


def test_an_undo_is_undone_which_brings_back_what_it_took(ines: Client, storied: Character) -> None:
    ines.post(address(storied, "2/take-back/"), form(storied, "2"))
    assert stealth(ines, storied) == 7
    shown = markup(ines.get(address(storied)).content.decode())
    assert shown.count("Redo") == 1
    assert shown.count("Undo<") == 2
    page = ines.get(address(storied, "4/take-back/"))
    assert page.context["going"].positions == "4"
    assert "Undoing it brings that back" in markup(page.content.decode())
    ines.post(address(storied, "4/take-back/"), form(storied, "4"))
    assert kinds(storied) == [("undo", 2), ("undo", 4)]
    assert stealth(ines, storied) == 8


@pytest.mark.parametrize("position", [0, 3])
def test_what_was_given_or_went_into_a_roll_stays_and_the_page_says_so(
    position: int, ines: Client, storied: Character
) -> None:
    page = ines.get(address(storied, f"{position}/take-back/"))
    assert page.status_code == 200
    assert page.context["going"].plan.refusal
    assert 'name="positions"' not in page.content.decode()
    sent = form(storied, str(position))
    refused = ines.post(address(storied, f"{position}/take-back/"), sent)
    assert refused.status_code == 422
    assert kinds(storied) == []


def test_what_is_gone_already_offers_the_way_back(ines: Client, storied: Character) -> None:
    ines.post(address(storied, "2/take-back/"), form(storied, "2"))
    page = ines.get(address(storied, "2/take-back/")).content.decode()
    assert "already undone" in page
    assert address(storied, "4/take-back/") in page
    assert ines.post(address(storied, "2/take-back/"), form(storied, "2")).status_code == 422


def test_going_back_to_a_moment_takes_back_what_was_the_players_since(
    ines: Client, storied: Character
) -> None:
    page = ines.get(address(storied, "0/go-back/"))
    assert [row.number for row in page.context["going"].others] == [3, 2]
    answer = ines.post(address(storied, "0/go-back/"), form(storied, "2,1"))
    assert answer["Location"] == address(storied)
    assert kinds(storied) == [("undo", 2), ("undo", 1)]
    assert stealth(ines, storied) == 6
    again = ines.get(address(storied, "2/go-back/"))
    assert again.context["going"].plan.refusal == ""


def test_there_and_back_again_leaves_the_sheet_as_it_was(ines: Client, storied: Character) -> None:
    before = ines.get(f"/characters/{storied.public_id}/").context["sheet"]
    ines.post(address(storied, "1/go-back/"), form(storied, "2,1"))
    going = ines.get(address(storied, "4/go-back/")).context["going"]
    ines.post(address(storied, "4/go-back/"), form(storied, going.positions))
    after = ines.get(f"/characters/{storied.public_id}/").context["sheet"]
    assert after == before
    assert stealth(ines, storied) == 8


def test_at_the_newest_moment_there_is_nothing_to_take_back(
    ines: Client, storied: Character
) -> None:
    page = ines.get(address(storied, "4/go-back/"))
    assert page.context["going"].positions == ""
    assert "There is nothing after it" in page.content.decode()
    assert ines.post(address(storied, "0/go-back/"), form(storied, "")).status_code == 409


def test_what_is_put_away_keeps_its_entries(ines: Client, storied: Character) -> None:
    Character.objects.filter(pk=storied.pk).update(archived_at="2026-11-03T00:00Z")
    page = ines.post(address(storied, "2/take-back/"), form(storied, "2"))
    assert page.status_code == 409
    assert "archived" in page.content.decode().lower()
    assert kinds(storied) == []
