"""A declared game of dots in a fight on the site: an attack, its damage, and who takes it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules.fight import Target
from rules.game import Game
from sheets import form_data, storage
from sheets.models import Character, Owner
from sheets.play import operations
from sheets.play_log import storage as log_storage
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.encounters.exchanges import Exchange
from tests.sheets.every_game.characters import opens, plain
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import store
from tests.sheets.pages import words

TWO = ("body", "mind")


def test_an_attack_counts_successes_and_its_damage_marks_boxes(
    watch: Game[Any], new_exchange: Callable[[str], Exchange]
) -> None:
    fight = new_exchange(watch.slug)
    fight.attack()
    guard = storage.load(fight.rows["femi"].character).opened.sheet.figures["guard"].value
    assert fight.row.state == "hit"
    assert fight.row.entry is not None
    assert f"{guard} needed: success" in log_storage.outcome(fight.row.entry).said[0]
    fight.decide("ines", "damage")
    assert fight.row.state == "damaged"
    fight.decide("greta", "take", damage="5")
    assert fight.row.state == "taken"
    fight.rows["femi"].character.refresh_from_db()
    assert fight.rows["femi"].character.marks["hurt"] == 4
    assert "Down" in words(fight.page("greta"))


def test_everybody_rolls_for_the_order_of_turns(
    watch: Game[Any], new_exchange: Callable[[str], Exchange]
) -> None:
    fight = new_exchange(watch.slug)
    haste = {
        name: sum(storage.load(row.character).opened.numbers["attributes"][id] for id in TWO)
        for name, row in fight.rows.items()
    }
    assert fight.post("greta", "roll/").status_code == 302
    for name, row in fight.rows.items():
        row.refresh_from_db()
        assert row.score == 10 + haste[name]


def test_a_target_far_away_in_cover_is_harder_to_hit(
    watch: Game[Any], new_exchange: Callable[[str], Exchange]
) -> None:
    fight = new_exchange(watch.slug)
    assert watch.fight is not None
    ours, theirs = (storage.load(fight.rows[name].character).opened for name in ("ines", "femi"))
    target = Target(theirs.attempt({}), 2, ("cover",))
    sent = watch.fight.aim(ours.attempt({}), f"{fight.weapon}.attack", [target])
    near = watch.fight.aim(
        ours.attempt({}), f"{fight.weapon}.attack", [Target(theirs.attempt({}), 0)]
    )
    forms = [ours.roll_form({}, f"{fight.weapon}.attack", one) for one in (near, sent)]
    assert [form.needed for form in forms] == [forms[0].needed, (forms[0].needed or 0) + 2]
    pools = [form.pool.value for form in forms if form.pool]
    assert pools == [pools[0], pools[0] - 1]


def test_a_hit_that_rolls_no_damage_is_taken_at_once(
    boxed: Game[Any], new_exchange: Callable[[str], Exchange]
) -> None:
    fight = new_exchange(boxed.slug)
    fight.attack()
    assert fight.row.entry is not None
    attack = log_storage.outcome(fight.row.entry)
    assert (attack.target, fight.row.state) == (2, "damaged")
    boxes = int(attack.said[-1].partition(" ")[0])
    assert f'value="{boxes}"' in fight.page("greta")
    fight.decide("greta", "take", damage=str(boxes))
    assert fight.row.state == "taken"


def test_an_opponent_is_added_from_the_list_and_typed(
    watch: Game[Any], people: dict[str, Person]
) -> None:
    client = people["greta"].client
    page = client.get(f"/opponents/{watch.slug}/").content.decode()
    assert "Marsh hound" in words(page)
    typed = {
        "name": "Ox",
        "attributes": "Body 5, Mind 1",
        "skills": "Fight 2",
        "weapons": "Horns Body+2 (Fight)",
        "armor": "Hide 2",
    }
    sent = {**typed, "key": form_data.new_key()}
    assert client.post(f"/opponents/{watch.slug}/", sent).status_code == 302
    ox = storage.load(Character.documents.get(name="Ox")).opened
    found = {key: one.text for key, one in ox.sheet.figures.items()}
    assert found["weapons.horns.damage"] == "Horns damage 7 = Body 5 + 2 Horns"
    assert found["padding"] == "Padding 2 = 2 Hide"


def test_a_point_on_an_attack_that_missed_makes_it_a_hit(
    after_roll: Game[Any],
    new_exchange: Callable[[str], Exchange],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fight = new_exchange(after_roll.slug)
    monkeypatch.setattr(operations, "DICE", Fixed(*[2] * 40, sides=10))
    fight.attack()
    assert (fight.row.state, fight.row.follows) == ("missed", "")
    monkeypatch.setattr(operations, "DICE", Fixed(*[9] * 40, sides=10))
    row, line = fight.rows["ines"].character, fight.row.entry
    assert line is not None
    client, sent = fight.people["ines"].client, {"key": form_data.new_key()}
    answer = client.post(address(row, f"table/point/{line.number}/"), sent)
    assert answer.status_code in (200, 302)
    assert fight.row.state == "hit"
    assert fight.row.follows.startswith(fight.weapon)
    fight.decide("ines", "damage")
    assert fight.row.state == "damaged"


def test_a_point_is_spent_on_a_roll_that_was_seen(
    ines: Client, ines_owner: Owner, monkeypatch: pytest.MonkeyPatch, after_roll: Game[Any]
) -> None:
    monkeypatch.setattr(operations, "DICE", Fixed(*[2] * 40, sides=10))
    row = store(ines_owner, plain(after_roll.random(Random(3))), finished=True)
    table = address(row, "table/")
    sent = {"ladder": "usual", "key": form_data.new_key()}
    assert ines.post(f"{table}do/skills.mend/", sent).status_code in (200, 302)
    page = opens(ines, table).content.decode()
    assert "Spend a point" in page
    monkeypatch.setattr(operations, "DICE", Fixed(*[9] * 40, sides=10))
    answer = ines.post(f"{table}point/1/", {"key": form_data.new_key()})
    assert answer.status_code in (200, 302)
    row.refresh_from_db()
    assert storage.read(row)[1].marks.spent == 1
    assert "Spend a point" not in opens(ines, table).content.decode()
