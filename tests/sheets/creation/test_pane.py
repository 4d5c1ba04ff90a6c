"""The sheet beside the steps, and beside the pages on which a character grows: weapons too."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from sheets.models import Character
from tests.sheets.example_characters import VESSA, owner_of, store

# Twi'lek DEX 2D, Spy +1D, Blasters +1D; STR 1D + 1D. A blaster pistol deals 3D, a knife STR + 1D.
HYPERSPACE = {
    **VESSA,
    "build": {
        **VESSA["build"],
        "gear": [
            {"id": "blaster-pistol", "quantity": 2, "as": "Old <Faithful>"},
            {"id": "combat-knife", "quantity": 1},
        ],
    },
}
FOUGHT_WITH = [
    ("Old <Faithful> ×2", "4D", "3D"),
    ("Combat Knife", "3D", "3D"),
    ("Unarmed", "2D", "2D"),
]
# Three pips are a die: STR 2D+2 and STR+1D+2 are 3D and 4 pips.
TYPED = {
    "format": "hyperspace-character/1",
    "system": "rules-sheet-d6",
    "name": "Tey",
    "build": {
        "attributes": {"DEX": "3D+1", "STR": "2D+2"},
        "skills": [{"name": "Blaster", "attribute": "DEX", "code": "4D"}],
        "weapons": [
            {"name": "Carbine", "skill": "Blaster", "damage": "5D", "quantity": 3},
            {"name": "Vibro-ax", "skill": "DEX", "damage": "STR+1D+2", "quantity": 1},
        ],
    },
}
TYPED_WITH = [("Carbine ×3", "4D", "5D"), ("Vibro-ax", "3D+1", "4D+1")]
GAMES = pytest.mark.parametrize(
    ("document", "expected"),
    [(HYPERSPACE, FOUGHT_WITH), (TYPED, TYPED_WITH)],
    ids=["hyperspace-d6", "rules-sheet-d6"],
)


def attacks(page: str) -> list[tuple[str, ...]]:
    """Weapon, to hit and damage, row by row."""
    pane = page.partition('id="pane"')[2].partition("</aside>")[0]
    body = (
        pane.partition('class="pane-attacks"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    )
    return [
        tuple(unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.split(r"</t[hd]>", row)[:3])
        for row in body.split("</tr>")[:-1]
    ]


def kept(ines: Client, document: dict[str, Any], *, finished: bool) -> Character:
    return store(owner_of("ines"), document, finished=finished)


@GAMES
def test_the_sheet_beside_every_step_shows_what_is_fought_with(
    ines: Client, document: dict[str, Any], expected: list[Any]
) -> None:
    draft = kept(ines, document, finished=False)
    for step in ("gear", "skills"):
        page = ines.get(f"/characters/{draft.public_id}/build/{step}/")
        assert attacks(page.content.decode()) == expected


@GAMES
def test_an_autosave_brings_the_weapons_along(
    ines: Client, document: dict[str, Any], expected: list[Any], field: Any
) -> None:
    draft = kept(ines, document, finished=False)
    sent = field("name", "Other", was=(document["name"],))
    step = "who" if document is TYPED else "concept"
    address = f"/characters/{draft.public_id}/build/{step}/"
    page = ines.post(address, sent, headers={"HX-Request": "true"})
    assert attacks(page.content.decode()) == expected


@GAMES
@pytest.mark.parametrize("room", ["advance", "gear", "session"])
def test_the_sheet_beside_what_can_be_bought_shows_them_too(
    ines: Client, document: dict[str, Any], expected: list[Any], room: str
) -> None:
    character = kept(ines, document, finished=True)
    page = ines.get(f"/characters/{character.public_id}/{room}/")
    assert attacks(page.content.decode()) == expected


def test_so_does_the_one_beside_a_plan(ines: Client) -> None:
    character = kept(ines, HYPERSPACE, finished=True)
    page = ines.get(f"/characters/{character.public_id}/plan/")
    assert attacks(page.content.decode()) == FOUGHT_WITH


@GAMES
def test_each_of_their_numbers_says_why_and_skills_keep_their_own_address(
    ines: Client, document: dict[str, Any], expected: list[Any]
) -> None:
    draft = kept(ines, document, finished=False)
    page = ines.get(f"/characters/{draft.public_id}/build/gear/").content.decode()
    pane = page.partition('id="pane"')[2].partition("</aside>")[0]
    addresses = re.findall(r'href="([^"]+/why/[^"]+)"', pane)
    assert any(".damage/" in address for address in addresses)
    assert any(re.search(r"/skills\.blasters?/", address) for address in addresses)
    for address in addresses:
        assert ines.get(address).status_code == 200


def test_gear_in_words_stands_beside_the_steps_of_quick_play(ines: Client) -> None:
    told = {"plus_two": "DEX", "plus_one": ["PER", "STR"], "gear": "A blaster\nA rope"}
    quick = {**VESSA, "build": {"quickplay": told}, "house": {"quickplay": True}}
    draft = kept(ines, quick, finished=False)
    page = ines.get(f"/characters/{draft.public_id}/build/concept/").content.decode()
    pane = page.partition('id="pane"')[2].partition("</aside>")[0]
    for words in ("A blaster", "A rope", "Wounded", "Down"):
        assert words in pane
