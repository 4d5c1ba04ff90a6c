"""A character to print, and what was printed of it, for all tests of paper."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.utils import timezone

from sheets import printing
from sheets.models import Character
from sheets.printing import Extras, PrintOptions
from tests.sheets.print_pages.pages import png


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Empties the cache of prints before and after."""
    caches["printed"].clear()
    yield
    caches["printed"].clear()


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda: dt.date(2026, 11, 22))


@pytest.fixture
def url(finished: Character) -> str:
    return f"/characters/{finished.public_id}/sheet.pdf"


@pytest.fixture
def place(finished: Character) -> str:
    return f"/characters/{finished.public_id}/print/"


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[PrintOptions, Extras]]:
    """The prints made, by a stand-in."""
    asked: list[tuple[PrintOptions, Extras]] = []

    def keep(_: object, edition: PrintOptions, extras: Extras) -> bytes:
        asked.append((edition, extras))
        return b"%PDF"

    monkeypatch.setattr(printing, "sheet_pdf", keep)
    monkeypatch.setattr(printing, "page_pictures", lambda _pdf, *, width: [png(width), png(width)])
    return asked
