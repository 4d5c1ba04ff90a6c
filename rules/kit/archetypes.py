"""Archetypes of characters by chance: names, words, and templates with their skills and gear.

All of it is each game's own, in its tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

import msgspec

from rules.document import Document
from rules.tables import In, Row


class Archetype(Row, frozen=True, kw_only=True):
    """What somebody is: the attributes it leans to, its skills with theirs, what it carries by the
    ids of weapons and armor, and by the names of other things.
    """

    leans: Annotated[tuple[str, ...], In("attributes")]
    skills: dict[str, str]
    weapons: Annotated[tuple[str, ...], In("weapons")] = ()
    armor: Annotated[tuple[str, ...], In("armor")] = ()
    gear: tuple[str, ...] = ()


class Archetypes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names, and what makes a description; a game adds its templates."""

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
        found: dict[str, str] = {}
        for row in self.rows.values():
            found |= row.skills
        return found

    def named(self, name: str) -> Any:
        """The template of that name, None where it is one of the player's own."""
        folded = name.strip().casefold()
        return next((row for row in self.rows.values() if row.name.casefold() == folded), None)

    def named_or_any(self, rng: Random, name: str) -> Any:
        """The template of that name, or any."""
        return self.named(name) or rng.choice(list(self.rows.values()))

    def who(self, rng: Random, document: Document) -> Document:
        """The document with a name, a template and a description where there are none."""
        name = f"{rng.choice(self.first)} {rng.choice(self.last)}"
        template = rng.choice(list(self.rows.values())).name
        text, build = f"{rng.choice(self.looks)} {rng.choice(self.wants)}", document.build
        build = msgspec.structs.replace(
            build, template=build.template or template, description=build.description or text
        )
        return msgspec.structs.replace(document, name=document.name.strip() or name, build=build)


def things(rng: Random, own: Archetype, extra: str, often: float) -> dict[str, int]:
    """Two of what is usual, or all; and as `often` something `extra`: names with their numbers."""
    chosen = rng.sample(own.gear, rng.randint(min(2, len(own.gear)), len(own.gear)))
    if rng.random() < often:
        chosen.append(extra)
    return dict(Counter(chosen))
