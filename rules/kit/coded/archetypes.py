"""Archetypes for random characters: names, descriptions, and templates with their skills and gear.

Each game has its own, in its tables.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any, TypeVar

import msgspec

from rules import plain_text
from rules.document import Document
from rules.kit.ideas import Variant, variant_of
from rules.kit.typed.document import Thing
from rules.tables import In, Row

A = TypeVar("A")


class Archetype(Row, frozen=True, kw_only=True):
    """A template: its favored attributes, its skills with their attributes, both dearest first,
    and its gear: the ids of weapons and armor, and the names of other items. `story` is the line
    that a character of it is met with.
    """

    leans: Annotated[tuple[str, ...], In("attributes")]
    skills: dict[str, str]
    weapons: Annotated[tuple[str, ...], In("weapons")] = ()
    armor: Annotated[tuple[str, ...], In("armor")] = ()
    gear: tuple[str, ...] = ()
    variants: tuple[Variant, ...]
    story: str

    @property
    def promise(self) -> str:
        """The skill that it is about: its first."""
        return next(iter(self.skills))

    def variant(self, rng: Random, description: str) -> Variant:
        """The variant that a description begins with, or a random one."""
        return variant_of(self.variants, rng, description)


class CodedSampleWeapon(Row, frozen=True, kw_only=True):
    """A weapon as it would be typed: its skill or attribute, and its damage."""

    skill: str
    damage: str


class Archetypes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names, and parts of descriptions; a game adds its templates."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    looks: tuple[str, ...]
    wants: tuple[str, ...]

    @property
    def rows(self) -> Mapping[str, Archetype]:
        """Every template by its id."""
        raise NotImplementedError

    @property
    def skills(self) -> dict[str, str]:
        """Every skill of every template, with its attribute."""
        by_skill: dict[str, str] = {}
        for row in self.rows.values():
            by_skill |= row.skills
        return by_skill

    def named(self, name: str) -> Any:
        """The template with that name, None for a custom one."""
        folded = plain_text.folded(name)
        return next(
            (row for row in self.rows.values() if plain_text.folded(row.name) == folded), None
        )

    def named_or_any(self, rng: Random, name: str) -> object:
        """The template with that name, or a random one."""
        return self.named(name) or rng.choice(list(self.rows.values()))

    def who(self, rng: Random, document: Document) -> Document:
        """The document with a random name, template and description where these are empty."""
        own = self.named(document.build.template)
        name = f"{rng.choice(self.first)} {rng.choice(self.last)}"
        if own:
            name = rng.choice(own.variant(rng, document.build.description).names)
        template = rng.choice(list(self.rows.values())).name
        text, build = f"{rng.choice(self.looks)} {rng.choice(self.wants)}", document.build
        build = msgspec.structs.replace(
            build, template=build.template or template, description=build.description or text
        )
        return msgspec.structs.replace(document, name=document.name.strip() or name, build=build)


def armor(rng: Random, own: Archetype, rows: Mapping[str, A], often: float) -> A | None:
    """A suit of armor for the archetypes that usually wear some, with probability `often`."""
    if not own.armor or rng.random() > often:
        return None
    return rows[rng.choice(own.armor)]


def things(rng: Random, own: Archetype, extra: str, often: float) -> tuple[Thing, ...]:
    """Two of the usual items, or all; and with probability `often` one `extra` item."""
    chosen = rng.sample(own.gear, rng.randint(min(2, len(own.gear)), len(own.gear)))
    if rng.random() < often:
        chosen.append(extra)
    return tuple(Thing(name=name, quantity=many) for name, many in Counter(chosen).items())
