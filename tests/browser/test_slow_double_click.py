"""The second click of a slow double click: what lies under it by then is not pressed with it."""

from collections.abc import Callable

import pytest
from django.db.models import Q
from playwright.sync_api import Locator, Page, Route, expect

from sheets.models import Attack, Character, Duel, Encounter, Exchange, PlayLogEntry
from sheets.play import operations
from tests.browser.evening import HEROES, Evening, evening
from tests.browser.ship_evening import dogfight
from tests.browser.test_evening_of_every_game import Seat, hero, seated
from tests.dice import Fixed

__all__ = ("seated",)
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]

# Milliseconds between the clicks: more than what any press waits that has just come, less than a
# system's double click.
PAUSE = 380
Place = tuple[Page, Locator]


def standing() -> object:
    """The rows that a press of a fight or a duel changes."""
    return (
        list(Encounter.objects.values_list("turn", "round")),
        list(Duel.objects.values_list("turn", "round", "state", "first_dice", "second_dice")),
        list(Attack.objects.order_by("pk").values_list("pk", "state")),
        list(Exchange.objects.order_by("pk").values_list("pk", "total", "answer_total")),
        PlayLogEntry.objects.count(),
    )


def in_a_fight(seated: Callable[..., Seat], found: str, *, board: bool = False) -> Place:
    """A button of the game master in a fight, on an opponent's turn."""
    made = _on_turn("Stormtrooper 1")
    address = f"/parties/{made.party.public_id}/" if board else made.address
    page = seated(made.gm, address, width=1280, height=800).page
    return page, page.locator(found)


def _on_turn(name: str) -> Evening:
    """A fight on this combatant's turn, everyone in reach of everyone."""
    made = evening("hyperspace-d6")
    made.encounter.combatants.update(place=0)
    row = made.encounter.combatants.filter(Q(name=name) | Q(character__name=name)).first()
    assert row is not None
    made.post(f"combatants/{row.pk}/turn/")
    return made


def with_hits(seated: Callable[..., Seat]) -> Place:
    """The first of three hits whose damage a game master decides about."""
    made = _on_turn("Stormtrooper 1")
    operations.DICE.faces = [6] * 100
    target = hero(made, HEROES[0]).pk
    for number in (1, 2, 3):
        trooper = made.named(f"Stormtrooper {number}")
        sent = {"attack": "weapons.blaster-rifle", "target": str(target)}
        made.post(f"combatants/{trooper.pk}/attack/", **sent)
    page = seated(made.gm, made.address, width=1280, height=800).page
    return page, page.locator('.open-attacks form[action$="/take/"] .press').first


def on_a_phone(seated: Callable[..., Seat], found: str) -> Place:
    """A button of a player in a fight, on the page of play."""
    return _played(seated, _on_turn(HEROES[0]), HEROES[0], found)


def aboard(seated: Callable[..., Seat], found: str) -> Place:
    """A button of a player at a station."""
    made = dogfight("hyperspace-d6")
    ship = made.encounter.combatants.get(character__party=made.party, character__kind="craft")
    made.post(f"combatants/{ship.pk}/turn/")
    return _played(seated, made, HEROES[0], found)


def _played(seated: Callable[..., Seat], made: Evening, name: str, found: str) -> Place:
    row = hero(made, name)
    player = made.players[row.character.owner_id]
    page = seated(player, f"/characters/{row.character.public_id}/table/").page
    return page, page.locator(found).first


def in_a_duel(seated: Callable[..., Seat], found: str, *, begins: bool = True) -> Place:
    """A button of the game master in a duel between two of the party."""
    made = evening("hyperspace-d6")
    where = f"/parties/{made.party.public_id}/duel/"
    both = Character.objects.filter(name__in=HEROES[:2]).order_by("pk")
    sides = {f"side-{row.public_id}": side for side, row in zip("12", both, strict=True)}
    made.gm.client.post(f"{where}begin/", {"place": "Bridge", **sides})
    if begins:
        made.gm.client.post(f"{where}lead/start/", {})
    page = seated(made.gm, where, width=1280, height=800).page
    return page, page.locator(found).first


PRESSES: dict[str, Callable[[Callable[..., Seat]], Place]] = {
    "next turn": lambda seated: in_a_fight(seated, '.fight-bar form[action$="/next/"] button'),
    "back": lambda seated: in_a_fight(seated, '.fight-bar form[action$="/back/"] button'),
    "attack": lambda seated: in_a_fight(seated, "#attack-roll"),
    "attack, then the next turn": lambda seated: in_a_fight(seated, "#attack-then"),
    "damage that is taken, of several": with_hits,
    "next turn on the board": lambda seated: in_a_fight(
        seated, "#board-fight form button", board=True
    ),
    "a player's attack": lambda seated: on_a_phone(seated, "#attack-roll"),
    "the end of a player's turn": lambda seated: on_a_phone(seated, "#end-turn"),
    "at a station": lambda seated: aboard(seated, "#fight .offers .press"),
    "at a station, and the turn ends": lambda seated: aboard(
        seated, '#fight .offers button[name="then"]'
    ),
    "initiative of a duel": lambda seated: in_a_duel(seated, ".deed .press", begins=False),
    "a check of a duel": lambda seated: in_a_duel(seated, ".of-check > .press"),
    "a turn of a duel that is passed": lambda seated: in_a_duel(
        seated, '.duel-lead form[action$="/pass/"] button'
    ),
}


def middle(button: Locator) -> tuple[float, float]:
    """The place of a button, in sight."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, at: tuple[float, float], count: int) -> None:
    """A click there, the `count`-th of one double click, and its answer, if it has any."""
    page.mouse.move(*at)
    page.mouse.down(click_count=count)
    page.mouse.up(click_count=count)
    page.wait_for_timeout(PAUSE)
    page.wait_for_function("() => !document.querySelector('.htmx-request:not(#live)')")


@pytest.mark.parametrize("press", list(PRESSES))
def test_a_slow_double_click_is_one_press(
    press: str, seated: Callable[..., Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody hits: another attack could be rolled at once.
    monkeypatch.setattr(operations, "DICE", Fixed(*[2, 3] * 200))
    page, button = PRESSES[press](seated)
    at = middle(button)
    before = standing()
    click(page, at, 1)
    after = standing()
    assert after != before
    click(page, at, 2)
    assert standing() == after
    expect(page.locator("[role=alert]:visible")).to_have_count(0)


def test_what_is_pressed_step_by_step_is_pressed_twice_by_two_quick_clicks(
    seated: Callable[..., Seat],
) -> None:
    page, button = in_a_duel(seated, '.duel-lead form[action$="/more/"] button')
    at = middle(button)
    dice = Duel.objects.get().first_dice
    for count in (1, 2):
        click(page, at, count)
    assert Duel.objects.get().first_dice == dice + 2


def test_a_press_after_the_double_click_counts(seated: Callable[..., Seat]) -> None:
    page, button = in_a_fight(seated, '.fight-bar form[action$="/next/"] button')
    turns = [Encounter.objects.get().turn]
    at = middle(button)
    for count in (1, 2, 3):
        click(page, at, count)
        turns.append(Encounter.objects.get().turn)
        waits = page.locator("[data-waits]")
        expect(waits).to_have_count(1 if count == 2 else 0)
    assert turns[0] != turns[1] == turns[2] != turns[3]


def test_a_form_that_is_on_its_way_is_not_exchanged_for_one_to_send_again(
    seated: Callable[..., Seat],
) -> None:
    page, _ = in_a_fight(seated, "#attack-roll")
    sent: list[Route] = []
    page.route(
        "**/attack/*",
        lambda route: sent.append(route) if route.request.method == "POST" else route.continue_(),
    )
    key = page.locator("#attack-place .attack-form > [name=key]")
    before = key.input_value()
    with page.expect_response(lambda response: "/attack/?" in response.url):
        page.evaluate("for (const id of ['attack-hidden', 'attack-roll']) window[id].click()")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert key.input_value() == before
    sent.pop().continue_()
    expect(key).not_to_have_value(before)
    assert Attack.objects.count() == 1
