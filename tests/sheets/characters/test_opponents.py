"""An opponent as a character, as programs may keep one: every page that shows it answers. A file of
one is not imported as a character.
"""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules.document import FORMAT
from rules.exchange.targets import TARGETS
from sheets.models import Character
from tests.sheets.cast import Person
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import store

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
def test_every_page_of_an_opponent_answers(people: dict[str, Person], name: str) -> None:
    opponent, marks = OPPONENTS[name]
    ines, owner = people["ines"].client, people["ines"].owner
    plain = {"system": "hyperspace-d6", "name": name, "build": {"opponent": opponent}}
    row = store(owner, {**plain, "marks": marks})
    files = (f"exchange/{target.id}/" for target in TARGETS)
    for finished_at, pages in ((None, ("", "build/")), (timezone.now(), (*PAGES, *files))):
        Character.objects.filter(pk=row.pk).update(finished_at=finished_at)
        for page in pages:
            answer = ines.get(address(row, page))
            assert answer.status_code < 500, page
    assert ines.get(address(row)).status_code == 200
    kept = json.loads(ines.get(address(row, "document.json")).content)
    assert kept["build"] == {"opponent": opponent}


@pytest.mark.parametrize(
    ("build", "words"),
    [
        ({"craft": {"id": "yt-1300"}}, "this file holds a craft, not a character"),
        ({"opponent": {"id": "thug"}}, "This file holds an opponent. Import it into a roster."),
    ],
)
def test_what_is_no_character_is_refused_with_where_it_goes(
    ines: Client, build: dict[str, Any], words: str
) -> None:
    plain = {"format": FORMAT, "system": "hyperspace-d6", "name": "Gull", "build": build}
    answer = ines.post("/characters/import/", {"pasted": json.dumps(plain)})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert 'href="/opponents/"' in page
    assert not Character.documents.filter(name="Gull").exists()
