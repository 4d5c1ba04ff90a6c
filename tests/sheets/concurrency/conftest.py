"""Fixtures for the tests of operations."""

from collections.abc import Callable

import pytest

from sheets.play import operations
from tests.dice import Fixed


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The dice fall so from now on."""
    return lambda *faces: monkeypatch.setattr(operations, "DICE", Fixed(*faces))
