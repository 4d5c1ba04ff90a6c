"""A character is played and grows without scripts."""

import json
from collections.abc import Callable
from typing import Any

from sheets.models import Character
from tests.plain_page import PlainPage
from tests.sheets.example_characters import VESSA
from tests.sheets.play.examples import act

FIGHTER: dict[str, Any] = {
    **VESSA,
    "build": {
        **VESSA["build"],
        "gear": [
            {"id": "blaster-pistol", "quantity": 1},
            {"id": "combat-knife", "quantity": 2},
            {"id": "medpac", "quantity": 1},
        ],
        "starting_credits": 2000,
    },
}


def bring_in(page: PlainPage, document: dict[str, Any]) -> str:
    """The address of a character from a document, whose sheet the page shows."""
    page.goto("/characters/import/")
    page.fill("Or paste its text", json.dumps(document))
    page.press("Import")
    page.press("Save ")
    return page.url


def test_a_fight_is_rolled_marked_and_undone(page: PlainPage, falls: Callable[..., None]) -> None:
    bring_in(page, FIGHTER)
    page.part(".character-nav").follow("Play")
    page.follow("Roll Blaster Pistol, to hit: 4D")
    page.fill("Their Dodge", "12")
    page.check("Take aim +1D")
    page.press("Preview")
    assert "5D = DEX 3D + Blasters 1D + aim 1D" in page.text
    assert page.is_checked("Take aim +1D")
    falls(1, 4, 4, 4, 1)
    page.press("Roll 5D")
    assert "14 against Dodge 12: success" in page.part("#line-1").text
    page.fill("What goes wrong?", "It jams")
    page.press("Keep")
    assert "It jams" in page.part("#line-1").text
    page.follow("Take damage")
    page.fill("Damage rolled", "6")
    page.press("Apply")
    assert "1 wound" in page.part(".remarks").text
    page.press("2")
    assert "Next action" in page.part(".remarks").text
    page.press("Undo 6 damage")
    assert "1 wound" not in page.part(".remarks").text


def test_a_skill_is_raised_undone_planned_and_gear_given_away(page: PlainPage) -> None:
    played = bring_in(page, {**FIGHTER, "ledger": [{"kind": "award", "cp": 20, "credits": 300}]})
    page.goto(f"{played}advance/?show=affordable")
    page.press("Raise to 4D Agility")
    assert "Agility" in page.part("#made").text
    assert page.parts(".purse")[0].text == "22"
    page.press("Undo")
    assert page.parts(".purse")[0].text == "25"
    page.press("Plan Melee")
    assert page.named("button", "Planned Melee")
    page.goto(f"{played}gear/")
    lose = page.part("#fold-lose-combat-knife")
    lose.unfold("Lose or give away")
    lose.press("Lose")
    assert "Combat Knife" in page.part("#made").text


def test_a_log_is_turned_over_and_undone_from(
    hers: PlainPage, make_character: Callable[..., Character]
) -> None:
    character = make_character(FIGHTER, finished=True)
    for _ in range(49):
        act(character, "skills.stealth", ladder="15")
    act(character, "harm", damage="5")
    act(character, "day")
    act(character, "skills.deceive", points="force-point", target="40")
    log = f"/characters/{character.public_id}/log/"
    hers.goto(log)
    assert len(hers.parts(".log-entry")) == 50
    hers.follow("Older")
    assert len(hers.parts(".log-entry")) == 2
    hers.follow("Newer")
    assert "Deceive" in hers.parts(".log-entry")[0].text
    hers.press("Undo 5 damage, number 50")
    hers.goto(log)
    first = hers.parts(".log-entry")[0].text
    assert "Undone" in first
    assert "5 damage" in first
    assert hers.part("#line-50 s").text == "5 damage"
