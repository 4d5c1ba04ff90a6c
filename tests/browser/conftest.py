"""Fixtures for tests in a browser: characters to begin with, axe."""

import re
from collections.abc import Callable, Collection
from io import BytesIO
from itertools import count
from zlib import crc32

import pytest
from django.core.files.uploadedfile import UploadedFile
from django.test import Client
from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from sheets import form_data
from tests import daily
from tests.browser import axe, widths
from tests.sampling import draw

Third = Callable[[Collection[str]], Collection[str]]

SMALLEST = 320  # no phone is narrower
_ID = re.compile(r"/characters/([0-9a-f-]{36})/")


def character_of(place: Page | str) -> str:
    """The address of the character that a page, or an address, is about."""
    url = place if isinstance(place, str) else place.url
    found = _ID.search(url)
    assert found, url
    return found.group()


def more(page: Page) -> Locator:
    """The menu of a character's page, opened."""
    menu = page.locator(".character-nav details")
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    return menu


def picture() -> FilePayload:
    """300 × 400 pixels of teal, the lower right quarter red."""
    image = Image.new("RGB", (300, 400), "teal")
    image.paste("red", (150, 200, 300, 400))
    written = BytesIO()
    image.save(written, "JPEG")
    return {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": written.getvalue()}


def post(page: Page, address: str, **fields: str | UploadedFile) -> str:
    """Posts a form there as the page's visitor, for the setup of a test: the address of the page
    that answers. No page is opened for it: to load one takes a fifth of a second of a core.
    """
    client = Client()
    for cookie in page.context.cookies():
        client.cookies[cookie["name"]] = cookie["value"]
    answer = client.post(address, {"key": form_data.new_key(), **fields})
    assert answer.status_code == 302, answer.content.decode()
    page.context.add_cookies(
        [
            {"name": name, "value": morsel.value, "domain": "localhost", "path": "/"}
            for name, morsel in client.cookies.items()
            if name != "messages"  # what the page that answers would say
        ]
    )
    return answer["Location"]


def finished_by_chance(page: Page, slug: str) -> str:
    """The address of a finished character of a game."""
    base = character_of(post(page, "/characters/new/", system=slug, surprise="1"))
    return post(page, f"{base}finish/")


@pytest.fixture
def draft(page: Page) -> str:
    """The address of a character of whom nothing is decided yet."""
    return character_of(post(page, "/characters/new/", system="hyperspace-d6"))


@pytest.fixture
def concept(page: Page, draft: str) -> str:
    """The same; the page is at its first step."""
    page.goto(f"{draft}build/concept/")
    return draft


@pytest.fixture
def complete(page: Page) -> str:
    """The address of a legal draft made by chance."""
    return character_of(post(page, "/characters/new/", system="hyperspace-d6", surprise="1"))


@pytest.fixture
def saved(page: Page) -> Callable[[], None]:
    """Waits until everything typed or pressed so far is saved."""

    def wait() -> None:
        page.wait_for_timeout(450)  # as long as a pause in typing is
        expect(page.locator("#slip span")).to_contain_text("Saved")
        page.wait_for_load_state("networkidle")

    return wait


@pytest.fixture
def third(request: pytest.FixtureRequest) -> Third:
    """Of many pages those that are looked at: daily every third, all with `--soak`."""
    if request.config.getoption("--soak"):
        return list
    return lambda pages: daily.third(pages, of=request.node.nodeid)


@pytest.fixture
def measured(pytestconfig: pytest.Config) -> tuple[int, ...]:
    """The widths at which a page is measured: daily every second, all with `--soak`."""
    soaks = pytestconfig.getoption("--soak")
    return widths.WIDTHS if soaks else widths.WIDTHS[draw() // 24 % 2 :: 2]


# How far a page reaches, where it begins, and labels under a profile of traits that run into their
# neighbors.
OUTLINE = """() => [
  document.documentElement.scrollWidth,
  document.documentElement.getBoundingClientRect().x,
  [...document.querySelectorAll(".profile li .label")].filter(label => {
    const next = label.closest("li").nextElementSibling?.querySelector(".label");
    const range = document.createRange();
    range.selectNodeContents(label);
    const text = range.getBoundingClientRect();
    if (!next || !text.width) return false;
    range.selectNodeContents(next);
    const beside = range.getBoundingClientRect();
    return Math.abs(text.y - beside.y) < 4 && text.right > beside.left;
  }).map(label => label.textContent),
]"""


@pytest.fixture(autouse=True)
def _looks(request: pytest.FixtureRequest, pytestconfig: pytest.Config) -> None:
    """With `--soak` each test asks about all looks, whichever another asked about."""
    kept_in = "tmp_path" if pytestconfig.getoption("--soak") else "folder_of_the_run"
    axe.LOOKS.folder = request.getfixturevalue(kept_in)


@pytest.fixture
def accessible(
    page: Page, request: pytest.FixtureRequest, pytestconfig: pytest.Config
) -> Callable[..., None]:
    """Fails if axe finds anything on the page, small targets included, on a phone or on a screen,
    or if it scrolls sideways there or on the smallest phone. `axe` says how much of that is daily.
    A test that asks about more than axe looks at every third of its pages daily, at others after
    another commit.

    Where something lies on top (`covered`), axe takes what is behind it for a small target: then
    it is not asked about those.
    """

    soaks = pytestconfig.getoption("--soak")
    takes_all = soaks or daily.AXE in request.node.nodeid
    turns = count(crc32(request.node.nodeid.encode()) + draw())

    def check(*, covered: bool = False, widths: Collection[int] = axe.WIDTHS) -> None:
        page.emulate_media(reduced_motion="reduce")  # colours that change by and by are no colours
        if next(turns) % 3 and not takes_all:
            return
        before = page.viewport_size
        assert before
        # The width that the page had comes last: it is laid out once less.
        for width in sorted((SMALLEST, *widths), key=lambda one: one == before["width"]):
            is_back = width == before["width"]
            page.set_viewport_size(before if is_back else {"width": width, "height": 844})
            reach, left, crowded = page.evaluate(OUTLINE)
            assert reach <= width, page.url
            assert left == 0, page.url
            assert crowded == [], page.url
            if width == SMALLEST:
                continue
            if soaks or len(widths) == 1 or width == axe.daily_width(page.url):
                themes = axe.THEMES if soaks else axe.DAILY.get(width, axe.THEMES)
                assert axe.complaints(page, covered=covered, themes=themes) == ""
        if page.viewport_size != before:
            page.set_viewport_size(before)

    return check
