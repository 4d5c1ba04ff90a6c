"""The dead look dead: on the board, on the shelf, on the sheet of whoever looks; in every game."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from rules import registry
from rules.character import Character as OpenCharacter
from sheets import storage
from sheets.models import Character, Party
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import opens
from tests.sheets.every_game.pages import DEAD, address
from tests.sheets.parties.pages import text, url

People = dict[str, Person]
# Games in which somebody can die.
EVERY = pytest.mark.parametrize("slug", [slug for slug, marks in DEAD.items() if marks])


def told(dead: Character) -> tuple[str, str]:
    """The word of the game for the dead, and its whole sentence about them."""
    sentence = storage.load(dead).opened.play_state({}).remarks[0]
    return sentence.partition(":")[0], sentence


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
    word, _ = told(dead)
    assert content.count(f'<b class="out-of-it harm">{word}</b>') == 1
    out = {row.character.pk: row.incapacitated for row in page.context["board"].rows}
    assert (out.pop(dead.pk), list(out.values())) == (word, [""])


@EVERY
def test_the_shelf_says_it_on_the_card(slug: str, people: People, dead: Character) -> None:
    word, sentence = told(dead)
    assert sentence in text(opens(people["ines"].client, "/characters/"))
    assert word not in text(opens(people["greta"].client, "/characters/"))


@EVERY
def test_everybody_who_looks_at_the_sheet_is_told(
    slug: str, people: People, dead: Character
) -> None:
    _, sentence = told(dead)
    for who in ("ines", "greta"):
        page = opens(people[who].client, address(dead)).content.decode()
        assert sentence in page


def test_the_games_of_the_program_say_dead() -> None:
    for slug in registry.built_in():
        dead = registry.get(slug).random(Random(7))
        dead = msgspec.structs.replace(dead, marks=type(dead.marks)(**DEAD[slug]))
        state = OpenCharacter(registry.get(slug), dead).play_state({})
        assert state.remarks[0] == "Dead: no more rolls.", slug
