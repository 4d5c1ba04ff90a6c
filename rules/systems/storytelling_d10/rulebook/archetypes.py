"""Archetypes of characters of dots: the words, names, and gear that chance draws on and a new
player picks from. Each game has its own, in its tables.
"""

from collections.abc import Iterator
from random import Random
from sys import intern
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from rules.creation import Bound
from rules.document import Document
from rules.kit.bound_fields import text_field
from rules.kit.typed.document import NAME, STORY, Thing
from rules.systems.storytelling_d10.character import items as dotted_items
from rules.systems.storytelling_d10.character.items import Protection
from rules.systems.storytelling_d10.character.languages import Language
from rules.tables import In, Row

# Members that a weapon of the table and one that is carried have alike.
WEAPON_NUMBERS = ("name", "ability", "skill", "damage", "adds", "harm", "rate", "range")
# How often chance lets a language beside the first one be written.
ALSO_WRITTEN = 0.3


class Archetype(Row, frozen=True, kw_only=True):
    """A starting idea: the order of the groups, and what it leans to, dearest first."""

    attribute_order: Annotated[tuple[str, str, str], In("attribute_groups")]
    ability_order: Annotated[tuple[str, str, str], In("ability_groups")]
    attributes: Annotated[tuple[str, ...], In("attributes")]
    abilities: Annotated[tuple[str, ...], In("abilities")]
    weapon_skills: tuple[str, ...] = ()
    merits: Annotated[tuple[str, ...], In("merits")] = ()
    flaws: Annotated[tuple[str, ...], In("flaws")] = ()
    natures: tuple[str, ...] = ()
    weapons: Annotated[tuple[str, ...], In("weapons")] = ()
    armor: Annotated[tuple[str, ...], In("armor")] = ()
    gear: tuple[str, ...] = ()


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon as a player would type it, with its specialty (`skill`), and the `origin` of its
    damage.
    """

    ability: str
    skill: str = ""
    damage: int
    adds: str = ""
    harm: Literal["bashing", "lethal"] = "lethal"
    origin: Annotated[str, In("damage_sources")] = "other"
    rate: str = ""
    range: str = ""


class Armor(Row, frozen=True, kw_only=True):
    """Armor as a player would type it."""

    rating: int


class ConceptText(Row, frozen=True, kw_only=True):
    """A text of the first step: `does` is its hint, `suggestions` the table of this file that it
    suggests; one of several `lines` is a long one.
    """

    placeholder: str = ""
    suggestions: Literal["", "archetypes", "species", "natures", "passions", "virtues"] = ""
    lines: int = 1


class Archetypes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file of archetypes."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    looks: tuple[str, ...]
    natures: tuple[str, ...]
    passions: tuple[str, ...]
    virtues: tuple[str, ...]
    species: tuple[str, ...]
    languages: tuple[str, ...]
    texts: dict[str, ConceptText]
    archetypes: dict[str, Archetype]
    weapons: dict[str, Weapon]
    armor: dict[str, Armor]

    @property
    def fields(self) -> Iterator[Bound]:
        """The texts of the first step."""
        for row in self.texts.values():
            known = getattr(self, row.suggestions, ())
            names = tuple(one.name for one in known.values()) if isinstance(known, dict) else known
            yield text_field(
                row.id,
                row.name,
                STORY if row.lines > 1 else NAME,
                hint=row.does,
                lines=row.lines,
                placeholder=row.placeholder,
                suggestions=names,
            )

    def named_or_any(self, rng: Random, name: str) -> Archetype:
        """The archetype with that name, or a random one where it is the player's own."""
        folded, rows = name.strip().casefold(), self.archetypes.values()
        named = (row for row in rows if row.name.casefold() == folded)
        return next(named, None) or rng.choice(list(rows))

    def who(self, rng: Random, document: Document, species: dict[str, str]) -> Document:
        """The document with a random name and words where there are none. `species` are those of
        archetypes that have a certain merit.
        """
        build = document.build
        idea = self.named_or_any(rng, build.concept)
        name = f"{rng.choice(self.first)} {rng.choice(self.last)}"
        own = next((text for merit, text in species.items() if merit in idea.merits), "")
        chosen = {
            "concept": idea.name,
            "species": own or rng.choice(self.species),
            "nature": rng.choice(idea.natures or self.natures),
            "demeanor": rng.choice(self.natures),
            "passion": rng.choice(self.passions),
            "virtue": rng.choice(self.virtues),
            "description": rng.choice(self.looks),
        }
        members = {id: getattr(build, id) or text for id, text in chosen.items()}
        after = replace(build, **members)
        return replace(document, name=document.name.strip() or name, build=after)

    def equipped(self, rng: Random, build: Any, idea: Archetype) -> Any:
        """The build with languages, weapons, armor, and things where there are none."""
        members: dict[str, Any] = {}
        if not build.languages:
            members["languages"] = tuple(self._spoken(rng))
        carried: tuple[Any, ...] = (*build.weapons, *build.armor, *build.shields, *build.gear)
        taken = {row.name for row in carried}
        if not build.weapons:
            arms = (self.weapons[id] for id in idea.weapons)
            members["weapons"] = tuple(_weapon(row) for row in arms if row.name not in taken)
        if not build.armor:
            armor = (self.armor[id] for id in idea.armor)
            suits = [row for row in armor if row.name not in taken]
            members["armor"] = tuple(Protection(name=row.name, rating=row.rating) for row in suits)
            if suits and not build.worn:
                members["worn"] = suits[0].name
        if not build.gear:
            names = [name for name in dict.fromkeys(idea.gear) if name not in taken]
            members["gear"] = tuple(
                Thing(name=name, quantity=idea.gear.count(name))
                for name in rng.sample(names, rng.randint(min(2, len(names)), len(names)))
            )
        return replace(build, **members)

    def _spoken(self, rng: Random) -> Iterator[Language]:
        """The first language, and up to two others."""
        names = [self.languages[0], *rng.sample(self.languages[1:], rng.randint(0, 2))]
        for place, name in enumerate(names):
            is_written = place == 0 or rng.random() < ALSO_WRITTEN
            yield Language(name=name, spoken=True, written=is_written)


def _weapon(row: Weapon) -> dotted_items.Weapon:
    members = {id: getattr(row, id) for id in WEAPON_NUMBERS}
    # A file leaves out a member that is the very object of its default.
    members["ability"] = intern(row.ability)
    return dotted_items.Weapon(**members, source=row.origin)
