"""Opponents and craft stand under their folders wherever some are chosen."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse

from sheets.models import Character, Encounter, Member, Party
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import opponent


def words(page: str) -> str:
    """The text of a page, with the labels of its groups."""
    return " ".join(re.sub(r'<optgroup label="([^"]+)">|<[^>]+>', r" \1 ", page).split())


@pytest.fixture
def kept(party: Party, people: dict[str, Person]) -> Character:
    """A bounty hunter in a folder of Greta's roster, beside one in none."""
    greta = people["greta"].owner
    opponent(greta, party, {"opponent": {"id": "stormtrooper"}}, name="Loose Trooper")
    build = {"opponent": {"id": "bounty-hunter"}}
    return opponent(greta, party, build, name="Zin Tavik", folder="Guild")


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("where", ["encounter", "duel", "party_call", "party_roster"])
def test_every_place_that_picks_opponents_shows_folders(
    party: Party, people: dict[str, Person], in_party: Callable[..., Character], where: str
) -> None:
    in_party("Vessa Korr")
    greta, id = people["greta"], party.public_id
    wanted = {
        "encounter": "The roster Guild Zin Tavik",
        "duel": "Guild 1 Zin Tavik",
        "party_call": "Opponents, Guild Zin Tavik",
        "party_roster": "The Long Watch, Guild Zin Tavik",
    }[where]
    arguments = [id]
    if where == "encounter":
        arguments.append(Encounter.objects.create(party=party, name="Ambush").public_id)
    if where == "party_roster":
        other = Party.objects.create(name="The Other Watch", system=party.system)
        Member.objects.create(party=other, owner=greta.owner, role=Member.Role.GM)
        arguments = [other.public_id]
    answer = greta.client.get(reverse(where, args=arguments))
    assert wanted in words(answer.content.decode())
