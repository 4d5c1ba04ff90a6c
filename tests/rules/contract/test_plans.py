"""A wish that a plan calls affordable can be bought now, and one that it allows can be had one
day.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from rules.character import Character
from rules.document import Document
from rules.forms.fields import Number
from rules.game import Game
from rules.ledger.offers import PARTS, Offer
from rules.problems import RuleViolation
from tests.rules.contract.systems import EARNING, characters, points, priced
from tests.sampling import Drawn, draw, sample


def grown(system: Game, rng: Random) -> Document:
    """A character with some points, of which some were spent."""
    document = priced(system, system.random(rng))
    for _ in range(rng.randrange(4)):
        amount = str(rng.choice((1, 5, 20)))
        given = system.ledger_rules.entry({"kind": "award", **points(system, amount)})
        document = Character(system, document).enter(given).document
        ready = [offer for offer in priced_offers(system, document) if offer.open]
        if ready:
            document = Character(system, document).enter(entry(system, rng.choice(ready))).document
    return document


def priced_offers(system: Game, document: Document) -> Iterator[Offer]:
    """All that has a price and that one press buys or wishes for."""
    for part in PARTS:
        for group in Character(system, document).offers(part):
            for offer in group.offers:
                if offer.price is not None and all(isinstance(f, Number) for f in offer.fields):
                    yield offer


def entry(system: Game, offer: Offer) -> Any:
    plain = msgspec.to_builtins(offer.entry).items()
    return system.ledger_rules.entry(
        {name: str(value) for name, value in plain if value is not None}
    )


@EARNING
@pytest.mark.parametrize("seed", sample(range(12), every=3, first=draw() % 3))
def test_as_many_wishes_as_are_ready_can_be_bought_and_not_one_more(
    system: Game, seed: int
) -> None:
    rng = Random(seed)
    document = grown(system, rng)
    offers = list(priced_offers(system, document))
    wishes = tuple(entry(system, one) for one in rng.sample(offers, min(6, len(offers))))
    plan = Character(system, document).estimate(wishes)
    for wish in wishes[: plan.ready]:
        document = Character(system, document).enter(wish).document
    if plan.ready == len(wishes):
        assert plan.refusal == ""
        return
    with pytest.raises(RuleViolation) as caught:
        Character(system, document).enter(wishes[plan.ready])
    assert plan.refusal in str(caught.value)


@EARNING
def test_whatever_lacks_nothing_but_points_or_credits_can_be_wished_for(
    system: Game, drawn: Drawn
) -> None:
    for character in drawn(characters(system), every=3):
        document = priced(system, character)
        wished = 0
        for offer in priced_offers(system, document):
            if offer.barred and not offer.short:
                continue
            (wish,) = Character(system, document).estimate((entry(system, offer),)).wishes
            assert wish.barred == "", offer.name
            wished += 1
        assert wished
