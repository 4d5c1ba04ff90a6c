"""A duel on two phones, from initiative to what the winner chooses."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Duel, Party
from tests.browser.board.conftest import falls, ines, party, people
from tests.browser.board.pages import SOON, cookie
from tests.browser.contexts import PHONE, Contexts
from tests.sheets.cast import Person

pytestmark = pytest.mark.browser
__all__ = ("falls", "ines", "party", "people")


@pytest.fixture
def femi(contexts: Contexts, people: dict[str, Person], live_server: LiveServer) -> Page:
    """A page on the phone of another player."""
    return contexts.lend(cookie(people["femi"], live_server.url), **PHONE)


def test_two_players_cross_blades_until_one_ends_it(
    ines: Page,
    femi: Page,
    party: Party,
    people: dict[str, Person],
    falls: Callable[..., None],
) -> None:
    place = f"/parties/{party.public_id}/duel/"
    sides = {
        f"side-{Character.objects.get(name=name).public_id}": side
        for side, name in (("1", "Vessa Korr"), ("2", "Brakka"))
    }
    people["greta"].client.post(f"{place}begin/", {"place": "Bridge", **sides})
    for phone in (ines, femi):
        phone.goto(place)
    falls(*[5] * 12)
    ines.get_by_role("button", name="Roll for Vessa Korr").click()
    expect(ines.get_by_text("Brakka has to roll.")).to_be_visible()
    falls(*[2] * 12)
    femi.get_by_role("button", name="Roll for Brakka").click()
    expect(ines.locator(".duel-place").first).to_contain_text("Vessa Korr acts", timeout=SOON)
    # Vessa declares a skill, and Brakka answers it on the other phone.
    falls(*[5] * 12)
    ines.get_by_label("Act with").select_option("skills.melee")
    ines.get_by_role("button", name="Roll for Vessa Korr").click()
    expect(ines.get_by_text("Brakka answers.")).to_be_visible()
    falls(*[2] * 12)
    femi.get_by_role("button", name="Answer for Brakka").click(timeout=SOON)
    expect(femi.get_by_label("2 duel dice")).to_be_visible()
    expect(ines.get_by_label("2 duel dice")).to_be_visible(timeout=SOON)
    # With one die against two, Brakka ends it, and wins.
    falls(1, 1, 6)
    femi.get_by_role("button", name="End it").click()
    expect(femi.locator(".duel-place").first).to_contain_text("Brakka won")
    expect(femi.get_by_role("group", name="Outcome for Vessa Korr")).to_be_visible()
    expect(ines.locator(".duel-place").first).to_contain_text("Brakka won", timeout=SOON)
    femi.get_by_role("radio", name="Knock").check()
    femi.get_by_role("button", name="Confirm outcome").click()
    expect(ines.get_by_text("Vessa Korr: Knock")).to_be_visible(timeout=SOON)
    for phone in (ines, femi):
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert Duel.objects.get().winner == 2
    assert Character.objects.get(name="Vessa Korr").marks["unconscious"] == 1
