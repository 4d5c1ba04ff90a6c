"""A fight in browsers: the game master's on a screen, a player's on a phone."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Combatant, Encounter, Party
from sheets.play import operations
from tests.browser.conftest import Third
from tests.browser.contexts import PHONE, Contexts
from tests.browser.evening import evening
from tests.browser.test_parties import cookie, greta, party, people
from tests.dice import Fixed
from tests.sheets.cast import Person

pytestmark = pytest.mark.browser
__all__ = ("greta", "party", "people")


@pytest.fixture
def prepared(party: Party, people: dict[str, Person]) -> Encounter:
    """Vessa against an officer, who goes first."""
    officer = Character(
        owner=people["greta"].owner,
        kind=Character.Kind.OPPONENT,
        roster=party,
        system=party.system,
        build={"opponent": {"id": "imperial-officer"}},
        name="Captain Dresk",
        finished_at=timezone.now(),
    )
    officer.save()
    encounter = Encounter.objects.create(party=party, name="Ambush at the gate")
    side = Combatant.Side
    for character, whose, place in (
        (party.characters.get(), side.PARTY, 0),
        (officer, side.OPPONENTS, 2),
    ):
        Combatant.objects.create(encounter=encounter, character=character, side=whose, place=place)
    return encounter


def test_a_round_is_fought_on_a_screen_and_a_phone(
    greta: Page,
    party: Party,
    prepared: Encounter,
    people: dict[str, Person],
    contexts: Contexts,
    live_server: LiveServer,
) -> None:
    greta.goto(f"/parties/{party.public_id}/encounters/{prepared.public_id}/")
    greta.get_by_text("Who started it").click()
    greta.get_by_role("checkbox", name="Captain Dresk").check()
    greta.get_by_role("button", name="Start the fight").click()
    ines = contexts.lend(cookie(people["ines"], live_server.url), **PHONE)
    ines.goto(f"/parties/{party.public_id}/")
    ines.get_by_role("link", name="Go to the fight").click()
    ines.get_by_role("button", name=re.compile(r"^Roll \d+D for Vessa")).click()
    # The other page learns of it by itself, and so does every page below.
    greta.get_by_role("button", name="First turn").click()
    expect(ines.locator(".fight-turn")).to_contain_text("Captain Dresk")
    greta.get_by_label("With").select_option(label="Blaster Pistol 3D, damage 3D")
    # Whoever goes on before the answer is there keeps the focus where they went, also if the form
    # was exchanged meanwhile.
    greta.evaluate("""addEventListener("htmx:beforeSend", function goOn({ detail }) {
        if (detail.requestConfig.verb !== "post") return; // a form that is fetched
        document.querySelector(".strip button").focus();
        removeEventListener("htmx:beforeSend", goOn);
    })""")
    greta.get_by_role("button", name="Roll 3D").click()
    expect(greta.locator(".ticker")).to_contain_text("Captain Dresk → Vessa")
    expect(greta.locator(".strip button").first).to_be_focused()
    expect(ines.locator(".ticker .shot")).to_contain_text("Captain Dresk → Vessa")
    # A token is moved with the arrow keys, and keeps the focus.
    token = greta.locator(".strip button", has_text="Captain Dresk")
    token.focus()
    greta.keyboard.press("ArrowRight")
    expect(greta.locator(".place").nth(3)).to_contain_text("Captain Dresk")
    expect(greta.locator(".strip button", has_text="Captain Dresk")).to_be_focused()
    greta.get_by_role("button", name="Next turn", exact=True).click()
    expect(ines.get_by_text("Your turn")).to_be_visible()
    # What Ines has chosen stays while others do something, and so does her focus.
    knife = ines.get_by_label("With").locator("option", has_text="Unarmed").get_attribute("value")
    ines.get_by_label("With").select_option(knife)
    ines.get_by_label("With").focus()
    greta.locator(".strip button", has_text="Captain Dresk").focus()
    greta.keyboard.press("ArrowLeft")
    expect(ines.locator(".place").nth(2)).to_contain_text("Captain Dresk")
    expect(ines.get_by_label("With")).to_have_value(knife or "")
    expect(ines.get_by_label("With")).to_be_focused()
    ines.get_by_role("button", name="End my turn").click()
    expect(greta.locator(".fight-turn")).to_contain_text("Round 2")
    assert ines.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.looks
def test_axe_finds_nothing_on_the_pages_of_encounters(
    greta: Page,
    party: Party,
    prepared: Encounter,
    accessible: Callable[..., None],
    third: Third,
) -> None:
    base = f"/parties/{party.public_id}"
    for address in third(
        [
            f"{base}/encounters/",
            f"{base}/encounters/{prepared.public_id}/",
            f"{base}/roster/",
        ]
    ):
        greta.goto(address)
        accessible()
    combatants = prepared.combatants.order_by("pk")
    for rank, row in enumerate(combatants):
        Combatant.objects.filter(pk=row.pk).update(rank=rank, score=9 - rank)
    Encounter.objects.filter(pk=prepared.pk).update(state="running")
    prepared.begin_turn(combatants[0], round=1)
    greta.goto(f"{base}/fight/")
    greta.locator(".deeds-link").first.click()
    expect(greta.locator(".deeds")).to_be_visible()
    accessible()


def test_a_turn_is_played_by_keyboard(
    greta: Page, party: Party, prepared: Encounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    combatants = list(prepared.combatants.order_by("-side", "pk"))
    for rank, row in enumerate(prepared.combatants.order_by("pk")):
        Combatant.objects.filter(pk=row.pk).update(rank=rank, score=9 - rank)
    Encounter.objects.filter(pk=prepared.pk).update(state="running")
    Party.objects.filter(pk=party.pk).update(fighting=True)
    officer = next(row for row in combatants if row.is_opponent)
    prepared.refresh_from_db()
    prepared.begin_turn(officer, round=1)
    monkeypatch.setattr(operations, "DICE", Fixed(*[6] * 60))
    greta.goto(f"/parties/{party.public_id}/fight/")
    greta.keyboard.press("?")
    expect(greta.get_by_role("dialog")).to_contain_text("They take it")
    greta.keyboard.press("n")  # nothing, while they are shown
    greta.keyboard.press("Escape")
    expect(greta.locator(".fight-turn")).to_contain_text("Captain Dresk")
    greta.keyboard.press("1")
    expect(greta.locator(".targets input:checked")).to_have_count(1)
    greta.keyboard.press("r")
    expect(greta.locator(".open-attacks")).to_contain_text("damage")
    # In a field it is a letter like any other.
    greta.locator(".open-attacks input[name=damage]").focus()
    greta.keyboard.press("t")
    expect(greta.locator(".open-attacks")).to_be_visible()
    greta.evaluate("document.activeElement.blur()")
    greta.keyboard.press("t")
    expect(greta.locator(".ticker")).to_contain_text("taken")
    greta.keyboard.press("n")
    # Vessa is out, so a round begins.
    expect(greta.locator(".fight-turn")).to_contain_text("Round 2")


# Of each side: how many ways its rows place their figures, and into how many lines.
COLUMNS = """() => [...document.querySelectorAll(".both-sides .fighters")].flatMap((side) => {
  const rows = [...side.querySelectorAll(".fighter")].map((row) =>
    [...row.querySelectorAll(".fighter-figures > span")].map((one) => one.getBoundingClientRect()));
  return [new Set(rows.map((row) => row.map(({ left }) => Math.round(left)).join())).size,
    Math.max(...rows.map((row) => new Set(row.map(({ bottom }) => Math.round(bottom))).size))];
})"""
# Names and figures that are cut off, or lie over the one beside them.
CUT_OFF = """() => [...document.querySelectorAll(".both-sides :is(.figure-name, .side-attack > *)")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).display !== "inline").map((one) => one.innerText)"""


@pytest.mark.parametrize("slug", ["hyperspace-d6", "storytelling-d10"])
def test_figures_have_their_columns_while_an_encounter_is_prepared(
    slug: str, transactional_db: None, page: Page, live_server: LiveServer
) -> None:
    made = evening(slug)
    Encounter.objects.update(state=Encounter.State.PREPARED)
    page.context.add_cookies([cookie(made.gm, live_server.url)])
    party, encounter = made.party.public_id, made.encounter.public_id
    page.route("**/difficulty/**", lambda route: route.fulfill(status=204))
    page.goto(f"/parties/{party}/encounters/{encounter}/")
    for width in (320, 390, 820, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(COLUMNS) == [1, 1, 1, 1], width
        assert page.evaluate(CUT_OFF) == [], width
