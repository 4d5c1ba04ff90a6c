"""A browser without scripts, of nobody yet and of Ines."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.plain_page import PlainPage
from tests.sheets.play.conftest import falls

__all__ = ("falls",)


@pytest.fixture
def page() -> PlainPage:
    """A page of nobody yet."""
    return PlainPage()


@pytest.fixture
def begun(page: PlainPage) -> Callable[..., str]:
    """Begins a character of a game on the page; its address."""

    def begin(slug: str, way: str = "Build a character") -> str:
        page.goto(f"/characters/new/?game={slug}")
        page.press(way)
        return "/".join(page.url.split("/")[:3]) + "/"

    return begin


@pytest.fixture
def hers(ines: Client) -> PlainPage:
    """A page of Ines."""
    return PlainPage(ines.cookies)
