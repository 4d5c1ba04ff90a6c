"""A number of four digits or more has its comma wherever somebody reads it: in a fight, before and
after it, on the board, the sheet, in play, and on paper.
"""

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone

from rules import registry
from sheets import printing, storage
from sheets.encounters import worker
from sheets.models import Character, Encounter, Party
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.encounters.test_preparing import counted
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.pages import words
from tests.sheets.parties.pages import confirm

__all__ = ["counted"]
pytestmark = pytest.mark.usefixtures("by_one")
MANY = "12345"
# Four digits in a row: no year, no part of a longer name, and no number with a point or colon.
PLAIN = re.compile(r"(?<![\w.,:/#-])(?!20\d\d\b)\d{4,}(?![\w:/-])")
OF_PARTY = ("", "fight/", "log/", "stash/", "sessions/", "encounters/", "briefing/", "skills/")
OF_CHARACTER = ("", "table/", "history/", "advance/", "gear/", "log/", "sheet.txt", "sheet.md")


def awards(page: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The kinds of award that the page of a game has, each with its numbers at their highest."""
    inputs = re.findall(r"<input\b[^>]*type=\"number\"[^>]*>", page, re.DOTALL)
    found: dict[str, dict[str, str]] = {}
    for one in inputs:
        name, most = re.search(r'name="(given\.(\w+)\.\w+)"', one), re.search(r'max="(\d+)"', one)
        if name:
            value = MANY if most is None else str(min(int(MANY), int(most[1])))
            found.setdefault(name[2], {})[name[1]] = value
    yield from found.items()


@EVERY
def test_no_page_has_a_thousand_without_its_comma(
    slug: str,
    people: dict[str, Person],
    party: Party,
    monkeypatch: pytest.MonkeyPatch,
    counted: list[int],
) -> None:
    party.system = slug
    party.save()
    hero = Character(owner=people["ines"].owner, party=party, finished_at=timezone.now())
    storage.fill_row(hero, by_chance(slug))
    hero.name = "Vessa Korr"
    hero.save()
    greta, base = people["greta"].client, f"/parties/{party.public_id}/"
    page = greta.get(f"{base}hand-out/").content.decode()
    given = 0
    for kind, fields in awards(page):
        sent = {"to": [str(hero.public_id)], "entry": f"offer=given.{kind}&kind={kind}", **fields}
        given += confirm(greta, f"{base}hand-out/", sent).status_code == 302
    assert given
    game = registry.get(slug)
    assert game.opponents
    greta.post(f"{base}encounters/", {"name": "Ambush", "place": ""})
    made = Ambush(party, Encounter.objects.get(party=party), people)
    made.post("greta", "add/", listed=game.opponents.listed()[0].id, count="2")
    monkeypatch.setattr(worker, "FIGHTS", 3400)
    seen = {"difficulty": made.people["greta"].client.get(f"{made.address}difficulty/").content}
    for foe in made.encounter.combatants.exclude(character=hero):
        made.post("greta", f"combatants/{foe.pk}/do/harm/", damage="1500")
    made.post("greta", "start/")
    for row in made.encounter.combatants.order_by("pk"):
        made.post("greta", f"combatants/{row.pk}/do/harm/", damage="1500")
    for where in OF_PARTY:
        for who in ("greta", "ines"):
            seen[f"{where} {who}"] = people[who].client.get(f"{base}{where}").content
    for where in OF_CHARACTER:
        seen[where] = people["ines"].client.get(f"/characters/{hero.public_id}/{where}").content
    seen["prepared"] = people["greta"].client.get(made.address).content
    stored = storage.load(Character.documents.get(pk=hero.pk))
    seen["paper"] = printing.sheet_job(stored.opened).html.encode()
    plain = {
        where: [text[max(0, at.start() - 30) : at.end() + 20] for at in PLAIN.finditer(text)]
        for where, page in seen.items()
        for text in (words(page.decode()),)
    }
    assert {where: found for where, found in plain.items() if found} == {}
    assert any(re.search(r"\d,\d{3}", words(page.decode())) for page in seen.values())
