"""A game in tables alone that has powers, on the pages of the site and on paper."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules import registry
from rules.declared import load_game
from rules.game import Game
from sheets import catalog, form_data, storage
from sheets.models import Character, Owner
from tests.deep_songs import folder
from tests.sheets.every_game.characters import filled, opens, plain
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import store
from tests.sheets.printing import pdf_readers


@pytest.fixture(name="game")
def _game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Game[Any]]:
    """The game, while the site has it."""
    made = load_game(folder(tmp_path))
    games = {**registry.all_systems(), made.slug: made}
    monkeypatch.setattr(registry, "all_systems", lambda: games)
    kept = (catalog.index, catalog.has_tools, catalog.edition)
    for one in kept:
        one.cache_clear()
    yield made
    for one in kept:
        one.cache_clear()


@pytest.fixture(name="singer")
def _singer(game: Game[Any], ines_owner: Owner) -> Character:
    """A diver by chance who sings."""
    found = (game.random(Random(seed)) for seed in range(40))
    document = next(one for one in found if one.build.powers)
    return store(ines_owner, plain(document), finished=True)


def test_the_step_of_powers_is_filled_by_chance(
    game: Game[Any], ines: Client, ines_owner: Owner
) -> None:
    draft = store(ines_owner, plain(game.empty()))
    assert "powers" in [step.id for step in filled(game, game.empty())]
    at = address(draft, "build/powers/")
    assert b"Songs" in opens(ines, at).content
    key = {"key": form_data.new_key()}
    assert ines.post(f"{at}surprise/", key).status_code in (200, 302)
    draft.refresh_from_db()
    assert storage.read(draft)[1].build.powers


def test_a_power_is_rolled_at_the_table_and_learned_between_sessions(
    ines: Client, singer: Character
) -> None:
    key = storage.read(singer)[1].build.powers[0].name.lower().replace(" ", "-")
    assert b"Songs" in opens(ines, address(singer, "table/")).content
    sent = {"difficulty_tide": "5", "key": form_data.new_key()}
    rolled = ines.post(address(singer, f"table/do/powers.{key}/"), sent)
    assert rolled.status_code in (200, 302)
    # Most groups of offers are closed; a search looks through all of them.
    assert b"Learn a power" in opens(ines, f"{address(singer, 'advance/')}?q=learn").content


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_its_sheet_is_printed_with_voices_and_songs(
    paper: str, ines: Client, singer: Character
) -> None:
    answer = ines.get(address(singer, f"sheet.pdf?paper={paper}"))
    pdf = b"".join(answer) if answer.streaming else answer.content
    text = pdf_readers.text(pdf)
    for said in ("SONGS", "Tide", "learned at 5"):
        assert said in text, said
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
