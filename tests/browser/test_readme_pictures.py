"""The pictures of the readme and the docs show the demo as it is today; `bin/help-pictures` takes
them.
"""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from rules import registry
from sheets import demo, printing
from sheets.models import Character, Party
from sheets.printing import PrintOptions
from tests.browser.conftest import character_of
from tests.browser.pictures import changed, keep, picture, words
from tests.hyperspace.references import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.own_context, pytest.mark.soak]
WORDS = Path(__file__).parent / "readme_pictures.json"
FOLDER = ROOT / "docs/pictures"
# A character of each game, in the theme that its phone has.
PHONES = {
    "Neesha Vaanik": "light",
    "Velda Corvess": "dark",
    "Hanneke Vor": "light",
    "Wick Rusk": "dark",
}
PHONE, SCREEN = {"width": 390, "height": 812}, {"width": 1240, "height": 820}
SHOWN = 312, 650  # of a phone in the picture
PAPER = "neesha-vaanik"


def test_each_picture_of_the_readme_shows_its_page_as_it_is_today(
    page: Page, live_server: LiveServer
) -> None:
    demo.load()
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    told = {}
    page.set_viewport_size(SCREEN)
    page.goto(f"{live_server.url}/parties/{Party.objects.get().public_id}/")
    keep(picture(page), FOLDER / "board.webp")
    told["board"] = words(page)
    phones = Image.new("RGB", (len(PHONES) * SHOWN[0], SHOWN[1]))
    for place, (name, theme) in enumerate(PHONES.items()):
        page.set_viewport_size(SCREEN)
        page.goto(f"{live_server.url}/characters/{_demo(name).public_id}/")
        _take(page, name)
        if not place:
            keep(picture(page), FOLDER / "sheet.webp")
            told["sheet"] = words(page)
        page.emulate_media(reduced_motion="reduce", color_scheme=theme)
        page.set_viewport_size(PHONE)
        page.reload()
        phones.paste(picture(page).resize(SHOWN), (place * SHOWN[0], 0))
        told[name] = words(page)
    keep(phones, FOLDER / "games.webp")
    assert len({_demo(name).system for name in PHONES}) == 4
    said = "These pages changed: run bin/help-pictures, and look at the pictures."
    assert changed(WORDS, told) == [], said


def test_the_printed_sheet_of_the_readme_is_a_page() -> None:
    document = registry.read_character((ROOT / f"fixtures/ready-made/{PAPER}.json").read_text())
    pdf = pypdfium2.PdfDocument(printing.sheet_pdf(document, PrintOptions()))
    assert len(pdf) == 1
    keep(pdf[0].render(scale=1.1).to_pil().convert("RGB"), FOLDER / "paper.webp")


def _take(page: Page, name: str) -> None:
    """Makes a ready-made character one's own, and shows its sheet."""
    page.get_by_role("button", name=f"Take {name}").click()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name=name, level=1, exact=True)).to_be_visible()
    page.goto(character_of(page))


def _demo(name: str) -> Character:
    return Character.objects.filter(name=name).order_by("pk")[0]
