"""Pages before their typefaces have come."""

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.sampling import draw, sample

pytestmark = pytest.mark.browser

# Where the page begins below its head, and where its first heading ends.
PLACES = """() => [document.querySelector("main").getBoundingClientRect().top,
  document.querySelector("main h1").getBoundingClientRect().height]"""


@pytest.mark.parametrize("width", sample([360, 390, 412], every=3, first=draw() % 3))
def test_a_page_keeps_its_place_when_its_typefaces_arrive(
    width: int, browser: Browser, live_server: LiveServer
) -> None:
    found = []
    for has_faces in (True, False):
        context = browser.new_context(
            base_url=live_server.url, viewport={"width": width, "height": 844}
        )
        if not has_faces:
            context.route("**/fonts/**", lambda route: route.abort())
        page = context.new_page()
        page.goto("/")
        page.wait_for_load_state("networkidle")
        found.append(page.evaluate(PLACES))
        context.close()
    assert found[0] == found[1]
