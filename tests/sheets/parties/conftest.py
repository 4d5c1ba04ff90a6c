"""The characters of two players in a party. A module to which marks or gear matter has its own."""

from collections.abc import Callable

import pytest

from sheets.models import Character


@pytest.fixture
def vessa(in_party: Callable[..., Character]) -> Character:
    return in_party()


@pytest.fixture
def brakka(in_party: Callable[..., Character]) -> Character:
    return in_party("Brakka", of="femi")
