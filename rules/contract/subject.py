"""A game under test: characters of it, and what its `samples.toml` says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import tomli

from rules import document as documents
from rules.character import Character
from rules.creation import Step, inputs
from rules.document import Document
from rules.forms.fields import Balance, Choice, Field, Number, Pick, Shop
from rules.game import Game
from rules.kit.random_build import NOTHING_RANDOM
from rules.ledger.offers import PARTS, Offer

Chance = Callable[[int], Random]
Values = tuple[str, ...]
SAMPLES = "samples.toml"
BY_CHANCE = 12
# What somebody is given who is rich: of points, and of whatever else is earned.
POINTS = (200, 20_000)


class Samples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Samples that chance doesn't find. `hurt` and `dead` are the marks of a character who is,
    `wrecked` those of a craft. Entries: `award` gives one point; each of `gained` brings an item,
    with every member that an item can have; `learned` are what those items need; `repeated` can be
    entered again and again; `improved` makes any character better. `begun` are members of a build
    that these need. `rule` is an option of a party. `wrong` is a document with as many different
    faults as fit into one, without its head.
    """

    hurt: dict[str, int] = {}
    dead: dict[str, int] = {}
    wrecked: dict[str, int] = {}
    award: dict[str, Any] = {}
    gained: list[dict[str, Any]] = []
    learned: list[dict[str, Any]] = []
    repeated: list[dict[str, Any]] = []
    improved: dict[str, Any] = {}
    begun: dict[str, Any] = {}
    rule: str = ""
    wrong: dict[str, Any] = {}


@dataclass(frozen=True)
class Check:
    """One promise: a sentence, what is wrong with it in a game, and whether a game is asked."""

    promise: str
    run: Callable[[Subject], Iterator[str]]
    asks: Callable[[Subject], bool] = field(default=lambda _subject: True)


class Subject:
    """A game and its characters. `chance(seed)` makes dice; `folder` is where the game stands."""

    def __init__(
        self,
        game: Game,
        chance: Chance,
        *,
        folder: Path | None = None,
        pregens: tuple[Document, ...] = (),
    ) -> None:
        self.game, self.chance, self.folder, self.pregens = game, chance, folder, pregens

    @cached_property
    def samples(self) -> Samples:
        """The samples of its folder; none without a file."""
        return read_samples(self.folder)

    @property
    def is_random(self) -> bool:
        """True if chance makes characters of this game."""
        return self.game.random_build(self.game.empty()) is not NOTHING_RANDOM

    @property
    def earns(self) -> bool:
        """True if characters of this game gain and spend."""
        return bool(self.game.ledger_rules.kinds)

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """An empty character, some by chance, and the pregenerated ones."""
        by_chance = (self.random(seed) for seed in range(BY_CHANCE if self.is_random else 0))
        return (self.game.empty(), *by_chance, *self.pregens)

    @cached_property
    def finished(self) -> tuple[Document, ...]:
        """Those of them without a problem."""
        return tuple(one for one in self.documents if not self.opened(one).problems)

    @cached_property
    def grown(self) -> tuple[Document, ...]:
        """Finished ones where points buy things, each poor and rich."""
        poor = [self.priced(one) for one in self.finished[:4]]
        rich = (self.opened(one).enter(award) for one in poor for award in self._awards(one))
        return (*poor, *(one.document for one in rich))

    def _awards(self, document: Document) -> Iterator[Any]:
        """The entry by which a game master gives this character much of all that can be earned."""
        for offer in self.offers(document, "given"):
            plain = msgspec.to_builtins(offer.entry)
            if plain.get("kind") == "award":
                sums = [one for one in offer.fields if isinstance(one, Number)]
                much = [*POINTS, *POINTS[-1:] * len(sums)]
                given = {
                    one.id: str(min(one.highest, most))
                    for one, most in zip(sums, much, strict=False)
                }
                yield self.game.ledger_rules.entry({"kind": "award", **given})

    def opened(self, document: Document) -> Character[Any]:
        """A document with its replayed state."""
        return Character(self.game, document)

    def random(self, seed: int, document: Document | None = None, **how: Any) -> Document:
        """A character by chance, or one that chance completes."""
        return self.game.random(self.chance(seed), document, **how)

    def again(self, document: Document) -> Document:
        """The document as it is read from its own text."""
        return self.game.read(documents.dump(document))

    def fields(self, document: Document) -> list[Field]:
        """Every field of every step, nested ones included."""
        return [one for fields in self.fields_by_step(document).values() for one in fields]

    def fields_by_step(self, document: Document) -> dict[str, list[Field]]:
        """Every field by its step, nested ones included."""
        found: dict[str, list[Field]] = {}
        for step in self._steps(document):
            pending, fields = list(step.fields), found.setdefault(step.id, [])
            while pending:
                one = pending.pop(0)
                fields.append(one)
                pending.extend(_nested(one))
        return found

    def shown(self, document: Document) -> dict[str, Values]:
        """The values of every field of every step."""
        found: dict[str, Values] = {}
        for step in self._steps(document):
            found |= inputs(step)
        return found

    def own(self, document: Document, step: str) -> dict[str, Values]:
        """The values of the fields of one step, none where there is no such step."""
        steps = self.opened(document).steps(only=step)
        return next((inputs(one) for one in steps if one.id == step), {})

    def _steps(self, document: Document) -> Iterator[Step]:
        """Every step with its fields filled."""
        character = self.opened(document)
        for place, step in enumerate(character.steps()):
            yield character.steps(only=step.id)[place]

    def offers(self, document: Document, *parts: str) -> list[Offer]:
        """Every offer of some parts, of all where none is named."""
        character = self.opened(document)
        return [
            offer
            for part in parts or PARTS
            for group in character.offers(part)
            for offer in group.offers
        ]

    def priced(self, document: Document) -> Document:
        """The document where points buy things: if need be in a party with all its rules on."""
        if self.opened(document).is_priced:
            return document
        house = self.game.house.read({})
        for option in self.game.house.fields(house):
            if isinstance(option, Pick):
                on = tuple(one.id for one in option.options)
                house = self.game.house.set_field(house, field=option.id, values=on)
            elif isinstance(option, Choice):
                first = next(one.id for one in option.options if one.id)
                house = self.game.house.set_field(house, field=option.id, values=(first,))
        return self.game.house.moved(document, house)

    def marked(self, document: Document, marks: dict[str, int]) -> Character[Any]:
        """The character with these marks."""
        return self.opened(document).marked(type(document.marks)(**marks))


def _nested(one: Field) -> Iterator[Field]:
    """The fields inside of a field."""
    if isinstance(one, Choice | Shop):
        yield from one.fields
    if isinstance(one, Shop):
        yield from (inner for shelf in one.shelves for ware in shelf.wares for inner in ware.fields)
    if isinstance(one, Balance):
        yield from (inner for item in one.items for inner in item.fields)


def read_samples(folder: Path | None) -> Samples:
    """The samples in a game's folder; none without a file. ValueError for a file that can't be
    read.
    """
    file = folder / SAMPLES if folder else None
    if file is None or not file.is_file():
        return Samples()
    try:
        return msgspec.convert(tomli.loads(file.read_text(encoding="utf-8")), Samples)
    except (tomli.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{SAMPLES}: {error}") from None
