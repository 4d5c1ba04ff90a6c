"""Choices before a roll: its dice, its chance, and hostile input."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets.models import Character, PlayLogEntry
from tests.sheets.play.pages import ATTACK, HTMX, IN_PANEL, show, text


def test_the_panel_says_the_dice_the_chance_and_what_more_would_do(
    ines: Client, hurt: Character
) -> None:
    page = text(show(ines, hurt, f"panel/{ATTACK}/", defense="9"))
    assert "3D = DEX 3D + Blasters 1D − 1 wound 1D" in page
    # 160 of 216 ways to roll 9 or more with three dice.
    assert "74% chance" in page
    assert "against Dodge 9" in page
    # Luck: a Character Point is two dice.
    assert "with a Character Point over 99%" in page
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
    assert not PlayLogEntry.objects.exists()


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
    assert not PlayLogEntry.objects.exists()


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
