"""The page to play from: pools as they are now, panels, rolls, harm, turns, taking back."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from sheets import forms
from sheets.models import Character, TableLine
from sheets.operations import table

HTMX = {"HX-Request": "true"}
IN_PANEL = {**HTMX, "HX-Target": "panel-place"}
ATTACK = "weapons.blaster-pistol.attack"


class Fixed(Random):
    """Dice that fall as they are told."""

    faces: list[int]

    def randint(self, a: int, b: int) -> int:
        assert (a, b) == (1, 6)
        return self.faces.pop(0)


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The next dice fall so."""
    dice = Fixed(0)
    monkeypatch.setattr(table, "DICE", dice)
    return lambda *faces: setattr(dice, "faces", list(faces))


@pytest.fixture
def hurt(make_character: Callable[..., Character], vessa: dict[str, Any]) -> Character:
    """A finished character of Ines with one wound: DEX 3D, Blasters 4D, STR 2D."""
    return make_character({**vessa, "marks": {"wounds": 1}}, finished=True)


@pytest.fixture
def send(ines: Client) -> Callable[..., Any]:
    """Ines sends a form of the table; as its panel does, unless said otherwise."""

    def post(
        character: Character, path: str, headers: dict[str, str] | None = None, **sent: Any
    ) -> Any:
        form = {"key": forms.new_key(), **sent}
        url = f"/characters/{character.public_id}/table/{path}"
        return ines.post(url, form, headers=IN_PANEL if headers is None else headers)

    return post


def text(response: Any) -> str:
    """The words of a page, without its tags."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", words)


def show(client: Client, character: Character, path: str = "", **query: str) -> Any:
    return client.get(f"/characters/{character.public_id}/table/{path}", query)


def test_the_page_shows_every_pool_as_it_is_now_and_says_why(ines: Client, hurt: Character) -> None:
    page = show(ines, hurt).content.decode()
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


def test_the_panel_says_the_dice_the_chance_and_what_more_would_do(
    ines: Client, hurt: Character
) -> None:
    page = text(show(ines, hurt, f"panel/{ATTACK}/", defense="9"))
    assert "3D = DEX 3D + Blasters 1D − 1 wound 1D" in page
    # 160 of 216 ways to roll 9 or more with three dice.
    assert "74 % chance" in page
    assert "against Dodge 9" in page
    # Luck: a Character Point is two dice.
    assert "a Character Point over 99 %" in page
    assert "Roll 3D" in page


def test_a_panel_is_a_page_of_its_own_without_scripts_and_a_fragment_with_them(
    ines: Client, hurt: Character
) -> None:
    whole = show(ines, hurt, "panel/skills.stealth/")
    assert b"<!doctype html>" in whole.content
    address = f"/characters/{hurt.public_id}/table/panel/skills.stealth/"
    part = ines.get(address, headers=HTMX)
    assert b"<!doctype html>" not in part.content
    assert "Stealth" in text(part)


def test_what_cannot_be_read_says_what_would_be_right_and_stays_in_its_field(
    ines: Client, hurt: Character
) -> None:
    response = show(ines, hurt, "panel/skills.stealth/", helpers="-3", target="many")
    assert response.status_code == 422
    assert "Type a whole number from 0 to 200." in text(response)
    assert 'value="many"' in response.content.decode()


@pytest.mark.parametrize("action", ["skills.juggling", "weapons.spoon.attack", "%00", "a/b/c"])
def test_there_is_no_panel_and_no_roll_for_what_there_is_not(
    action: str, ines: Client, send: Callable[..., Any], hurt: Character
) -> None:
    assert show(ines, hurt, f"panel/{action}/").status_code == 404
    for headers in ({}, HTMX, IN_PANEL):
        assert send(hurt, f"do/{action}/", headers=headers).status_code in (404, 422)
    assert not TableLine.objects.exists()


def test_a_roll_in_the_panel_answers_with_its_dice_and_the_page_as_it_is_by_now(
    send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    falls(6, 4, 3)
    response = send(hurt, f"do/{ATTACK}/", defense="12")
    page = response.content.decode()
    assert response.status_code == 200
    assert '<span class="die destiny">⚅</span><span class="die">⚃</span>' in page
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


def test_the_chance_can_be_worked_out_without_scripts_and_nothing_is_rolled(
    ines: Client, send: Callable[..., Any], hurt: Character
) -> None:
    response = send(
        hurt, "do/skills.stealth/", headers={}, ask="ask", ladder="15", points=["force-point"]
    )
    assert response.status_code == 302
    assert response["Location"].endswith(
        "/table/panel/skills.stealth/?ladder=15&points=force-point"
    )
    assert "against Moderate 15" in text(ines.get(response["Location"]))
    assert not TableLine.objects.exists()


def test_a_form_sent_twice_rolls_once(
    send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    key = forms.new_key()
    falls(3, 3, 3)
    for _ in range(2):
        response = send(hurt, f"do/{ATTACK}/", key=key, headers={})
        assert response["Location"].endswith("#line-1")
    assert TableLine.objects.count() == 1


@pytest.mark.parametrize("headers", [{}, HTMX, IN_PANEL])
def test_the_same_form_with_other_content_is_a_conflict_that_says_so(
    headers: dict[str, str], send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    key = forms.new_key()
    falls(3, 3, 3)
    send(hurt, f"do/{ATTACK}/", key=key)
    response = send(hurt, f"do/{ATTACK}/", key=key, headers=headers, defense="3")
    assert response.status_code == 409
    assert "This form was sent before, with other content." in text(response)


def test_what_the_destiny_die_asks_is_answered_once_and_kept(
    ines: Client, send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    falls(1, 2, 2)
    send(hurt, f"do/{ATTACK}/")
    for _ in range(2):
        assert send(hurt, "answer/1/", answer="The power cell is empty").status_code == 200
    assert "What goes wrong? The power cell is empty" in text(show(ines, hurt))
    assert send(hurt, "answer/1/", answer="Never mind").status_code == 409
    assert send(hurt, "answer/1/", headers={}, answer="").status_code == 422


def test_a_point_goes_on_the_newest_roll(
    send: Callable[..., Any], falls: Callable[..., None], hurt: Character
) -> None:
    falls(3, 3, 3)
    assert "Spend a point on it" in text(send(hurt, f"do/{ATTACK}/", defense="14"))
    falls(4, 2)
    response = send(hurt, "point/1/")
    assert "✓ 15 against Dodge 14: success" in text(response)
    assert '<span class="die point">⚃</span><span class="die point">⚁</span>' in (
        response.content.decode()
    )
    assert send(hurt, "point/2/").status_code in (409, 422)
    assert "Character Points 4" in text(send(hurt, "declare/", headers=HTMX, actions="1"))


def test_damage_is_typed_foreseen_applied_and_taken_back(
    ines: Client, send: Callable[..., Any], hurt: Character
) -> None:
    # STR 2D: Soak 2, and what gets through wounds from 3 up to 5.
    page = text(show(ines, hurt, "panel/harm/", damage="6"))
    assert "4 gets through: wounded." in page
    assert "Apply" in page
    assert "4 gets through: wounded." in text(send(hurt, "do/harm/", damage="6"))
    assert Character.objects.get(pk=hurt.pk).marks["wounds"] == 2
    assert "2 wounds: −2D" in text(show(ines, hurt))
    response = send(hurt, "take-back/1/", headers={})
    assert response["Location"].endswith("/table/#line-2")
    assert Character.objects.get(pk=hurt.pk).marks["wounds"] == 1
    assert send(hurt, "take-back/1/", headers=HTMX).status_code == 409


def test_damage_that_nobody_typed_is_asked_for(send: Callable[..., Any], hurt: Character) -> None:
    response = send(hurt, "do/harm/", damage="")
    assert response.status_code == 422
    assert "Type the damage that was rolled, from 0 up." in text(response)


def test_actions_are_declared_and_a_new_turn_counts_them_anew(
    ines: Client, send: Callable[..., Any], hurt: Character
) -> None:
    page = text(send(hurt, "declare/", headers=HTMX, actions="3"))
    assert "3 actions: −2D" in page
    assert send(hurt, "declare/", headers=HTMX, actions="9").status_code == 422
    assert send(hurt, "declare/", headers={}, actions="9").status_code == 422
    assert "3 actions" not in text(send(hurt, "do/turn/", headers=HTMX))


def test_what_happens_is_told_in_words(
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    ines: Client,
    send: Callable[..., Any],
) -> None:
    vessa["build"].update(profession="jedi-padawan", skills=["stealth", "deceive", "sense"])
    padawan = make_character(vessa, finished=True)
    assert "What happens" in text(show(ines, padawan, "panel/feat/"))
    response = send(padawan, "do/feat/", note="The <b>door</b> opens")
    assert "The &lt;b&gt;door&lt;/b&gt; opens" in response.content.decode()
    assert "Force Points 0" in text(show(ines, padawan))
    assert "You have no Force Points left." in text(show(ines, padawan))


@pytest.mark.parametrize(
    "sent",
    [
        {"ladder": "\x00"},
        {"bonus": "9" * 5000},
        {"target": "\ufffd\u0661"},
        {"points": ["character-point"] * 50},
        {"used": "../../x", "scale": "\x00"},
        {f"m{number}": "1" for number in range(300)},
    ],
)
@pytest.mark.parametrize("path", ["do/skills.stealth/", "do/harm/", "do/turn/", "declare/"])
def test_whatever_is_sent_there_is_an_answer(
    path: str, sent: dict[str, Any], send: Callable[..., Any], ines: Client, hurt: Character
) -> None:
    for headers in ({}, HTMX, IN_PANEL):
        assert send(hurt, path, headers=headers, **sent).status_code < 500
    assert send(hurt, path, headers={}, ask="1", **sent).status_code < 500
    panel = path.replace("do/", "panel/") if path.startswith("do/") else ""
    assert ines.get(f"/characters/{hurt.public_id}/table/{panel}", sent).status_code < 500


def test_numbers_of_lines_that_there_are_not_are_404(
    send: Callable[..., Any], hurt: Character
) -> None:
    for path in ("point/7/", "take-back/7/", "answer/7/", f"take-back/{'9' * 40}/"):
        assert send(hurt, path).status_code == 404


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
    assert not TableLine.objects.exists()


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
