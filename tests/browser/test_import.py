"""Importing a character in a browser."""

import json

import pytest
from playwright.sync_api import FilePayload, Page, expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [390, 1280])
def test_a_file_pasted_as_one_line_fits_the_page_and_stays_when_it_is_refused(
    page: Page, width: int
) -> None:
    file = "{" + ",".join(f'"{number}":0' for number in (*range(2000), 0)) + "}"
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/characters/import/")
    pasted = page.get_by_label("Or paste its text")
    pasted.fill(file)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("alert")).to_contain_text("0: this member appears twice.")
    expect(pasted).to_have_value(file)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_chosen_file_is_looked_at_at_once_and_a_dropped_one_as_well(page: Page) -> None:
    page.goto("/characters/import/")
    actor = {
        "name": "נועה.",
        "type": "npc",
        "_stats": {"systemId": "od6s"},
        "system": {"attributes": {"agi": {"base": 9}}},
        "items": [],
    }
    file: FilePayload = {
        "name": "a.json",
        "mimeType": "application/json",
        "buffer": json.dumps(actor).encode(),
    }
    page.set_input_files("#document", file)
    expect(page.locator("#found")).to_contain_text(
        "Which game is it for? Choose HyperspaceD6, Empire Ascendant, or Star Wars D6."
    )
    expect(page.locator("#found b bdi")).to_have_text("נועה.")
    page.locator("#game").select_option("rules-sheet-d6")
    page.evaluate(
        """(text) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "a.json"));
            const drop = { dataTransfer: carried, bubbles: true, cancelable: true };
            const main = document.querySelector("main");
            main.dispatchEvent(new DragEvent("dragenter", drop));
            if (!main.classList.contains("dropping")) throw Error("it is not shown");
            main.dispatchEvent(new DragEvent("drop", drop));
        }""",
        json.dumps(actor),
    )
    expect(page.locator("#found")).to_contain_text("goes to your opponents of")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
