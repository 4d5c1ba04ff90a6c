"""Craft of one kind roll initiative as one, where the party plays so."""

from __future__ import annotations

from random import Random

import pytest

from sheets.models import Character, Combatant, Encounter, Party, PlayLogEntry
from sheets.play import operations
from tests.sheets.cast import Person
from tests.sheets.encounters.exchanges import Highest

TYPED = {"name": "TIE", "move": "6", "armor": "1", "crew": "1", "weapons": "Lasers 4"}
ALPHA, BETA, GAMMA = 3, 1, 5
SHIPS = (("Alpha", "huge"), ("Beta", "huge"), ("Gamma", "colossal"))


@pytest.fixture
def sky(people: dict[str, Person]) -> Encounter:
    """Two fighters of one kind and a larger craft, against the party of a game master."""
    party = Party.objects.create(name="The Slow Coin", system="storytelling-d10")
    party.members.create(owner=people["greta"].owner, role="gm")
    client, ships = people["greta"].client, f"/parties/{party.public_id}/ships/"
    for name, kind in SHIPS:
        sent = {**TYPED, "name": name, "kind": kind}
        assert client.post(ships, sent).status_code == 302
    client.post(f"/parties/{party.public_id}/encounters/", {"name": "Above", "place": ""})
    encounter = Encounter.objects.get(party=party)
    crafts = [str(row.public_id) for row in Character.documents.filter(kind="craft")]
    post(people, encounter, "add/", characters=crafts, count="1")
    return encounter


def post(people: dict[str, Person], encounter: Encounter, where: str, **sent: object) -> None:
    address = f"/parties/{encounter.party.public_id}/encounters/{encounter.public_id}/{where}"
    assert people["greta"].client.post(address, sent).status_code == 302


def begun(
    people: dict[str, Person],
    encounter: Encounter,
    monkeypatch: pytest.MonkeyPatch,
    **house: bool,
) -> tuple[dict[str, int | None], int]:
    """The initiative of each once the fight has begun, and how many rolled."""
    Party.objects.update(house=house)
    Character.documents.update(house=house)
    monkeypatch.setattr(operations, "DICE", Random(5))
    post(people, encounter, "start/")
    return scores(encounter), PlayLogEntry.objects.count()


def scores(encounter: Encounter) -> dict[str, int | None]:
    rows = Combatant.objects.filter(encounter=encounter).select_related("character")
    return {row.called: row.score for row in rows}


def test_each_craft_rolls_by_itself_where_the_party_says_nothing(
    people: dict[str, Person], sky: Encounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert begun(people, sky, monkeypatch) == ({"Alpha": ALPHA, "Beta": BETA, "Gamma": GAMMA}, 3)


def test_craft_of_one_kind_roll_once_where_the_party_plays_so(
    people: dict[str, Person], sky: Encounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, rolls = begun(people, sky, monkeypatch, group_initiative=True)
    assert (found["Alpha"], found["Beta"], rolls) == (ALPHA, ALPHA, 2)
    # One that rolls again does so for both.
    beta = Combatant.objects.get(character__name="Beta")
    monkeypatch.setattr(operations, "DICE", Highest())
    post(people, sky, f"combatants/{beta.pk}/roll/")
    after = scores(sky)
    assert after["Alpha"] == after["Beta"] == 5
    assert after["Gamma"] == found["Gamma"]


def test_craft_of_another_side_roll_for_themselves(
    people: dict[str, Person], sky: Encounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    Combatant.objects.filter(character__name="Beta").update(side="party")
    found, _ = begun(people, sky, monkeypatch, group_initiative=True)
    assert found["Beta"] is None
    post(people, sky, "roll/")
    assert PlayLogEntry.objects.count() == 3
