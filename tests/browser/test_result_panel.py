"""The result of a roll, on top of a sheet on a phone: of every game, alone or in a party."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from sheets.models import Character, Member, Party
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY, by_chance, plain
from tests.sheets.example_characters import store

pytestmark = pytest.mark.browser
SEATED = pytest.mark.parametrize("party", ["", "The Long Watch"], ids=["alone", "in a party"])

# The left edge and the width of each part of the result, of the panel, and what the cross covers.
DRAWN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const slip = document.querySelector("#panel");
  const panel = box(slip);
  const style = getComputedStyle(document.querySelector(".came"));
  const left = panel.left + parseFloat(style.paddingLeft);
  const wide = panel.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const parts = [...document.querySelectorAll(".came .line > *")].filter((one) => box(one).height);
  const cross = box(document.querySelector("#panel .shuts"));
  const meets = (one) => one.left < cross.right && one.right > cross.left
    && one.top < cross.bottom && one.bottom > cross.top;
  return {
    edges: parts.map((one) => Math.round(box(one).left - left)),
    widths: parts.map((one) => Math.round(wide - box(one).width)),
    rising: parts.every((one, at) => !at || box(one).top >= box(parts[at - 1]).bottom - 1),
    covered: meets(box(document.querySelector(".came .line-total"))),
    beyond: slip.scrollWidth - slip.clientWidth,
  };
}"""


# Where what is added to the dice stands: beside the last of them, over the total.
ADDED = """() => {
  const [die] = [...document.querySelectorAll(".came .die")].slice(-1);
  const total = document.querySelector(".came .line-total");
  const added = document.querySelector(".came .line-added") ?? document.createElement("span");
  added.className = "line-added";
  added.textContent = "+2";
  total.before(added);
  for (const fall of document.getAnimations()) fall.finish();
  const [last, plus, sum] = [die, added, total].map((one) => one.getBoundingClientRect());
  return {
    beside: plus.left >= last.right && plus.top < last.bottom && plus.bottom > last.top,
    over: plus.bottom <= sum.top,
  };
}"""


@pytest.fixture
def ines(transactional_db: None) -> Person:
    return cast.person("ines")


def finished(ines: Person, slug: str, party: str) -> Character:
    """A character to play, in a party of that name if it has one."""
    character = store(ines.owner, plain(by_chance(slug)), finished=True)
    if party:
        character.party = Party.objects.create(name=party, system=slug)
        character.save()
        role = Member.Role.PLAYER
        Member.objects.create(party=character.party, owner=ines.owner, role=role)
    return character


@pytest.fixture
def roll(page: Page, ines: Person, live_server: LiveServer) -> Callable[[Character], None]:
    """Rolls the first attack on the sheet against 9, on a phone."""

    def press(character: Character) -> None:
        session: Any = {"name": "sessionid", "url": live_server.url}
        session["value"] = ines.client.cookies["sessionid"].value
        page.context.add_cookies([session])
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"/characters/{character.public_id}/")
        page.locator(".attacks .how").first.click()
        page.locator("#panel .panel-fields input[type=number]").first.fill("9")
        page.locator("#do-it").click()
        expect(page.locator(".came .line-total")).to_be_visible()

    return press


@EVERY
@SEATED
def test_the_result_of_a_roll_is_one_column_as_wide_as_the_panel(
    slug: str, party: str, page: Page, ines: Person, roll: Callable[[Character], None]
) -> None:
    roll(finished(ines, slug, party))
    drawn = page.evaluate(DRAWN)
    assert len(drawn["edges"]) >= 3  # what was rolled, the dice, what may be done about it
    assert set(drawn["edges"]) == {0}
    assert set(drawn["widths"]) == {0}
    assert drawn["rising"]
    assert not drawn["covered"]
    assert drawn["beyond"] == 0
    assert page.evaluate(ADDED) == {"beside": True, "over": True}


@pytest.mark.looks
@EVERY
def test_axe_finds_nothing_where_the_result_of_a_roll_lies_on_a_sheet(
    slug: str,
    page: Page,
    ines: Person,
    roll: Callable[[Character], None],
    accessible: Callable[..., None],
) -> None:
    roll(finished(ines, slug, "The Long Watch"))
    accessible(covered=True, widths=(390,))
