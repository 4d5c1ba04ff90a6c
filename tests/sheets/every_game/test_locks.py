"""A write holds its lock to compare and to write: the rules work before it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character, Party
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY, opens
from tests.sheets.every_game.pages import address, brass_key
from tests.sheets.every_game.writes import Work, autosave, entry, roll, work
from tests.sheets.parties.pages import confirm, url

__all__ = ("work",)
pytestmark = pytest.mark.django_db(transaction=True)
Count = Callable[[], Any]


def check(done: Work) -> None:
    """The rules were asked, and never while a transaction was open."""
    assert done.replays
    assert not any(done.replays)


@EVERY
def test_no_rules_run_while_an_import_is_written(
    slug: str, ines: Client, of_game: Callable[..., Character], work: Count
) -> None:
    document = opens(ines, address(of_game(slug), "document.json")).content.decode()
    with work() as done:
        sent = {"pasted": document, "key": form_data.new_key()}
        assert ines.post("/characters/import/", sent).status_code == 302
    check(done)


@EVERY
@pytest.mark.parametrize("write", [autosave, entry, roll])
def test_no_rules_run_while_a_character_is_written(
    slug: str,
    write: Callable[..., Any],
    ines: Client,
    of_game: Callable[..., Character],
    work: Count,
) -> None:
    character = of_game(slug, finished=write is not autosave)
    send = write(ines, character)
    with work() as done:
        assert send().status_code == 200
    check(done)


@EVERY
def test_no_rules_run_while_a_thing_is_handed_out(
    slug: str,
    people: dict[str, Person],
    playing: Callable[[str], tuple[Party, Character]],
    work: Count,
) -> None:
    party, character = playing(slug)
    sent = {**brass_key(slug), "key": form_data.new_key(), "to": [str(character.public_id)]}
    with work() as done:
        answer = confirm(people["greta"].client, url(party, "hand-out/"), sent)
        assert answer.status_code == 302
    check(done)
