"""Secret rolls: a game master rolls with a character's dice, and no player hears of it until it is
revealed.
"""

import re
from typing import Any

import pytest

from sheets.models import Character, Party, PlayLogEntry, SecretRoll
from sheets.parties.roll_requests import operations
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.parties.pages import get, text, url
from tests.sheets.parties.roll_requests.pages import STEALTH

People = dict[str, Person]
NOTE = "Someone follows you"


@pytest.fixture(autouse=True)
def dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "DICE", Fixed(2, 3, 3, 3, 3, 3, *[4] * 6))


def secretly(who: Person, party: Party, *of: Character, **sent: str) -> Any:
    form = {
        "kind": "secret",
        "roll": STEALTH,
        "to": [str(row.public_id) for row in of],
        "note": NOTE,
        **sent,
    }
    return who.client.post(url(party, "calls/secret/"), form)


def decide(who: Person, party: Party, verb: str) -> int:
    number = SecretRoll.objects.latest("pk").pk
    return int(who.client.post(url(party, f"calls/secret/{number}/{verb}/")).status_code)


def requests_page(who: Person, party: Party) -> str:
    return text(who.client.get(url(party, "calls/")))


def test_a_secret_roll_has_the_characters_number_and_changes_nothing(
    people: People, party: Party, vessa: Character
) -> None:
    before = Character.objects.filter(pk=vessa.pk).values().get()
    version = Party.objects.get(pk=party.pk).version
    assert secretly(people["greta"], party, vessa, target="15").status_code == 302
    (row,) = SecretRoll.objects.all()
    # Stealth 6D: 2 and five threes.
    assert (row.content["code"], row.content["total"], row.content["success"]) == ("6D", 17, True)
    assert PlayLogEntry.objects.count() == 0
    assert Character.objects.filter(pk=vessa.pk).values().get() == before
    # No open page of a player asks anew.
    assert Party.objects.get(pk=party.pk).version == version
    page = requests_page(people["greta"], party)
    assert re.search(rf"17\s+Vessa Korr\s+Stealth: {NOTE}\s+✓ success", page)
    assert NOTE not in text(get(people["ines"], party))


def test_it_is_revealed_by_one_press_into_the_characters_log(
    people: People, party: Party, vessa: Character
) -> None:
    secretly(people["greta"], party, vessa, target="18")
    assert decide(people["ines"], party, "reveal") == 404
    assert PlayLogEntry.objects.count() == 0
    assert decide(people["greta"], party, "reveal") == 302
    (entry,) = PlayLogEntry.objects.all()
    assert (entry.character, entry.by) == (vessa, "greta")
    page = text(people["ines"].client.get(f"/characters/{vessa.public_id}/log/"))
    assert re.search(r"17 against [\w ]*18: failure", page)
    assert "Rolled in secret by your game master." in page
    assert SecretRoll.objects.count() == 0


def test_it_is_removed_and_nobody_hears_of_it(
    people: People, party: Party, vessa: Character
) -> None:
    secretly(people["greta"], party, vessa)
    assert decide(people["greta"], party, "remove") == 302
    assert (SecretRoll.objects.count(), PlayLogEntry.objects.count()) == (0, 0)


def test_several_are_rolled_for_at_once_and_nobody_is_refused(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    assert secretly(people["greta"], party).status_code == 422
    assert secretly(people["ines"], party, vessa).status_code == 404
    assert secretly(people["greta"], party, vessa, brakka).status_code == 302
    totals = {row.character.name: row.content["total"] for row in SecretRoll.objects.all()}
    # Brakka has PER 3D.
    assert totals == {"Vessa Korr": 17, "Brakka": 12}


def test_the_roll_of_who_has_left_the_party_is_nobodys(
    people: People, party: Party, vessa: Character
) -> None:
    secretly(people["greta"], party, vessa)
    Character.objects.filter(pk=vessa.pk).update(party=None)
    assert NOTE not in requests_page(people["greta"], party)
    assert decide(people["greta"], party, "reveal") == 404
