"""Contexts of the browser that one test has after the other."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.contexts import FOR_GOOD, PHONE, Contexts

pytestmark = [pytest.mark.browser, pytest.mark.looks]

STATE = """() => [localStorage.kept, sessionStorage.kept, innerWidth,
  ...["print", "(prefers-reduced-motion)", "(prefers-color-scheme: dark)"].map(
    (what) => matchMedia(what).matches)]"""
AS_NEW = [None, None, 390, False, False, False]


def test_a_page_that_is_lent_again_holds_nothing_of_the_test_before(
    contexts: Contexts, live_server: LiveServer
) -> None:
    kept, heard = {"name": "kept", "value": "so long", "url": live_server.url}, list[str]()
    page = contexts.lend(kept, **PHONE)
    page.goto("/credits/")
    page.evaluate("localStorage.kept = sessionStorage.kept = 'so long'")
    page.on("request", lambda request: heard.append(request.url))
    page.route("**/credits/", lambda route: route.abort())
    page.context.route("**/credits/", lambda route: route.abort())
    page.emulate_media(media="print", reduced_motion="reduce", color_scheme="dark")
    page.set_viewport_size({"width": 700, "height": 700})
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        page.goto("/characters/")
    other = page.context.new_page()
    contexts.take_back()
    assert other.is_closed()
    again = contexts.lend(**PHONE)
    assert again is page
    heard.clear()
    assert page.context.cookies() == []
    page.goto("/credits/")
    assert page.evaluate(STATE) == AS_NEW
    assert heard == []


@pytest.mark.parametrize("change", [*FOR_GOOD, "a session", "closing"])
def test_a_page_that_cannot_be_taken_back_is_another_one(contexts: Contexts, change: str) -> None:
    page = contexts.lend(**PHONE)
    page.goto("/credits/")
    page.evaluate("sessionStorage.kept = 'so long'")
    _change(page, change)
    contexts.take_back()
    assert page.is_closed()
    again = contexts.lend(**PHONE)
    assert again.context is page.context
    again.goto("/credits/")
    assert again.evaluate(STATE) == AS_NEW


def _change(page: Page, change: str) -> None:
    match change:
        case "add_init_script":
            page.add_init_script("localStorage.kept = 'so long'")
        case "expose_binding" | "expose_function":
            getattr(page, change)("kept", lambda *_: None)
        case "once":
            page.once("dialog", lambda dialog: dialog.accept())
        case "a session":
            page.context.new_cdp_session(page)
        case "closing":
            page.close()


def test_nobody_has_a_context_that_is_lent_or_of_another_kind(contexts: Contexts) -> None:
    lent = [contexts.lend(), contexts.lend(), contexts.lend(**PHONE)]
    assert len({page.context for page in lent}) == 3
