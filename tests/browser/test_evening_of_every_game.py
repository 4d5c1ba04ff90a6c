"""An evening in every game: who leads it on a screen, and four players on phones, each on another
page: how soon their pages follow, how often they press, and that nothing scrolls sideways.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Combatant
from tests.browser.contexts import PHONE, Contexts
from tests.browser.evening import HEROES, SEEN, Evening, evening
from tests.browser.test_parties import cookie
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY

pytestmark = [pytest.mark.browser, pytest.mark.soak, pytest.mark.usefixtures("transactional_db")]
# One look is under way when something happens, and the next one brings it: looks come every two
# seconds.
MOST_LOOKS = 2


class Seat:
    """A browser of somebody's own, with the looks for news and the presses that it sent."""

    def __init__(self, page: Page) -> None:
        self.page, self.looks, self.presses = page, 0, 0
        page.on("request", self.count)

    def count(self, request: Request) -> None:
        """Counts a request."""
        self.looks += "/live/" in request.url
        self.presses += request.method == "POST" and "ask=" not in (request.post_data or "")


@pytest.fixture
def seated(contexts: Contexts, live_server: LiveServer) -> Callable[..., Seat]:
    """Opens a page in a browser of somebody's own."""

    def open_page(who: Person, address: str, *, width: int = 390, height: int = 844) -> Seat:
        options = PHONE if width < 600 else {}
        seat = Seat(contexts.lend(cookie(who, live_server.url), **options))
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.goto(address)
        return seat

    return open_page


def hero(made: Evening, name: str) -> Combatant:
    """A player's combatant."""
    return made.encounter.combatants.select_related("character").get(character__name=name)


@pytest.mark.all_games
@EVERY
def test_four_phones_follow_a_screen_and_a_player_attacks_with_two_presses(
    slug: str, seated: Callable[..., Seat]
) -> None:
    made = evening(slug)
    made.encounter.combatants.update(place=0)  # in reach of any weapon
    base, rows = f"/parties/{made.party.public_id}", [hero(made, name) for name in HEROES[:4]]
    players = [made.players[row.character.owner_id] for row in rows]
    sheets = [f"/characters/{row.character.public_id}/" for row in rows]
    screen = seated(made.gm, made.address, width=1280, height=800)
    pages = (f"{sheets[0]}table/", f"{base}/", made.address, f"{sheets[3]}advance/")
    phones = [seated(*both) for both in zip(players, pages, strict=True)]
    for seat in phones:
        seat.page.wait_for_load_state("networkidle")
    places = ("#fight .attack", "#board-fight", ".fight-turn", "#fighting")
    for turn in (1, 2, 3, 0):
        seat = phones[turn]
        seat.looks = 0
        made.post(f"combatants/{rows[turn].pk}/turn/")
        expect(seat.page.locator(places[turn])).to_contain_text(HEROES[turn])
        assert seat.looks <= MOST_LOOKS, pages[turn]
    expect(screen.page.locator(".fight-turn > b")).to_have_text(HEROES[0])
    expect(phones[0].page.locator("#attack-roll")).to_be_visible()
    player = phones[0]
    player.presses = 0
    player.page.locator("#attack-roll").tap()
    expect(player.page.locator("#fight .open-attacks")).to_be_visible()
    attack = made.encounter.attacks.get()
    if attack.state == "hit":
        player.page.wait_for_timeout(SEEN)
        player.page.get_by_role("button", name="Roll damage").tap()
        expect(player.page.get_by_role("button", name="Roll damage")).to_have_count(0)
    assert player.presses <= 2
    expect(
        screen.page.locator(f"#open-{attack.pk}, #shot-{attack.pk}, .ticker .shot").first
    ).to_be_visible()
    for seat in phones:
        assert seat.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= 1280
