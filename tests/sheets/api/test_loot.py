"""Programs of game masters read what the fallen carry, and take it."""

from collections.abc import Callable

import pytest

from sheets.models import Character
from tests.sheets.api.conftest import Program
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.encounters.conftest import ambush as ambush_fixture
from tests.sheets.encounters.test_loot import over as over_fixture
from tests.sheets.parties.stash.stashes import gear, inside

pytestmark = pytest.mark.usefixtures("unlimited")
ambush, over = ambush_fixture, over_fixture


def test_a_program_takes_loot_to_the_stash_and_to_hands(
    over: Ambush, program: Callable[..., Program]
) -> None:
    greta, path = program("greta"), over.address.strip("/") + "/loot"
    listed = greta.get(path).json()["things"]
    assert {one["name"]: one["quantity"] for one in listed} == {
        "Blaster Pistol": 1,
        "Blaster Rifle": 2,
        "Heavy Armor": 2,
    }
    ids = {one["name"]: one["id"] for one in listed}
    vessa = Character.objects.get(name="Vessa Korr")
    before = gear(vessa)
    rifle, armor = ids["Blaster Rifle"], ids["Heavy Armor"]
    sent = {"things": {rifle: 1, armor: 2}, "hands": {rifle: str(vessa.public_id)}}
    answer = greta.send("POST", path, sent)
    assert answer.status_code == 200, answer.content
    left = {one["name"]: one["quantity"] for one in answer.json()["things"]}
    assert left == {"Blaster Pistol": 1, "Blaster Rifle": 1}
    assert inside(over.party) == {"Heavy Armor": 2}
    assert gear(vessa) == {**before, "Blaster Rifle": 1}


def test_more_than_the_fallen_carry_is_refused_and_players_read_nothing(
    over: Ambush, program: Callable[..., Program]
) -> None:
    greta, path = program("greta"), over.address.strip("/") + "/loot"
    (pistol,) = [
        one["id"] for one in greta.get(path).json()["things"] if one["name"] == "Blaster Pistol"
    ]
    answer = greta.send("POST", path, {"things": {pistol: 2}})
    assert answer.status_code == 422
    assert "The fallen have Blaster Pistol left" in answer.content.decode()
    assert inside(over.party) == {}
    ines = program("ines")
    assert ines.get(path).status_code == 404
    assert ines.send("POST", path, {"things": {pistol: 1}}).status_code == 404
