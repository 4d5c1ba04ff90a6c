"""The fight for who runs it: all of it on one screen, and its keys."""

import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from sheets.encounters import steps
from sheets.models import Combatant, Identity
from sheets.play import operations
from tests.browser.evening import Evening, evening
from tests.browser.test_parties import cookie
from tests.dice import Fixed
from tests.sheets.every_game.characters import EVERY

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]

SCREENS = ((1280, 800), (1024, 768), (820, 1180))
# How far something can be scrolled: the page, each of the columns, the lists in them.
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll(
  '.cockpit > *, .cockpit .fighters, .cockpit .strip')].map(
  one => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth))"""
# Those in order and on the strip that are not wholly on the screen.
OUTSIDE = """() => [...document.querySelectorAll('.cockpit :is(.fighter, .token)')].filter(one => {
  const at = one.getBoundingClientRect();
  return at.top < 0 || at.left < 0 || at.bottom > innerHeight || at.right > innerWidth;
}).length"""

# Lines of figures in the order of which an end is cut off.
CUT = """() => [...document.querySelectorAll('.cockpit .fighter-figures')]
  .filter(one => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflow === 'hidden')
  .map(one => one.innerText)"""


def opened(made: Evening, page: Page, live_server: LiveServer) -> None:
    """Opens the fight as its game master."""
    page.context.add_cookies([cookie(made.gm, live_server.url)])
    page.goto(made.address)


@pytest.mark.looks
@EVERY
def test_six_against_eight_fit_one_screen(
    slug: str, page: Page, live_server: LiveServer, accessible: Callable[..., None]
) -> None:
    made = evening(slug)
    opened(made, page, live_server)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".cockpit .fighter")).to_have_count(14)
        assert max(page.evaluate(SCROLLS)) <= 0, (width, page.evaluate(SCROLLS))
        assert page.evaluate(OUTSIDE) == 0
        assert page.evaluate(CUT) == []
        expect(page.get_by_role("button", name="Next turn", exact=True)).to_be_in_viewport()
    accessible()


def test_keys_lead_to_damage_and_back_and_a_number_deals_it_in_the_order(
    page: Page, live_server: LiveServer
) -> None:
    made = evening("hyperspace-d6")
    made.post(f"combatants/{made.named('Stormtrooper 1').pk}/turn/")
    opened(made, page, live_server)
    page.keyboard.press("3")
    chosen = page.locator(".targets :checked").get_attribute("value")
    page.keyboard.press("d")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.locator(f"#f{chosen} .condition")).not_to_have_text("Unhurt")
    # One press too far is taken back.
    page.locator("body").click(position={"x": 1, "y": 1})
    turn = page.locator(".fight-turn > b")
    page.keyboard.press("n")
    expect(turn).not_to_have_text("Stormtrooper 1")
    expect(page.get_by_role("button", name="Back to the turn")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    lines = page.locator(".fight-turn").evaluate("(one) => one.getBoundingClientRect().height")
    assert lines < 50
    page.set_viewport_size({"width": 1280, "height": 720})
    page.keyboard.press("b")
    expect(turn).to_have_text("Stormtrooper 1")
    # A number and one press.
    field = page.get_by_label("Damage to Stormtrooper 2")
    field.fill("40")
    field.press("Enter")
    # Who can't act any more is folded away.
    expect(page.locator(".fallen")).to_contain_text("1 out")
    expect(page.locator(".cockpit-order > section > ol .fighter")).to_have_count(13)
    assert made.named("Stormtrooper 2").character.marks == {"dead": 1}


class Presses:
    """The presses of a game master in a fight, on its page; players act on phones of their own."""

    def __init__(self, made: Evening, page: Page) -> None:
        self.made, self.page, self.count = made, page, 0

    def press(self, button: str) -> None:
        """Presses a button that is there, and waits for the answer."""
        self.page.locator(button).click()
        self.page.wait_for_load_state("networkidle")
        self.count += 1

    def turn(self) -> Combatant:
        """Whose turn it is, once the page shows it."""
        self.made.encounter.refresh_from_db()
        row = Combatant.objects.select_related("character").get(pk=self.made.encounter.turn)
        expect(self.page.locator(".fight-turn > b")).to_have_text(row.called)
        return row

    def round(self) -> int:
        """The presses of a round in which every opponent attacks, every player ends their turn, and
        all damage is taken at its end.
        """
        self.made.encounter.refresh_from_db()
        before, number = self.count, self.made.encounter.round
        while True:
            row = self.turn()
            if self.made.encounter.round > number:
                break
            if not row.is_opponent:
                self.made.ends(row)
                continue
            expect(self.page.locator("#attack-place")).to_contain_text(row.called)
            rolls = self.page.locator("#attack-then").is_visible()
            self.press("#attack-then" if rolls else '.fight-bar form[action$="/next/"] button')
            expect(self.page.locator(".fight-turn > b")).not_to_have_text(row.called)
        self.made.defend()
        self.page.reload()
        one = '.open-attacks form[action$="/damage/"] button'
        while self.page.locator(one).count() and not self.page.locator("#take-all").count():
            self.press('.open-attacks form[action$="/damage/"] button >> nth=0')
            self.page.reload()
        if self.page.locator('#take-all, .open-attacks form[action$="/take/"]').count():
            # One press. Here a request that changes several is taken for one that asks too often.
            gm = Identity(user=self.made.gm.owner.user_id)
            steps.take_all(gm, self.made.encounter, key="")
            self.count += 1
            self.page.reload()
        return self.count - before


# The most presses of a round of eight opponents: one for each, and one for all damage.
MOST_PRESSES = 13


@pytest.mark.soak
@EVERY
def test_an_evening_is_fought_with_few_presses(
    slug: str, page: Page, live_server: LiveServer, accessible: Callable[..., None]
) -> None:
    made = evening(slug)
    page.set_viewport_size({"width": 1280, "height": 800})
    opened(made, page, live_server)
    rounds = [Presses(made, page).round() for _ in range(3)]
    sys.stderr.write(f"presses of {slug}: {rounds}\n")
    assert max(rounds) <= MOST_PRESSES
    assert max(page.evaluate(SCROLLS)[:1]) <= 0
    expect(page.locator(".open-attacks")).to_have_count(0)
    accessible()


def test_a_hit_of_an_opponent_takes_two_presses(
    page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = evening("hyperspace-d6")
    made.post(f"combatants/{made.named('Stormtrooper 1').pk}/turn/")
    opened(made, page, live_server)
    monkeypatch.setattr(operations, "DICE", Fixed(*[6] * 60))
    presses = Presses(made, page)
    presses.press("#attack-roll")
    expect(page.locator(".open-attacks")).to_contain_text("damage")
    presses.press('.open-attacks form[action$="/take/"] .press')
    expect(page.locator(".ticker .shot").first).to_contain_text("taken")
    assert presses.count == 2


def test_a_key_that_cannot_attack_says_why_and_another_moves_closer(
    page: Page, live_server: LiveServer
) -> None:
    made = evening("hyperspace-d6")
    jace = made.encounter.combatants.get(character__name="Jace Ondori")  # has no weapon that shoots
    made.encounter.combatants.filter(side=jace.side).update(place=1)
    made.encounter.combatants.exclude(side=jace.side).update(place=3)
    made.post(f"combatants/{jace.pk}/turn/")
    opened(made, page, live_server)
    page.keyboard.press("r")
    expect(page.locator("#key-said")).to_contain_text("out of reach")
    page.keyboard.press("c")
    place = page.locator(".strip .place").nth(2)
    expect(place.get_by_text("Jace Ondori")).to_be_visible()
    page.keyboard.press(",")
    expect(place.get_by_text("Jace Ondori")).not_to_be_visible()


def test_a_press_whose_button_another_press_takes_away_was_settled_by_that(
    page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = evening("hyperspace-d6")
    monkeypatch.setattr(operations, "DICE", Fixed(*[6] * 200))
    made.post(f"combatants/{made.named('Stormtrooper 1').pk}/turn/")
    opened(made, page, live_server)
    page.locator("#attack-roll").click()
    take = page.locator('.open-attacks form[action$="/take/"] .press')
    expect(take).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/take/", hold)
    take.click()
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Nothing happens").click()
    held[0].continue_()
    expect(page.get_by_text("The press before settled this.")).to_be_visible()
    assert made.encounter.attacks.get().state == "taken"
    expect(page.get_by_text("Not applied")).not_to_be_visible()


def test_a_press_is_sent_though_the_press_before_took_its_button_away(
    page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = evening("hyperspace-d6")
    monkeypatch.setattr(operations, "DICE", Fixed(*[6] * 200))
    trooper = made.named("Stormtrooper 1")
    made.post(f"combatants/{trooper.pk}/turn/")
    opened(made, page, live_server)
    expect(page.locator("#attack-place")).to_contain_text("Stormtrooper 1 attacks")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/next/", hold)
    page.get_by_role("button", name="Next turn", exact=True).click()
    page.wait_for_timeout(300)
    # The turn goes on, and with it this form; the attack was asked for all the same.
    page.locator("#attack-roll").click()
    held[0].continue_()
    expect(page.locator(".open-attacks")).to_contain_text("Stormtrooper 1")
    assert made.encounter.attacks.get().attacker == trooper
    expect(page.get_by_text("The press before settled this.")).to_have_count(0)
