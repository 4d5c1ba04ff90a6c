"""The dead look dead: on the board, on the shelf, on the sheet of whoever looks; in every game."""

from collections.abc import Callable

import pytest

from sheets.models import Character, Party
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY, opens
from tests.sheets.every_game.pages import DEAD, address
from tests.sheets.parties.pages import text, url

People = dict[str, Person]


@pytest.fixture
def dead(slug: str, playing: Callable[[str], tuple[Party, Character]], people: People) -> Character:
    """The character of Ines, dead; Greta's lives."""
    party, _ = playing(slug)
    found = Character.objects.filter(party=party, owner=people["ines"].owner)
    found.update(marks=DEAD[slug])
    return found.get()


@EVERY
def test_the_board_says_it_beside_the_name(slug: str, people: People, dead: Character) -> None:
    assert dead.party
    page = opens(people["greta"].client, url(dead.party))
    content = page.content.decode()
    assert content.count('class="member out"') == 1
    assert content.count('<b class="out-of-it harm">Dead</b>') == 1
    out = {row.character.pk: row.incapacitated for row in page.context["board"].rows}
    assert (out.pop(dead.pk), list(out.values())) == ("Dead", [""])


@EVERY
def test_the_shelf_says_it_on_the_card(slug: str, people: People, dead: Character) -> None:
    words = text(opens(people["ines"].client, "/characters/"))
    assert "Dead: no more rolls." in words
    assert "Dead" not in text(opens(people["greta"].client, "/characters/"))


@EVERY
def test_everybody_who_looks_at_the_sheet_is_told(
    slug: str, people: People, dead: Character
) -> None:
    for who in ("ines", "greta"):
        page = opens(people[who].client, address(dead)).content.decode()
        assert "Dead: no more rolls." in page
