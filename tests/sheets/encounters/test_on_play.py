"""The fight on the play page of a player's character: the same panel as on the page of the fight,
answered by the same addresses.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from sheets.models import Attack, Character
from sheets.play import operations
from tests.sheets.encounters.conftest import Ambush, dice, started
from tests.sheets.encounters.exchanges import Exchange, Highest, new_exchange
from tests.sheets.encounters.test_crew import dogfight, take  # noqa: F401 (fixture)
from tests.sheets.encounters.test_exchange import every_game
from tests.sheets.encounters.test_presses import Lowest
from tests.sheets.encounters.test_presses import press as press_on

__all__ = ("new_exchange",)


def table(ambush: Ambush, name: str = "Vessa Korr") -> str:
    """The address of a character's play page."""
    return f"/characters/{ambush.combatant(name).character.public_id}/table/"


def panel(answer: HttpResponse) -> str:
    """The fight in an answer, without the rest of it; "" for its empty place."""
    _, found, rest = answer.content.decode().partition('<div id="fight"')
    assert found
    inside = rest.partition(">")[2]
    end = re.search(r'<p class="notice of-note live-state"', inside)
    inside = inside[: end.start()] if end else inside
    return " ".join(inside.removesuffix("</div>").split()).removesuffix("</div>").strip()


def on_play(ambush: Ambush, who: str = "ines", name: str = "Vessa Korr") -> str:
    """The fight on somebody's play page."""
    return panel(ambush.people[who].client.get(table(ambush, name)))


def press(ambush: Ambush, where: str, **sent: Any) -> HttpResponse:
    """The answer to a press of Ines on Vessa's play page."""
    headers = {
        "HX-Request": "true",
        "HX-Current-URL": f"http://testserver{table(ambush)}",
    }
    client = ambush.people["ines"].client
    return client.post(f"{ambush.address}{where}", sent, headers=headers)


def turn_of(ambush: Ambush, name: str) -> None:
    ambush.post("greta", f"combatants/{ambush.combatant(name).pk}/turn/")


def test_play_is_the_fight_while_the_character_is_in_one(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert on_play(ambush) == ""
    dice(monkeypatch)
    ambush.post("greta", "start/")
    assert "Roll" in on_play(ambush)
    assert "Initiative" in on_play(ambush)
    ambush.post("greta", "roll/")
    ambush.post("greta", "next/", after="")
    turn_of(ambush, "Orrin")
    shown = on_play(ambush)
    assert "attack-roll" not in shown
    assert "End my turn" not in shown
    turn_of(ambush, "Vessa Korr")
    shown = on_play(ambush)
    assert "Vessa Korr attacks" in shown
    assert "Actions this turn" in shown
    assert re.search(r'target-name">Stormtrooper.*?target-chance figures">\d+%', shown)
    assert "End my turn" in shown
    # The game master plays from the page of the fight.
    assert on_play(ambush, "greta") == ""
    ambush.post("greta", "end/")
    assert on_play(ambush) == ""


def test_a_character_that_is_not_in_the_fight_has_none_on_its_play_page(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    turn_of(ambush, "Vessa Korr")
    address = table(ambush, "Orrin")
    ambush.post("greta", f"combatants/{ambush.combatant('Orrin').pk}/remove/")
    assert panel(ambush.people["femi"].client.get(address)) == ""
    assert "Vessa Korr attacks" in on_play(ambush)


def test_before_their_turn_players_read_after_whom_they_act(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    order = [row.called for row in ambush.encounter.combatants.in_order()]
    place = order.index("Vessa Korr")
    turn_of(ambush, order[place - 1])
    assert "acts next" in on_play(ambush)
    turn_of(ambush, order[place - 2])
    assert f"acts after {order[place - 1]}" in on_play(ambush)


def test_a_press_on_play_is_answered_with_the_fight_of_that_page(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    turn_of(ambush, "Vessa Korr")
    trooper, vessa = ambush.combatant("Stormtrooper"), ambush.combatant("Vessa Korr")
    dice(monkeypatch, *[6] * 12)
    where = f"combatants/{vessa.pk}/attack/"
    answer = press(ambush, where, attack="weapons.blaster-pistol", target=str(trooper.pk))
    shown = panel(answer)
    assert "Roll damage" in shown
    # The dice stand above the button, as they fell.
    assert shown.index("⚅") < shown.index("Roll damage") < shown.index("attack-roll")
    assert '<b class="figures">1</b> <span class="soft">done this turn' in shown
    # What the page has beside the fight comes with its next look.
    assert 'id="order-name"' not in answer.content.decode()
    assert 'id="seen"' not in answer.content.decode()
    shot = Attack.objects.get()
    assert "18 damage" in panel(press(ambush, f"attacks/{shot.pk}/damage/"))
    ambush.post("greta", f"attacks/{shot.pk}/take/")
    assert "18 taken" in on_play(ambush)
    # A miss is seen as well, though nothing is left to press.
    dice(monkeypatch, *[1] * 12)
    shown = panel(press(ambush, where, attack="weapons.blaster-pistol", target=str(trooper.pk)))
    assert "a miss" in shown
    assert "⚀" in shown
    # Why something was not done is said there.
    refused = press(ambush, f"attacks/{shot.pk}/damage/")
    assert refused.status_code == 409
    assert "decided already" in panel(refused)


def test_an_open_play_page_learns_of_everything_that_its_fight_shows(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(ambush, monkeypatch)
    turn_of(ambush, "Vessa Korr")
    client, there = ambush.people["ines"].client, table(ambush)
    page = client.get(there).content.decode()
    seen = dict(re.findall(r'name="(seen|ticker)" value="([^"]*)"', page))
    live = there.replace("table/", "live/")
    asked = {"part": "table", **seen}
    assert client.get(live, asked).status_code == 204
    # How a target is, too, though it was changed elsewhere.
    officer = ambush.combatant("Captain Dresk").character
    officer.marks = {"wounds": 1}
    officer.save()
    news = client.get(live, asked)
    assert re.search(r"Captain Dresk<span[^>]*> 1 wound,", panel(news))


def test_somebody_aboard_a_craft_acts_from_the_play_page(
    dogfight: Ambush,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dice(monkeypatch)
    dogfight.post("greta", "start/")
    assert 'aria-label="Take Pilot"' in on_play(dogfight)
    assert take(dogfight, "ines", "Vessa Korr", "pilot") == 302
    dogfight.post("greta", "roll/")
    dogfight.post("greta", "next/", after="")
    turn_of(dogfight, "Lucky Strike")
    shown = on_play(dogfight)
    assert "aboard Lucky Strike" in shown
    assert "Outmaneuver" in shown
    assert "Take Pilot" not in shown
    assert "End my turn" in shown


@every_game
@pytest.mark.all_games
def test_a_player_of_any_game_attacks_from_the_play_page_with_two_presses(
    slug: str, new_exchange: Callable[[str], Exchange], monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = new_exchange(slug)
    there = f"/characters/{exchange.rows['ines'].character.public_id}/table/"
    monkeypatch.setattr(operations, "DICE", Highest())
    assert "attack-roll" in exchange.page("ines", there)
    assert press_on(exchange, "ines", "Roll ", there)
    if exchange.row.state == "defending":
        monkeypatch.setattr(operations, "DICE", Lowest())
        assert press_on(exchange, "greta", "Defend")
        monkeypatch.setattr(operations, "DICE", Highest())
    assert press_on(exchange, "ines", "Roll damage", there)
    assert exchange.row.state == "damaged"
    assert "Your game master decides what it does." in exchange.page("ines", there)


def test_who_leads_plays_a_character_of_their_own_on_its_page_and_no_opponent_there(
    ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    orrin = ambush.combatant("Orrin").character
    Character.objects.filter(pk=orrin.pk).update(owner=ambush.people["greta"].owner)
    started(ambush, monkeypatch)
    ambush.post("greta", f"combatants/{ambush.combatant('Zin Tavik').pk}/reveal/")
    turn_of(ambush, "Captain Dresk")
    shown = on_play(ambush, "greta", "Orrin")
    assert "attack-roll" not in shown
    assert "acts" in shown
    turn_of(ambush, "Orrin")
    shown = on_play(ambush, "greta", "Orrin")
    assert "Orrin attacks" in shown
    assert "End my turn" in shown
    headers = {
        "HX-Request": "true",
        "HX-Current-URL": f"http://testserver{table(ambush, 'Orrin')}",
    }
    where = f"{ambush.address}combatants/{ambush.combatant('Orrin').pk}/declare/"
    client = ambush.people["greta"].client
    answer = client.post(where.replace("declare/", "do/declare/"), {}, headers=headers)
    assert 'id="fight" class="battle at-play"' in answer.content.decode()
    assert "Roll for everyone" not in answer.content.decode()
    page = client.get(table(ambush, "Captain Dresk")).content.decode()
    assert '<div id="fight"' not in page


@pytest.mark.parametrize("page", ["advance", "gear", "words"])
def test_other_pages_of_a_character_say_within_a_look_that_a_fight_began(
    page: str, ambush: Ambush, monkeypatch: pytest.MonkeyPatch
) -> None:
    ines, vessa = ambush.people["ines"].client, ambush.combatant("Vessa Korr").character
    answer = ines.get(f"/characters/{vessa.public_id}/{page}/").content.decode()
    news = f"/parties/{ambush.party.public_id}/live/"
    assert f'hx-get="{news}"' in answer
    assert '<input type="hidden" name="part"\n  value="fighting">' in answer
    before = ines.get(news, {"part": "fighting"}).content.decode()
    assert "Go to the fight" not in before
    (seen,) = re.findall(r'name="seen" value="(\w+)"', before)
    assert ines.get(news, {"part": "fighting", "seen": seen}).status_code == 204
    started(ambush, monkeypatch)
    after = ines.get(news, {"part": "fighting", "seen": seen}).content.decode()
    assert "Ambush at the gate" in after
    assert "Go to the fight" in after
    assert "Board" not in after
