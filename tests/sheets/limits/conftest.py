"""A clock that a test moves, limits that are soon reached, and prints that cost nothing."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import caches

from sheets import printing, rate_limits
from sheets.models import Character
from tests.sheets.print_pages.pages import png

# Three for each visitor, five from each address, in ten minutes.
FEW = ((3, 600, "visitor"), (5, 600, "address"))


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def move(self, seconds: float) -> None:
        """So many seconds go by."""
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that rate limits read."""
    clock = Clock()
    monkeypatch.setattr(rate_limits, "now", lambda: clock.now)
    return clock


@pytest.fixture
def few(settings: Any, clock: Clock) -> None:
    """Of everything only a few."""
    settings.RATES = dict.fromkeys(settings.RATES, FEW)


@pytest.fixture
def keeps(settings: Any) -> Callable[..., None]:
    """Sets how much a visitor and an account may keep."""

    def only(**most: tuple[int, int]) -> None:
        settings.QUOTAS = {**settings.QUOTAS, **most}

    return only


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The prints made, by a stand-in; the cache is empty before and after."""
    caches["printed"].clear()
    made: list[str] = []

    def keep(*_: object, **__: object) -> bytes:
        made.append("%PDF")
        return b"%PDF"

    for name in ("sheet_pdf", "blank_pdf", "print_job", "pack_pdf", "briefing_pdf"):
        monkeypatch.setattr(printing, name, keep)
    monkeypatch.setattr(printing, "page_pictures", lambda _pdf, *, width: [png(width)])
    yield made
    caches["printed"].clear()


@pytest.fixture
def of_ines(finished: Character) -> str:
    """The address of a character of Ines."""
    return f"/characters/{finished.public_id}/"
