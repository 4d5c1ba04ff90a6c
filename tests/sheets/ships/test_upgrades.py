"""A ship is improved with the points of several characters, all or nothing, and undone as one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from sheets import storage
from sheets.models import Character, LedgerEntry, Party, ShipUpgrade
from tests.sheets.cast import Person
from tests.sheets.encounters.test_crew import ship

People = dict[str, Person]


@pytest.fixture
def crew(in_party: Callable[..., Character]) -> tuple[Character, Character]:
    """Vessa with 20 points, and Orrin with 5."""
    given = {"ledger": [{"kind": "award", "cp": 15}]}
    return in_party("Vessa Korr", document=given), in_party("Orrin", of="femi")


@pytest.fixture
def falcon(party: Party, people: People, crew: tuple[Character, ...]) -> Character:
    return ship(people["greta"], "yt-1300", name="Lucky Strike", party=party)


def points(row: Character) -> int:
    row.refresh_from_db()
    opened = storage.load(Character.documents.get(pk=row.pk)).opened
    return int(opened.numbers["character_points"])


def numbers(row: Character) -> dict[str, Any]:
    return dict(storage.load(Character.documents.get(pk=row.pk)).opened.numbers)


@pytest.fixture
def send(party: Party, people: People, falcon: Character) -> Callable[..., HttpResponse]:
    """The answer to a person's form of the upgrades."""

    def post(who: str, shares: dict[Character, int], **sent: Any) -> HttpResponse:
        where = f"/parties/{party.public_id}/ships/{falcon.public_id}/upgrades/"
        falcon.refresh_from_db()
        typed = {f"share-{row.public_id}": str(given) for row, given in shares.items()}
        return people[who].client.post(where, {"version": falcon.version, **typed, **sent})

    return post


def test_two_pay_one_upgrade_and_it_is_undone_as_one(
    send: Callable[..., HttpResponse],
    party: Party,
    people: People,
    falcon: Character,
    crew: tuple[Character, Character],
) -> None:
    vessa, orrin = crew
    where = f"/parties/{party.public_id}/ships/{falcon.public_id}/upgrades/"
    page = people["greta"].client.get(f"{where}?upgrade=mobility").content.decode()
    # 6 × 4D
    assert "24 CP" in page
    assert "24 Character Points missing" in page
    shares = {vessa: 19, orrin: 5}
    assert send("greta", shares, upgrade="mobility", raises="evade").status_code == 302
    now = numbers(falcon)
    assert (now["mobility"], now["evade"], now["character_points"]) == (4, 11, 0)
    assert (points(vessa), points(orrin)) == (1, 0)
    upgrade = ShipUpgrade.objects.get()
    assert upgrade.description == "Lucky Strike: Mobility 3D → 4D (Vessa Korr 19 and Orrin 5)"
    assert "Mobility 3D" in people["ines"].client.get(where).content.decode()
    undo = f"{where}{upgrade.pk}/undo/"
    assert people["ines"].client.post(undo).status_code == 422
    assert people["greta"].client.post(undo).status_code == 302
    assert people["greta"].client.post(undo).status_code == 409
    now = numbers(falcon)
    assert (now["mobility"], now["evade"], now["character_points"]) == (3, 10, 0)
    assert (points(vessa), points(orrin)) == (20, 5)


def test_one_too_few_and_nobody_pays(
    send: Callable[..., HttpResponse], falcon: Character, crew: tuple[Character, Character]
) -> None:
    vessa, orrin = crew
    before = LedgerEntry.objects.count()
    short = send("greta", {vessa: 18, orrin: 5}, upgrade="mobility").content.decode()
    assert "This costs 24 Character Points: 1 Character Point still missing." in short
    many = send("greta", {vessa: 20, orrin: 5}, upgrade="mobility").content.decode()
    assert "you pay 1 Character Point too much" in many
    poor = send("greta", {vessa: 18, orrin: 6}, upgrade="mobility").content.decode()
    assert "Orrin has 5 Character Points, not 6." in poor
    assert "Type whole Character Points" in send("greta", {vessa: -3}).content.decode()
    assert send("greta", {}, upgrade="hull").status_code == 422
    assert send("greta", {}).status_code == 422
    assert send("greta", {vessa: 24}, upgrade="mobility", raises="luck").status_code == 422
    assert LedgerEntry.objects.count() == before
    assert (points(vessa), points(orrin), numbers(falcon)["character_points"]) == (20, 5, 0)


def test_a_player_pays_from_their_own_and_points_can_wait_with_the_ship(
    send: Callable[..., HttpResponse],
    party: Party,
    people: People,
    falcon: Character,
    crew: tuple[Character, Character],
) -> None:
    vessa, orrin = crew
    assert "only from your own" in send("femi", {vessa: 3}).content.decode()
    assert send("femi", {orrin: 4}).status_code == 302
    assert numbers(falcon)["character_points"] == 4
    stale = send("ines", {vessa: 20}, upgrade="mobility", version=1)
    assert stale.status_code == 409
    assert points(vessa) == 20
    done = send("ines", {vessa: 20}, upgrade="mobility", key="a" * 32)
    assert done.status_code == 302
    assert (points(vessa), numbers(falcon)["mobility"]) == (0, 4)
    # Orrin's points went into it: they come back when the upgrade is undone.
    where = f"/parties/{party.public_id}/ships/{falcon.public_id}/upgrades/"
    first, second = ShipUpgrade.objects.order_by("pk").values_list("pk", flat=True)
    assert people["femi"].client.post(f"{where}{first}/undo/").status_code == 422
    assert people["ines"].client.post(f"{where}{second}/undo/").status_code == 302
    assert people["femi"].client.post(f"{where}{first}/undo/").status_code == 302
    assert (points(vessa), points(orrin), numbers(falcon)["character_points"]) == (20, 5, 0)


def test_a_weapon_and_a_component_are_typed(
    send: Callable[..., HttpResponse], falcon: Character, crew: tuple[Character, Character]
) -> None:
    vessa, _ = crew
    assert (
        "Give it a name"
        in send("greta", {vessa: 18}, upgrade="weapon", damage="3").content.decode()
    )
    sent = {"upgrade": "weapon", "name": "Ion cannon", "damage": "3"}
    assert send("greta", {vessa: 18}, **sent).status_code == 302
    assert numbers(falcon)["weapons"][-1] == {"item": "ion-cannon", "damage": 3, "ion": False}
    sent = {"upgrade": "component", "name": "Radar jammer", "cp": "2"}
    assert send("greta", {vessa: 2}, **sent).status_code == 302
    assert numbers(falcon)["components"] == ["Radar jammer"]
