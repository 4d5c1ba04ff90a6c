"""The log of the table in a browser: read by everybody, and by their own clocks."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character
from tests.browser.test_access import FIGHTER, bring_in
from tests.sheets.play.examples import act, add_point, take_back

pytestmark = pytest.mark.browser

# How far the color of what is undone is from what is behind it, as the WCAG counts contrast.
CONTRAST = """one => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const light = (color) => {
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((part) =>
      part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  let at = one;
  while (getComputedStyle(at).backgroundColor === "rgba(0, 0, 0, 0)") at = at.parentElement;
  const ink = light(getComputedStyle(one).color);
  const ground = light(getComputedStyle(at).backgroundColor);
  return Math.max(ink, ground) / Math.min(ink, ground);
}"""


@pytest.fixture
def fought(page: Page) -> str:
    """A character with two pages of log: rolls, points, damage, harm, something taken back."""
    address = bring_in(page, FIGHTER)
    character = Character.objects.get()
    for _ in range(45):
        act(character, "skills.stealth", ladder="15")
    add_point(character, 45)
    act(character, "weapons.blaster-pistol.damage")
    act(character, "harm", damage="5")
    take_back(character, act(character, "harm", damage="8"))
    act(character, "day")
    act(character, "round")
    act(character, "skills.deceive", points="force-point", target="40")
    return address


@pytest.mark.looks
def test_axe_finds_nothing_in_a_log_nor_does_it_stick_out(
    page: Page, accessible: Callable[..., None], fought: str
) -> None:
    for part in ("log/", "log/?before=4", "log/?before=1"):
        page.goto(fought + part)
        accessible()


def test_times_are_those_of_the_readers_own_clock(
    browser: Browser, live_server: LiveServer, page: Page
) -> None:
    address = bring_in(page, FIGHTER)
    act(Character.objects.get(), "day")
    context = browser.new_context(
        base_url=live_server.url,
        timezone_id="Asia/Tokyo",  # nine hours ahead, all year
        locale="ja-JP",  # where the day has 24 hours
        storage_state=page.context.storage_state(),
    )
    far_away = context.new_page()
    far_away.goto(f"{address}log/")
    time = far_away.locator(".log-when time").first
    utc = datetime.fromisoformat(time.get_attribute("datetime") or "")
    there = utc + timedelta(hours=9)
    expect(time).to_have_text(f"{there:%B} {there.day}, {there.year}, {there:%H:%M}")
    context.close()


@pytest.mark.looks
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_total_of_an_undone_roll_is_readable(
    page: Page, theme: Literal["light", "dark"]
) -> None:
    address = bring_in(page, FIGHTER)
    character = Character.objects.get()
    take_back(character, act(character, "skills.stealth", target="15"))
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.goto(f"{address}log/")
    total = page.locator(".undone .line-total")
    expect(total).to_be_visible()
    assert total.evaluate(CONTRAST) >= 4.5
