"""Saving while one types: nothing typed is ever lost, and nobody is in their own way."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from sheets.models import Character

pytestmark = pytest.mark.browser
Wait = Callable[[], None]


def test_what_is_typed_is_saved_without_a_button_and_however_a_step_is_left(
    page: Page, concept: str, saved: Wait
) -> None:
    """By a reload, another step, going back, or a link, which waits until everything is saved."""
    name = page.get_by_label("Name")
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    name.fill("Vessa")
    saved()
    expect(page.locator("#pane")).to_contain_text("Vessa")
    page.reload()
    expect(name).to_have_value("Vessa")
    name.fill("Vessa Korr")
    page.locator("#steps").get_by_role("button", name="Species").click()
    page.wait_for_url("**/species/")
    expect(page.locator("#pane")).to_contain_text("Vessa Korr")
    page.go_back()
    expect(name).to_have_value("Vessa Korr")
    name.fill("Korr")
    saved()
    expect(page.locator("#notices")).not_to_contain_text("Not saved")
    name.fill("Vessa of Ryloth")
    page.get_by_role("link", name="Characters").click()
    expect(page.get_by_role("heading", name="Vessa of Ryloth")).to_be_visible()


LAST = "Vessa Korr, informant"


def typed_last(page: Page) -> None:
    """Types with no pause, so that nothing is sent yet when the last key is up."""
    page.get_by_label("Name").press_sequentially(LAST)
    page.locator("#slip").evaluate_all("slips => slips.forEach(slip => slip.remove())")


def is_saved(row: Character, other: Page) -> None:
    """Waits until what was typed is there: a page that is gone cannot tell."""
    for _ in range(200):
        row.refresh_from_db()
        if row.name == LAST:
            break
        other.wait_for_timeout(100)
    assert row.name == LAST


WAYS = ("closed", "reloaded", "left")


def leave(page: Page, way: str) -> None:
    """Ends a page without a question."""
    match way:
        case "closed":
            page.close(run_before_unload=False)
        case "reloaded":
            with page.expect_event("domcontentloaded"):
                page.evaluate("location.reload()")
        case "left":
            with page.expect_event("domcontentloaded"):
                page.evaluate("location.href = '/credits/'")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("connection", ["fast", "too slow"])
def test_what_was_typed_up_to_the_last_key_is_saved_when_the_page_goes(
    page: Page, concept: str, connection: str, way: str
) -> None:
    """A phone asks nobody before it leaves a page, so nothing here does either. Requests of the
    page itself end with it: where they are not sent yet, the browser sends what it was handed.
    """
    asked, other = list[str](), page.context.new_page()
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    if connection == "too slow":
        page.evaluate("XMLHttpRequest.prototype.send = () => {}")
    typed_last(page)
    leave(page, way)
    is_saved(Character.objects.get(), other)
    assert asked == []
    other.close()


def test_what_was_typed_up_to_the_last_key_is_sent_when_the_page_is_hidden(
    page: Page, concept: str
) -> None:
    """No pause is waited for: the request is on its way within the same task."""
    page.evaluate(
        """() => {
        const waits = window.setTimeout;
        window.setTimeout = (does, wait) => waits(does, wait > 100 ? 600_000 : wait);
        }"""
    )
    typed_last(page)
    with page.expect_request(lambda request: request.method == "POST"):
        page.evaluate(
            """Object.defineProperty(document, "hidden", { value: true });
            document.dispatchEvent(new Event("visibilitychange"));"""
        )


def test_fast_fingers_never_meet_a_conflict(page: Page, concept: str, saved: Wait) -> None:
    page.set_viewport_size({"width": 1280, "height": 2000})  # all three without scrolling
    page.get_by_label("Concept").press_sequentially("Informant turned fixer", delay=110)
    saved()
    page.locator("#steps").get_by_role("button", name="Skills").click()
    boxes = [page.get_by_role("checkbox", name=skill) for skill in ("Agility", "Blasters", "Throw")]
    for box in [one.bounding_box() for one in boxes]:
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".tally")).to_contain_text("Agility, Blasters, Throw")
    page.reload()
    expect(page.locator(".tally")).to_contain_text("Agility, Blasters, Throw")
    expect(page.locator("#notices")).not_to_contain_text("Not saved")


def test_a_press_counts_when_an_answer_arrives_before_it_is_released(
    page: Page, draft: str, saved: Wait
) -> None:
    page.goto(f"{draft}build/skills/")
    box = page.get_by_role("checkbox", name="Blasters").bounding_box()
    assert box
    page.get_by_role("checkbox", name="Agility").click(no_wait_after=True)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator(".tally")).to_contain_text("Agility")
    page.mouse.up()
    expect(page.locator(".tally")).to_contain_text("Agility, Blasters")
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".tally")).not_to_contain_text("Blasters")


def test_what_is_typed_while_an_answer_arrives_stays(page: Page, draft: str, saved: Wait) -> None:
    page.goto(f"{draft}build/edge-and-burden/")
    page.get_by_role("radio", name="Luck").click()
    note = page.locator("#edge-note")
    note.wait_for()

    network = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 500, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    page.get_by_role("radio", name="Debt").click(no_wait_after=True)
    note.press_sequentially("It never asked.", delay=40)
    saved()
    expect(note).to_have_value("It never asked.")
    expect(note).to_be_focused()
    page.reload()
    expect(note).to_have_value("It never asked.")


def test_two_tabs_get_along_and_show_both_versions_of_the_same_field(
    page: Page, concept: str, saved: Wait
) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_label("Name").fill("Vessa Korr")
    saved()
    other.get_by_label("Concept").fill("Fixer")
    expect(other.locator("#pane")).to_contain_text("Vessa Korr")
    page.reload()
    expect(page.get_by_label("Concept")).to_have_value("Fixer")

    page.get_by_label("Name").fill("Vessa")
    saved()
    other.get_by_label("Name").fill("Korr")
    notice = other.get_by_role("alert").filter(has_text="changed in another tab")
    expect(notice).to_contain_text("Vessa")
    expect(notice).to_contain_text("Korr")
    expect(other.get_by_label("Name")).to_have_value("Korr")
    other.get_by_role("button", name="Keep mine").click()
    expect(other.locator("#pane")).to_contain_text("Korr")

    page.get_by_label("Name").fill("Neither")
    expect(page.get_by_role("alert").filter(has_text="Neither")).to_be_visible()
    page.get_by_role("link", name="Use the saved version").click()
    expect(page.get_by_label("Name")).to_have_value("Korr")


def test_what_cannot_be_taken_is_said_at_its_field_and_kept_and_nobody_leaves_it_unasked(
    page: Page, concept: str, saved: Wait
) -> None:
    asked: list[str] = []
    name = page.get_by_label("Name")
    name.fill("x" * 300)
    expect(page.locator("#error-name")).to_contain_text("Use at most 200 characters, not 300.")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_value("x" * 300)
    expect(name).to_have_accessible_description(
        "Your character's name. " + page.locator("#error-name").inner_text()
    )
    expect(page.locator("#slip")).to_contain_text("Not saved")
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_role("link", name="Characters").click(no_wait_after=True)
    page.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    expect(name).to_have_value("x" * 300)
    page.locator(".step-ends .press").click()
    expect(page.locator("#error-name")).to_contain_text("Use at most 200 characters, not 300.")
    expect(name).to_have_value("x" * 300)
    name.fill("Vessa")
    saved()
    expect(page.locator("#error-name")).to_be_empty()
    expect(name).to_have_attribute("aria-invalid", "false")


def test_without_a_connection_or_with_a_server_at_fault_everything_is_kept_and_sent_later(
    page: Page, concept: str, saved: Wait, console: list[str]
) -> None:
    page.context.set_offline(True)
    page.get_by_label("Concept").fill("Typed in a tunnel")
    expect(page.locator("#slip")).to_contain_text("no connection")
    page.get_by_label("Name").fill("Vessa")
    page.context.set_offline(False)
    expect(page.locator("#slip span")).to_contain_text("Saved", timeout=10_000)
    saved()
    page.route("**/concept/", lambda route: route.fulfill(status=500))
    page.get_by_label("Name").fill("Vessa Korr")
    expect(page.locator("#slip")).to_contain_text("something broke on our side")
    page.unroute("**/concept/")
    expect(page.locator("#slip span")).to_contain_text("Saved", timeout=10_000)
    page.reload()
    expect(page.get_by_label("Concept")).to_have_value("Typed in a tunnel")
    expect(page.get_by_label("Name")).to_have_value("Vessa Korr")
    assert any("ERR_INTERNET_DISCONNECTED" in line for line in console)
    console.clear()


def test_a_choice_that_a_later_change_breaks_stays_in_sight(
    page: Page, draft: str, saved: Wait
) -> None:
    page.goto(f"{draft}build/profession/")
    page.get_by_role("radio", name="Jedi Sentinel").click()
    saved()
    page.goto(f"{draft}build/skills/")
    page.get_by_role("checkbox", name="Sense").click()
    saved()
    page.goto(f"{draft}build/profession/")
    page.get_by_role("radio", name="Spy").click()
    expect(page.locator("#steps").get_by_role("button", name="Skills")).to_contain_text(
        "needs dice in the Force"
    )
    page.goto(f"{draft}build/skills/")
    sense = page.locator(".option", has_text="Sense").filter(has_text="set aside")
    expect(sense.get_by_role("checkbox")).to_be_checked()
    expect(page.locator("#notices")).to_contain_text("Sense")
    sense.get_by_role("checkbox").click()
    expect(page.locator("#notices")).not_to_contain_text("Sense")


def test_things_typed_by_hand_get_a_new_row_as_one_types(
    page: Page, draft: str, saved: Wait
) -> None:
    page.goto(f"{draft}build/gear/")
    for position, name in enumerate(("A holocron that hums", "A length of rope"), 1):
        page.get_by_label(f"Thing {position}", exact=True).fill(name)
    page.get_by_label("Thing 2, how many").fill("3")
    saved()
    page.reload()
    expect(page.get_by_label("Thing 2", exact=True)).to_have_value("A length of rope")
    expect(page.get_by_label("Thing 2, how many")).to_have_value("3")
    expect(page.get_by_label("Thing 3", exact=True)).to_be_empty()


def test_a_search_keeps_its_place_and_what_is_chosen(page: Page, draft: str, saved: Wait) -> None:
    page.goto(f"{draft}build/species/")
    page.get_by_role("radio", name="Twi'lek").click()
    saved()
    search = page.get_by_placeholder("Name, skill, or keyword")
    search.press_sequentially("wook", delay=60)
    expect(page.locator(".card")).to_have_count(2)
    expect(search).to_be_focused()
    # What is chosen is no match, and stays chosen.
    chosen = page.locator('input[type=radio][value="twilek"]')
    expect(chosen).to_be_checked()
    expect(chosen).to_be_hidden()
    assert "q=wook" in page.url
    page.get_by_role("radio", name="Wookiee").click()
    saved()
    expect(page.locator(".card")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("radio", name="Wookiee")).to_be_checked()
