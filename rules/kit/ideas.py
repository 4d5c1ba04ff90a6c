"""Ideas to start a character from: an archetype with suggested choices, all free to change."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules.creation import Idea
from rules.document import Document
from rules.kit.random_build import RandomBuild
from rules.problems import InvalidDocument
from rules.tables import Row


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A species that an idea may be, and names that fit it."""

    species: str
    names: tuple[str, ...]


def variant_of(variants: Sequence[Variant], rng: Random, description: str) -> Variant:
    """The variant that a description begins with, or a random one."""
    told = (one for one in variants if description.startswith(one.species))
    return next(told, None) or rng.choice(variants)


class Ideas(msgspec.Struct, frozen=True):
    """A game's ideas by id. `choose(rng, document, row)` returns the empty document with the
    choices of an idea; the empty fields of these `steps` are then filled by the generator.

    The name stays with the player.
    """

    rows: Mapping[str, Row]
    choose: Callable[[Random, Document, Any], Document]
    steps: tuple[str, ...] = ()

    def list(self) -> tuple[Idea, ...]:
        """Every idea as a page shows it."""
        return tuple(map(_idea, self.rows.values()))

    def document(
        self, id: str, empty: Document, random: Callable[[Document], RandomBuild], rng: Random
    ) -> Document:
        """The first document of that idea; InvalidDocument where there is none."""
        if id not in self.rows:
            known = f"choose one of {', '.join(self.rows)}" if self.rows else "this game has none"
            raise InvalidDocument(f"there is no idea {id!r}: {known}")
        document = self.choose(rng, empty, self.rows[id])
        build = random(document)
        for step in self.steps:
            if build.is_open(document, step):
                document = build.fill(rng, document, step=step, anew=False)
        return document


NO_IDEAS = Ideas({}, lambda _rng, document, _row: document)


def _idea(row: Row) -> Idea:
    return Idea(row.id, row.name, row.does, " ".join(row.aliases))
