"""Opponents and craft of the book go by what they are, wherever they are named."""

from typing import Any

import pytest
from django.utils import timezone

from rules import registry
from sheets.models import Character, Encounter, Member, Party, PlayLogEntry
from tests.sheets.cast import Person

SLUGS = sorted(slug for slug, game in registry.all_systems().items() if game.fight)


@pytest.mark.all_games
@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_in_a_fight_is_an_unnamed_character(people: dict[str, Person], slug: str) -> None:
    party = Party.objects.create(name="The Long Watch", system=slug)
    for who, role in (("greta", Member.Role.GM), ("femi", Member.Role.PLAYER)):
        Member.objects.create(party=party, owner=people[who].owner, role=role)
    client, game = people["greta"].client, registry.get(slug)
    base = f"/parties/{party.public_id}/"
    listed = [
        (room, rules.listed()[0])
        for room, rules in (("roster", game.opponents), ("ships", game.craft))
        if rules
    ]
    for room, one in listed:
        client.post(f"{base}{room}/add/listed/", {"who": one.id})
    client.post(f"{base}encounters/", {"name": "Ambush"})
    fight = f"{base}encounters/{Encounter.objects.get(party=party).public_id}/"
    rows = Character.documents.filter(roster=party, combatants=None)
    sent: dict[str, Any] = {"characters": [str(row.public_id) for row in rows], "count": "2"}
    client.post(f"{fight}add/", sent)
    ship = rows.filter(kind=Character.Kind.CRAFT).first()
    if ship:
        client.post(f"{base}ships/{ship.public_id}/ours/")
    for verb in ("start/", "roll/", "next/"):
        client.post(f"{fight}{verb}", {"after": ""})
    for copy in Character.documents.filter(combatants__encounter__party=party):
        number = copy.play_log.count() + 1
        content = {"action": "x", "name": "Search", "dice": [], "total": 3}
        PlayLogEntry.objects.create(
            character=copy, number=number, kind="check", content=content, at=timezone.now()
        )
    name = listed[0][1].name
    for page in ("", "log/", "log.txt", "log.md", "log.json", "fight/", "roster/", "encounters/"):
        for who in ("greta", "femi"):
            answer = people[who].client.get(f"{base}{page}")
            text = b"".join(answer).decode() if answer.streaming else answer.content.decode()
            assert "Unnamed" not in text, (page, who)
            if who == "greta" and page.startswith("log"):
                assert f"{name} 2" in text, page
