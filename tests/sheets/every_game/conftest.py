"""Characters and parties of any game, for all tests that each game passes."""

from collections.abc import Callable

import pytest

from sheets.models import Character, Member, Owner, Party
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import by_chance, plain
from tests.sheets.example_characters import store


@pytest.fixture
def of_game(ines_owner: Owner) -> Callable[..., Character]:
    """A character of a game, of Ines, finished."""

    def make(slug: str, *, finished: bool = True) -> Character:
        return store(ines_owner, plain(by_chance(slug)), finished=finished)

    return make


@pytest.fixture
def playing(people: dict[str, Person]) -> Callable[[str], tuple[Party, Character]]:
    """Greta's party of a game, with a character of Ines and one of Greta's own in it."""

    def make(slug: str) -> tuple[Party, Character]:
        party = Party.objects.create(name="The Long Watch", system=slug)
        for name, role in (("greta", Member.Role.GM), ("ines", Member.Role.PLAYER)):
            Member.objects.create(party=party, owner=people[name].owner, role=role)
        for name in ("greta", "ines"):
            row = store(people[name].owner, plain(by_chance(slug)), finished=True)
            Character.objects.filter(pk=row.pk).update(party=party)
        return party, Character.objects.get(pk=row.pk)

    return make
