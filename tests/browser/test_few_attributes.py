"""The sheet of a game of three attributes on screens of every width."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import character_of
from tests.lantern_deep import lantern

__all__ = ("lantern",)
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("lantern")]

SHARES = """() => {
  const row = document.querySelector(".columns"), whole = row.getBoundingClientRect().width;
  return [...row.children].map(one => one.getBoundingClientRect().width / whole);
}"""


@pytest.mark.parametrize("width", [1024, 1280, 1700])
def test_three_columns_share_the_width(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/characters/new/?game=lantern-deep")
    page.locator("#lantern-deep").get_by_role("button", name="Surprise me").click()
    base = character_of(page)
    page.goto(f"{base}build/review/")
    page.get_by_role("button", name="Finish").first.click()
    page.wait_for_url(f"**{base}")
    shares = page.evaluate(SHARES)
    assert len(shares) == 3
    assert 0.9 < sum(shares) <= 1
    assert max(shares) - min(shares) < 0.01
