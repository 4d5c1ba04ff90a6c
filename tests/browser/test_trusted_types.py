"""With scripts as restricted as a browser can make them: no text becomes an element by itself.

That pages do without is shown by all other tests of the browser: `page` fails where one complains.
"""

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.looks]

# What each way of making elements, scripts, and their addresses of a text comes to.
SINKS = """() => {
  const attempts = {
    element: () => { document.body.innerHTML = "<p>made of a text</p>"; },
    around: () => { document.body.insertAdjacentHTML("beforeend", "<p>made of a text</p>"); },
    script: () => { document.createElement("script").text = "1"; },
    address: () => { document.createElement("script").src = "/static/js/play.js"; },
    handler: () => { document.body.setAttribute("onclick", "1"); },
    worker: () => { new Worker("/sw.js"); },
    policy: () => { trustedTypes.createPolicy("mine", { createHTML: (text) => text }); },
    again: () => { trustedTypes.createPolicy("answers", { createHTML: (text) => text }); },
  };
  return Object.entries(attempts).filter(([, attempt]) => {
    try { attempt(); return true; } catch (fault) { return !(fault instanceof TypeError); }
  }).map(([name]) => name);
}"""


def test_a_script_makes_nothing_of_a_text(page: Page, console: list[str]) -> None:
    page.goto("/")
    assert page.evaluate(SINKS) == []
    assert console  # each is reported, too
    console.clear()
