"""Sharing in a browser: a link made, copied, opened by somebody else, revoked; a code on paper."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Third, more
from tests.browser.contexts import Contexts
from tests.browser.test_access import bring_in
from tests.browser.test_history import LEDGER, VESSA

pytestmark = pytest.mark.browser

ILLEGAL: dict[str, Any] = {
    **VESSA,
    "name": "N" * 150,
    "build": {**VESSA["build"], "burden": {"id": "nothing-like-it"}},
}


@pytest.fixture
def storied(page: Page) -> str:
    """The address of a character with a ledger."""
    return bring_in(page, json.dumps({**VESSA, "ledger": LEDGER}))


@pytest.fixture
def stranger(contexts: Contexts) -> Page:
    """A browser of somebody else."""
    return contexts.lend()


def share(page: Page, who: str, reach: str = "Sheet only", lasts: str = "A week") -> str:
    """Makes a link as one would; its address."""
    page.goto(f"{who}share/")
    page.get_by_role("radio", name=reach).check()
    page.get_by_role("radio", name=lasts).check()
    page.get_by_role("button", name="Create link").click()
    return page.get_by_label("Link 1", exact=True).input_value()


def test_a_link_is_made_copied_opened_by_somebody_else_and_revoked(
    page: Page, storied: str, stranger: Page
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(storied)
    more(page).get_by_role("link", name="Share").click()
    page.get_by_role("button", name="Create link").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#copied")).to_have_text("Link 1 copied.")
    address = page.evaluate("navigator.clipboard.readText()")
    stranger.goto(address)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Vessa Korr")
    stranger.get_by_role("link", name="Dodge").click()
    expect(stranger.get_by_role("dialog")).to_contain_text("Every character")
    assert stranger.url == address
    page.get_by_role("button", name="Revoke link 1").click()
    expect(page.get_by_role("status").first).to_contain_text("Link revoked.")
    stranger.reload()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Page not found")


def test_a_page_that_is_shared_sends_nothing_along(
    page: Page, storied: str, stranger: Page
) -> None:
    address = share(page, storied, "Everything The PDF", "Until I revoke it")
    sent: list[str] = []
    stranger.on("request", lambda request: sent.append(request.headers.get("referer", "")))
    stranger.goto(address)
    stranger.get_by_role("link", name="History").click()
    expect(stranger.locator(".log-entry")).to_have_count(5)
    links = [link.get_attribute("href") or "" for link in stranger.locator("main a").all()]
    assert links
    assert not any("/characters/" in link for link in links)
    stranger.get_by_role("link", name="Rules", exact=True).click()
    expect(stranger.get_by_role("heading", level=1)).to_contain_text("The rules")
    assert sent
    assert not any("/s/" in referrer for referrer in sent)


def test_a_code_is_offered_on_paper_where_there_is_a_link(page: Page, storied: str) -> None:
    page.goto(f"{storied}print/")
    expect(page.get_by_label("QR code")).to_have_count(0)
    share(page, storied)
    page.goto(f"{storied}print/")
    page.get_by_label("QR code").check()
    page.wait_for_url("**link=yes**")
    expect(page.locator(".leaves img").first).to_have_attribute("src", re.compile("link=yes"))


@pytest.mark.looks
def test_axe_finds_nothing_where_something_is_shared(
    page: Page, accessible: Callable[..., None], third: Third, storied: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for who in (storied, bring_in(page, json.dumps(ILLEGAL))):
        address = share(page, who, "Everything The PDF")
        pages = (f"{who}share/", address, f"{address}history/", f"{address}why/actions/")
        for part in third(pages):
            page.goto(part)
            accessible()
    page.goto(f"{storied}print/")
    accessible()
