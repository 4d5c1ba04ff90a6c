"""An opponent that is imported as a character: every page that shows it answers."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules.document import FORMAT
from rules.exchange.targets import TARGETS
from sheets.models import Character
from tests.sheets.every_game.pages import address

OPPONENTS: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "a group of the book": ({"id": "stormtrooper"}, {"members": 5}),
    "far too many": ({"id": "thug"}, {"members": 2**31 - 1, "wounds": 3}),
    "an elite that the Force is with": (
        {"id": "master", "elite": {"attributes": ["DEX", "FOR"], "weapons": ["bowcaster"]}},
        {"wounds": 1},
    ),
    "of a level": (
        {"level": "proficient", "skills": ["blasters", "stealth"], "weapons": ["lightsaber"]},
        {},
    ),
    "nobody": ({"id": "nobody", "elite": {}}, {"stunned": 1}),
    "nothing": ({}, {}),
}
PAGES = (
    *("", "table/", "live/", "live/?part=table", "history/", "gear/", "advance/", "session/"),
    *("plan/", "log/", "print/", "text/", "sheet.md", "sheet.txt", "words/", "build/", "rebuild/"),
    *("document.json", "export.zip", "why/defenses.block/", "table/panel/harm/"),
    *("table/panel/skills.brawl/", "table/panel/initiative/", "exchange/", "convert/"),
    *("convert/?to=rules-sheet-d6", "convert/?to=storytelling-d10", "review/", "press/box.2.1/"),
)


@pytest.mark.parametrize("name", OPPONENTS)
def test_every_page_of_an_opponent_answers(ines: Client, name: str) -> None:
    opponent, marks = OPPONENTS[name]
    plain = {
        "format": FORMAT,
        "system": "hyperspace-d6",
        "name": name,
        "build": {"opponent": opponent},
        "marks": marks,
    }
    ines.post("/characters/import/", {"pasted": json.dumps(plain)})
    row = Character.objects.get(name=name)
    files = (f"exchange/{target.id}/" for target in TARGETS)
    for finished_at, pages in ((None, ("", "build/")), (timezone.now(), (*PAGES, *files))):
        Character.objects.filter(pk=row.pk).update(finished_at=finished_at)
        for page in pages:
            answer = ines.get(address(row, page))
            assert answer.status_code < 500, page
    assert ines.get(address(row)).status_code == 200
    kept = json.loads(ines.get(address(row, "document.json")).content)
    assert kept["build"] == {"opponent": opponent}


def test_a_craft_is_refused_with_a_clear_word(ines: Client) -> None:
    plain = {
        "format": FORMAT,
        "system": "hyperspace-d6",
        "name": "Gull",
        "build": {"craft": {"id": "yt-1300"}},
    }
    answer = ines.post("/characters/import/", {"pasted": json.dumps(plain)})
    assert answer.status_code == 422
    assert "this file holds a craft, not a character" in answer.content.decode()
    assert not Character.objects.filter(name="Gull").exists()
