"""Axe answers the same although it is asked about less."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser import axe

pytestmark = [pytest.mark.browser, pytest.mark.looks]

# By id the left, top, width and height of a button; those of a line are far from all others.
BUTTONS = {
    "alone": (0, 0, 16, 16),
    "touching": (0, 100, 16, 16),
    "touched": (17, 100, 16, 16),
    "beside": (0, 200, 16, 16),
    "large": (17, 200, 60, 60),
    "covered": (0, 300, 60, 60),
    "covering": (10, 300, 60, 60),
    "under": (0, 400, 60, 60),
    "leaving": (30, 400, 60, 60),
}
PLACED = """(buttons) => document.querySelector("main").replaceChildren(
  ...Object.entries(buttons).map(([id, [left, top, width, height]]) => {
    const one = document.createElement("button");
    Object.assign(one, {id, textContent: "x"});
    one.style.cssText = `position: absolute; box-sizing: border-box; padding: 0; min-height: 0;
      left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; min-width: 0`;
    return one;
  }))"""


def test_a_small_target_is_found_and_a_large_or_lonely_one_is_none(page: Page) -> None:
    page.goto("/credits/")
    page.evaluate(PLACED, BUTTONS)
    found = axe.complaints(page, themes=("night",))
    small = {"touching", "touched", "beside", "covered"}
    assert set(re.findall(r"#([a-z]+)", found)) & set(BUTTONS) == small


def test_a_worker_knows_the_looks_that_another_one_asked_about(tmp_path: Path) -> None:
    one, other = axe.Looks(), axe.Looks()
    one.folder = other.folder = tmp_path
    one.add("night", {7, 2**53 - 1})
    other.add("night", {8})
    assert other.known("night") == {7, 8, 2**53 - 1}
    assert other.known("paper") == set()
