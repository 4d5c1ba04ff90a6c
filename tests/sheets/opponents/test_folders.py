"""Opponents and craft stand under their folders wherever some are chosen."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
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


@pytest.mark.parametrize("verb", ["rename", "folder", "party_rename"])
def test_what_another_tab_made_of_a_name_is_shown_beside_what_was_typed(
    party: Party, people: dict[str, Person], kept: Character, verb: str
) -> None:
    greta, field = people["greta"].client, "folder" if verb == "folder" else "name"
    if verb == "party_rename":
        names, row = ("party_members", verb), []
    elif verb == "folder":
        names, row = ("roster_opponent", "roster_opponent_do"), [kept.public_id]
    else:
        greta.post(reverse("ship_add", args=[party.public_id, "listed"]), {"who": "x-wing"})
        craft = Character.documents.get(kind=Character.Kind.CRAFT)
        names, row = ("party_ship", "party_ship_do"), [craft.public_id]
    page = reverse(names[0], args=[party.public_id, *row])
    action = reverse(names[1], args=[party.public_id, *row, *([verb] if row else [])])

    def form(page: str) -> str:
        return page.partition(f'action="{action}"')[2].partition("</form>")[0]

    def send(text: str, was: str) -> HttpResponse:
        return greta.post(action, {field: text, f"was.{field}": was})

    token = re.compile(rf'name="was.{field}" value="(\w+)"')
    (was,) = token.findall(form(greta.get(page).content.decode()))
    assert send("One", was).status_code == 302
    refused = send("Two", was)
    assert refused.status_code == 409
    shown = form(refused.content.decode())
    assert 'value="Two"' in shown
    assert "One" in shown
    # What was seen may be replaced, and who changes nothing undoes nothing.
    (seen,) = token.findall(shown)
    assert send("Two", seen).status_code == 302
    assert send("One", seen).status_code == 302
    assert 'value="Two"' in form(greta.get(page).content.decode())
