"""Every game system, and characters of each, for what any of them must do."""

from pathlib import Path
from random import Random

import pytest

from rules import registry
from rules.creation import inputs
from rules.document import Document
from rules.forms.fields import Balance, Choice, Field, Pick, Shop
from rules.system import GameSystem
from tests.dots_game.game import DUSK

READY_MADE = Path(__file__).parents[3] / "fixtures" / "ready-made"
SYSTEMS = tuple(registry.all_systems().values())
# The games of the site, and one of the tests that has fields which none of these has.
WITH_DOTS = pytest.mark.parametrize("system", [*SYSTEMS, DUSK], ids=lambda system: system.slug)
EVERY = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)


def characters(system: GameSystem) -> list[Document]:
    """An empty one, some made by chance, and every ready-made one of this game."""
    found = [system.empty(), *(system.random(Random(seed)) for seed in range(12))]
    for file in sorted(READY_MADE.glob("*.json")):
        document = registry.read(file.read_bytes())
        if document.system == system.slug:
            found.append(document)
    return found


def priced(system: GameSystem, document: Document) -> Document:
    """The document where points buy things: if need be in a party with all its rules on."""
    if system.is_priced(document):
        return document
    house = system.take_house({})
    for field in system.house_fields(house):
        if isinstance(field, Pick):
            on = tuple(option.id for option in field.options)
            house = system.set_house(house, field=field.id, values=on)
        elif isinstance(field, Choice):
            first = next(option.id for option in field.options if option.id)
            house = system.set_house(house, field=field.id, values=(first,))
    return system.in_house(document, house)


def filled(system: GameSystem, document: Document) -> list[Field]:
    """Every field of every step, nested ones included."""
    found: list[Field] = []
    for place, step in enumerate(system.steps(document)):
        pending = list(system.steps(document, only=step.id)[place].fields)
        while pending:
            field = pending.pop(0)
            found.append(field)
            if isinstance(field, Choice | Shop):
                pending.extend(field.fields)
            if isinstance(field, Shop):
                pending.extend(
                    nested
                    for shelf in field.shelves
                    for ware in shelf.wares
                    for nested in ware.fields
                )
            if isinstance(field, Balance):
                pending.extend(nested for item in field.items for nested in item.fields)
    return found


def position(system: GameSystem, id: str) -> int:
    return [step.id for step in system.steps(system.empty())].index(id)


def present(system: GameSystem, document: Document) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for place, step in enumerate(system.steps(document)):
        found.update(inputs(system.steps(document, only=step.id)[place]))
    return found
