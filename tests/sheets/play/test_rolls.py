"""Outcomes of a roll, and the steps after it: a point, an answer, never twice."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character, PlayLogEntry
from tests.sheets.pages import markup
from tests.sheets.play.pages import ATTACK, HTMX, IN_PANEL, show, text


def test_a_roll_in_the_panel_answers_with_its_dice_and_the_page_as_it_is_by_now(
    send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    falls(6, 4, 3)
    response = send(hurt, f"do/{ATTACK}/", defense="12")
    page = response.content.decode()
    assert response.status_code == 200
    assert '<span class="die destiny lead best">⚅</span><span class="die">⚃</span>' in page
    assert "✓ 13 against Dodge 12: success" in text(response)
    assert "What goes right?" in page
    assert f"/table/panel/{ATTACK.removesuffix('attack')}damage/" in page
    assert 'id="table"' in page
    assert "Destiny Die 6; dice 4, 3. 13 against Dodge 12: success. What goes right?" in page


def test_without_scripts_a_roll_leads_to_its_line(
    ines: Client, send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    falls(1, 2, 2)
    response = send(hurt, f"do/{ATTACK}/", headers={}, defense="12")
    assert response.status_code == 302
    assert response["Location"] == f"/characters/{hurt.public_id}/table/#line-1"
    page = show(ines, hurt)
    assert 'id="line-1"' in page.content.decode()
    assert "5 against Dodge 12: failure" in text(page)
    assert "Roll damage" not in text(page)


def test_a_form_sent_twice_rolls_once(
    send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    key = form_data.new_key()
    falls(3, 3, 3)
    for _ in range(2):
        response = send(hurt, f"do/{ATTACK}/", key=key, headers={})
        assert response["Location"].endswith("#line-1")
    assert PlayLogEntry.objects.count() == 1


@pytest.mark.parametrize("headers", [{}, HTMX, IN_PANEL])
def test_the_same_form_with_other_content_is_a_conflict_that_says_so(
    headers: dict[str, str], send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    key = form_data.new_key()
    falls(3, 3, 3)
    send(hurt, f"do/{ATTACK}/", key=key)
    response = send(hurt, f"do/{ATTACK}/", key=key, headers=headers, defense="3")
    assert response.status_code == 409
    assert "This form was already sent with other content." in text(response)


def test_what_the_destiny_die_asks_is_answered_once_and_kept(
    ines: Client,
    send: Callable[..., Any],
    falls: Callable[..., None],
    hurt: Character,
    work: Callable[[], Any],
) -> None:
    falls(1, 2, 2)
    send(hurt, f"do/{ATTACK}/")
    for _ in range(2):
        with work() as done:
            assert send(hurt, "answer/1/", answer="The power cell is empty").status_code == 200
        assert (len(done.rows), len(done.replays)) == (1, 1)
    assert "What goes wrong? The power cell is empty" in text(show(ines, hurt))
    assert send(hurt, "answer/1/", answer="Never mind").status_code == 409
    assert send(hurt, "answer/1/", headers={}, answer="").status_code == 422


def test_a_point_goes_on_the_newest_roll(
    send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    falls(3, 3, 3)
    assert "Spend a point" in text(send(hurt, f"do/{ATTACK}/", defense="14"))
    falls(4, 2)
    response = send(hurt, "point/1/")
    assert "✓ 15 against Dodge 14: success" in text(response)
    assert '<span class="die point">⚃</span><span class="die point">⚁</span>' in (
        response.content.decode()
    )
    assert send(hurt, "point/2/").status_code in (409, 422)
    assert "Character Points 4" in text(send(hurt, "declare/", headers=HTMX, actions="1"))


def test_numbers_of_lines_that_there_are_not_are_404(
    send: Callable[..., Any], hurt: Character
) -> None:
    for path in ("point/7/", "take-back/7/", "answer/7/", f"take-back/{'9' * 40}/"):
        assert send(hurt, path).status_code == 404


def test_a_defense_shows_what_was_added_to_its_dice_and_leads_to_the_hit(
    ines: Client,
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    send: Callable[..., Any],
    falls: Callable[..., None],
) -> None:
    active = make_character({**vessa, "house": {"active_defense": True}}, finished=True)
    panel = text(show(ines, active, "panel/defend.throw/", target="16", shelter="cover"))
    assert "+5 to the total = 5 cover" in panel
    # 11 or more with three dice: half of all ways.
    assert "50% chance" in panel
    falls(3, 3, 3)
    response = send(active, "do/defend.throw/", target="16", shelter="cover")
    page = markup(response.content.decode())
    assert '<span class="line-added">+5</span>' in page
    assert "14 against their roll 16: failure" in text(response)
    assert "dice 3, 3; +5. 14 against their roll 16: failure." in page
    assert f"/characters/{active.public_id}/table/panel/harm/" in page
    assert "Take the hit" in page
