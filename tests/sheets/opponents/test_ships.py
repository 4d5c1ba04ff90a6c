"""The ships of a party: how they are added, and that all its members play the party's own."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from rules import registry
from rules.character import Character as OpenCharacter
from sheets import storage
from sheets.models import Character, Encounter, Member, PaperCode, Party
from tests.sheets.cast import Person
from tests.sheets.opponents.files import arrived

People = dict[str, Person]
SLUGS = sorted(registry.built_in())


@pytest.fixture
def send(party: Party, people: People) -> Callable[..., HttpResponse]:
    """The answer to Greta's form of the ships."""

    def post(where: str = "", *, of: str = "greta", **sent: Any) -> HttpResponse:
        return people[of].client.post(f"/parties/{party.public_id}/ships/{where}", sent)

    return post


def craft() -> list[Character]:
    return list(Character.documents.filter(kind="craft").order_by("pk"))


def test_every_craft_of_the_book_is_added_and_shown(
    send: Callable[..., HttpResponse], party: Party, people: People
) -> None:
    listed = registry.get(party.system).craft.listed()  # type: ignore[union-attr]
    assert len(listed) == 27
    for one in listed:
        assert send("add/listed/", who=one.id).status_code == 302, one.id
    client = people["greta"].client
    page = client.get(f"/parties/{party.public_id}/ships/").content.decode()
    roster = client.get(f"/parties/{party.public_id}/roster/").content.decode()
    for row in craft():
        address = f"/characters/{row.public_id}/"
        assert address in page
        assert address not in roster
        sheet = storage.load(row).opened.sheet
        shown = client.get(address).content.decode()
        for text in (sheet.name, "Shields by section", "Hull", "Rattled"):
            assert text in shown, (sheet.name, text)
        assert "/review/" not in shown
        assert client.get(f"{address}table/").status_code == 200
    assert client.get(f"{address}print/?kind=classic").status_code == 200
    assert not PaperCode.objects.exists()  # no page takes a craft back
    assert send("add/listed/", who="nothing").status_code == 422
    assert send("add/random/").status_code == 404
    assert client.get(f"/parties/{party.public_id}/ships/?q=zzz").status_code == 200
    assert len(craft()) == 27


def test_a_craft_of_ones_own_has_every_number_typed(send: Callable[..., HttpResponse]) -> None:
    typed = {
        "name": "The Drifter",
        "scale": "starship",
        "mobility": "3",
        "evade": "10",
        "hull": "8",
        "shields": "6",
        "crew": "4",
        "weapons": "Laser cannons 4D, Ion cannon 3d ion",
    }
    assert send("", **typed).status_code == 302
    system, document = storage.read(craft()[0])
    assert OpenCharacter(system, document).problems == ()
    numbers = OpenCharacter(system, document).numbers
    assert {id: numbers[id] for id in ("mobility", "sensors", "evade", "hull", "crew")} == {
        "mobility": 3,
        "sensors": 0,
        "evade": 10,
        "hull": 8,
        "crew": 4,
    }
    assert numbers["shields"] == {"total": 6, "fore": 2, "aft": 2, "port": 1, "starboard": 1}
    assert numbers["weapons"] == [
        {"item": "laser-cannons", "damage": 4, "ion": False},
        {"item": "ion-cannon", "damage": 3, "ion": True},
    ]
    for bad in (
        {"name": ""},
        {"scale": ""},
        {"scale": "planet"},
        {"hull": ""},
        {"hull": "0"},
        {"mobility": "many"},
        {"weapons": "Laser cannons"},
        {"weapons": "Laser cannons 51D"},
    ):
        refused = send("", **{**typed, **bad})
        assert refused.status_code == 422, bad
    assert "Laser cannons" in refused.content.decode()  # nothing typed is lost
    assert len(craft()) == 1


def test_files_go_where_they_belong(
    send: Callable[..., HttpResponse], party: Party, people: People
) -> None:
    send("add/listed/", who="yt-1300")
    client = people["greta"].client
    exported = client.get(f"/characters/{craft()[0].public_id}/document.json").content
    text = json.dumps(json.loads(exported) | {"name": "Second of its kind"}).encode()

    base, sent = f"/parties/{party.public_id}/", {"party": str(party.public_id)}
    assert arrived(client, text, **sent)["Location"] == f"{base}ships/"
    assert [row.name for row in craft()] == ["YT-1300", "Second of its kind"]
    client.post(f"{base}roster/add/listed/", {"who": "thug"})
    thug = Character.documents.get(kind="opponent")
    exported = client.get(f"/characters/{thug.public_id}/document.json").content
    assert arrived(client, exported, **sent)["Location"] == f"{base}roster/"
    assert send(f"{thug.public_id}/delete/").status_code == 404
    assert send(f"{thug.public_id}/ours/").status_code == 404
    assert len(craft()) == 2


def test_the_party_s_ship_is_everybody_s_and_the_others_only_the_game_master_s(
    send: Callable[..., HttpResponse], party: Party, people: People
) -> None:
    for who in ("yt-1300", "airspeeder"):
        send("add/listed/", who=who)
    ship, speeder = craft()
    send(f"{ship.public_id}/rename/", name="The Drifter")
    player = people["ines"].client
    board = f"/parties/{party.public_id}/"
    address, table = f"/characters/{ship.public_id}/", f"/characters/{ship.public_id}/table/"
    for where in (address, table):
        assert player.get(where).status_code == 404
    assert "The Drifter" not in player.get(board).content.decode()
    assert send(f"{ship.public_id}/ours/").status_code == 302
    for where in (address, table):
        assert player.get(where).status_code == 200, where
        assert people["xeno"].client.get(where).status_code == 404, where
    assert "The Drifter" in player.get(board).content.decode()
    assert "/review/" not in people["greta"].client.get(address).content.decode()
    # A player plays it: what was done stands in the party's log, and can be undone.
    hit = {"damage": "24", "section": "aft"}
    assert player.post(f"{table}do/harm/", hit).status_code == 302
    ship.refresh_from_db()
    assert ship.marks["damaged"] == 1
    assert "1 system" in player.get(board).content.decode()
    assert "The Drifter" in player.get(f"{board}log/").content.decode()
    stands = storage.load(ship).opened.numbers["shields"]
    angles = {id: str(stands[id]) for id in ("fore", "aft", "port", "starboard")}
    assert player.post(f"{table}do/angle/", {**angles, "fore": "99"}).status_code == 422
    assert player.post(f"{table}do/repair/", {}).status_code == 302
    ship.refresh_from_db()
    assert ship.marks == {}
    # Nobody but the game master renames, hands over or deletes it; the players' pages are theirs.
    for verb in ("rename", "theirs", "delete", "duplicate"):
        assert send(f"{ship.public_id}/{verb}/", of="ines").status_code == 404, verb
    assert player.get(f"{board}ships/").status_code == 404
    assert player.get(f"/characters/{speeder.public_id}/").status_code == 404
    # Another one takes its place; then the party has none.
    assert send(f"{speeder.public_id}/ours/").status_code == 302
    assert player.get(address).status_code == 404
    assert player.get(f"/characters/{speeder.public_id}/").status_code == 200
    assert send(f"{speeder.public_id}/theirs/").status_code == 302
    assert player.get(f"/characters/{speeder.public_id}/").status_code == 404
    assert not Character.documents.filter(kind="craft", party=party).exists()
    # The party's ship joins an encounter as itself.
    send(f"{ship.public_id}/ours/")
    encounter = Encounter.objects.create(party=party, name="Blockade")
    add = f"{board}encounters/{encounter.public_id}/add/"
    people["greta"].client.post(add, {"characters": str(ship.public_id), "count": "1"})
    page = people["greta"].client.get(f"{board}ships/").content.decode()
    assert address in page
    assert send(f"{ship.public_id}/delete/").status_code == 302
    assert craft() == [speeder]
    assert encounter.combatants.count() == 0
    # Restored, it is a craft like others, even where the party has another ship by now.
    send(f"{speeder.public_id}/ours/")
    assert send(f"{ship.public_id}/undelete/").status_code == 302
    ship.refresh_from_db()
    assert (ship.party, ship.roster) == (None, party)
    assert set(craft()) == {ship, speeder}


@pytest.mark.all_games
@pytest.mark.parametrize("slug", SLUGS)
def test_only_games_with_craft_have_ships(people: People, slug: str) -> None:
    party = Party.objects.create(name="The Long Watch", system=slug)
    Member.objects.create(party=party, owner=people["greta"].owner, role=Member.Role.GM)
    client, base = people["greta"].client, f"/parties/{party.public_id}/"
    has_craft = registry.get(slug).craft is not None
    assert (f"{base}ships/" in client.get(base).content.decode()) is has_craft
    assert client.get(f"{base}ships/").status_code == (200 if has_craft else 404)
    assert has_craft is (slug != "rules-sheet-d6")
