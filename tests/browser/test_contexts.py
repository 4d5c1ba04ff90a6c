"""Contexts of the browser that one test has after the other."""

import pytest
from pytest_django.live_server_helper import LiveServer

from tests.browser.contexts import PHONE, Contexts

pytestmark = [pytest.mark.browser, pytest.mark.looks]


def test_a_context_that_is_lent_again_holds_nothing_of_the_test_before(
    contexts: Contexts, live_server: LiveServer
) -> None:
    context = contexts.lend(**PHONE)
    page = context.new_page()
    page.goto("/credits/")
    page.evaluate("localStorage.kept = 'so long'")
    context.add_cookies([{"name": "kept", "value": "so long", "url": live_server.url}])
    context.route("**/credits/", lambda route: route.abort())
    context.set_offline(True)
    contexts.take_back()
    assert page.is_closed()
    again = contexts.lend(**PHONE)
    assert again is context
    page = again.new_page()
    page.goto("/credits/")
    assert page.evaluate("localStorage.kept") is None
    assert "kept" not in {cookie["name"] for cookie in again.cookies()}


def test_nobody_has_a_context_that_is_lent_or_of_another_kind(contexts: Contexts) -> None:
    assert len({contexts.lend(), contexts.lend(), contexts.lend(**PHONE)}) == 3
