"""The rows of archetypes: the words, names, and gear that chance draws on and a new player picks
from.
"""

from typing import Annotated, Literal

import msgspec

from rules.kit.ideas import Variant
from rules.tables import In, Row


class Archetype(Row, frozen=True, kw_only=True):
    """A starting idea: the order of the groups, and what it leans to, dearest first. `story` is
    the line that a character of it is met with.
    """

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
    force_abilities: Annotated[tuple[str, ...], In("force_abilities")] = ()
    story: str
    variants: tuple[Variant, ...]

    @property
    def promise(self) -> str:
        """The ability that it is about: its first."""
        return self.abilities[0]


class SampleWeapon(Row, frozen=True, kw_only=True):
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
    """The ideas that chance draws on and a new player picks from; all of them our own."""

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
    weapons: dict[str, SampleWeapon]
    armor: dict[str, Armor]
