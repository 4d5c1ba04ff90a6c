"""Grenades: one that is thrown in a fight is gone, and comes back where the throw is undone."""

import pytest

from sheets import storage
from sheets.models import Attack, Character, LedgerEntry
from tests.sheets.encounters.conftest import Ambush, dice, started

FRAG, STUN = "explosives.frag-grenade", "explosives.stun-grenade"


def give(ambush: Ambush, item: str, quantity: int) -> Character:
    """Vessa carries so many of it."""
    vessa = ambush.combatant("Vessa Korr").character
    grant = {"kind": "grant", "item": item, "quantity": quantity}
    LedgerEntry.objects.create(character=vessa, position=0, content=grant)
    return vessa


def carried(vessa: Character) -> dict[str, int]:
    """The number of grenades that she carries."""
    row = Character.objects.get(pk=vessa.pk)
    holdings = storage.load(row).opened.state.carried
    return {one.item.key: one.quantity for one in holdings if "grenade" in one.item.key}


def throw(ambush: Ambush, weapon: str, *targets: str) -> int:
    """The answer to her attack on these."""
    vessa = ambush.combatant("Vessa Korr")
    sent = {"attack": weapon, "target": [str(ambush.combatant(name).pk) for name in targets]}
    return ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent).status_code


def offers(ambush: Ambush, weapon: str) -> bool:
    """True if the form of her attack has that weapon."""
    vessa = ambush.combatant("Vessa Korr")
    where = f"{ambush.address}combatants/{vessa.pk}/attack/"
    return f'value="{weapon}"' in ambush.people["ines"].client.get(where).content.decode()


@pytest.mark.parametrize("place", ["fight", "log"])
def test_a_grenade_is_gone_with_the_throw_and_back_with_its_undo(
    place: str, ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = give(ambush, "frag-grenade", 2)
    dice(monkeypatch, *[6] * 20)
    # One throw reaches both, and takes one.
    assert throw(ambush, FRAG, "Zin Tavik", "Captain Dresk") == 302
    assert carried(vessa) == {"frag-grenade": 1}
    first, second = Attack.objects.order_by("pk")
    line = first.entry
    assert line
    assert "Frag Grenade used up: 1 left." in line.content["said"]
    ambush.post("ines", f"attacks/{first.pk}/damage/")
    for attack in (first, second):
        ambush.post("greta", f"attacks/{attack.pk}/take/", damage="60")
    assert ambush.marks("Zin Tavik")["dead"] == ambush.marks("Captain Dresk")["dead"] == 1
    if place == "fight":
        assert ambush.post("greta", f"attacks/{second.pk}/undo/").status_code == 302
    else:
        address = f"/characters/{vessa.public_id}/table/take-back/{line.number}/"
        assert ambush.people["greta"].client.post(address).status_code == 302
    assert carried(vessa) == {"frag-grenade": 2}
    for name in ("Zin Tavik", "Captain Dresk"):
        assert not ambush.marks(name).get("dead")


def test_the_last_grenade_still_does_its_damage_and_no_other_is_offered(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = give(ambush, "frag-grenade", 1)
    assert offers(ambush, FRAG)
    dice(monkeypatch, *[6] * 20)
    assert throw(ambush, FRAG, "Zin Tavik") == 302
    assert carried(vessa) == {}
    assert not offers(ambush, FRAG)
    assert throw(ambush, FRAG, "Zin Tavik") == 422
    attack = Attack.objects.get()
    assert ambush.post("ines", f"attacks/{attack.pk}/damage/").status_code == 302
    attack.refresh_from_db()
    assert (attack.state, attack.harm["damage"]) == ("damaged", ["18"])


def test_a_stun_of_the_last_grenade_is_confirmed_as_a_stun(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = give(ambush, "stun-grenade", 1)
    dice(monkeypatch, *[6] * 20)
    assert throw(ambush, STUN, "Zin Tavik") == 302
    assert carried(vessa) == {}
    attack = Attack.objects.get()
    assert ambush.post("greta", f"attacks/{attack.pk}/take/").status_code == 302
    assert ambush.marks("Zin Tavik") == {"stunned": 1}
    # No damage was rolled: the line of the throw says what it came to.
    log = f"/characters/{vessa.public_id}/log/"
    assert "stunned (Zin Tavik)" in ambush.people["ines"].client.get(log).content.decode()
    assert "a hit, stunned" in ambush.fight("ines")
