"""The rules at hand where something is chosen: a link beside each name that chooses nothing."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.sampling import sample

pytestmark = [pytest.mark.browser, pytest.mark.looks]


@pytest.mark.parametrize(
    ("step", "name", "anchor"),
    sample(
        [
            ("species", "Wookiee", "species/#species-wookiee"),
            ("profession", "Spy", "professions/#profession-spy"),
            ("skills", "Stealth", "skills/#skills-stealth"),
            ("edge-and-burden", "Luck", "quirks/#edge-luck"),
        ],
        every=2,
        first=1,
    ),
)
def test_the_rules_of_an_option_open_and_nothing_is_chosen(
    page: Page, draft: str, step: str, name: str, anchor: str
) -> None:
    page.goto(f"{draft}build/{step}/?numbers=yes")
    link = page.get_by_role("link", name=f"{name} in the rules", exact=True)
    link.click()
    drawer = page.get_by_role("dialog", name=name)
    expect(drawer).to_be_focused()
    assert f"/build/{step}/" in page.url
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    link.click()
    drawer.get_by_role("link", name="In the rules").click()
    expect(page).to_have_url(re.compile(f"/rules/hyperspace-d6/{anchor}$"))
    expect(page.locator(f"#{anchor.partition('#')[2]}")).to_be_in_viewport()
    page.go_back()
    expect(
        page.locator(":is([name=species], [name=profession], [name=skills], [name=edge]):checked")
    ).to_have_count(0)


def test_a_ware_is_explained_by_its_name(page: Page, draft: str) -> None:
    page.goto(f"{draft}build/gear/")
    page.locator(".shelf > summary", has_text="Blasters").click()
    page.get_by_role("link", name="Bowcaster", exact=True).click()
    expect(page.get_by_role("dialog", name="Bowcaster")).to_contain_text("Made by hand")


def test_what_a_menu_has_chosen_is_explained_beside_it(page: Page, draft: str) -> None:
    page.goto(f"{draft}build/edge-and-burden/")
    page.get_by_role("radio", name="Trained").check()
    page.get_by_label("For which skill").select_option("stealth")
    link = page.get_by_role("link", name="Stealth in the rules", exact=True)
    expect(link).to_have_attribute("href", "/rules/hyperspace-d6/skills/#skills-stealth")


def test_what_was_just_typed_is_saved_before_the_rules_open(page: Page, draft: str) -> None:
    page.goto(f"{draft}build/edge-and-burden/")
    page.get_by_role("radio", name="Sanctuary").check()
    page.get_by_label("Your own words").fill("A noodle house.")
    page.get_by_role("link", name="Sanctuary in the rules", exact=True).click()
    page.get_by_role("dialog", name="Sanctuary").get_by_role("link", name="In the rules").click()
    expect(page).to_have_url(re.compile(r"#edge-sanctuary$"))
    page.goto(f"{draft}build/edge-and-burden/")
    expect(page.get_by_label("Your own words")).to_have_value("A noodle house.")


def test_every_link_to_the_rules_is_large_enough_for_a_finger(page: Page, draft: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for step in ("species", "profession", "skills", "edge-and-burden", "gear"):
        page.goto(f"{draft}build/{step}/?numbers=yes")
        links = page.locator("#step-form :is(.rules-of, .to-rules)")
        heights = links.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
        assert len(heights) > 10
        assert min(heights) >= 44, step
