"""The boxes of harm on a sheet: pressed like those on paper with a pencil, and that undone."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from sheets.models import Character, PlayLogEntry
from tests.sheets.every_game.characters import EVERY
from tests.sheets.every_game.pages import address

pytestmark = pytest.mark.all_games
HTMX = {"HX-Request": "true", "HX-Target": "rolling"}
BOX = re.compile(r'<button class="box once" id="box-(\d+-\d+)"[^>]*aria-pressed="(true|false)"')


@pytest.fixture
def character(slug: str, of_game: Callable[..., Character]) -> Character:
    return of_game(slug)


def boxes(page: str) -> dict[str, bool]:
    """Every box of a sheet by its place, and whether it is marked."""
    return {place: pressed == "true" for place, pressed in BOX.findall(page)}


@EVERY
def test_every_box_is_marked_cleared_and_undone(
    slug: str, ines: Client, character: Character
) -> None:
    there = address(character)
    sheet = ines.get(there).content.decode()
    assert sheet.count("Take damage") == 1
    empty = boxes(sheet)
    assert empty
    assert not any(empty.values())
    for place in empty:
        box = place.replace("-", ".")
        marked = ines.post(f"{there}press/box.{box}/", headers=HTMX).content.decode()
        assert boxes(marked)[place], place
        assert 'id="undo"' in marked
        number = PlayLogEntry.objects.filter(character=character).latest("number").number
        undone = ines.post(f"{there}press-undo/{number}/", headers=HTMX).content.decode()
        assert boxes(undone) == empty, place
        ines.post(f"{there}press/box.{box}/")
        cleared = ines.post(f"{there}press/box.{box}/", headers=HTMX).content.decode()
        assert not boxes(cleared)[place], place
        while any(boxes(cleared).values()):
            place_left = next(place for place, is_marked in boxes(cleared).items() if is_marked)
            path = f"{there}press/box.{place_left.replace('-', '.')}/"
            cleared = ines.post(path, headers=HTMX).content.decode()


@EVERY
def test_a_box_that_is_none_changes_nothing(slug: str, ines: Client, character: Character) -> None:
    there = address(character)
    for box, status in (("box.9.1", 422), ("box.1.99", 422), ("box.x", 422), ("rest", 404)):
        assert ines.post(f"{there}press/{box}/", headers=HTMX).status_code == status, box
    assert not PlayLogEntry.objects.filter(character=character).exists()
    assert ines.post(f"{there}press/box.1.1/").status_code == 302  # without scripts
    assert PlayLogEntry.objects.filter(character=character).count() == 1
