"""Attacks in a fight: what is rolled, who reads it, and how it is undone."""

import re

import pytest
from django.http import HttpResponse

from rules.turn import Turn
from sheets import storage
from sheets.models import (
    Attack,
    Character,
    Combatant,
    LedgerEntry,
    PlayLogEntry,
)
from tests.sheets.encounters.conftest import Ambush, dice, started


def test_a_player_attacks_a_group_and_the_game_master_confirms(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, troopers = ambush.combatant("Vessa Korr"), ambush.combatant("Stormtrooper")
    form = ambush.people["ines"].client.get(
        f"{ambush.address}combatants/{vessa.pk}/attack/", {"target": str(troopers.pk)}
    )
    assert "Dodge" in form.content.decode()
    dice(monkeypatch, *[6] * 12)
    sent = {"attack": "weapons.blaster-pistol", "target": str(troopers.pk)}
    assert ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent).status_code == 302
    attack = Attack.objects.get()
    assert (attack.state, attack.number) == ("hit", 10)
    assert ambush.post("ines", f"attacks/{attack.pk}/take/").status_code == 404
    ambush.post("ines", f"attacks/{attack.pk}/damage/")
    attack.refresh_from_db()
    assert attack.state == "damaged"
    ambush.post("greta", f"attacks/{attack.pk}/take/")
    assert ambush.marks("Stormtrooper")["members"] == 4
    # Of a group, some go their own way.
    ambush.post("greta", f"combatants/{troopers.pk}/split/", count="2")
    assert sorted(row.character.marks["members"] for row in groups(ambush)) == [2, 2]
    one, other = groups(ambush)
    ambush.post("greta", f"combatants/{other.pk}/merge/", into=str(one.pk))
    assert [row.character.marks["members"] for row in groups(ambush)] == [4]


@pytest.mark.usefixtures("by_one")
def test_one_press_of_a_game_master_rolls_and_goes_on_without_scripts(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    troopers, vessa = ambush.combatant("Stormtrooper"), ambush.combatant("Vessa Korr")
    ambush.post("greta", f"combatants/{troopers.pk}/turn/")
    form = ambush.people["greta"].client.get(f"{ambush.address}combatants/{troopers.pk}/attack/")
    assert 'id="attack-then" name="then" value="end"' in form.content.decode().replace("\n  ", " ")
    sent = {"attack": "weapons.blaster-rifle", "target": str(vessa.pk), "then": "end"}
    dice(monkeypatch)
    for _ in range(2):
        where = f"combatants/{troopers.pk}/attack/"
        assert ambush.post("greta", where, key="c" * 32, **sent).status_code == 302
    assert Attack.objects.filter(attacker=troopers).count() == 1
    assert ambush.now().turn != troopers.pk
    order = [row.pk for row in ambush.encounter.combatants.in_order() if row.rank is not None]
    at = order.index(troopers.pk)
    assert ambush.now().turn == (order + order)[at + 1]


def test_an_attack_that_cannot_be_rolled_says_why_and_has_no_button(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, troopers = ambush.combatant("Vessa Korr"), ambush.combatant("Stormtrooper")
    where = f"{ambush.address}combatants/{vessa.pk}/attack/"
    sent = {"attack": "weapons.blaster-pistol", "target": str(troopers.pk)}
    ines = ambush.people["ines"].client
    assert 'id="attack-roll"' in ines.get(where, sent).content.decode()
    # Each further action of the turn takes a die, and so does each wound.
    turn, marks = {"actions": 9}, {"wounds": 2}
    Character.objects.filter(pk=vessa.character_id).update(situation=turn, marks=marks)
    page = ines.get(where, sent).content.decode()
    assert "0D: impossible." in page
    assert 'id="attack-roll"' not in page
    assert ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent).status_code == 422


def test_with_active_defense_whoever_is_attacked_rolls(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Character.objects.filter(name="Vessa Korr").update(house={"active_defense": True})
    started(ambush, monkeypatch)
    zin, vessa = ambush.combatant("Zin Tavik"), ambush.combatant("Vessa Korr")
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": str(vessa.pk)}
    form = ambush.people["greta"].client.get(f"{ambush.address}combatants/{zin.pk}/attack/", sent)
    assert form.content.decode().count("rolls to defend") == 1  # Orrin stands still
    ambush.post("greta", f"combatants/{zin.pk}/attack/", **sent)
    attack = Attack.objects.get()
    assert (attack.state, attack.total, attack.damage_entry) == ("defending", 10, None)
    assert "10, to be defended" in ambush.fight("ines")
    assert "to defend</button>" in ambush.fight("ines")
    assert "Vessa Korr rolls to defend" in ambush.fight("femi")
    where = f"attacks/{attack.pk}"
    assert ambush.post("femi", f"{where}/defend/").status_code == 404
    assert ambush.post("ines", f"{where}/hit/").status_code == 404
    assert ambush.post("ines", f"{where}/defend/", **{"with": "alter"}).status_code == 422

    table = f"/characters/{vessa.character.public_id}/table/"

    def after(*faces: int, on: str = "") -> tuple[str, int | None]:
        dice(monkeypatch, *faces)
        last = PlayLogEntry.objects.filter(character=vessa.character).latest("number").number
        address = f"{table}{on}/{last}/" if on else f"{ambush.address}{where}/defend/"
        assert ambush.people["ines"].client.post(address).status_code in (302, 303)
        attack.refresh_from_db()
        return attack.state, attack.number

    # A point on the roll counts, and whatever is undone is as it was before.
    assert after(2, 2, 2) == ("hit", 6)
    assert after(on="point") == ("missed", 10)  # a total that is matched misses
    assert ambush.post("ines", f"{where}/defend/").status_code == 409
    assert after(on="take-back") == ("hit", 6)
    PlayLogEntry.objects.filter(character=vessa.character).latest("number").delete()
    PlayLogEntry.objects.filter(character=vessa.character).latest("number").delete()
    assert after(on="take-back") == ("defending", None)
    assert after(4, 3, 3) == ("missed", 10)


def test_a_point_on_an_attack_counts_in_the_fight(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, dresk = ambush.combatant("Vessa Korr"), ambush.combatant("Captain Dresk")
    dice(monkeypatch)
    sent = {"attack": "weapons.blaster-pistol", "target": str(dresk.pk)}
    ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent)
    attack = Attack.objects.get()
    missed = (attack.state, attack.total)
    assert missed == ("missed", attack.total)
    table = f"/characters/{vessa.character.public_id}/table/"
    ines, number = ambush.people["ines"].client, attack.entry.number  # type: ignore[union-attr]
    dice(monkeypatch, 5)
    ines.post(f"{table}point/{number}/")
    attack.refresh_from_db()
    assert (attack.state, attack.total) == ("hit", missed[1] + 7)
    assert "Roll damage" in ambush.fight("ines")
    ines.post(f"{table}take-back/{number + 1}/")
    attack.refresh_from_db()
    assert (attack.state, attack.total) == missed
    assert attack.entry.number == number  # type: ignore[union-attr]


def test_what_is_hidden_no_player_reads(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    zin = ambush.combatant("Zin Tavik")
    ambush.post("greta", f"combatants/{zin.pk}/describe/", name="Zin the Silent", hidden="yes")
    started(ambush, monkeypatch)
    zin.refresh_from_db()
    vessa = ambush.combatant("Vessa Korr")
    ambush.post("greta", f"combatants/{zin.pk}/turn/")
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": str(vessa.pk)}
    ambush.post("greta", f"combatants/{zin.pk}/attack/", **sent)
    assert Attack.objects.count() == 1
    live = f"/parties/{ambush.party.public_id}/fight/live/"
    for who in ("ines", "femi"):
        answer = ambush.people[who].client.get(live)
        for page in (ambush.fight(who), answer.content.decode()):
            assert "Silent" not in page
            assert "Zin Tavik" not in page
        character = f"/characters/{zin.character.public_id}/"
        for address in (character, f"{character}table/", f"{ambush.address}"):
            assert ambush.people[who].client.get(address).status_code == 404, address
        for where in ("turn", "reveal", "remove"):
            assert ambush.post(who, f"combatants/{zin.pk}/{where}/").status_code == 404
        assert ambush.post(who, f"combatants/{zin.pk}/do/forward/").status_code == 404
    ambush.post("greta", f"combatants/{zin.pk}/reveal/")
    assert "Zin the Silent" in ambush.fight("ines")


def test_a_roll_behind_the_screen_stays_there_until_it_is_revealed(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    zin, vessa = ambush.combatant("Zin Tavik"), ambush.combatant("Vessa Korr")
    where = f"combatants/{zin.pk}"
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": str(vessa.pk), "hidden": "yes"}
    # Whatever is chosen besides, the form stays behind the screen.
    form = ambush.people["greta"].client.get(f"{ambush.address}{where}/attack/", sent)
    assert 'id="attack-hidden" checked' in form.content.decode()
    ambush.post("greta", f"{where}/attack/", **sent)
    attack = Attack.objects.get()
    assert f'id="attack-{attack.pk}"' in ambush.fight("greta")
    assert f'id="attack-{attack.pk}"' not in ambush.fight("ines")
    assert ambush.post("ines", f"attacks/{attack.pk}/reveal/").status_code == 404
    ambush.post("greta", f"attacks/{attack.pk}/reveal/")
    assert f'id="attack-{attack.pk}"' in ambush.fight("ines")
    # Target numbers are hidden and shown without leaving the fight.
    assert "against" in ambush.fight("ines")
    ambush.post("greta", "numbers/", hide="yes")
    assert "against" not in ambush.fight("ines")
    # Whoever is hidden is shown with one press.
    ambush.encounter.combatants.filter(pk=zin.pk).update(hidden=True)
    assert "Zin Tavik" not in ambush.fight("ines")
    ambush.post("greta", "reveal/")
    assert "Zin Tavik" in ambush.fight("ines")


def test_an_attack_is_undone_as_a_whole(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    zin, vessa, orrin = map(ambush.combatant, ("Zin Tavik", "Vessa Korr", "Orrin"))
    dice(monkeypatch, *[6] * 5, *[3] * 20)
    both = [str(vessa.pk), str(orrin.pk)]
    sent = {"attack": "weapons.heavy-blaster-rifle", "target": both, "ways": "auto-fire"}
    ambush.post("greta", f"combatants/{zin.pk}/attack/", **sent)
    first, second = Attack.objects.order_by("pk")
    for one in (first, second):
        ambush.post("greta", f"attacks/{one.pk}/take/", damage="6")
    assert ambush.marks("Vessa Korr")["wounds"] == 1
    assert ambush.post("ines", f"attacks/{first.pk}/undo/").status_code == 404
    for _ in range(2):  # what is undone stays so
        assert ambush.post("greta", f"attacks/{first.pk}/undo/").status_code == 302
        for name in ("Vessa Korr", "Orrin"):
            assert not ambush.marks(name).get("wounds")
    undone = re.findall(r'class="shot undone" id="attack-(\d+)"', ambush.fight("greta"))
    assert undone == [str(second.pk), str(first.pk)]


def test_a_stun_grenade_stuns_each_target_that_it_hits(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin Tavik")
    grenade = {"kind": "grant", "item": "stun-grenade", "quantity": 1}
    LedgerEntry.objects.create(character=vessa.character, position=0, content=grenade)
    dresk = ambush.combatant("Captain Dresk")
    dice(monkeypatch, *[6] * 20)
    both = [str(zin.pk), str(dresk.pk)]
    sent = {"attack": "explosives.stun-grenade", "target": both}
    assert ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent).status_code == 302
    first, second = Attack.objects.order_by("pk")
    page = ambush.fight("greta")
    assert "Zin Tavik takes it" in page
    assert f'id="damage-{first.pk}"' not in page
    for one in (first, second):
        assert ambush.post("greta", f"attacks/{one.pk}/take/").status_code == 302
    for name in ("Zin Tavik", "Captain Dresk"):
        assert ambush.marks(name) == {"stunned": 1}


def test_what_cannot_be_reached_is_said_and_moving_closer_offered(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    ambush.post("greta", f"combatants/{vessa.pk}/turn/")
    ambush.post("greta", f"combatants/{vessa.pk}/put/", place="0")
    query = f"attack=attacks.unarmed&target={ambush.combatant('Zin Tavik').pk}"
    there = f"{ambush.address}combatants/{vessa.pk}/attack/?{query}"
    page = ambush.people["ines"].client.get(there).content.decode()
    assert "Zin Tavik is out of reach" in page
    assert page.count("Move closer") == 1
    assert 'id="attack-roll"' not in page


def test_players_read_in_the_ticker_what_opponents_roll_openly(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    zin, vessa = ambush.combatant("Zin Tavik"), ambush.combatant("Vessa Korr")
    board = f"/parties/{ambush.party.public_id}/"

    def ticker() -> str:
        page = ambush.people["ines"].client.get(board).content.decode()
        return page[page.index('id="ticker"') : page.index("Full log")]

    def shoot(**sent: str) -> None:
        dice(monkeypatch, *[6] * 5)
        weapon = {"attack": "weapons.heavy-blaster-rifle", "target": str(vessa.pk)}
        where = f"combatants/{zin.pk}/attack/"
        assert ambush.post("greta", where, **weapon, **sent).status_code == 302

    dresk = {
        "attack": "weapons.blaster-pistol",
        "target": str(ambush.combatant("Captain Dresk").pk),
    }
    ambush.post("ines", f"combatants/{vessa.pk}/attack/", **dresk)
    assert "at Captain Dresk" in ticker()
    news = f"{board}live/?seen={seen(ambush.people['ines'].client.get(board))}"
    shoot(hidden="yes")
    assert "Zin Tavik" not in ticker()
    shoot()
    number = Attack.objects.get(hidden=False, attacker=zin).number
    # Its second attack of this turn: a die less.
    assert f"24 against {number}, a hit: 14 damage" in ticker()
    assert "at Vessa Korr" in ticker()
    assert ambush.people["ines"].client.get(news).status_code == 200
    said = {"name": "Ambush", "hides_numbers": "yes"}
    ambush.post("greta", "", **said)
    assert "24, a hit" in ticker()
    ambush.post("greta", f"combatants/{zin.pk}/describe/", name="Zin Tavik", hidden="yes")
    assert "Zin Tavik" not in ambush.people["ines"].client.get(board).content.decode()
    page = ambush.people["greta"].client.get(board).content.decode()
    assert "Zin Tavik" in page


def test_numbers_that_a_game_master_hides_are_in_no_page_of_the_players(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    ambush.post("greta", "", name="Ambush", place="", notes="", hides_numbers="yes")
    started(ambush, monkeypatch)
    vessa, officer = ambush.combatant("Vessa Korr"), ambush.combatant("Captain Dresk")
    client = ambush.people["ines"].client
    form = client.get(f"{ambush.address}combatants/{vessa.pk}/attack/", {"target": str(officer.pk)})
    assert "target-chance" not in form.content.decode()
    dice(monkeypatch, *[6] * 12)
    sent = {"attack": "weapons.blaster-pistol", "target": str(officer.pk)}
    ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent)
    attack = Attack.objects.get()
    assert (attack.state, attack.number) == ("hit", 12)
    line = PlayLogEntry.objects.get(pk=attack.entry_id)
    assert "12" not in str(line.content.get("outcome", line.content).get("said", ""))
    assert "against 12" not in ambush.fight("ines")
    assert "against 12" in ambush.fight("greta")


def groups(ambush: Ambush) -> list[Combatant]:
    """The combatants that are groups."""
    rows = ambush.encounter.combatants.select_related("character").order_by("pk")
    return [row for row in rows if "members" in (row.character.marks or {})]


def seen(page: HttpResponse) -> str:
    """The state that a page of a party was made from."""
    found = re.search(r'name="seen" value="(\w+)"', page.content.decode())
    assert found
    return found[1]


def test_a_double_weapon_strikes_twice_for_one_action(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Character.objects.get(name="Vessa Korr")
    row.build = {**row.build, "gear": [{"id": "forcepike"}]}
    row.save()
    started(ambush, monkeypatch)
    vessa, dresk = ambush.combatant("Vessa Korr"), ambush.combatant("Captain Dresk")
    ambush.encounter.combatants.update(place=2)
    ambush.post("greta", f"combatants/{vessa.pk}/turn/")
    sent = {"attack": "weapons.forcepike", "target": str(dresk.pk)}
    where = f"combatants/{vessa.pk}/attack/"

    def turn() -> Turn:
        return storage.situation(ambush.combatant("Vessa Korr").character)

    before = turn().done
    assert ambush.post("ines", where, **sent, ways="double").status_code == 302
    assert turn().done == before + 1
    page = ambush.people["ines"].client.get(f"{ambush.address}{where}", sent).content.decode()
    assert "Second attack of this action" in page
    assert "no action" in page
    assert ambush.post("ines", where, **sent).status_code == 302
    assert (turn().done, Attack.objects.count()) == (before + 1, 2)
    assert ambush.post("ines", where, **sent, ways="second").status_code == 422


def test_nobody_attacks_out_of_smoke(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    vessa, dresk = ambush.combatant("Vessa Korr"), ambush.combatant("Captain Dresk")
    where, sent = f"combatants/{vessa.pk}", {"attack": "weapons.blaster-pistol"}
    ambush.post("ines", f"{where}/do/into/", circumstance="smoke")
    sent |= {"target": str(dresk.pk)}
    refused = ambush.post("ines", f"{where}/attack/", **sent)
    assert refused.status_code == 422
    assert "see out of the smoke" in refused.content.decode()
    # Into smoke one shoots, at cover.
    back = {"attack": "weapons.blaster-pistol", "target": str(vessa.pk)}
    assert ambush.post("greta", f"combatants/{dresk.pk}/attack/", **back).status_code == 302
    ambush.post("ines", f"{where}/do/outof/", circumstance="smoke")
    assert ambush.post("ines", f"{where}/attack/", **sent).status_code == 302
