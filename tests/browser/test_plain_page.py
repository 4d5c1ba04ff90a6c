"""A browser without scripts shows of a page what tests without a browser take for shown."""

from http.cookies import SimpleCookie

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import character_of, post
from tests.plain_page import PlainPage

pytestmark = [pytest.mark.browser, pytest.mark.looks]

# All but what phones have instead of columns.
CONTROLS = (
    ":is(a[href], button, input, select, textarea):not(.bar *, [popovertarget], [type=hidden])"
)
SHOWN = """(controls) => [...document.querySelectorAll(controls)]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one.id, one.name, one.getAttribute("href")].map((each) => each ?? "").join(" "))"""


def test_a_browser_without_scripts_shows_what_a_plain_page_takes_for_shown(
    browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    base = character_of(post(page, "/characters/new/", system="hyperspace-d6", surprise="1"))
    plain = PlainPage(SimpleCookie({one["name"]: one["value"] for one in context.cookies()}))
    steps, more = ("build/gear/", "build/concept/"), ("portrait/", "words/")
    for address in ("/account/login/", *(base + part for part in (*steps, *more))):
        page.goto(address)
        plain.goto(address)
        controls = [part.root for part in plain.parts(CONTROLS)]
        names = [" ".join(one.get(each, "") for each in ("id", "name", "href")) for one in controls]
        assert len(names) > 8
        assert page.evaluate(SHOWN, CONTROLS) == names
    context.close()
