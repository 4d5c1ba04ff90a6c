"""The page to play from: how everything stands now, and who gets there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets.models import Character, PlayLogEntry
from tests.sheets.pages import markup
from tests.sheets.play.pages import HTMX, IN_PANEL, show, text


def test_the_page_shows_every_pool_as_it_is_now_and_says_why(ines: Client, hurt: Character) -> None:
    page = markup(show(ines, hurt).content.decode())
    assert "1 wound: −1D" in page
    assert 'aria-label="Roll Blasters: 3D, 1D less now"' in page
    assert 'aria-label="Roll Blaster Pistol, to hit: 3D, 1D less now"' in page
    # Initiative is Perception, which is a check, too: PER 5D.
    assert 'Initiative <span class="code">4D</span>' in page
    # Damage is no check: a wound takes nothing from it.
    assert 'aria-label="Roll Blaster Pistol, damage: 3D"' in page


def test_points_that_are_left_are_shown(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    spent = make_character({**vessa, "marks": {"force_points": 0}}, finished=True)
    assert "Force Points 0" in text(show(ines, spent))


def test_a_knife_is_thrown_from_its_own_row(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    gear = [{"id": "combat-knife", "quantity": 2}, {"id": "blaster-pistol", "quantity": 1}]
    vessa["build"]["gear"] = gear
    knife = make_character({**vessa, "marks": {"wounds": 1}}, finished=True)
    page = markup(show(ines, knife).content.decode())
    # Throw 3D, of which a wound takes one. The pistol has no such way.
    assert 'aria-label="Roll Combat Knife, thrown: 2D, 1D less now"' in page
    assert page.count(", thrown:") == 1
    # No row more: one for each weapon, and one for fists.
    assert page.count("damage: ") == 3
    where = "panel/weapons.combat-knife.thrown.attack/"
    assert "Combat Knife, thrown" in text(show(ines, knife, where))
    sheet = markup(ines.get(f"/characters/{knife.public_id}/").content.decode())
    assert 'aria-label="Roll Combat Knife, thrown: 2D, 1D less now"' in sheet


@pytest.mark.parametrize("path", ["", "panel/skills.stealth/"])
def test_a_draft_is_sent_to_its_steps_and_one_put_away_to_its_sheet(
    path: str, ines: Client, draft: Character, make_character: Callable[..., Character]
) -> None:
    assert show(ines, draft, path)["Location"] == f"/characters/{draft.public_id}/build/"
    away = make_character(finished=True, archived=True)
    assert show(ines, away, path)["Location"] == f"/characters/{away.public_id}/"


def test_neither_a_draft_nor_one_put_away_plays(
    send: Callable[..., Any], draft: Character, make_character: Callable[..., Character]
) -> None:
    for character in (draft, make_character(finished=True, archived=True)):
        for headers in ({}, HTMX, IN_PANEL):
            assert send(character, "do/turn/", headers=headers).status_code == 409
    assert not PlayLogEntry.objects.exists()


def test_the_codes_of_a_sheet_roll_for_its_owner_once_it_is_finished(
    ines: Client, hurt: Character, complete: Character, ready_made: Character
) -> None:
    page = ines.get(f"/characters/{hurt.public_id}/").content.decode()
    assert f'href="/characters/{hurt.public_id}/table/panel/skills.stealth/"' in page
    assert 'aria-label="Roll Stealth: 5D, 1D less now"' in page
    assert "1 wound: −1D" in page
    for other in (complete, ready_made):
        assert "/table/" not in ines.get(f"/characters/{other.public_id}/").content.decode()


@pytest.mark.parametrize(
    ("page", "anew"),
    [("table/", True), ("table/#line-3", True), ("", False), ("table/panel/", False)],
)
def test_only_the_table_is_shown_anew_beside_what_came_of_a_roll(
    page: str, *, anew: bool, send: Callable[..., Any], hurt: Character
) -> None:
    asked_from = f"http://testserver/characters/{hurt.public_id}/{page}"
    response = send(hurt, "do/skills.stealth/", headers={**IN_PANEL, "HX-Current-URL": asked_from})
    assert ('id="table"' in response.content.decode()) is anew


def test_the_page_asks_for_the_character_its_ledger_and_its_lines_once(
    ines: Client, hurt: Character, send: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    for _ in range(12):
        send(hurt, "do/skills.stealth/")
    with django_assert_num_queries(3):
        show(ines, hurt)


def test_a_table_that_rolls_defenses_has_one_for_each_attack(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any], hurt: Character
) -> None:
    active = make_character({**vessa, "house": {"active_defense": True}}, finished=True)
    shown = text(show(ines, active))
    for said in ("Active defense", "Against Blasters", "Against Throw", "Against Brawl"):
        assert said in shown
    assert "Active defense" not in text(show(ines, hurt))


def test_what_cannot_be_done_says_why_in_place_of_leading_anywhere(
    ines: Client, hurt: Character, send: Callable[..., Any]
) -> None:
    send(hurt, "do/hold/")
    page = show(ines, hurt)
    assert "Hold: You already hold all actions of this turn." in text(page)
    assert 'id="deed-hold"' not in page.content.decode()


def test_what_nobody_misses_now_takes_no_place(
    ines: Client, hurt: Character, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    unhurt, wounded = text(show(ines, make_character(vessa, finished=True))), text(show(ines, hurt))
    for words in ("Get treated", "An hour in bacta"):
        assert (words in unhurt, words in wounded) == (False, True)


def test_a_weapon_is_taken_in_hand_and_parry_follows_with_its_why(
    ines: Client,
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    send: Callable[..., Any],
) -> None:
    saber = {"id": "lightsaber", "granted": True, "design": "dueling-lightsaber"}
    vessa["build"]["gear"] = [saber]
    armed = make_character(vessa, finished=True)
    # DEX 3D without Melee: 13, and 2 of the design.
    assert "Parry 13" in text(show(ines, armed))
    assert "Parry 15" in text(send(armed, "declare/", headers=HTMX, hand="weapons.lightsaber"))
    assert "In hand" in text(show(ines, armed))
    sheet = ines.get(f"/characters/{armed.public_id}/")
    assert "Parry 15" in text(sheet)
    assert "why/defenses.parry/?now=1" in sheet.content.decode()
    why = text(ines.get(f"/characters/{armed.public_id}/why/defenses.parry/?now=1"))
    assert "Dueling Lightsaber" in why
    assert send(armed, "declare/", headers={}, hand="weapons.spoon").status_code == 422


def test_the_dead_are_said_to_be_dead_wherever_they_are_seen(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    dead = make_character({**vessa, "marks": {"dead": 1, "wounds": 1}}, finished=True)
    for page in (show(ines, dead), ines.get(f"/characters/{dead.public_id}/")):
        assert "Dead: no more rolls." in text(page)
        assert 'aria-label="Roll Blasters: 0D, 4D less now"' in page.content.decode()
