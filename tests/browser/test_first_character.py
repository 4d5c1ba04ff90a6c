"""From the first page to the printed sheet: with a mouse, by keyboard, and with few presses."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from rules import registry
from tests.browser.conftest import character_of, more

pytestmark = pytest.mark.browser


# Counts presses, and each text typed and each menu chosen from as one more, over all pages.
COUNTS = """(() => {
  const kept = sessionStorage;
  const add = () => { kept.presses = Number(kept.presses ?? 0) + 1; };
  addEventListener("click", (event) => { if (event.isTrusted && event.detail) add(); }, true);
  const typed = new Set();
  addEventListener("input", ({ target }) => {
    if (typed.has(target.id) || target.matches("[type=radio], [type=checkbox]")) return;
    typed.add(target.id);
    add();
  }, true);
})()"""


def presses(page: Page) -> int:
    """The number of presses, entries and choices so far; `COUNTS` has to run on each page."""
    return int(page.evaluate("sessionStorage.presses"))


def pdf_of(page: Page, link: Locator) -> bytes:
    """The PDF behind a link."""
    address = link.get_attribute("href")
    assert address
    answer = page.request.get(address)
    assert answer.headers["content-type"] == "application/pdf"
    return answer.body()


def with_a_mouse(page: Page, saved: Callable[[], None]) -> bytes:
    """Builds a character from the first page on, and answers with its PDF."""
    page.add_init_script(COUNTS)
    page.goto("/")
    page.get_by_role("button", name="Build from scratch").click()
    page.get_by_label("Name").fill("Vessa Korr")
    page.get_by_label("Concept").fill("Informant turned fixer")
    page.get_by_role("button", name="Species", exact=True).click()

    page.get_by_role("link", name="Numbers and compare").click()
    page.get_by_label("Sorted by").select_option(label="Best at Deceive")
    expect(page.locator(".card").first).to_contain_text("Best at Deceive")
    page.get_by_role("radio", name="Twi'lek").click()
    expect(page.locator("#pane")).to_contain_text("Twi'lek")
    page.locator(".step-ends").get_by_role("button", name="Profession").click()

    page.get_by_placeholder("Name, skill, or keyword").fill("spy")
    expect(page.locator(".card")).to_have_count(1)
    page.get_by_role("radio", name="Spy").click()
    expect(page.locator("#pane")).to_contain_text("Twi'lek Spy")
    page.locator(".step-ends").get_by_role("button", name="Skills").click()

    for skill in ("Stealth", "Deceive", "Blasters"):
        page.get_by_role("checkbox", name=skill).click()
    expect(page.locator(".tally")).to_contain_text("3 of 3 picked")
    page.locator(".step-ends").get_by_role("button", name="Edge and burden").click()
    page.goto(page.url.replace("edge-and-burden", "defenses"))
    expect(page.locator(".account-entry").first).to_contain_text("Dodge")
    page.locator(".step-ends").get_by_role("button", name="Edge and burden").click()

    page.get_by_role("radio", name="Trained").click()
    page.get_by_label("For which skill").select_option(label="Search (Search 5D → 6D)")
    saved()
    page.get_by_role("radio", name="Debt").click()
    saved()
    page.locator(".step-ends").get_by_role("button", name="Gear").click()

    page.locator(".shelf > summary", has_text="Blasters").click()
    page.get_by_role("button", name="One more Blaster Pistol", exact=True).click()
    expect(page.locator(".tally")).to_contain_text("250 of 750")
    expect(page.locator("#bar")).to_contain_text("250")
    page.locator("#steps").get_by_role("button", name="Review").click()

    expect(page.get_by_role("heading", name="All done")).to_be_visible()
    page.get_by_role("button", name="Finish Vessa Korr").click()
    expect(page.get_by_role("heading", name="Vessa Korr")).to_be_visible()
    assert page.url.endswith(character_of(page))
    assert 20 <= presses(page) <= 60
    return pdf_of(page, more(page).get_by_role("link", name="PDF", exact=True))


@pytest.mark.parametrize("slug", list(registry.all_systems()))
def test_an_idea_becomes_a_sheet_in_a_few_presses(slug: str, page: Page) -> None:
    """On a phone: the idea, a name, and play."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(COUNTS)
    page.goto("/")
    page.get_by_role("link", name="Start from an idea").click()
    if slug != next(iter(registry.all_systems())):
        page.get_by_role("link", name=registry.get(slug).name, exact=True).click()
    page.get_by_label("Search the ideas").fill("smuggler")
    ideas = page.locator("#ideas button")
    expect(ideas.nth(2)).to_be_hidden()  # some games have a second one, by another name
    ideas.filter(has_text=re.compile("smuggler", re.IGNORECASE)).click()
    name = page.get_by_label("Name", exact=True)
    name.select_text()
    name.press_sequentially("Kess Vardo")
    expect(page.get_by_role("heading", name="Meet Kess Vardo")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="Kess Vardo", level=1, exact=True)).to_be_visible()
    assert 5 <= presses(page) <= 6
    assert page.url.endswith(character_of(page))


def tab_to(page: Page, target: str) -> None:
    """Presses Tab until the focus is on the target, as somebody without a mouse does."""
    for _ in range(300):
        page.keyboard.press("Tab")
        if page.evaluate("(target) => document.activeElement.matches(target)", target):
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"no focus to be seen on {target}"
            return
    pytest.fail(f"Tab never gets to {target}")


def by_keyboard_alone(page: Page, saved: Callable[[], None]) -> bytes:
    """The same without a mouse."""
    keyboard = page.keyboard
    page.goto("/")
    tab_to(page, ".skip")
    keyboard.press("Enter")
    tab_to(page, "#scratch")
    keyboard.press("Enter")
    page.wait_for_url("**/build/**")

    tab_to(page, "#name")
    keyboard.type("Vessa Korr")
    tab_to(page, ".step-ends .press")
    keyboard.press("Enter")
    page.wait_for_url("**/species/")
    tab_to(page, ".options [type=radio], .card [type=radio]")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    saved()
    expect(page.locator(".card input[type=radio]:checked")).to_be_focused()
    chosen = page.locator(".card:has(input:checked)").inner_text().splitlines()[0]
    expect(page.locator("#pane")).to_contain_text(chosen)

    tab_to(page, ".step-ends .press")
    keyboard.press("Enter")
    page.wait_for_url("**/profession/")
    tab_to(page, "#q")
    keyboard.type("spy")
    expect(page.locator(".card")).to_have_count(1)
    tab_to(page, ".card [type=radio]")
    keyboard.press("Space")
    saved()
    tab_to(page, ".step-ends .press")
    keyboard.press("Enter")
    page.wait_for_url("**/skills/")
    for _ in range(3):
        tab_to(page, "[type=checkbox]")
        keyboard.press("Space")
        saved()
    expect(page.locator(".tally")).to_contain_text("3 of 3 picked")

    page.goto(page.url.replace("skills", "edge-and-burden"))
    tab_to(page, "[name=edge]")
    keyboard.press("Space")
    saved()
    tab_to(page, "[name=burden]")
    keyboard.press("Space")
    saved()
    tab_to(page, ".step-ends .press")
    keyboard.press("Enter")
    page.wait_for_url("**/gear/")
    tab_to(page, ".shelf:has([aria-label='One more Combat Knife']) > summary")
    keyboard.press("Enter")
    tab_to(page, "[aria-label='One more Combat Knife']")
    keyboard.press("Enter")
    saved()
    expect(page.locator("[aria-label='One more Combat Knife']")).to_be_focused()

    page.goto(page.url.replace("gear", "review"))
    tab_to(page, "[form=finish]")
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Vessa Korr")).to_be_visible()
    tab_to(page, ".character-nav summary")
    keyboard.press("Enter")
    tab_to(page, ".more-list a[href$='sheet.pdf']")
    return pdf_of(page, page.locator(":focus"))


def with_few_presses(page: Page, _saved: Callable[[], None]) -> bytes:
    """On a phone, and nothing that can be left out: nineteen presses at most."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(COUNTS)
    page.goto("/")
    page.get_by_role("button", name="Build from scratch").click()
    onward = page.locator(".bar .press")
    page.get_by_label("Name", exact=True).fill("Vessa Korr")
    onward.click()
    page.get_by_role("radio", name="Twi'lek").click()
    onward.click()
    page.get_by_role("radio", name="Doctor").click()
    onward.click()
    for skill in ("Stealth", "Deceive", "Blasters"):
        page.get_by_role("checkbox", name=skill).click()
    onward.click()
    expect(page.get_by_role("heading", name="Edge and burden")).to_be_visible()
    page.get_by_role("radio", name="Luck").click()
    page.get_by_role("radio", name="Debt").click()
    expect(onward).to_contain_text("Review")
    onward.click()
    onward.click()
    page.wait_for_url(f"**{character_of(page)}")
    expect(page.get_by_role("heading", name="Vessa Korr")).to_be_visible()
    assert 10 <= presses(page) <= 19
    return pdf_of(page, more(page).locator("a[href$='sheet.pdf']"))


@pytest.mark.parametrize("built", [with_a_mouse, by_keyboard_alone, with_few_presses])
def test_a_character_is_built_from_the_first_page_to_the_pdf(
    built: Callable[[Page, Callable[[], None]], bytes],
    page: Page,
    saved: Callable[[], None],
    pdf_text: Callable[[bytes], str],
) -> None:
    assert "Vessa Korr" in pdf_text(built(page, saved))


def test_a_choice_stays_under_the_finger_and_says_what_it_changed(
    page: Page, draft: str, saved: Callable[[], None]
) -> None:
    """On a phone, far down the list: cards above get shorter and longer with every choice."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{draft}build/species/")
    tops = []
    for name in ("Wookiee", "Duros"):
        label = page.locator(f"label[for=species-{name.lower()}]")
        label.scroll_into_view_if_needed()
        before = label.evaluate("(one) => one.getBoundingClientRect().top")
        label.click()
        saved()
        tops.append(label.evaluate("(one) => one.getBoundingClientRect().top") - before)
    assert [round(top) for top in tops] == [0, 0]
    expect(page.locator("#slip")).to_contain_text("Saved. ")
    expect(page.locator("#slip")).to_contain_text("→")


def test_next_is_near_for_whoever_uses_the_keyboard(page: Page, draft: str) -> None:
    page.goto(f"{draft}build/species/")
    page.locator("#species-duros").focus()
    page.keyboard.press("Space")
    expect(page.locator("#slip")).to_contain_text("Saved")
    page.wait_for_load_state("networkidle")
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "next-step":
            break
    expect(page.locator("#next-step")).to_be_focused()
    for step, inside in (("skills", "[name=skills]"), ("gear", "[aria-label^='One more']")):
        page.goto(f"{draft}build/{step}/")
        for shelf in page.locator(".shelf > summary").all()[:1]:
            shelf.click()
        page.locator(inside).first.focus()
        page.keyboard.press("Escape")
        expect(page.locator("#next-step")).to_be_focused()
