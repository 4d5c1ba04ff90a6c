"""Making and playing a character of every game by hand, in a browser: what is typed is kept, pages
fit, and nothing is in the way of those who cannot see or use a mouse.
"""

from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rules import registry
from rules.character import Character
from rules.creation import Step
from rules.forms.fields import Codes, Rows
from tests.browser.conftest import character_of, post
from tests.sheets.every_game.characters import EVERY, by_chance, filled

TYPED = ("3D+2", "2D", "2d+1", "3d", "4D", "2D+2")


def steps_with(slug: str, kind: type[Codes] | type[Rows]) -> list[Step]:
    """The steps of a game that ask for such a field at their top."""
    found = filled(registry.get(slug), by_chance(slug))
    return [step for step in found if any(isinstance(field, kind) for field in step.fields)]


GAMES = list(registry.built_in())
pytestmark = pytest.mark.browser
WITH_CODES = pytest.mark.parametrize("slug", [one for one in GAMES if steps_with(one, Codes)])
WITH_ROWS = pytest.mark.parametrize("slug", [one for one in GAMES if steps_with(one, Rows)])


@pytest.fixture
def begun(page: Page) -> Callable[[str], str]:
    """A draft of a game of which nothing is decided; the address of its steps."""

    def begin(slug: str) -> str:
        return f"{character_of(post(page, '/characters/new/', system=slug))}build"

    return begin


def cells(row: Locator) -> Locator:
    return row.locator("[data-cell]")


@WITH_CODES
def test_codes_are_typed_and_told_without_a_word_being_lost_and_only_the_wrong_one_is_marked(
    slug: str, page: Page, begun: Callable[[str], str], saved: Callable[[], None]
) -> None:
    base = begun(slug)
    page.goto(f"{base}/{steps_with(slug, Codes)[0].id}/")
    field = page.locator(".codes").first
    typed = field.locator("input[type=text]")
    for place, code in enumerate(TYPED):
        typed.nth(place).press_sequentially(code, delay=120)
    saved()
    expect(typed.nth(2)).to_have_value("2d+1")
    expect(field.locator(".allot-result").nth(2)).to_contain_text("2D+1")
    typed.nth(1).fill("3X")
    typed.nth(1).blur()
    expect(field.locator(".error")).to_contain_text("3X")
    expect(typed.nth(1)).to_have_value("3X")
    expect(typed.nth(1)).to_have_attribute("aria-invalid", "true")
    expect(typed.nth(0)).not_to_have_attribute("aria-invalid", "true")
    typed.nth(1).fill("4D+1")
    saved()
    expect(field.locator(".error")).to_be_empty()
    page.reload()
    expect(typed.nth(1)).to_have_value("4D+1")


@WITH_ROWS
def test_a_row_of_cells_grows_another_and_all_of_it_is_kept(
    slug: str, page: Page, begun: Callable[[str], str], saved: Callable[[], None]
) -> None:
    base = begun(slug)
    for step in steps_with(slug, Rows):
        page.goto(f"{base}/{step.id}/")
        for field in (one for one in step.fields if isinstance(one, Rows)):
            rows = page.locator(f"[data-rows='{field.id}'] > li")
            expect(rows).to_have_count(1)
            cells(rows.nth(0)).nth(0).fill("Something of my own")
            expect(rows).to_have_count(2)
            expect(cells(rows.nth(1)).nth(0)).to_have_value("")
            label = cells(rows.nth(1)).nth(0).get_attribute("aria-label")
            assert label == f"{field.cells[0].label} 2"
            for place, cell in enumerate(field.cells[1:], start=1):
                own = cells(rows.nth(0)).nth(place)
                if cell.kind == "menu":
                    own.select_option(index=2)
                else:
                    own.fill("3" if cell.kind == "number" else "3D+1")
            cells(rows.nth(1)).nth(0).fill("And another")
            expect(rows).to_have_count(3)
            saved()
            held = [cells(rows.nth(0)).nth(n).input_value() for n in range(len(field.cells))]
            page.reload()
            expect(rows).to_have_count(3)
            again = [cells(rows.nth(0)).nth(n).input_value() for n in range(len(field.cells))]
            assert again == held
            expect(cells(rows.nth(1)).nth(0)).to_have_value("And another")


@WITH_ROWS
def test_rows_that_two_tabs_typed_are_both_shown_until_one_is_chosen(
    slug: str, page: Page, begun: Callable[[str], str], saved: Callable[[], None]
) -> None:
    """Also where more is typed before the answer has come that the first of it was too late."""
    base = begun(slug)
    step = steps_with(slug, Rows)[0]
    field = next(one for one in step.fields if isinstance(one, Rows))
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(f"{base}/{step.id}/")
    cells(page.locator(f"[data-rows='{field.id}'] > li").nth(0)).nth(0).fill("Theirs")
    saved()
    rows = other.locator(f"[data-rows='{field.id}'] > li")
    sent: list[Route] = []
    other.route("**/build/**", lambda one: sent.append(one))  # noqa: PLW0108 (no built-in is taken)
    with other.expect_request("**/build/**"):
        cells(rows.nth(0)).nth(0).fill("Mine")
        other.keyboard.press("Tab")
    cells(rows.nth(1)).nth(0).fill("Mine, too")
    other.keyboard.press("Tab")
    while sent:
        sent.pop().continue_()
    other.unroute("**/build/**")
    notice = other.get_by_role("alert").filter(has_text="changed in another tab")
    expect(notice).to_contain_text("Theirs")
    other.wait_for_load_state("networkidle")
    expect(cells(rows.nth(1)).nth(0)).to_have_value("Mine, too")
    page.reload()
    expect(cells(page.locator(f"[data-rows='{field.id}'] > li").nth(0)).nth(0)).to_have_value(
        "Theirs"
    )
    other.get_by_role("button", name="Keep mine").click()
    expect(notice).to_have_count(0)
    page.reload()
    kept = [cells(page.locator(f"[data-rows='{field.id}'] > li").nth(n)).nth(0) for n in (0, 1)]
    expect(kept[0]).to_have_value("Mine")
    expect(kept[1]).to_have_value("Mine, too")


@pytest.mark.all_games
@EVERY
def test_axe_finds_nothing_on_the_pages_of_any_game(
    slug: str,
    page: Page,
    accessible: Callable[..., None],
    pytestconfig: pytest.Config,
) -> None:
    """Daily each game has every fourth page, each another fourth; with `--soak` all."""
    soaks, places = pytestconfig.getoption("--soak"), count(GAMES.index(slug))

    def check(address: str) -> None:
        if soaks or next(places) % len(GAMES) == 0:
            page.goto(address)
            accessible()

    character = character_of(post(page, "/characters/new/", system=slug, surprise="1"))
    for step in Character(registry.get(slug), by_chance(slug)).steps():
        check(f"{character}build/{step.id}/")
    post(page, f"{character}finish/")
    for rest in ("", "table/", "advance/", "gear/", "session/", "print/"):
        check(f"{character}{rest}")
