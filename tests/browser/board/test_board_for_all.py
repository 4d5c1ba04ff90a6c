"""The board without scripts, for those who listen, and for thumbs."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character
from tests.browser.board.pages import ask, cookie, row
from tests.browser.conftest import Third
from tests.sheets.cast import Person

pytestmark = pytest.mark.browser


def test_searching_who_is_best_keeps_typing(greta: Page, board: str) -> None:
    greta.goto(f"{board}skills/")
    greta.get_by_label("Best at").press_sequentially("stea")
    expect(greta.locator(".matrix tbody tr")).to_have_count(4)  # Dexterity, Steal; Perception …
    expect(greta.get_by_label("Best at")).to_be_focused()
    greta.get_by_role("link", name="Stealth", exact=True).click()
    expect(greta.locator("th[aria-sort=descending]")).to_have_text("Stealth")


def test_everything_works_without_scripts(
    plain_page: Page,
    browser: Browser,
    people: dict[str, Person],
    live_server: LiveServer,
    board: str,
) -> None:
    plain_page.context.add_cookies([cookie(people["greta"], live_server.url)])
    plain_page.goto(board)
    plain_page.get_by_role("link", name="Force Points", exact=True).click()
    assert plain_page.url.endswith("?sort=force_points")
    ask(plain_page)
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies([cookie(people["ines"], live_server.url)])
    player = context.new_page()
    player.goto(board)
    player.get_by_role("link", name="Roll Stealth for Vessa Korr, as requested").first.click()
    expect(player.locator("main")).to_contain_text("Requested by your GM.")
    expect(player.locator(".laid-down")).to_contain_text("15 set by your GM")
    player.get_by_role("button", name="Roll 6D").click()
    expect(player.locator("#line-1")).to_contain_text("against")
    context.close()
    plain_page.get_by_role("link", name="Reload").first.click()
    answer = plain_page.locator(".answer").filter(has_text="Vessa Korr")
    expect(answer).to_contain_text("Vessa Korr")
    expect(answer.get_by_role("link")).to_have_count(0)
    plain_page.get_by_role("link", name="More kinds of requests").click()
    both = plain_page.locator("#call-opposed")
    both.get_by_label("One", exact=True).select_option(label="Brakka")
    both.get_by_label("rolls").first.select_option("skills.search")
    both.get_by_label("The other").select_option(label="Vessa Korr")
    both.get_by_role("button", name="Request roll").click()
    expect(plain_page.get_by_role("heading", name="Search", exact=True)).to_be_visible()


@pytest.mark.looks
def test_axe_finds_nothing_on_the_board_and_its_pages(
    greta: Page, accessible: Callable[..., None], third: Third, board: str, vessa: Character
) -> None:
    greta.set_viewport_size({"width": 390, "height": 844})
    greta.goto(board)
    ask(greta)
    Character.objects.filter(pk=vessa.pk).update(marks={"wounds": 1, "unconscious": 1})
    greta.goto(board)
    row(greta, "Vessa Korr").locator("summary").click()
    accessible()
    greta.get_by_role("link", name="Roll Stealth for Vessa Korr, as requested").first.click()
    expect(greta.locator("#do-it")).to_be_visible()
    accessible(covered=True)
    for path in third(("?sort=skills.stealth", "calls/", "skills/", "skills/?q=nothing", "log/")):
        greta.goto(f"{board}{path}")
        accessible()
    greta.goto(f"/characters/{vessa.public_id}/table/")
    accessible(covered=True)


@pytest.mark.looks
def test_no_page_scrolls_sideways_and_targets_are_large_enough_for_a_thumb(
    ines: Page, greta: Page, board: str
) -> None:
    greta.goto(board)
    ask(greta)
    small = """() => [...document.querySelectorAll("main :is(button, .rolls, .quiet, select)")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.getBoundingClientRect().height < 43.9)
      .map((one) => one.outerHTML.slice(0, 120))"""
    for path in ("", "?sort=skills.stealth", "skills/", "log/"):
        ines.goto(f"{board}{path}")
        assert ines.evaluate("document.documentElement.scrollWidth") <= 390
        assert ines.evaluate(small) == []
    for path in ("", "calls/", "skills/", "log/"):
        greta.goto(f"{board}{path}")
        for width in (320, 700, 1100, 1160):
            greta.set_viewport_size({"width": width, "height": 844})
            assert greta.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
