"""Pages that the operator's site has turned off, in a browser."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from sheets.guard import deaths, state, watch
from sheets.work import Note


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.VAR_DIR = tmp_path
    yield
    state.forget()


def test_what_a_press_asks_of_a_page_that_is_off_says_so_in_its_own_words(
    page: Page, concept: str
) -> None:
    assert concept in page.url
    there = urlsplit(page.url).path
    for _ in range(2):
        note = Note("POST", there, "", "request-1", time.monotonic())
        deaths.note([note], pid=4711, ended_by="SIGKILL")
    watch.look()
    page.get_by_label("Name").fill("Vessa Korr")
    page.keyboard.press("Tab")
    expect(page.get_by_role("heading", name="This page is turned off")).to_be_visible()
    expect(page.locator("body")).to_contain_text("stopped the server twice")
