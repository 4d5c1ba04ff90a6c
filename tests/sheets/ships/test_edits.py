"""A craft whose numbers were entered by hand is edited: an entry that is undone as one."""

import re
from typing import Any

import pytest
from django.http import HttpResponse

from sheets import storage
from sheets.models import (
    Attack,
    Character,
    CrewPost,
    Encounter,
    LedgerEntry,
    Member,
    Party,
)
from tests.sheets.cast import Person
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.encounters.test_declared_craft import (
    EMPIRE,
    STORY,
    TYPED,
    deal,
    dice,
    do,
    dogfight,
)
from tests.sheets.pages import words

__all__ = ["dogfight"]

HYPER = "hyperspace-d6"
NUMBERS: dict[str, dict[str, str]] = {
    **TYPED,
    HYPER: {
        "scale": "starship",
        "mobility": "3",
        "evade": "10",
        "hull": "6",
        "shields": "8",
        "crew": "2",
        "weapons": "Laser cannons 4D, Ion cannon 3D ion",
    },
}
HULL = {EMPIRE: "hull", STORY: "armor", HYPER: "hull"}


@pytest.fixture
def craft(people: dict[str, Person], slug: str) -> Character:
    """A craft in the roster of a party that Greta leads and Ines plays in."""
    party = Party.objects.create(name="The Slow Coin", system=slug)
    for name, role in (("greta", "gm"), ("ines", "player")):
        Member.objects.create(party=party, owner=people[name].owner, role=role)
    where = f"/parties/{party.public_id}/ships/"
    sent = {"name": "Gannet", **NUMBERS[slug]}
    assert people["greta"].client.post(where, sent).status_code == 302
    return Character.documents.get(kind="craft")


def address(row: Character) -> str:
    of = row.roster or row.party
    assert of is not None
    return f"/parties/{of.public_id}/ships/{row.public_id}/edit/"


def form_of(person: Person, where: str) -> dict[str, str]:
    """The values that the page's form sends untouched."""
    page = person.client.get(where).content.decode()
    form = page[page.index(f'action="{where}"') :]
    form = form[: form.index("</form>")]
    sent = dict(
        re.findall(r'<input(?! type="checkbox")[^>]* name="([\w.]+)"[^>]* value="([^"]*)"', form)
    )
    for name, options in re.findall(r'<select[^>]* name="(\w+)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="(\w*)"[^>]* selected', options)
        sent[name] = chosen[1] if chosen else ""
    return sent


def numbers(row: Character) -> dict[str, Any]:
    return dict(storage.load(Character.documents.get(pk=row.pk)).opened.numbers)


def bigger(slug: str) -> dict[str, str]:
    """A change of the form: more hull."""
    name = HULL[slug]
    return {name: {"hull": "5D" if slug == EMPIRE else "9", "armor": "2"}[name]}


def save(person: Person, row: Character, **changed: str) -> HttpResponse:
    where = address(row)
    return person.client.post(where, {**form_of(person, where), **changed})


@pytest.mark.all_games
@pytest.mark.parametrize("slug", [EMPIRE, STORY, HYPER])
def test_the_form_shows_what_was_entered_and_an_edit_is_undone_as_one(
    people: dict[str, Person], craft: Character, slug: str
) -> None:
    greta, where = people["greta"], address(craft)
    shown = form_of(greta, where)
    assert {name: shown[name] for name in NUMBERS[slug]} == NUMBERS[slug]
    before = numbers(craft)
    answer = greta.client.post(where, {**shown, "crew": "9"}, follow=True)
    assert "Crew" in words(answer.content.decode())
    assert numbers(craft) == {**before, "crew": 9}
    page = greta.client.get(where).content.decode()
    assert "greta" in page.lower()
    (undo,) = re.findall(r'action="([^"]+/undo/)"', page)
    assert greta.client.post(undo).status_code == 302
    assert numbers(craft) == before
    again = greta.client.post(undo)
    assert again.status_code == 422
    assert "already undone" in again.content.decode()


@pytest.mark.parametrize("slug", [EMPIRE, STORY, HYPER])
def test_a_stale_tab_never_wins_and_loses_nothing_that_was_typed(
    people: dict[str, Person], craft: Character, slug: str
) -> None:
    greta, where = people["greta"], address(craft)
    first, second = form_of(greta, where), form_of(greta, where)
    assert greta.client.post(where, {**first, "crew": "4"}).status_code == 302
    answer = greta.client.post(where, {**second, "crew": "7"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Crew 4 → 7" in page
    assert numbers(craft)["crew"] == 4
    # What that page shows is what was typed, and it knows the numbers of now.
    assert 'name="crew" value="7"' in page
    was = re.search(r'name="was.crew" value="(\w+)"', page)
    assert was is not None
    sent = {**second, "crew": "7", "was.crew": was[1]}
    assert greta.client.post(where, sent).status_code == 302
    assert numbers(craft)["crew"] == 7
    # Another field than the other tab's is saved beside it.
    assert greta.client.post(where, {**second, **bigger(slug), "key": ""}).status_code == 302
    assert numbers(craft)["crew"] == 7


@pytest.mark.all_games
@pytest.mark.parametrize("slug", [EMPIRE, STORY, HYPER])
def test_edits_are_undone_from_the_newest_on_and_leave_nothing(
    people: dict[str, Person], craft: Character, slug: str
) -> None:
    greta, where, before = people["greta"], address(craft), numbers(craft)
    assert save(greta, craft, **bigger(slug)).status_code == 302
    assert save(greta, craft, crew="9").status_code == 302
    refused = greta.client.post(f"{where}0/undo/")
    assert refused.status_code == 422
    assert "Undo “Crew " in refused.content.decode()
    offered = re.findall(r'action="([^"]+/undo/)"', refused.content.decode())
    assert set(offered) == {f"{where}1/undo/"}
    assert greta.client.post(f"{where}1/undo/").status_code == 302
    assert greta.client.post(f"{where}0/undo/").status_code == 302
    assert numbers(craft) == before


@pytest.mark.parametrize("slug", [EMPIRE, STORY, HYPER])
def test_damage_in_another_tab_makes_no_form_stale(
    people: dict[str, Person], craft: Character, slug: str
) -> None:
    greta, where = people["greta"], address(craft)
    sent = form_of(greta, where)
    mark = {EMPIRE: "level", STORY: "damage", HYPER: "damaged"}[slug]
    craft.refresh_from_db()
    craft.marks, craft.version = {**craft.marks, mark: 1}, craft.version + 1
    craft.save()
    assert greta.client.post(where, {**sent, "crew": "7"}).status_code == 302
    craft.refresh_from_db()
    assert craft.marks[mark] == 1


@pytest.mark.parametrize("slug", [EMPIRE, STORY, HYPER])
def test_what_cannot_be_read_is_said_and_kept(
    people: dict[str, Person], craft: Character, slug: str
) -> None:
    before = numbers(craft)
    answer = save(people["greta"], craft, weapons="Big gun", crew="5")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Name weapons with their damage" in page
    assert "Big gun" in page
    assert numbers(craft) == before
    assert save(people["greta"], craft).status_code == 302
    assert not craft.entries.exists()


@pytest.mark.parametrize("slug", [EMPIRE])
def test_only_game_masters_edit_it(people: dict[str, Person], craft: Character, slug: str) -> None:
    where, sent = address(craft), form_of(people["greta"], address(craft))
    for who in ("ines", "femi"):
        client = people[who].client
        assert client.get(where).status_code == 404
        assert client.post(where, {**sent, "crew": "8"}).status_code == 404
        assert client.post(f"{where}0/undo/").status_code == 404
    assert numbers(craft)["crew"] == 3


@pytest.mark.parametrize("slug", [EMPIRE])
def test_one_s_own_craft_is_edited_by_its_owner_alone(people: dict[str, Person], slug: str) -> None:
    ines, ships = people["ines"], f"/opponents/{slug}/ships/"
    assert ines.client.post(ships, {"name": "Gannet", **NUMBERS[slug]}).status_code == 302
    row = Character.documents.get(kind="craft")
    where = f"{ships}{row.public_id}/edit/"
    assert where in ines.client.get(f"{ships}{row.public_id}/").content.decode()
    sent = {**form_of(ines, where), "hull": "5D"}
    assert people["greta"].client.post(where, sent).status_code == 404
    assert ines.client.post(where, sent).status_code == 302
    assert numbers(row)["hull"] == "5D"


def test_a_smaller_craft_has_less_room_for_damage_and_undo_brings_it_back(
    people: dict[str, Person],
) -> None:
    for slug, mark, change, said in (
        (HYPER, "damaged", {"hull": "3"}, "Damaged systems went from 6 to 4"),
        (STORY, "damage", {"kind": "fine"}, "Levels of damage went from 6 to "),
    ):
        party = Party.objects.create(name="The Slow Coin", system=slug)
        greta = people["greta"]
        Member.objects.create(party=party, owner=greta.owner, role="gm")
        sent = {"name": "Gannet", **NUMBERS[slug]}
        greta.client.post(f"/parties/{party.public_id}/ships/", sent)
        row = Character.documents.get(kind="craft", system=slug)
        row.marks = {**row.marks, mark: 6}
        row.save()
        page = greta.client.post(
            address(row), {**form_of(greta, address(row)), **change}, follow=True
        ).content.decode()
        assert said in page
        row.refresh_from_db()
        assert row.marks[mark] < 6
        assert not storage.load(row).opened.problems
        assert greta.client.post(f"{address(row)}0/undo/").status_code == 302
        row.refresh_from_db()
        assert row.marks[mark] == 6


def test_shields_that_no_longer_fit_their_sections_are_even(people: dict[str, Person]) -> None:
    slug = HYPER
    greta, party = people["greta"], Party.objects.create(name="The Slow Coin", system=slug)
    Member.objects.create(party=party, owner=greta.owner, role="gm")
    sent = {"name": "Gannet", **NUMBERS[slug]}
    greta.client.post(f"/parties/{party.public_id}/ships/", sent)
    row = Character.documents.get(kind="craft")
    row.marks = {**row.marks, "fore": 8, "aft": 0, "port": 0, "starboard": 0}
    row.save()
    sent = {**form_of(greta, address(row)), "shields": "4"}
    page = greta.client.post(address(row), sent, follow=True).content.decode()
    assert "Its Shields are spread evenly again" in page


def test_upgraded_weapons_stay_and_the_book_s_numbers_are_no_form(
    people: dict[str, Person],
) -> None:
    greta, party = people["greta"], Party.objects.create(name="The Slow Coin", system=HYPER)
    Member.objects.create(party=party, owner=greta.owner, role="gm")
    base = f"/parties/{party.public_id}/ships/"
    greta.client.post(base, {"name": "Gannet", **NUMBERS[HYPER]})
    row = Character.documents.get(kind="craft")
    ledger = [
        {"kind": "award", "cp": 60},
        {"kind": "upgrade", "aspect": "damage", "weapon": "laser-cannons", "paid": 30},
    ]
    for position, content in enumerate(ledger):
        LedgerEntry.objects.create(character=row, position=position, content=content)
    refused = save(greta, row, weapons="Ion cannon 3D ion")
    assert refused.status_code == 422
    assert "An upgrade improved Laser cannons" in words(refused.content.decode())
    assert save(greta, row, weapons="Laser cannons 5D").status_code == 302
    (gun,) = numbers(row)["weapons"]
    assert (gun["item"], gun["damage"]) == ("laser-cannons", 6)
    greta.client.post(f"{base}add/listed/", {"who": "yt-1300"})
    listed = Character.documents.filter(kind="craft").latest("pk")
    page = greta.client.get(address(listed)).content.decode()
    assert "has the numbers of the book" in page
    assert greta.client.post(address(listed), {"hull": "9"}).status_code == 422
    assert "edit/" not in greta.client.get(f"{base}{listed.public_id}/").content.decode()


@pytest.mark.parametrize("slug", [EMPIRE])
def test_a_craft_in_a_fight_is_edited_at_once_but_for_open_attacks(
    dogfight: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    greta = dogfight.people["greta"]
    ship, raider = dogfight.combatant("Lucky Strike"), dogfight.combatant("Raider")
    where = address(ship.character)
    assert "It is in a running fight" in greta.client.get(where).content.decode()
    version = Encounter.objects.get().version
    # Without weapons there is no gunner: Orrin leaves the station, and acts last from then on.
    answer = greta.client.post(where, {**form_of(greta, where), "weapons": ""}, follow=True)
    assert "Orrin had a station that is gone, and left it." in words(answer.content.decode())
    assert [post.member.called for post in CrewPost.objects.all()] == ["Vessa Korr"]
    assert dogfight.combatant("Orrin").rank is not None
    assert Encounter.objects.get().version > version
    assert greta.client.post(f"{where}0/undo/").status_code == 302
    sent = {"member": str(dogfight.combatant("Orrin").pk), "station": "gunner"}
    assert dogfight.post("femi", f"crew/{ship.pk}/take/", **sent).status_code == 302
    # The raider is a copy of the roster's: it is edited where it fights.
    manage = greta.client.get(f"{dogfight.address}combatants/{raider.pk}/").content.decode()
    assert address(raider.character) in manage
    dice(monkeypatch, *[6] * 10)
    do(dogfight, "femi", "Orrin", action="fire-quad-laser", target_of=str(raider.pk))
    refused = save(greta, raider.character, hull="6D")
    assert refused.status_code == 422
    assert "open in Above" in words(refused.content.decode())
    attack = deal(dogfight, "femi")
    assert attack.state == Attack.State.DAMAGED
    assert dogfight.post("greta", f"attacks/{attack.pk}/waive/").status_code == 302
    assert save(greta, raider.character, hull="6D").status_code == 302
    assert numbers(raider.character)["hull"] == "6D"
    home = Character.documents.get(name="Raider", roster__isnull=False, combatants=None)
    assert numbers(home)["hull"] == "4D"


def test_a_fight_leads_to_the_edit_of_a_craft_with_numbers_of_its_own_alone(
    people: dict[str, Person],
) -> None:
    greta, party = people["greta"], Party.objects.create(name="The Slow Coin", system=HYPER)
    Member.objects.create(party=party, owner=greta.owner, role="gm")
    base = f"/parties/{party.public_id}/"
    greta.client.post(f"{base}ships/", {"name": "Gannet", **NUMBERS[HYPER]})
    greta.client.post(f"{base}ships/add/listed/", {"who": "yt-1300"})
    greta.client.post(f"{base}encounters/", {"name": "Above", "place": ""})
    encounter = Encounter.objects.get()
    where = f"{base}encounters/{encounter.public_id}/"
    for row in Character.documents.filter(kind="craft", roster=party):
        greta.client.post(f"{where}add/", {"characters": [str(row.public_id)], "count": "1"})
    leads = {
        one.called: address(one.character)
        in greta.client.get(f"{where}combatants/{one.pk}/").content.decode()
        for one in encounter.combatants.select_related("character")
    }
    assert leads == {"Gannet": True, "YT-1300": False}
