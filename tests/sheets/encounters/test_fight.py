"""A fight from the prepared encounter to its end."""

import re
from typing import Any

import pytest
from django.http import HttpResponse

from sheets.models import (
    Attack,
    Character,
    Combatant,
    Encounter,
    LedgerEntry,
    Party,
    PlayLogEntry,
)
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.encounters.conftest import Ambush


def dice(monkeypatch: pytest.MonkeyPatch, *faces: int) -> None:
    """The next dice fall so; after those every die shows a 2."""
    monkeypatch.setattr(operations, "DICE", Fixed(*faces, *[2] * 200))


def test_an_ambush_is_fought_from_one_page(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    names = sorted(row.called or row.character.name for row in ambush.encounter.combatants.all())
    assert names == ["Captain Dresk", "Orrin", "Stormtrooper", "Vessa Korr", "Zin"]
    assert Character.documents.filter(roster=ambush.party).count() == 6  # three, and three copies
    dice(monkeypatch)
    starter = ambush.combatant("Zin").pk
    ambush.post("greta", "start/", starts=str(starter))
    assert ambush.now().is_running
    # The opponents have rolled; the players roll on their phones.
    assert ambush.combatant("Stormtrooper").score is not None
    assert ambush.combatant("Zin").score is None
    vessa = ambush.combatant("Vessa Korr")
    assert "has to roll" in ambush.fight("ines")
    ambush.post("ines", f"combatants/{vessa.pk}/do/initiative/")
    ambush.post("femi", f"combatants/{ambush.combatant('Orrin').pk}/do/initiative/")
    order = [row.called for row in ambush.encounter.combatants.in_order()]
    assert order[0] == "Zin"
    assert order.index("Vessa Korr") < order.index("Stormtrooper")
    # The first turn is Zin's, who shoots at Vessa; a hit rolls its damage at once.
    ambush.post("greta", "next/", after="")
    assert (ambush.now().round, ambush.now().turn) == (1, starter)
    dice(monkeypatch, *[6] * 5)
    ambush.post(
        "greta",
        f"combatants/{starter}/attack/",
        attack="weapons.heavy-blaster-rifle",
        target=str(vessa.pk),
    )
    attack = Attack.objects.get()
    harm = {"damage": ["10"], "scale": ["character"]}
    assert (attack.state, attack.total, attack.harm) == ("damaged", 30, harm)
    page = ambush.fight("greta")
    assert "To decide" in page
    assert "10 damage" in ambush.fight("ines")
    ambush.post("greta", f"attacks/{attack.pk}/take/", damage="6")
    assert ambush.marks("Vessa Korr")["wounds"] == 1
    attack.refresh_from_db()
    assert attack.state == Attack.State.TAKEN
    # Pressed again it does nothing more.
    again = ambush.post("greta", f"attacks/{attack.pk}/take/", damage="6")
    assert again.status_code == 409
    assert ambush.marks("Vessa Korr")["wounds"] == 1


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


def test_with_active_defense_whoever_is_attacked_rolls(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Character.objects.filter(name="Vessa Korr").update(house={"active_defense": True})
    started(ambush, monkeypatch)
    zin, vessa = ambush.combatant("Zin"), ambush.combatant("Vessa Korr")
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
    zin = ambush.combatant("Zin")
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
            assert "Zin" not in page
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
    zin, vessa = ambush.combatant("Zin"), ambush.combatant("Vessa Korr")
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
    assert "Zin" not in ambush.fight("ines")
    ambush.post("greta", "reveal/")
    assert "Zin" in ambush.fight("ines")


def test_an_attack_is_undone_as_a_whole(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    zin, vessa, orrin = map(ambush.combatant, ("Zin", "Vessa Korr", "Orrin"))
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
    assert ambush.fight("greta").count("Undone") == 2


def test_a_stun_grenade_stuns_each_target_that_it_hits(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin")
    grenade = {"kind": "grant", "item": "stun-grenade", "quantity": 1}
    LedgerEntry.objects.create(character=vessa.character, position=0, content=grenade)
    dresk = ambush.combatant("Captain Dresk")
    dice(monkeypatch, *[6] * 20)
    both = [str(zin.pk), str(dresk.pk)]
    sent = {"attack": "explosives.stun-grenade", "target": both}
    assert ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent).status_code == 302
    first, second = Attack.objects.order_by("pk")
    page = ambush.fight("greta")
    assert "Zin takes it" in page
    assert f'id="damage-{first.pk}"' not in page
    for one in (first, second):
        assert ambush.post("greta", f"attacks/{one.pk}/take/").status_code == 302
    for name in ("Zin", "Captain Dresk"):
        assert ambush.marks(name) == {"stunned": 1}


def test_what_cannot_be_reached_is_said_and_moving_closer_offered(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    ambush.post("greta", f"combatants/{vessa.pk}/turn/")
    ambush.post("greta", f"combatants/{vessa.pk}/put/", place="0")
    query = f"attack=attacks.unarmed&target={ambush.combatant('Zin').pk}"
    there = f"{ambush.address}combatants/{vessa.pk}/attack/?{query}"
    page = ambush.people["ines"].client.get(there).content.decode()
    assert "Zin is out of reach" in page
    assert page.count("Move closer") == 1
    assert 'id="attack-roll"' not in page


def test_actions_are_declared_on_the_page_of_the_fight(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin")
    ambush.post("greta", f"combatants/{vessa.pk}/turn/")
    assert ambush.post("ines", f"combatants/{vessa.pk}/do/declare/", actions="2").status_code == 302
    assert "2 actions: −1D" in ambush.fight("ines")
    # Everybody reads how she is, not what she declared.
    assert "2 actions" not in ambush.fight("femi")
    too_many = ambush.post("ines", f"combatants/{vessa.pk}/do/declare/", actions="40")
    assert too_many.status_code == 422
    assert "actions in a turn" in too_many.content.decode()
    assert ambush.post("ines", f"combatants/{zin.pk}/do/declare/", actions="2").status_code == 404


def test_a_player_takes_cover_and_leaves_it_and_nobody_elses_character_does(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, zin = ambush.combatant("Vessa Korr"), ambush.combatant("Zin")

    def go(who: str, row: Combatant, verb: str, circumstance: str = "cover") -> int:
        there = f"combatants/{row.pk}/do/{verb}/"
        return ambush.post(who, there, circumstance=circumstance).status_code

    for _ in range(2):
        assert go("ines", vessa, "into") == 302
        assert ambush.combatant("Vessa Korr").circumstances == ["cover"]
    assert go("femi", vessa, "outof") == go("ines", zin, "into") == 404
    assert go("ines", vessa, "into", "flying") == 404
    deeds = ambush.people["ines"].client.get(f"{ambush.address}combatants/{vessa.pk}/")
    assert "Cover: leave" in deeds.content.decode()
    assert go("ines", vessa, "outof") == 302
    assert ambush.combatant("Vessa Korr").circumstances == []


def test_players_read_in_the_ticker_what_opponents_roll_openly(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    zin, vessa = ambush.combatant("Zin"), ambush.combatant("Vessa Korr")
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
    assert "Zin" not in ticker()
    shoot()
    number = Attack.objects.get(hidden=False, attacker=zin).number
    assert f"30 against {number}, a hit: 10 damage" in ticker()
    assert "at Vessa Korr" in ticker()
    assert ambush.people["ines"].client.get(news).status_code == 200
    said = {"name": "Ambush", "hides_numbers": "yes"}
    ambush.post("greta", "", **said)
    assert "30, a hit" in ticker()
    ambush.post("greta", f"combatants/{zin.pk}/describe/", name="Zin", hidden="yes")
    assert "Zin" not in ambush.people["ines"].client.get(board).content.decode()
    page = ambush.people["greta"].client.get(board).content.decode()
    assert "Zin" in page


def test_the_board_goes_on_to_the_next_turn(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    board = f"/parties/{ambush.party.public_id}/"
    turn = ambush.now().turn
    page = ambush.people["greta"].client.get(board).content.decode()
    assert "Next turn" in page
    assert "Next turn" not in ambush.people["ines"].client.get(board).content.decode()
    key = "7" * 32
    answer = ambush.post("greta", "next/", after=str(turn), back="board", key=key)
    assert answer.headers["Location"] == board
    now = ambush.now().turn
    assert now != turn
    # The answer was lost, and the same press is sent again: it went on once.
    again = ambush.post("greta", "next/", after=str(turn), back="board", key=key)
    assert (again.status_code, ambush.now().turn) == (302, now)
    assert ambush.post("greta", "next/", after=str(turn), back="board").status_code == 409


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


def test_a_stale_page_skips_nobodys_turn(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    started(ambush, monkeypatch)
    first = ambush.now().turn
    assert ambush.post("greta", "next/", after=str(first)).status_code == 302
    second = ambush.now().turn
    assert second != first
    stale = ambush.post("greta", "next/", after=str(first))
    assert stale.status_code == 409
    assert ambush.now().turn == second
    for _ in range(4):
        ambush.post("greta", "next/", after=str(ambush.now().turn))
    assert ambush.now().round == 2


def test_moving_and_holding_cost_what_the_rules_say(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    for place in (1, 2):
        ambush.post("ines", f"combatants/{vessa.pk}/do/forward/")
        vessa = ambush.combatant("Vessa Korr")
        assert vessa.place == place
    # The second band took an action.
    assert vessa.character.situation["actions"] == 2
    ambush.post("ines", f"combatants/{vessa.pk}/do/hold/", trigger="The door opens.")
    assert "The door opens." in ambush.fight("ines")
    ambush.post(
        "greta", f"combatants/{vessa.pk}/put/", place="4", circumstances="cover", **{"in": "y"}
    )
    vessa = ambush.combatant("Vessa Korr")
    assert (vessa.place, vessa.circumstances) == (4, ["cover"])


def test_an_encounter_is_copied_ended_and_deleted(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    assert ambush.post("greta", "delete/").status_code == 422
    ambush.post("greta", "end/")
    assert ambush.now().is_over
    assert ambush.people["ines"].client.get(ambush.address).status_code == 404
    ambush.post("greta", "duplicate/")
    copy = Encounter.objects.exclude(pk=ambush.encounter.pk).get()
    assert copy.combatants.count() == 5
    ambush.post("greta", "delete/")
    assert not Encounter.objects.filter(pk=ambush.encounter.pk).exists()
    # The roster's three and the copy's three are left; the party's characters too.
    assert Character.documents.filter(roster=ambush.party).count() == 6
    assert ambush.party.characters.count() == 2


def test_the_end_of_a_fight_is_undone_and_the_fight_goes_on(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa = ambush.combatant("Vessa Korr")
    ambush.post("ines", f"combatants/{vessa.pk}/do/hold/", trigger="the door opens")
    before = standing(ambush)
    turn, number = ambush.now().turn, ambush.now().round
    assert ambush.post("greta", "resume/").status_code == 409
    ambush.post("greta", "end/")
    during = standing(ambush)
    assert during != before
    assert ambush.post("ines", "resume/").status_code == 404
    assert ambush.post("greta", "resume/").status_code == 302
    after = standing(ambush)
    assert after == before
    assert (ambush.now().turn, ambush.now().round, ambush.now().is_running) == (turn, number, True)
    assert Party.objects.get(pk=ambush.party.pk).fighting
    assert ambush.combatant("Vessa Korr").trigger == "the door opens"
    # Pressed twice, or beside another fight, nothing happens.
    assert ambush.post("greta", "resume/").status_code == 409
    ambush.post("greta", "end/")
    ambush.post("greta", "duplicate/")
    copy = Encounter.objects.exclude(pk=ambush.encounter.pk).get()
    greta = ambush.people["greta"].client
    greta.post(f"/parties/{ambush.party.public_id}/encounters/{copy.public_id}/start/")
    assert ambush.post("greta", "resume/").status_code == 422
    assert ambush.now().is_over


def test_encounters_stand_in_their_folders(ambush: Ambush) -> None:
    said = {"name": "Ambush", "place": "", "notes": "", "folder": "Chapter 2"}
    assert ambush.post("greta", "", **said).status_code == 302
    ambush.post("greta", "duplicate/")
    where = f"/parties/{ambush.party.public_id}/encounters/"
    page = ambush.people["greta"].client.get(where).content.decode()
    assert page.count("Chapter 2") == 1
    assert page.index("Chapter 2") < page.index("Ambush (copy)") < page.index("<b>Ambush</b>")
    assert {row.folder for row in Encounter.objects.all()} == {"Chapter 2"}


def test_how_hard_it_is_is_fought_out_before(ambush: Ambush) -> None:
    zin = ambush.combatant("Zin")
    page = ambush.difficulty()
    assert "Fought 1000 times" in page
    found = re.search(r'<b class="figures">(\d+)</b> in\s+100', page)
    assert found
    assert int(found[1]) < 50  # two against seven
    ambush.post("greta", f"combatants/{zin.pk}/remove/")
    for name in ("Stormtrooper", "Captain Dresk"):
        ambush.post("greta", f"combatants/{ambush.combatant(name).pk}/remove/")
    answer = ambush.people["greta"].client.get(f"{ambush.address}difficulty/")
    assert "Both sides need someone" in answer.content.decode()


def seen(page: HttpResponse) -> str:
    """The state that a page of a party was made from."""
    found = re.search(r'name="seen" value="(\w+)"', page.content.decode())
    assert found
    return found[1]


def started(ambush: Ambush, monkeypatch: pytest.MonkeyPatch) -> None:
    """Starts the fight, and rolls for everyone; it is somebody's turn."""
    dice(monkeypatch)
    ambush.post("greta", "start/")
    ambush.post("greta", "roll/")
    ambush.post("greta", "next/", after="")
    assert ambush.now().turn is not None


def standing(ambush: Ambush) -> dict[int, Any]:
    """The marks and the turn of everyone in the fight."""
    rows = [row.character for row in ambush.encounter.combatants.select_related("character")]
    return {row.pk: (row.marks, row.situation) for row in rows}


def groups(ambush: Ambush) -> list[Combatant]:
    """The combatants that are groups."""
    rows = ambush.encounter.combatants.select_related("character").order_by("pk")
    return [row for row in rows if "members" in (row.character.marks or {})]


def test_a_deleted_party_leaves_its_roster_to_its_game_master_and_no_copies(ambush: Ambush) -> None:
    assert Character.documents.filter(kind="opponent").count() == 6
    greta = ambush.people["greta"].client
    address = f"/parties/{ambush.party.public_id}/dissolve/"
    assert "move to the roster" in greta.get(address).content.decode()
    greta.post(address, {"name": ambush.party.name})
    left = Character.documents.filter(kind="opponent", roster=None)
    assert left.count() == 3
    assert "Captain Dresk" in greta.get("/opponents/hyperspace-d6/").content.decode()
