"""A player's own pages, live: they follow the game master, and leave alone what is being typed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from sheets import form_data
from sheets.models import Character, Member, Party, PlayLogEntry
from tests.browser.board.pages import SOON, cookie, hurt
from tests.browser.contexts import Contexts
from tests.sheets.cast import Person

pytestmark = pytest.mark.browser

People = dict[str, Person]


@pytest.fixture
def table(vessa: Character) -> str:
    return f"/characters/{vessa.public_id}/table/"


@pytest.fixture
def sheet(vessa: Character) -> str:
    return f"/characters/{vessa.public_id}/"


def test_the_table_and_the_sheet_follow_the_game_master(
    greta: Page, ines: Page, board: str, table: str, sheet: str
) -> None:
    greta.goto(board)
    ines.goto(table)
    other = ines.context.new_page()
    other.goto(sheet)
    hurt(greta, "Vessa Korr", "6")  # less Soak 2: wounded
    expect(ines.locator(".remarks")).to_have_text("1 wound: −1D", timeout=SOON)
    newest = ines.locator(".line").first
    expect(newest).to_contain_text("greta GM")
    expect(newest).to_have_class(re.compile("is-new"))
    expect(ines.locator("#told")).to_contain_text("6 damage")
    expect(other.locator("#head .remarks")).to_have_text("1 wound: −1D", timeout=SOON)
    expect(other.locator("#rolling .is-new").first).to_be_visible()
    expect(other.locator("#told")).to_have_text("The sheet has changed.")


def test_what_is_typed_at_the_table_stays_with_its_caret(
    ines: Page, vessa: Character, table: str, people: People
) -> None:
    asks = {"action": "x", "name": "Agility", "total": 3, "asks": "What goes wrong?"}
    PlayLogEntry.objects.create(
        character=vessa, number=1, kind="check", content=asks, at=vessa.created_at
    )
    ines.goto(table)
    typed = ines.get_by_label("What goes wrong?")
    typed.press_sequentially("It rins")
    for _ in "ins":
        typed.press("ArrowLeft")
    harm(people, vessa)
    expect(ines.locator(".remarks")).to_be_visible(timeout=SOON)
    expect(typed).to_be_focused()
    ines.keyboard.type("a")
    expect(typed).to_have_value("It rains")


def test_news_that_would_take_what_is_typed_away_wait_until_it_is_sent(
    ines: Page, vessa: Character, table: str, people: People
) -> None:
    asks = {"action": "x", "name": "Agility", "total": 3, "asks": "What goes wrong?"}
    PlayLogEntry.objects.create(
        character=vessa, number=1, kind="check", content=asks, at=vessa.created_at
    )
    ines.goto(table)
    typed = ines.get_by_label("What goes wrong?")
    typed.press_sequentially("It rains")
    for _ in range(8):  # as many lines as there is room for
        harm(people, vessa, damage="3")
    with ines.expect_response("**/live/**"):
        pass
    ines.wait_for_timeout(300)
    expect(typed).to_have_value("It rains")
    typed.press("Enter")
    expect(ines.locator(".remarks")).to_be_visible(timeout=SOON)
    expect(typed).to_have_count(0)
    assert vessa.play_log.get(number=1).answer == "It rains"


def test_an_open_panel_keeps_what_is_typed_and_works_it_out_anew(
    ines: Page, vessa: Character, table: str, people: People
) -> None:
    ines.goto(table)
    ines.locator("#how-skills-stealth").tap()
    ines.get_by_label("Another number").fill("15")
    expect(ines.get_by_role("button", name="Roll 6D")).to_be_visible()
    harm(people, vessa)
    expect(ines.get_by_role("button", name="Roll 5D")).to_be_visible(timeout=SOON)
    expect(ines.get_by_label("Another number")).to_have_value("15")


def test_a_roll_from_the_sheet_is_on_it_without_a_new_page(
    ines: Page, vessa: Character, sheet: str
) -> None:
    ines.goto(f"{sheet}")
    ines.evaluate("window.still = true")
    ines.locator("#roll-skills-stealth").tap()
    expect(ines.locator(".came")).to_be_visible()
    ines.keyboard.press("Escape")
    ines.wait_for_timeout(300)
    assert ines.evaluate("window.still")


@pytest.mark.parametrize("page", ["", "table/"])
@pytest.mark.own_context
def test_a_hidden_page_asks_nothing(ines: Page, sheet: str, page: str) -> None:
    ines.add_init_script(
        "Object.defineProperty(document, 'hidden', { get: () => window.away === true })"
    )
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/live/" in request.url:
            asked.append(request.url)

    ines.on("request", note)
    ines.clock.install()
    ines.goto(f"{sheet}{page}")
    with ines.expect_response("**/live/**"):
        ines.clock.run_for(2000)
    assert len(asked) == 1
    ines.evaluate("window.away = true")
    ines.clock.run_for(20_000)
    assert len(asked) == 1
    with ines.expect_response("**/live/**"):
        ines.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")


def test_who_plays_it_no_more_is_told_so(
    contexts: Contexts, live_server: LiveServer, people: People, party: Party, table: str
) -> None:
    Member.objects.filter(party=party, owner=people["femi"].owner).update(role="co-gm")
    page = contexts.lend(cookie(people["femi"], live_server.url))
    page.goto(table)
    Member.objects.filter(party=party, owner=people["femi"].owner).update(role="player")
    said = page.locator("#live-state")
    expect(said).to_contain_text("not yours to play any more", timeout=SOON)


@pytest.mark.looks
def test_a_page_that_follows_fits_and_axe_finds_nothing(
    greta: Page, accessible: Callable[..., None], vessa: Character, people: People, table: str
) -> None:
    harm(people, vessa)
    greta.goto(table)
    accessible(covered=True)


def harm(people: People, character: Character, damage: str = "6") -> None:
    """The game master harms it."""
    path = f"/characters/{character.public_id}/table/do/harm/"
    sent = {"damage": damage, "key": form_data.new_key()}
    assert people["greta"].client.post(path, sent).status_code == 302
