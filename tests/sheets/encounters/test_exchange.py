"""An attack from the roll to the harm, in every game: what was confirmed is what every page says,
and from wherever it is undone, all of them agree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import product

import pytest
from django.db import transaction

from rules import registry
from sheets.models import Attack, Character, PlayLogEntry
from tests.sampling import with_another_each
from tests.sheets.api.conftest import Program, token
from tests.sheets.encounters.conftest import Ambush, dice, started
from tests.sheets.encounters.exchanges import Exchange
from tests.sheets.every_game.pages import DEAD
from tests.sheets.parties.pages import confirm

SLUGS = sorted(slug for slug, game in registry.all_systems().items() if game.fight)
every_game = pytest.mark.parametrize("slug", SLUGS)
# What 60 damage does to the same person in each game.
TAKEN = {
    "hyperspace-d6": "60 taken: dead",
    "rules-sheet-d6": "60 taken: mortally wounded",
    "empire-ascendant": "60 taken: mortally wounded",
    "storytelling-d10": "60 taken: 59 levels of bashing, dead",
}
CONFIRMED = "Your game master confirmed this harm. Only they can undo it."
OTHERS = "Someone else rolled in this attack, too. Your game master can undo all of it."
LEFT = "Someone in this attack is no longer in the party. Undo the rest in the log."
REASONS = (CONFIRMED, OTHERS, LEFT)
STATES = ("hit", "damaged", "taken", "waived")


@pytest.mark.parametrize("slug", sorted(slug for slug in TAKEN if DEAD[slug]))
@pytest.mark.all_games
def test_a_hit_deals_its_damage_though_whoever_made_it_has_died_since(
    slug: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    exchange.go_to("damaged")
    rolled = exchange.row.harm
    assert rolled["damage"]
    exchange = new_exchange(slug)
    exchange.go_to("hit")
    attacker = Character.objects.filter(pk=exchange.rows["ines"].character_id)
    attacker.update(marks=DEAD[slug])
    exchange.decide("greta", "damage")
    assert (exchange.row.state, exchange.row.harm) == ("damaged", rolled)
    # No more comes of it: the dead stay dead, and attack nobody.
    assert attacker.get().marks == DEAD[slug]
    where = f"combatants/{exchange.rows['ines'].pk}/attack/"
    target = str(exchange.rows["femi"].pk)
    answer = exchange.post("ines", where, attack=exchange.weapon, target=target)
    assert answer.status_code == 422


@pytest.mark.parametrize("slug", sorted(TAKEN))
@pytest.mark.all_games
def test_what_was_confirmed_is_what_every_page_says(
    slug: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    exchange.go_to("damaged")
    rolled = exchange.row.harm["damage"][0]
    ines = exchange.rows["ines"].character.public_id
    femi = exchange.rows["femi"].character.public_id
    party = f"/parties/{exchange.encounter.party.public_id}"
    before = exchange.page("ines", f"/characters/{ines}/table/")
    exchange.decide("greta", "take", damage="60")
    taken = TAKEN[slug]
    assert rolled != "60"
    assert taken not in before
    for who in ("greta", "ines", "femi"):
        assert f"a hit, {taken}" in exchange.page(who)
        assert f"{rolled} damage" not in exchange.page(who)
        # The party's log, as a page and as files; the ticker.
        for where in ("log/", "log.txt", "log.md", "log.json", ""):
            assert f"{taken} (Femi)" in unescaped(exchange.page(who, f"{party}/{where}")), where
    # The attacker's log, on Play, as a page, and as a file; the same for programs.
    for where in ("table/", "log/", "log.txt", "log.json"):
        assert f"{taken} (Femi)" in unescaped(exchange.page("ines", f"/characters/{ines}/{where}"))
    assert exchange.api("ines")[0]["messages"][0] == f"{taken} (Femi)"
    # The target's says the damage that was confirmed.
    for where in ("table/", "log/", "log.txt"):
        page = exchange.page("femi", f"/characters/{femi}/{where}")
        assert re.search(r"\b60\b", page), where
        assert not re.search(rf"\b{rolled} (\w+ )?damage", page), where
    # Where the roll is folded up under a later one, that stands beside its name.
    exchange.attack()
    folded = exchange.page("ines", f"/characters/{ines}/table/").split('class="past-verdict')[1:]
    assert f"{taken} (Femi)" in folded[0].split("</span>")[0]


@every_game
@pytest.mark.all_games
def test_a_page_that_is_open_hears_that_the_harm_was_confirmed(
    slug: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    exchange.go_to("damaged")
    ines = Character.objects.get(pk=exchange.rows["ines"].character_id)
    exchange.decide("greta", "waive")
    assert Character.objects.get(pk=ines.pk).updated_at > ines.updated_at
    where = f"/characters/{ines.public_id}/log/"
    assert "no effect (Femi)" in exchange.page("ines", where)


# From where an attack is undone, and what it is like afterwards: whole, again in an earlier state,
# or as it was.
WHOLE = "whole"
PLACES = {
    "fight": dict.fromkeys(("defending", "hit", "damaged", "taken", "waived"), WHOLE),
    "attack by gm": dict.fromkeys(("defending", "hit", "damaged", "taken", "waived"), WHOLE),
    "attack by player": {
        **dict.fromkeys(("defending", "hit", "damaged", "waived"), WHOLE), "taken": CONFIRMED,
    },
    "attack by program": {
        **dict.fromkeys(("defending", "hit", "damaged", "waived"), WHOLE), "taken": CONFIRMED,
    },
    "damage by gm": {"damaged": "hit", "taken": WHOLE, "waived": WHOLE},
    "damage by player": {"damaged": "hit", "taken": CONFIRMED, "waived": WHOLE},
    "damage by program": {"damaged": "hit", "taken": CONFIRMED, "waived": WHOLE},
    "harm by gm": {"taken": WHOLE},
    "harm by player": {"taken": CONFIRMED},
    "harm by program": {"taken": CONFIRMED},
}  # fmt: skip


@pytest.mark.all_games
@pytest.mark.parametrize(("place", "slug"), with_another_each(PLACES, SLUGS))
def test_wherever_an_attack_is_undone_every_page_agrees(
    slug: str, place: str, new_exchange: Callable[[str], Exchange]
) -> None:
    for state, comes_to in PLACES[place].items():
        exchange = new_exchange(slug)
        unhurt = exchange.as_stored()[0]
        exchange.go_to(state)
        before = exchange.as_stored()
        answer = exchange.undo(place)
        marks, lines, after = exchange.as_stored()
        if comes_to in (CONFIRMED, OTHERS):
            assert answer.status_code == 422, (state, answer.status_code)
            assert comes_to in unescaped(answer.content.decode())
            assert [marks, lines, after] == before
        elif comes_to == WHOLE:
            assert answer.status_code in (201, 302), (state, answer.content)
            assert marks == unhurt
            assert_nothing_is_left(exchange)
        else:
            assert (answer.status_code in (201, 302), after) == (True, comes_to)
            assert marks == unhurt
            assert f'id="open-{exchange.row.pk}"' in exchange.page("greta")
            assert "Roll damage" in exchange.page("ines")


@pytest.mark.all_games
@pytest.mark.parametrize(("state", "slug"), with_another_each(STATES, SLUGS))
def test_an_undo_is_offered_to_whoever_can_press_it_and_others_read_who_can(
    slug: str, state: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    exchange.go_to(state)
    links = {"ines": ("entry", "damage_entry"), "femi": ("harm_entry",)}
    for name, own in links.items():
        id = exchange.rows[name].character.public_id
        for line in filter(None, (getattr(exchange.row, link) for link in own)):
            press = f"/take-back/{line.number}/"
            for where in (f"/characters/{id}/table/", f"/characters/{id}/log/"):
                page = unescaped(exchange.page(name, where))
                assert (press in page) == (state != "taken"), (name, where)
                assert (CONFIRMED in page) == (state == "taken"), (name, where)
            (told,) = (one for one in exchange.api(name) if one["number"] == line.number)
            assert told["refusal"] == (CONFIRMED if state == "taken" else "")
            page = exchange.page("greta", f"/characters/{id}/table/")
            assert press in page
            assert CONFIRMED not in page
    # In the fight it is the game master who undoes.
    assert f"attacks/{exchange.row.pk}/undo/" in exchange.page("greta")
    assert f"attacks/{exchange.row.pk}/undo/" not in exchange.page("ines")


def assert_nothing_is_left(exchange: Exchange) -> None:
    """Every page says that the attack was undone, and none waits for anything in it."""
    for who in ("greta", "ines", "femi"):
        page = exchange.page(who)
        assert f'id="open-{exchange.row.pk}"' not in page
        shot = page[page.index(f'id="attack-{exchange.row.pk}"') :].split("</li>")[0]
        assert "Undone" in shot
        assert "taken" not in shot
    for name in ("ines", "femi"):
        rolled = [line for line in exchange.api(name) if line["kind"] != "back"]
        assert [line["undone"] for line in rolled] == [True] * len(rolled)
        assert not any("taken" in text for line in rolled for text in line["messages"])
        id = exchange.rows[name].character.public_id
        log = exchange.page(name, f"/characters/{id}/log/")
        assert log.count("log-entry undone") == len(rolled)
        assert "take-back" not in log
    party = f"/parties/{exchange.encounter.party.public_id}/log.json"
    assert "(Femi)" not in exchange.page("greta", party)


def unescaped(page: str) -> str:
    """A page's text as it is read."""
    return page.replace("&#x27;", "'").replace("\\u2019", "'")


def test_what_somebody_else_rolled_in_an_attack_only_the_game_master_undoes(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    Character.objects.filter(name="Orrin").update(house={"active_defense": True})
    started(ambush, monkeypatch)
    vessa, orrin = ambush.combatant("Vessa Korr"), ambush.combatant("Orrin")
    sent = {"attack": "weapons.blaster-pistol", "target": str(orrin.pk)}
    dice(monkeypatch, *[6] * 5)
    assert ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent).status_code == 302
    attack = Attack.objects.get()

    def press(who: str, verb: str, **sent: str) -> str:
        assert ambush.post(who, f"attacks/{attack.pk}/{verb}/", **sent).status_code == 302
        attack.refresh_from_db()
        return attack.state

    def undo(who: str, line: PlayLogEntry | None) -> str:
        assert line
        id = line.character.public_id
        where = f"/characters/{id}/table/take-back/{line.number}/"
        answer = ambush.people[who].client.post(where)
        attack.refresh_from_db()
        page = unescaped(answer.content.decode())
        return next((why for why in (CONFIRMED, OTHERS) if why in page), attack.state)

    def offered(who: str, name: str) -> list[bool]:
        """For each standing roll whether an undo is offered, the newest first."""
        id = ambush.combatant(name).character.public_id
        program = Program(token(ambush.people[who].owner))
        lines = json.loads(program.get(f"characters/{id}/log").content)["lines"]
        rolls = [
            one for one in lines if one["dice"] and not one["undone"] and one["kind"] != "back"
        ]
        assert {one["refusal"] for one in rolls} <= {"", CONFIRMED, OTHERS}
        return [not one["refusal"] for one in rolls[:-1]]

    assert attack.state == "defending"
    assert offered("ines", "Vessa Korr") == [True]
    assert press("femi", "defend") == "hit"
    assert offered("ines", "Vessa Korr") == [False]
    assert offered("femi", "Orrin") == [True]
    assert undo("ines", attack.entry) == OTHERS
    assert press("ines", "damage") == "damaged"
    # Once damage is rolled on it, the defense is no longer its player's alone.
    assert offered("ines", "Vessa Korr") == [True, False]
    assert offered("femi", "Orrin") == [False]
    assert undo("femi", attack.defense_entry) == OTHERS
    assert undo("ines", attack.damage_entry) == "hit"
    assert undo("femi", attack.defense_entry) == "defending"
    assert (attack.defense_entry, attack.number) == (None, None)
    assert press("femi", "defend") == "hit"
    press("ines", "damage")
    log = f"/characters/{orrin.character.public_id}/log/"
    assert CONFIRMED not in unescaped(ambush.people["femi"].client.get(log).content.decode())
    assert press("greta", "take", damage="60") == "taken"
    page = unescaped(ambush.people["femi"].client.get(log).content.decode())
    # Her defense, and the harm.
    assert page.count(CONFIRMED) == 2
    assert undo("femi", attack.defense_entry) == CONFIRMED
    assert undo("greta", attack.defense_entry) not in (CONFIRMED, OTHERS)
    assert not ambush.marks("Orrin").get("dead")
    for name in ("Vessa Korr", "Orrin"):
        lines = ambush.combatant(name).character.play_log.exclude(kind="round")
        assert not lines.filter(number__gte=2).standing(after=1).rolls().exists()
    assert ambush.fight("ines").count("Undone") == 1


def test_a_point_comes_too_late_once_the_game_master_has_decided(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    vessa, dresk = ambush.combatant("Vessa Korr"), ambush.combatant("Captain Dresk")
    dice(monkeypatch, *[6] * 5)
    sent = {"attack": "weapons.blaster-pistol", "target": str(dresk.pk)}
    ambush.post("ines", f"combatants/{vessa.pk}/attack/", **sent)
    attack = Attack.objects.get()
    ambush.post("greta", f"attacks/{attack.pk}/waive/")
    number = vessa.character.play_log.latest("number").number
    point = f"/characters/{vessa.character.public_id}/table/point/{number}/"
    answer = ambush.people["ines"].client.post(point)
    assert answer.status_code == 409
    assert "Your game master has decided this attack." in answer.content.decode()
    assert vessa.character.play_log.latest("number").number == number


@every_game
@pytest.mark.all_games
def test_confirmed_harm_stays_the_game_masters_when_its_attacker_has_left_the_fight(
    slug: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    exchange.go_to("taken")
    harm, target = exchange.row.harm_entry, exchange.rows["femi"].character
    assert harm
    exchange.rows["ines"].delete()
    assert not Attack.objects.exists()
    where = f"/characters/{target.public_id}/table/take-back/{harm.number}/"
    refused = exchange.people["femi"].client.post(where)
    assert (refused.status_code, CONFIRMED in unescaped(refused.content.decode())) == (422, True)
    assert exchange.people["greta"].client.post(where).status_code == 302
    marks = Character.objects.get(pk=target.pk).marks
    assert not any(marks.values())


@pytest.mark.all_games
@pytest.mark.parametrize(
    ("state", "gone", "slug"),
    with_another_each(product(STATES, ("nobody", "ines", "femi")), SLUGS),
)
def test_a_page_says_of_an_undo_what_pressing_it_does(
    slug: str, state: str, gone: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    exchange.go_to(state)
    if gone != "nobody":
        party = f"/parties/{exchange.encounter.party.public_id}"
        assert confirm(exchange.people[gone].client, f"{party}/leave/", {})
        assert Character.objects.get(pk=exchange.rows[gone].character_id).party_id is None
    pages = [(name, name, page) for name in ("ines", "femi") for page in ("table", "log")]
    pages += [(name, "greta", "table") for name in ("ines", "femi") if name != gone]
    refused = 0
    for name, who, page in pages:
        id = exchange.rows[name].character.public_id
        text = unescaped(exchange.page(who, f"/characters/{id}/{page}/"))
        numbers = re.findall(rf"/{id}/table/take-back/(\d+)/", text)
        reasons = [why for why in REASONS if why in text]
        for line in PlayLogEntry.objects.filter(character__public_id=id, takes_back=None):
            before = transaction.savepoint()
            press = f"/characters/{id}/table/take-back/{line.number}/"
            answer = exchange.people[who].client.post(press)
            transaction.savepoint_rollback(before)
            where = (name, who, page, line.number, line.kind)
            assert (answer.status_code == 302) == (str(line.number) in numbers), where
            if answer.status_code != 302:
                refused += 1
                assert any(why in unescaped(answer.content.decode()) for why in reasons), where
    assert bool(refused) == (state == "taken")
