"""Effects that a game master begins in a fight: through how many turns of its own somebody has
them, in every game that has such effects.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sheets import storage
from sheets.models import Character, Encounter
from tests.sheets.encounters.exchanges import Exchange

every_game = pytest.mark.parametrize(
    "slug", ["hyperspace-d6", "rules-sheet-d6", "empire-ascendant"]
)
BLINDED = {"name": "Blinded", "dice": "-2", "on": "attacks", "turns": "1"}


def blind(exchange: Exchange, name: str) -> None:
    """Greta blinds somebody for one turn."""
    id = exchange.rows[name].character.public_id
    where = f"/characters/{id}/table/do/effect/"
    assert exchange.people["greta"].client.post(where, BLINDED).status_code == 302


def effects(exchange: Exchange, name: str) -> list[str]:
    """Whatever lasts on somebody now."""
    row = Character.objects.get(pk=exchange.rows[name].character_id)
    return [effect.name for effect in storage.situation(row).effects]


def go_on(exchange: Exchange) -> str:
    """Goes on to the next turn; whose it is."""
    after = Encounter.objects.get(pk=exchange.encounter.pk).turn
    assert exchange.post("greta", "next/", after=str(after)).status_code == 302
    turn = Encounter.objects.get(pk=exchange.encounter.pk).turn
    return next(name for name, row in exchange.rows.items() if row.pk == turn)


@every_game
@pytest.mark.all_games
def test_an_effect_of_one_turn_that_begins_between_turns_lasts_through_the_next(
    slug: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    # Femi's turn has been and gone once, in the first round.
    assert (go_on(exchange), go_on(exchange)) == ("femi", "ines")
    blind(exchange, "femi")
    assert effects(exchange, "femi") == ["Blinded"]
    assert go_on(exchange) == "femi"
    assert effects(exchange, "femi") == ["Blinded"]
    assert (go_on(exchange), go_on(exchange)) == ("ines", "femi")
    assert effects(exchange, "femi") == []


@every_game
@pytest.mark.all_games
def test_an_effect_of_one_turn_that_begins_in_a_turn_is_over_before_the_next(
    slug: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    assert (go_on(exchange), go_on(exchange)) == ("femi", "ines")
    blind(exchange, "ines")
    assert (go_on(exchange), go_on(exchange)) == ("femi", "ines")
    assert effects(exchange, "ines") == []


@every_game
@pytest.mark.all_games
def test_an_effect_that_begins_before_the_first_turn_lasts_through_it(
    slug: str, new_exchange: Callable[[str], Exchange]
) -> None:
    exchange = new_exchange(slug)
    Encounter.objects.update(round=0, turn=None)
    blind(exchange, "ines")
    exchange.post("greta", "next/", after="")
    assert effects(exchange, "ines") == ["Blinded"]
