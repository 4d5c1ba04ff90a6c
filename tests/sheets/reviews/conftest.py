"""A character in a party, its player and who leads it, for all tests of reviews."""

from collections.abc import Callable

import pytest
from django.test import Client

from sheets.models import Character
from tests.sheets.cast import Person

People = dict[str, Person]
InParty = Callable[..., Character]


@pytest.fixture
def vessa(in_party: InParty) -> Character:
    """Vessa, in Greta's party."""
    return in_party()


@pytest.fixture
def ines(people: People) -> Client:
    """Ines has an account here."""
    return people["ines"].client


@pytest.fixture
def greta(people: People) -> Client:
    """Greta, who leads the party."""
    return people["greta"].client
