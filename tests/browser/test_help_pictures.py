"""The pictures in the guides show their pages as they are today; `bin/help-pictures` takes them."""

from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.help.guides import HEIGHT, PICTURES, WIDTH, guides
from sheets.models import Character, PaperCode
from tests.browser.conftest import character_of, post
from tests.browser.pictures import changed, keep, picture, words
from tests.browser.test_parties import cookie, party, people
from tests.sheets.cast import Person

pytestmark = [pytest.mark.browser, pytest.mark.own_context, pytest.mark.soak]
__all__ = ("party", "people")
FOLDER = Path(settings.BASE_DIR, "static", PICTURES)
# The words of each page when its picture was taken.
WORDS = Path(__file__).parent / "help_pictures.json"


@pytest.fixture
def vessa(party: object, people: dict[str, Person]) -> Character:
    return Character.objects.get(owner=people["ines"].owner)


def visit(page: Page, live_server: LiveServer, person: Person, address: str) -> None:
    page.context.add_cookies([cookie(person, live_server.url)])
    page.goto(address)


def test_each_picture_shows_its_page_as_it_is_today(
    page: Page, live_server: LiveServer, people: dict[str, Person], vessa: Character
) -> None:
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.emulate_media(reduced_motion="reduce", color_scheme="light")
    here, ines, greta = f"/characters/{vessa.public_id}/", people["ines"], people["greta"]
    table = f"/parties/{vessa.party.public_id}/convention/"

    def sheet() -> None:
        visit(page, live_server, ines, here)

    def roll() -> None:
        visit(page, live_server, ines, f"{here}table/")
        page.get_by_role("link", name="Take damage").click()
        expect(page.get_by_label("Damage rolled")).to_be_visible()

    def paper() -> None:
        PaperCode.objects.create(character=vessa, code="K7Q2MP4", moment=0, digest="0" * 32)
        visit(page, live_server, ines, "/printed/K7Q2MP4/")
        page.get_by_label("Wounded").fill("1")
        page.get_by_label("Credits").fill("120")
        page.get_by_role("button", name="Show what changes").click()

    def species() -> None:
        visit(page, live_server, ines, "/")
        draft = character_of(post(page, "/characters/new/", system="hyperspace-d6"))
        page.goto(f"{draft}build/species/")

    def board() -> None:
        visit(page, live_server, greta, f"/parties/{vessa.party.public_id}/")

    def convention() -> None:
        visit(page, live_server, greta, table)
        page.get_by_label("Seed").fill("dawn")
        page.get_by_role("button", name="Make characters").click()
        expect(page.get_by_role("heading", name="Everything in one PDF")).to_be_visible()
        page.locator("#convention").evaluate("(part) => part.scrollIntoView()")

    pages = {"sheet": sheet, "roll": roll, "paper": paper, "board": board}
    pages |= {"convention": convention, "species": species}
    named = {
        shown.name
        for guide in guides().values()
        for one in guide.sections
        for shown in one.pictures
    }
    assert set(pages) == named
    told = {}
    for name, show in pages.items():
        show()
        keep(picture(page), FOLDER / f"{name}.webp")
        told[name] = words(page)
    said = "These pages changed: run bin/help-pictures, and look at the pictures."
    assert changed(WORDS, told) == [], said
