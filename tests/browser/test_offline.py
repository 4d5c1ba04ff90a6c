"""Characters that are kept on a device: read without a connection, and gone with whoever left."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets import form_data
from sheets.access import CharacterAccess
from sheets.models import Identity
from sheets.play import operations
from sheets.play_log import log
from sheets.storage import load
from tests.browser.test_parties import cookie, people
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import by_chance, plain
from tests.sheets.example_characters import VESSA, store

pytestmark = pytest.mark.browser
__all__ = ("people",)
CACHES = "caches.keys().then((all) => all.filter((name) => name.startsWith('kept-')).length)"


FONTS = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("files-"));
  const files = await (await caches.open(name)).keys();
  return files.filter((file) => file.url.includes(".woff2")).length;
}"""


# Waits until the device has a page.
KEPT = """async (address) => {
  while (!await caches.match(address)) await new Promise((next) => setTimeout(next, 50));
}"""


@pytest.fixture
def ines(page: Page, people: dict[str, Person], live_server: LiveServer) -> Page:
    page.context.add_cookies([cookie(people["ines"], live_server.url)])
    return page


def test_a_sheet_is_read_and_its_boxes_marked_without_a_connection_and_forgotten_with_sign_out(
    ines: Page, people: dict[str, Person], console: list[str]
) -> None:
    row = store(people["ines"].owner, VESSA, finished=True)
    sheet = f"/characters/{row.public_id}/"
    who = CharacterAccess(Identity(user=people["ines"].owner.user_id), row.public_id)
    operations.Act(who, action="day", values={}, key=form_data.new_key()).run()
    outbox = ines.get_by_role("region", name="Changes on this device")
    ines.set_viewport_size({"width": 390, "height": 844})
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
    # What is marked waits, also on the page as this device has it; and never as the same change.
    ines.context.set_offline(True)
    ines.locator("#boxes .box").nth(0).click()
    expect(outbox).to_contain_text("1 change waits")
    ines.goto(sheet)
    expect(ines.locator(".offline-state")).to_be_visible()
    ines.locator("#boxes .box").nth(1).click()
    expect(outbox).to_contain_text("2 changes wait")
    assert row.play_log.count() == 1
    ines.context.set_offline(False)
    ines.evaluate("dispatchEvent(new Event('online'))")
    expect(outbox).to_have_count(0)
    expect(ines.locator("#boxes .box[aria-pressed=true]")).to_have_count(2)
    assert row.play_log.count() == 3
    expected = ("htmx:afterRequest", "htmx:sendError", "Failed to load resource: net::ERR_INTERNET")
    assert all(line.startswith(expected) for line in console), console
    console.clear()
    ines.goto("/account/logout/")
    ines.get_by_role("button", name="Sign out").click()
    expect(ines.get_by_role("link", name="Sign in")).to_be_visible()
    ines.wait_for_function(f"{CACHES}.then((count) => count === 0)")


def test_changes_at_the_table_wait_for_a_connection_and_are_saved_once(
    ines: Page, people: dict[str, Person], accessible: Callable[..., None], console: list[str]
) -> None:
    row = store(people["ines"].owner, VESSA, finished=True)
    table = f"/characters/{row.public_id}/table/"
    outbox = ines.get_by_role("region", name="Changes on this device")
    ines.goto("/characters/")
    ines.get_by_label("Keep my characters on this device").check()
    expect(ines.get_by_text("You can read them without a connection.")).to_be_visible()
    ines.goto(table)
    ines.evaluate(KEPT, f"{table}panel/harm/")
    ines.goto(f"{table}panel/skills.blasters/")
    ines.context.set_offline(True)
    ines.get_by_role("button", name="Roll 4D").click()
    expect(outbox).to_contain_text("1 change waits")
    pattern = re.compile(r"Rolled offline: Destiny Die (\d(?: \d){3}) — (\d+)\.")
    rolled = pattern.fullmatch(outbox.locator(".fell").inner_text())
    assert rolled
    dice, total = rolled.groups()
    assert sum(map(int, dice.split())) == int(total)
    for waiting in ("2 changes wait", "3 changes wait"):
        ines.get_by_role("link", name="Take damage").click()
        ines.get_by_label("Damage rolled").fill("5")
        ines.get_by_role("button", name="Apply").click()
        expect(outbox).to_contain_text(waiting)
        expect(ines.get_by_role("heading", level=1)).to_contain_text("Vessa Korr")
    outbox.locator("details").evaluate("(one) => { one.open = true }")
    expect(outbox.get_by_text("Damage rolled: 5").first).to_be_visible()
    # What waits ahead of a roll may change its dice.
    ines.goto(f"{table}panel/skills.blasters/")
    ines.get_by_role("button", name="Roll 4D").click()
    expect(outbox).to_contain_text("Its dice depend on what changed before.")
    assert not row.play_log.exists()
    ines.context.set_offline(False)
    ines.evaluate("dispatchEvent(new Event('online'))")
    expect(ines.get_by_text("2 wounds: −2D").first).to_be_visible()
    expect(outbox).to_have_count(0)
    assert row.play_log.count() == 4
    first = log.newest(row, 4)[-1].outcome
    assert (" ".join(str(die.face) for die in first.dice), first.total) == (dice, int(total))
    expect(ines.get_by_text("Rolled offline.").first).to_be_visible()

    # Without a connection once more, and a wound healed elsewhere meanwhile: the player decides.
    ines.context.set_offline(True)
    ines.get_by_role("button", name="Rest a day").click()
    expect(outbox).to_contain_text("1 change waits")
    who = CharacterAccess(Identity(user=people["ines"].owner.user_id), row.public_id)
    operations.Act(who, action="day", values={}, key=form_data.new_key()).run()
    ines.context.set_offline(False)
    ines.evaluate("dispatchEvent(new Event('online'))")
    expect(outbox).to_contain_text("1 change not saved")
    expect(outbox).to_contain_text("has changed since you made this")
    accessible()
    assert row.play_log.count() == 5
    outbox.get_by_role("button", name="Send anyway").click()
    expect(outbox).to_have_count(0)
    assert row.play_log.count() == 6
    # What htmx and the browser say of a request that found no connection.
    expected = ("htmx:afterRequest", "htmx:sendError", "Failed to load resource: net::ERR_INTERNET")
    assert all(line.startswith(expected) for line in console), console
    console.clear()


@pytest.mark.soak
@pytest.mark.parametrize("slug", ["empire-ascendant", "rules-sheet-d6", "storytelling-d10"])
def test_a_roll_without_a_connection_comes_to_what_the_page_said(
    ines: Page, people: dict[str, Person], console: list[str], slug: str
) -> None:
    row = store(people["ines"].owner, plain(by_chance(slug)), finished=True)
    table = f"/characters/{row.public_id}/table/"
    ines.goto("/characters/")
    ines.get_by_label("Keep my characters on this device").check()
    expect(ines.get_by_text("You can read them without a connection.")).to_be_visible()
    pools = load(row).opened.play_state({}).pools
    traits = [key for key, pool in pools.items() if "." in key and pool.value > 1]
    key = next((key for key in traits if pools[key].pips), traits[0])
    ines.goto(table)
    ines.goto(f"{table}panel/{key}/")
    ines.context.set_offline(True)
    ines.get_by_role("button", name="Roll").click()
    ines.locator("#outbox .fell").wait_for()
    said = ines.locator("#outbox .fell").inner_text()
    ines.context.set_offline(False)
    ines.evaluate("dispatchEvent(new Event('online'))")
    expect(ines.get_by_text("Rolled offline.").first).to_be_visible()
    outcome = log.newest(row, 1)[0].outcome
    faces = " ".join(str(die.face) for die in outcome.dice)
    added = f" + {outcome.added} = {outcome.total}" if outcome.added else ""
    total = f"{sum(die.face for die in outcome.dice)}{added}"
    counted = f"{outcome.total} {outcome.unit}" if outcome.unit else total
    assert said == f"Rolled offline: {faces} — {counted}."
    console.clear()


def test_two_tabs_send_once_and_who_signs_out_or_signs_in_sends_nothing_of_others(
    ines: Page, people: dict[str, Person], live_server: LiveServer, console: list[str]
) -> None:
    row = store(people["ines"].owner, VESSA, finished=True)
    table = f"/characters/{row.public_id}/table/"
    ines.goto("/characters/")
    ines.get_by_label("Keep my characters on this device").check()
    expect(ines.get_by_text("You can read them without a connection.")).to_be_visible()
    tabs = [ines, ines.context.new_page()]
    for tab in tabs:
        tab.goto(table)
        tab.evaluate(KEPT, f"{table}panel/harm/")
    ines.context.set_offline(True)
    ines.locator("button.box").first.click()
    expect(ines.locator("#outbox")).to_contain_text("1 change waits")
    tabs[1].get_by_role("link", name="Take damage").click()
    tabs[1].get_by_label("Damage rolled").fill("5")
    tabs[1].get_by_role("button", name="Apply").click()
    expect(tabs[1].locator("#outbox")).to_contain_text("2 changes wait")
    expect(ines.locator("#outbox")).to_contain_text("2 changes wait")  # said in every tab
    ines.context.set_offline(False)
    for tab in tabs:  # both at once: one of them gets the lock
        tab.evaluate("dispatchEvent(new Event('online'))")
    for tab in tabs:
        expect(tab.locator("#outbox")).to_have_count(0)
    assert row.play_log.count() == 2

    # What waits when somebody signs out is not sent by whoever signs in on the same device.
    ines.context.set_offline(True)
    ines.get_by_role("button", name="Rest a day").click()
    expect(ines.locator("#outbox")).to_contain_text("1 change waits")
    tabs[1].close()
    ines.context.add_cookies([cookie(people["greta"], live_server.url)])
    ines.context.set_offline(False)
    ines.goto("/characters/")
    expect(ines.locator("#outbox")).to_contain_text("1 change of another account waits")
    ines.goto("/account/logout/")
    expect(ines.locator("#outbox")).to_contain_text("Signing out discards them.")
    ines.get_by_role("button", name="Sign out").click()
    expect(ines.get_by_role("link", name="Sign in")).to_be_visible()
    expect(ines.locator("#outbox")).to_have_count(0)
    assert row.play_log.count() == 2
    expected = ("htmx:", "Failed to load resource: net::ERR_INTERNET")
    assert all(line.startswith(expected) for line in console), console
    console.clear()
