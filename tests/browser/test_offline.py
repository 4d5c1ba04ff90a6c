"""Characters that are kept on a device: read without a connection, and gone with whoever left."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_parties import cookie, people
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store

pytestmark = pytest.mark.browser
__all__ = ("people",)
CACHES = "caches.keys().then((all) => all.filter((name) => name.startsWith('kept-')).length)"


FONTS = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("files-"));
  const files = await (await caches.open(name)).keys();
  return files.filter((file) => file.url.includes(".woff2")).length;
}"""


@pytest.fixture
def ines(page: Page, people: dict[str, Person], live_server: LiveServer) -> Page:
    page.context.add_cookies([cookie(people["ines"], live_server.url)])
    return page


def test_a_sheet_is_read_without_a_connection_and_forgotten_with_sign_out(
    ines: Page, people: dict[str, Person]
) -> None:
    row = store(people["ines"].owner, VESSA, finished=True)
    sheet = f"/characters/{row.public_id}/"
    ines.goto(sheet)
    assert ines.evaluate(CACHES) == 0  # nothing is kept that nobody asked for
    ines.goto("/characters/")
    ines.get_by_label("Keep my characters on this device").check()
    expect(ines.get_by_text("You can read them without a connection.")).to_be_visible()
    assert ines.evaluate(FONTS) > 10  # the styles' own files, too: the browser's cache may be empty
    ines.context.set_offline(True)
    for address in (sheet, f"{sheet}table/"):
        ines.goto(address)
        expect(ines.locator(".offline-state")).to_contain_text("This is how it stood at")
        expect(ines.get_by_role("heading", level=1)).to_contain_text("Vessa Korr")
    ines.goto("/parties/")
    expect(ines.get_by_role("heading", name="No connection")).to_be_visible()
    ines.context.set_offline(False)
    ines.goto(sheet)
    expect(ines.locator(".offline-state")).to_have_count(0)
    ines.goto("/account/logout/")
    ines.get_by_role("button", name="Sign out").click()
    expect(ines.get_by_role("link", name="Sign in")).to_be_visible()
    ines.wait_for_function(f"{CACHES}.then((count) => count === 0)")
