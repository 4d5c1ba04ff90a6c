"""Two characters in a party, and a call to both, for all tests of calls."""

from collections.abc import Callable

import pytest

from sheets.models import Character, Party, RollRequest
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.parties.pages import SCOUNDREL, call
from tests.sheets.parties.roll_requests.pages import STEALTH

People = dict[str, Person]
Make = Callable[..., Character]


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The next dice fall so."""
    dice = Fixed()
    monkeypatch.setattr(operations, "DICE", dice)
    return lambda *faces: setattr(dice, "faces", list(faces))


@pytest.fixture
def vessa(in_party: Make) -> Character:
    """Ines's spy: Stealth 6D, PER 5D."""
    return in_party()


@pytest.fixture
def brakka(in_party: Make) -> Character:
    """Femi's scoundrel: PER 3D, and so Stealth and Search."""
    return in_party("Brakka", of="femi", document=SCOUNDREL)


@pytest.fixture
def called(people: People, party: Party, vessa: Character, brakka: Character) -> RollRequest:
    """Both are called to roll Stealth against 15."""
    call(people["greta"], party, roll=STEALTH, everybody="yes", target="15", note="The guards come")
    return RollRequest.objects.get()
