"""A character of every game that the site has, made by chance: what a page does must not depend on
which one it is.
"""

from functools import cache
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.contract.subject import read_samples
from rules.creation import Step, inputs
from rules.document import Document
from rules.game import Game
from sheets import form_data

# The games whose samples have what pages are asked with: somebody who is hurt, an entry, a rule.
SAMPLES = {
    slug: given
    for slug in registry.all_systems()
    if (given := read_samples(registry.folder_of(slug))).hurt and given.improved and given.rule
}
EVERY = pytest.mark.parametrize("slug", list(SAMPLES))


@cache
def by_chance(slug: str, seed: int = 7) -> Document:
    """A character that could be finished."""
    return registry.get(slug).random(Random(seed))


def plain(document: Document) -> dict[str, Any]:
    """A document as plain members."""
    return documents.write(document)


def filled(system: Game, document: Document) -> list[Step]:
    """Every step with its fields."""
    steps = Character(system, document).steps()
    return [
        Character(system, document).steps(only=one.id)[place] for place, one in enumerate(steps)
    ]


def unchanged(step: Step) -> dict[str, Any]:
    """A step as a form sends it back that nobody touched."""
    sent: dict[str, Any] = {}
    for id, values in inputs(step).items():
        sent |= {f"was.{id}": form_data.token(values), id: list(values)}
    return sent


def retyped(step: Step) -> dict[str, Any]:
    """The same, where every field says that it showed something else at first."""
    return {
        name: "0" if name.startswith("was.") else sent for name, sent in unchanged(step).items()
    }


def opens(client: Client, address: str, **headers: str) -> Any:
    """Asks for a page that has to be there."""
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer
