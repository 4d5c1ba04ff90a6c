"""Ideas to start a character from: an archetype with suggested choices, all free to change."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

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


def told_species(species: Iterable[str], description: str) -> str:
    """The one of these species that a description begins with, as a sentence; "" for none."""
    told = description.partition(".")[0].strip()
    return told if told in set(species) else ""


class Ideas(msgspec.Struct, frozen=True):
    """A game's ideas by id. `choose(rng, document, row)` returns the empty document with the
    choices of an idea; the empty fields of these `steps` are then filled by the generator.
    The `variants` of a row are what it may be: species, or what has one. Species and skills that
    rows give by their ids are `named`.

    The name stays with the player.
    """

    rows: Mapping[str, Row]
    choose: Callable[[Random, Document, Any], Document]
    steps: tuple[str, ...] = ()
    variants: str = "variants"
    named: Mapping[str, Row] = {}

    def list(self) -> tuple[Idea, ...]:
        """Every idea as a page shows it, each as the next of its species: there they differ."""
        return tuple(self._idea(row, self._shown(row)[0]) for row in self.rows.values())

    def _idea(self, row: Any, variant: Any) -> Idea:
        species = variant if isinstance(variant, str) else variant.species
        told = (self._name(species), self._name(row.promise))
        return Idea(row.id, row.name, row.does, " ".join(row.aliases), *told)

    def _name(self, id: str) -> str:
        row = self.named.get(id)
        return row.name if row else id

    def _shown(self, row: Row) -> tuple[Any]:
        """The one variant of an idea that a page shows."""
        variants = getattr(row, self.variants)
        return (variants[tuple(self.rows).index(row.id) % len(variants)],)

    def document(
        self,
        id: str,
        empty: Document,
        random: Callable[[Document], RandomBuild],
        rng: Random,
        *,
        as_shown: bool = False,
    ) -> Document:
        """The first document of that idea, of the species that its page shows or of any of its own;
        InvalidDocument where there is none.
        """
        if id not in self.rows:
            known = f"choose one of {', '.join(self.rows)}" if self.rows else "this game has none"
            raise InvalidDocument(f"there is no idea {id!r}: {known}")
        row = self.rows[id]
        if as_shown:
            row = replace(row, **{self.variants: self._shown(row)})
        document = self.choose(rng, empty, row)
        build = random(document)
        for step in self.steps:
            if build.is_open(document, step):
                document = build.fill(rng, document, step=step, anew=False)
        return document


NO_IDEAS = Ideas({}, lambda _rng, document, _row: document)
