"""The board, live: calls answered, changes seen, and what one looks at left alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from sheets.models import Character, Member, Party
from tests.browser.board.pages import SOON, ask, hurt, row
from tests.sheets.cast import Person

pytestmark = pytest.mark.browser


def test_a_call_is_heard_answered_and_seen(
    greta: Page, ines: Page, board: str, vessa: Character, falls: Callable[..., None]
) -> None:
    greta.goto(board)
    ines.goto(f"/characters/{vessa.public_id}/table/")
    expect(ines.locator(".called-for")).to_have_count(0)
    ask(greta)
    slip = ines.locator(".called-for")
    expect(slip).to_contain_text("Stealth against 15", timeout=SOON)
    expect(slip).to_contain_text("The guards come")
    falls(2, 3, 3, 3, 3, 3)
    slip.get_by_role("link", name="Roll").tap()
    expect(ines.get_by_role("dialog")).to_contain_text("94%")
    ines.get_by_role("button", name="Roll 6D").tap()
    expect(ines.get_by_role("dialog")).to_contain_text("17")
    answer = greta.locator(".answer").filter(has_text="Vessa Korr")
    expect(answer).to_contain_text("17 Vessa Korr ✓ success", timeout=SOON)
    expect(greta.locator("#told")).to_have_text("Stealth: Vessa Korr 17, success.")
    expect(slip).to_have_count(0, timeout=SOON)
    # Brakka's player is not there: the game master rolls.
    falls(1, 1, 1, 1, 1, 1)
    greta.get_by_role("link", name="Roll Stealth for Brakka, as requested").click()
    greta.get_by_role("button", name="Roll 6D").click()
    greta.keyboard.press("Escape")
    expect(greta.locator(".answer").filter(has_text="Brakka")).to_contain_text(
        "6 Brakka failure", timeout=SOON
    )
    greta.get_by_role("button", name="Close Stealth").click()
    expect(greta.get_by_role("heading", name="Stealth against 15")).to_have_count(0)


def test_an_answer_stands_until_the_game_master_allows_a_reroll(
    greta: Page, ines: Page, board: str, vessa: Character, falls: Callable[..., None]
) -> None:
    greta.goto(board)
    ask(greta)
    ines.goto(f"/characters/{vessa.public_id}/table/")
    ines.locator(".called-for").get_by_role("link", name="Roll").tap()
    panel = ines.get_by_role("dialog")
    expect(panel.locator(".laid-down")).to_contain_text("15 set by your GM")
    expect(panel.get_by_label("Another number")).to_have_count(0)
    falls(1, 1, 1, 1, 1, 1)
    ines.get_by_role("button", name="Roll 6D").tap()
    expect(panel).to_contain_text("It answers a roll request. Only your game master can undo it.")
    expect(panel.get_by_role("button", name="Undo")).to_have_count(0)
    ines.keyboard.press("Escape")
    answer = greta.locator(".answer").filter(has_text="Vessa Korr")
    expect(answer).to_contain_text("failure", timeout=SOON)
    greta.get_by_role("button", name="Allow reroll of Stealth by Vessa Korr").click()
    expect(answer).to_contain_text("2nd try")
    expect(ines.locator(".called-for")).to_contain_text("2nd try", timeout=SOON)
    # It was the wrong one: the earlier roll is the answer as it was.
    greta.get_by_role("button", name="Keep earlier roll of Stealth by Vessa Korr").click()
    expect(answer).to_contain_text("failure")
    expect(answer).not_to_contain_text("2nd try")
    expect(ines.locator(".called-for")).to_have_count(0, timeout=SOON)
    greta.get_by_role("button", name="Close Stealth").click()
    greta.get_by_role("button", name="Reopen Stealth").click()
    expect(greta.get_by_role("heading", name="Stealth against 15")).to_be_visible()
    # Where all calls are listed, closing one is seen there, too.
    greta.get_by_role("link", name="Requests", exact=True).click()
    greta.get_by_role("button", name="Close Stealth").click()
    expect(greta.get_by_text("Stealth is closed.")).to_be_visible()


def test_what_changes_is_marked_and_what_one_looks_at_or_types_stays_as_it_is(
    greta: Page, ines: Page, board: str
) -> None:
    greta.goto(board)
    ines.goto(board)
    row(ines, "Brakka").locator("summary").tap()
    row(ines, "Vessa Korr").get_by_role("link", name="Dodge 13").focus()
    ines.evaluate("scrollTo(0, 120)")
    hurt(greta, "Vessa Korr", "6")  # less Soak 2: wounded
    expect(row(greta, "Vessa Korr")).to_contain_text("1 wound: −1D", timeout=SOON)
    # The focus is where it was pressed, although the row was shown anew.
    expect(greta.get_by_role("link", name="Damage to Vessa Korr")).to_be_focused()
    expect(row(ines, "Vessa Korr")).to_contain_text("1 wound: −1D", timeout=SOON)
    marked = ines.locator(".is-new")
    expect(marked).to_have_count(2)  # how she stands, and what she is best at
    assert ines.evaluate("[...document.querySelectorAll('.is-new')].map(e => e.className)") == [
        "state is-new",
        "best is-new",
    ]
    expect(row(ines, "Brakka").locator("details")).to_have_attribute("open", "")
    expect(row(ines, "Vessa Korr").get_by_role("link", name="Dodge 13")).to_be_focused()
    assert ines.evaluate("scrollY") == 120
    assert ines.evaluate("[...document.querySelectorAll('[role=status]')].every(e => !e.innerText)")
    # What is being typed survives, too.
    greta.get_by_label("Why").press_sequentially("The guards ")
    hurt(ines, "Vessa Korr", "6")
    expect(row(greta, "Vessa Korr")).to_contain_text("2 wounds", timeout=SOON)
    greta.keyboard.type("come")
    expect(greta.get_by_label("Why")).to_have_value("The guards come")


@pytest.mark.own_context
def test_a_hidden_tab_asks_nothing_and_asks_at_once_when_it_is_seen(
    greta: Page, board: str
) -> None:
    greta.add_init_script(
        "Object.defineProperty(document, 'hidden', { get: () => window.away === true })"
    )
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/live/" in request.url:
            asked.append(request.url)

    greta.on("request", note)
    greta.clock.install()
    greta.goto(board)
    with greta.expect_response("**/live/**"):
        greta.clock.run_for(2000)
    assert len(asked) == 1
    greta.evaluate("window.away = true")
    greta.clock.run_for(20_000)
    assert len(asked) == 1
    with greta.expect_response("**/live/**"):
        greta.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert len(asked) == 2


@pytest.mark.own_context
def test_who_is_no_member_any_more_is_told_so_and_sees_nothing_more(
    ines: Page, board: str, party: Party, people: dict[str, Person]
) -> None:
    asked: list[str] = []
    ines.on("request", lambda request: asked.append(request.url))
    ines.clock.install()
    ines.goto(board)
    Member.objects.filter(party=party, owner=people["ines"].owner).delete()
    said = ines.get_by_role("status").filter(has_text="not yours any more")
    expect(said).to_be_visible(timeout=SOON)
    expect(ines.get_by_text("Brakka")).to_have_count(0)
    asked.clear()
    ines.clock.run_for(20_000)
    assert asked == []


def test_a_number_says_why_a_code_rolls_and_without_a_connection_the_board_stays_and_says_so(
    greta: Page, board: str, falls: Callable[..., None], console: list[str]
) -> None:
    falls(3, 3, 3, 3, 3, 3, 3)
    greta.goto(board)
    row(greta, "Vessa Korr").get_by_role("link", name="Dodge 13").click()
    expect(greta.get_by_role("dialog")).to_contain_text("10 + DEX 3D")
    greta.keyboard.press("Escape")
    greta.get_by_role("link", name="Roll Deceive for Vessa Korr: 7D").click()
    greta.get_by_role("button", name="Roll 7D").click()
    expect(greta.get_by_role("dialog")).to_contain_text("21")
    greta.keyboard.press("Escape")
    assert greta.url.endswith(board)
    greta.route("**/live/**", lambda route: route.abort())
    state = greta.locator("#live-state")
    expect(state).to_contain_text("this is how it stood last", timeout=SOON)
    expect(row(greta, "Vessa Korr")).to_be_visible()
    greta.unroute("**/live/**")
    expect(state).to_be_hidden(timeout=SOON)
    console.clear()


def test_the_log_of_the_party_goes_on_while_one_reads_it(
    greta: Page, ines: Page, board: str, vessa: Character
) -> None:
    greta.goto(f"{board}log/")
    expect(greta.get_by_text("No rolls yet.")).to_be_visible()
    ines.goto(f"/characters/{vessa.public_id}/table/panel/harm/")
    ines.get_by_label("Damage rolled").fill("6")
    ines.locator("#do-it").tap()
    expect(greta.locator(".log-entry")).to_contain_text("6 damage", timeout=SOON)
