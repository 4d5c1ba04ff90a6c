"""The game master's board in browsers: what one does, the others see; calls and their answers."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Member, Party
from sheets.operations import table
from tests.dice import Fixed
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.conftest import VESSA, store

pytestmark = pytest.mark.browser

SOON = 3000  # so long may news take
NAMES = ("Brakka", "Vessa Korr")


@pytest.fixture
def people(transactional_db: None) -> dict[str, Person]:
    return {name: cast.person(name) for name in ("greta", "ines", "femi")}


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    """Greta's, in which Ines plays Vessa and Femi Brakka: both DEX 3D, Blasters 4D, Stealth 6D."""
    party = cast.party(people)
    for name, who in zip(NAMES, ("femi", "ines"), strict=True):
        row = store(people[who].owner, {**VESSA, "name": name}, finished=True)
        Character.objects.filter(pk=row.pk).update(party=party)
    return party


@pytest.fixture
def vessa(party: Party) -> Character:
    return Character.objects.get(name="Vessa Korr")


@pytest.fixture
def board(party: Party) -> str:
    """The address of the board."""
    return f"/parties/{party.public_id}/"


@pytest.fixture
def greta(page: Page, people: dict[str, Person], live_server: LiveServer) -> Page:
    """The page of the game master's browser."""
    page.context.add_cookies([cookie(people["greta"], live_server.url)])
    return page


@pytest.fixture
def ines(browser: Browser, people: dict[str, Person], live_server: LiveServer) -> Iterator[Page]:
    """A page on the phone of a player."""
    size = {"width": 390, "height": 844}
    context = browser.new_context(
        base_url=live_server.url, viewport=size, has_touch=True, is_mobile=True
    )
    context.add_cookies([cookie(people["ines"], live_server.url)])
    yield context.new_page()
    context.close()


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The next dice fall so."""
    dice = Fixed()
    monkeypatch.setattr(table, "DICE", dice)
    return lambda *faces: setattr(dice, "faces", list(faces))


def cookie(person: Person, url: str) -> Any:
    return {"name": "sessionid", "value": person.client.cookies["sessionid"].value, "url": url}


def row(page: Page, name: str) -> Any:
    return page.locator(".member").filter(has=page.get_by_role("link", name=name, exact=True))


def hurt(page: Page, name: str, damage: str) -> None:
    """Marks harm from the board: one press, a number, and it is done."""
    page.get_by_role("link", name=f"Damage to {name}").click()
    page.get_by_label("Damage rolled").fill(damage)
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".came")).to_be_visible()
    page.keyboard.press("Escape")


def ask(page: Page, *, target: str = "15", note: str = "The guards come") -> None:
    """Calls everybody to roll Stealth."""
    page.get_by_label("What").select_option("skills.stealth")
    page.get_by_label("Against").fill(target)
    page.get_by_label("Why").fill(note)
    page.get_by_role("button", name="Ask all").click()
    expect(page.get_by_role("heading", name="Stealth against 15")).to_be_visible()


def test_a_call_is_heard_answered_and_seen_within_three_seconds(
    greta: Page, ines: Page, board: str, vessa: Character, falls: Callable[..., None]
) -> None:
    greta.goto(board)
    ines.goto(f"/characters/{vessa.public_id}/table/")
    expect(ines.locator(".called-for")).to_have_count(0)
    ask(greta)
    slip = ines.locator(".called-for")
    expect(slip).to_contain_text("Stealth against 15", timeout=SOON)
    expect(slip).to_contain_text("The guards come")
    falls(2, 3, 3, 3, 3, 3)
    slip.get_by_role("link", name="Roll").tap()
    expect(ines.get_by_role("dialog")).to_contain_text("94 %")
    ines.get_by_role("button", name="Roll 6D").tap()
    expect(ines.get_by_role("dialog")).to_contain_text("17")
    answer = greta.locator(".answer").filter(has_text="Vessa Korr")
    expect(answer).to_contain_text("17 Vessa Korr ✓ success", timeout=SOON)
    expect(greta.locator("#told")).to_have_text("Stealth: Vessa Korr 17, success.")
    expect(slip).to_have_count(0, timeout=SOON)
    # Brakka's player is not there: the game master rolls.
    falls(1, 1, 1, 1, 1, 1)
    greta.get_by_role("link", name="Roll Stealth for Brakka, as called").click()
    greta.get_by_role("button", name="Roll 6D").click()
    greta.keyboard.press("Escape")
    expect(greta.locator(".answer").filter(has_text="Brakka")).to_contain_text(
        "6 Brakka failure", timeout=SOON
    )
    greta.get_by_role("button", name="Close Stealth").click()
    expect(greta.get_by_role("heading", name="Stealth against 15")).to_have_count(0)


def test_what_changes_is_marked_and_what_one_looks_at_stays_as_it_is(
    greta: Page, ines: Page, board: str
) -> None:
    greta.goto(board)
    ines.goto(board)
    row(ines, "Brakka").locator("summary").tap()
    row(ines, "Vessa Korr").get_by_role("link", name="Dodge 13").focus()
    ines.evaluate("scrollTo(0, 120)")
    hurt(greta, "Vessa Korr", "6")  # less Soak 2: wounded
    expect(row(greta, "Vessa Korr")).to_contain_text("1 wound: −1D", timeout=SOON)
    # The focus is where it was pressed, although the row was shown anew.
    expect(greta.get_by_role("link", name="Damage to Vessa Korr")).to_be_focused()
    expect(row(ines, "Vessa Korr")).to_contain_text("1 wound: −1D", timeout=SOON)
    marked = ines.locator(".is-new")
    expect(marked).to_have_count(2)  # how she stands, and what she is best at
    assert ines.evaluate("[...document.querySelectorAll('.is-new')].map(e => e.className)") == [
        "state is-new",
        "best is-new",
    ]
    expect(row(ines, "Brakka").locator("details")).to_have_attribute("open", "")
    expect(row(ines, "Vessa Korr").get_by_role("link", name="Dodge 13")).to_be_focused()
    assert ines.evaluate("scrollY") == 120
    assert ines.evaluate("[...document.querySelectorAll('[role=status]')].every(e => !e.innerText)")


def test_what_is_being_typed_survives_what_the_others_do(
    greta: Page, ines: Page, board: str, vessa: Character
) -> None:
    greta.goto(board)
    greta.get_by_label("Why").press_sequentially("The guards ")
    ines.goto(f"/characters/{vessa.public_id}/table/panel/harm/")
    ines.get_by_label("Damage rolled").fill("6")
    ines.locator("#do-it").tap()
    expect(row(greta, "Vessa Korr")).to_contain_text("1 wound", timeout=SOON)
    greta.keyboard.type("come")
    expect(greta.get_by_label("Why")).to_have_value("The guards come")


def test_a_number_on_the_board_says_why_and_a_code_rolls(
    greta: Page, board: str, falls: Callable[..., None]
) -> None:
    falls(3, 3, 3, 3, 3, 3, 3)
    greta.goto(board)
    row(greta, "Vessa Korr").get_by_role("link", name="Dodge 13").click()
    expect(greta.get_by_role("dialog")).to_contain_text("10 + DEX 3D")
    greta.keyboard.press("Escape")
    greta.get_by_role("link", name="Roll Deceive for Vessa Korr: 7D").click()
    greta.get_by_role("button", name="Roll 7D").click()
    expect(greta.get_by_role("dialog")).to_contain_text("21")
    greta.keyboard.press("Escape")
    assert greta.url.endswith(board)


def test_a_hidden_tab_asks_nothing_and_asks_at_once_when_it_is_seen(
    greta: Page, board: str
) -> None:
    greta.add_init_script(
        "Object.defineProperty(document, 'hidden', { get: () => window.away === true })"
    )
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/live/" in request.url:
            asked.append(request.url)

    greta.on("request", note)
    greta.clock.install()
    greta.goto(board)
    with greta.expect_response("**/live/**"):
        greta.clock.run_for(2000)
    assert len(asked) == 1
    greta.evaluate("window.away = true")
    greta.clock.run_for(20_000)
    assert len(asked) == 1
    with greta.expect_response("**/live/**"):
        greta.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert len(asked) == 2


def test_who_is_no_member_any_more_is_told_so_and_sees_nothing_more(
    ines: Page, board: str, party: Party, people: dict[str, Person]
) -> None:
    asked: list[str] = []
    ines.on("request", lambda request: asked.append(request.url))
    ines.clock.install()
    ines.goto(board)
    Member.objects.filter(party=party, owner=people["ines"].owner).delete()
    said = ines.get_by_role("status").filter(has_text="not yours any more")
    expect(said).to_be_visible(timeout=SOON)
    expect(ines.get_by_text("Brakka")).to_have_count(0)
    asked.clear()
    ines.clock.run_for(20_000)
    assert asked == []


def test_without_a_connection_the_board_stays_and_says_so(
    greta: Page, board: str, console: list[str]
) -> None:
    greta.goto(board)
    greta.route("**/live/**", lambda route: route.abort())
    state = greta.locator("#live-state")
    expect(state).to_contain_text("this is how it stood last", timeout=SOON)
    expect(row(greta, "Vessa Korr")).to_be_visible()
    greta.unroute("**/live/**")
    expect(state).to_be_hidden(timeout=SOON)
    console.clear()


def test_the_log_of_the_party_goes_on_while_one_reads_it(
    greta: Page, ines: Page, board: str, vessa: Character
) -> None:
    greta.goto(f"{board}log/")
    expect(greta.get_by_text("Nothing was rolled yet.")).to_be_visible()
    ines.goto(f"/characters/{vessa.public_id}/table/panel/harm/")
    ines.get_by_label("Damage rolled").fill("6")
    ines.locator("#do-it").tap()
    expect(greta.locator(".log-entry")).to_contain_text("6 damage", timeout=SOON)


def test_searching_who_is_best_keeps_typing(greta: Page, board: str) -> None:
    greta.goto(f"{board}skills/")
    greta.get_by_label("Who is best at").press_sequentially("stea")
    expect(greta.locator(".matrix tbody tr")).to_have_count(4)  # Dexterity, Steal; Perception …
    expect(greta.get_by_label("Who is best at")).to_be_focused()
    greta.get_by_role("link", name="Stealth", exact=True).click()
    expect(greta.locator("th[aria-sort=descending]")).to_have_text("Stealth")


def test_everything_works_without_scripts(
    plain_page: Page,
    browser: Browser,
    people: dict[str, Person],
    live_server: LiveServer,
    board: str,
) -> None:
    plain_page.context.add_cookies([cookie(people["greta"], live_server.url)])
    plain_page.goto(board)
    plain_page.get_by_role("link", name="Force Points", exact=True).click()
    assert plain_page.url.endswith("?sort=force_points")
    ask(plain_page)
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies([cookie(people["ines"], live_server.url)])
    player = context.new_page()
    player.goto(board)
    player.get_by_role("link", name="Roll Stealth for Vessa Korr, as called").first.click()
    expect(player.locator("main")).to_contain_text("The GM calls for this, against 15.")
    player.get_by_role("button", name="Roll 6D").click()
    expect(player.locator("#line-1")).to_contain_text("against")
    context.close()
    plain_page.get_by_role("link", name="Reload").first.click()
    answer = plain_page.locator(".answer").filter(has_text="Vessa Korr")
    expect(answer).to_contain_text("Vessa Korr")
    expect(answer.get_by_role("link")).to_have_count(0)
    plain_page.get_by_role("link", name="More ways to call").click()
    both = plain_page.locator("#call-opposed")
    both.get_by_label("One", exact=True).select_option(label="Brakka")
    both.get_by_label("rolls").first.select_option("skills.search")
    both.get_by_label("The other").select_option(label="Vessa Korr")
    both.get_by_role("button", name="Call").click()
    expect(plain_page.get_by_role("heading", name="Search", exact=True)).to_be_visible()


@pytest.mark.looks
def test_axe_finds_nothing_on_the_board_and_its_pages(
    greta: Page, accessible: Callable[..., None], board: str, vessa: Character
) -> None:
    greta.set_viewport_size({"width": 390, "height": 844})
    greta.goto(board)
    ask(greta)
    Character.objects.filter(pk=vessa.pk).update(marks={"wounds": 1, "unconscious": 1})
    greta.goto(board)
    row(greta, "Vessa Korr").locator("summary").click()
    accessible()
    greta.get_by_role("link", name="Roll Stealth for Vessa Korr, as called").first.click()
    expect(greta.locator("#do-it")).to_be_visible()
    accessible(covered=True)
    for path in ("?sort=skills.stealth", "calls/", "skills/", "skills/?q=nothing", "log/"):
        greta.goto(f"{board}{path}")
        accessible()
    greta.goto(f"/characters/{vessa.public_id}/table/")
    accessible(covered=True)


@pytest.mark.looks
def test_no_page_scrolls_sideways_and_targets_are_large_enough_for_a_thumb(
    ines: Page, greta: Page, board: str
) -> None:
    greta.goto(board)
    ask(greta)
    small = """() => [...document.querySelectorAll("main :is(button, .rolls, .quiet, select)")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.getBoundingClientRect().height < 43.9)
      .map((one) => one.outerHTML.slice(0, 120))"""
    for path in ("", "?sort=skills.stealth", "skills/", "log/"):
        ines.goto(f"{board}{path}")
        assert ines.evaluate("document.documentElement.scrollWidth") <= 390
        assert ines.evaluate(small) == []
    for width in (320, 700, 1100, 1160):
        greta.set_viewport_size({"width": width, "height": 844})
        for path in ("", "calls/", "skills/", "log/"):
            greta.goto(f"{board}{path}")
            assert greta.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
