"""Every step of every game on a phone before anything is chosen: it says what each box is for, and
counts nothing that there is not.
"""

import pytest
from playwright.sync_api import Page

from rules import registry
from rules.character import Character
from tests.browser.conftest import character_of, post

pytestmark = pytest.mark.browser

# The boxes of typed rows in sight, by their names, over which no label of their own stands: one
# that begins where the box does, with no other box between.
UNTOLD = """() => {
  const seen = [...document.querySelectorAll("fieldset.rows")].filter(one => one.checkVisibility());
  const box = one => one.getBoundingClientRect();
  const untold = [];
  for (const field of seen) {
    const shown = one => [...field.querySelectorAll(one)].filter(each => each.checkVisibility());
    const cells = shown(".typed-rows > li:first-child [data-cell]");
    const aligned = (one, other) => Math.abs(box(one).left - box(other).left) < 2;
    for (const cell of cells) {
      const above = one => box(one).bottom <= box(cell).top + 1 && aligned(one, cell);
      const label = shown(".label").filter(above).at(-1);
      const between = one => one !== cell && label && box(one).top >= box(label).bottom - 1
        && box(one).bottom <= box(cell).top + 1;
      if (!label || cells.some(between)) untold.push(cell.getAttribute("aria-label"));
    }
  }
  return untold;
}"""
COUNTS = """() => [...document.querySelectorAll(".allot-left, .tally")]
  .filter(one => one.checkVisibility()).map(one => one.innerText.replace(/\\s+/g, " ").trim())"""


@pytest.mark.all_games
@pytest.mark.parametrize("slug", list(registry.built_in()))
def test_an_empty_step_says_what_each_box_is_and_counts_nothing_of_nothing(
    slug: str, page: Page
) -> None:
    system = registry.get(slug)
    page.set_viewport_size({"width": 390, "height": 844})
    base = character_of(post(page, "/characters/new/", system=slug))
    untold, empty = {}, {}
    for step in Character(system, system.empty()).steps():
        answer = page.goto(f"{base}build/{step.id}/")
        assert answer
        assert answer.ok, step.id
        untold[step.id] = page.evaluate(UNTOLD)
        empty[step.id] = [said for said in page.evaluate(COUNTS) if "of 0 " in said]
    assert not any(untold.values()), untold
    assert not any(empty.values()), empty
