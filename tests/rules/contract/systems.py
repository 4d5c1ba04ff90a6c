"""Every game system, and characters of each, for what any of them must do."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rules import registry
from rules.character import Character
from rules.contract.subject import Samples, read_samples
from rules.creation import inputs
from rules.document import Document
from rules.forms.fields import Balance, Choice, Field, Pick, Shop
from rules.game import Game
from rules.sheet.sections import Traits
from tests.dots_game.game import DUSK

READY_MADE = Path(__file__).parents[3] / "fixtures" / "ready-made"
SYSTEMS = tuple(registry.all_systems().values())
# The games of the site, and one of the tests that has fields which none of these has.
WITH_DOTS = pytest.mark.parametrize("system", [*SYSTEMS, DUSK], ids=lambda system: system.slug)
EVERY = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
# The games that come with the program: what is promised of their own words and tables.
OF_THE_PROGRAM = pytest.mark.parametrize(
    "system", registry.built_in().values(), ids=lambda system: system.slug
)


def having(part: Callable[[Game], object]) -> pytest.MarkDecorator:
    """Every game that has something: what a game hasn't got is not asked."""
    having = [system for system in SYSTEMS if part(system)]
    return pytest.mark.parametrize("system", having, ids=lambda system: system.slug)


@cache
def samples(system: Game) -> Samples:
    """The samples that the game itself gives."""
    return read_samples(registry.folder_of(system.slug))


def points(system: Game, amount: str) -> dict[str, str]:
    """The members of an entry that give so many of the game's points."""
    own = (member for member in samples(system).award if member != "kind")
    return {"cp": amount, "xp": amount, **dict.fromkeys(own, amount)}


EARNING = having(lambda system: system.ledger_rules.kinds)
WITH_IDEAS = having(lambda system: system.ideas.list())
AT_CONVENTIONS = having(lambda system: system.convention)
WITH_TRAITS = having(
    lambda system: any(
        isinstance(part, Traits) for part in Character(system, system.empty()).sheet.sections
    )
)


@cache
def characters(system: Game) -> list[Document]:
    """An empty one, some made by chance, and every ready-made one of this game."""
    found = [system.empty(), *(system.random(Random(seed)) for seed in range(12))]
    for file in sorted(READY_MADE.glob("*.json")):
        document = registry.read(file.read_bytes())
        if document.system == system.slug:
            found.append(document)
    return found


def priced(system: Game, document: Document) -> Document:
    """The document where points buy things: if need be in a party with all its rules on."""
    if Character(system, document).is_priced:
        return document
    house = system.house.read({})
    for field in system.house.fields(house):
        if isinstance(field, Pick):
            on = tuple(option.id for option in field.options)
            house = system.house.set_field(house, field=field.id, values=on)
        elif isinstance(field, Choice):
            first = next(option.id for option in field.options if option.id)
            house = system.house.set_field(house, field=field.id, values=(first,))
    return system.house.moved(document, house)


def filled(system: Game, document: Document) -> list[Field]:
    """Every field of every step, nested ones included."""
    found: list[Field] = []
    character = Character(system, document)
    for place, step in enumerate(character.steps()):
        pending = list(character.steps(only=step.id)[place].fields)
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


def position(system: Game, id: str) -> int:
    return [step.id for step in Character(system, system.empty()).steps()].index(id)


def present(system: Game, document: Document) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    character = Character(system, document)
    for place, step in enumerate(character.steps()):
        found.update(inputs(character.steps(only=step.id)[place]))
    return found
