"""The tables of a declared game of dots as frozen structs. They contain no rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.declared.figure_rows import FigureRow
from rules.declared.ranges import Distances
from rules.declared.rulebook import ChoiceList, Skill
from rules.kit.ideas import Variant
from rules.tables import In, Numbers, Row


class Traits(Numbers, frozen=True, kw_only=True):
    """Attributes and skills by id; dots to share, and the most of one trait."""

    attributes: dict[str, Row]
    skills: dict[str, Skill]
    attribute_dots: int
    skill_dots: int
    most: int = 5
    skill_most: int = 3

    @property
    def rows(self) -> dict[str, Row]:
        """Every trait by its id, attributes first."""
        return {**self.attributes, **self.skills}


class HealthLevel(Row, frozen=True, kw_only=True):
    """A box of health: it takes `dice` from every pool."""

    dice: int = 0


class Health(Numbers, frozen=True, kw_only=True):
    """The boxes from the mildest to the worst; whoever has all marked is `out` of it."""

    levels: dict[str, HealthLevel]
    out: str = "Out of it."


class Difficulty(Row, frozen=True, kw_only=True):
    """A number that each die has to reach."""

    number: int


class Play(Numbers, frozen=True, kw_only=True):
    """The difficulties, the usual one, whether ones cancel successes, and the most actions of
    somebody in a round.
    """

    difficulties: dict[str, Difficulty]
    usual: int = 6
    ones_cancel: bool = True
    actions: int = 1


class Point(Row, frozen=True, kw_only=True):
    """Points to spend on rolls: each adds successes, dice, or both. With `after` one is spent on a
    roll that was seen: it adds its "dice", or all dice are thrown again ("reroll"). `figure` is how
    many there are.
    """

    one: str
    figure: str
    successes: int = 1
    dice: int = 0
    after: Literal["", "dice", "reroll"] = ""
    back: str = ""


class Experience(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points that buy dots: the member of awards, and their name in both numbers."""

    member: str = "xp"
    name: str = "experience points"
    one: str = "experience point"


class Growth(Numbers, frozen=True, kw_only=True):
    """The price of a dot: so many times the new dots."""

    attribute: int
    skill: int
    experience: Experience = Experience()


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon: the skill or attribute that it is used with, and its damage, a number or a trait
    plus a number.
    """

    skill: Annotated[str, In("traits")]
    damage: str = ""


class Suit(Row, frozen=True, kw_only=True):
    """Armor, with what it adds where a figure names "armor"."""

    adds: int


class Fight(Distances, frozen=True, kw_only=True):
    """The numbers of attacks and hits. The figure `defense` is what an attack has to reach: that
    many successes, or that difficulty. A hit with `damage` of "dice" rolls the dice of the weapon
    and of each success beyond those needed, and marks a box for each success; with "boxes" it marks
    those of the weapon and one for each success beyond. The figure `soak` takes boxes off a hit.
    `reach` is how many ranges away a weapon can hit, by its id or that of the trait that it is used
    with; others reach everybody.
    """

    weapons: dict[str, Weapon]
    armor: dict[str, Suit]
    defense: str = ""
    reached: Literal["successes", "difficulty"] = "successes"
    damage: Literal["dice", "boxes"] = "dice"
    soak: str = ""


class Power(Row, frozen=True, kw_only=True):
    """A power: the trait that it is rolled with, the `difficulty` of each die (0 for the usual
    one), the successes `needed`, and the points that it `spends`. An `inward` one reaches nobody
    else. `good` is what it is good for, in a few words.
    """

    trait: Annotated[str, In("traits")]
    difficulty: int = 0
    needed: int = 1
    spends: int = 0
    inward: bool = False
    good: str = ""


class Powers(Numbers, frozen=True, kw_only=True):
    """Powers to choose from: the name of all and of `one`, how many a new character `picks`,
    and what it costs to `learn` one more.
    """

    name: str = "Powers"
    one: str = "Power"
    picks: int = 1
    learn: int = 1
    powers: dict[str, Power]


class Template(Row, frozen=True, kw_only=True):
    """A template: dots of attributes and skills, who it may be, what it carries, and its powers."""

    attributes: dict[str, int]
    skills: dict[str, int]
    story: str
    variants: tuple[Variant, ...]
    weapons: Annotated[tuple[str, ...], In("weapons")] = ()
    armor: Annotated[tuple[str, ...], In("armor")] = ()
    gear: tuple[str, ...] = ()
    powers: Annotated[tuple[str, ...], In("powers")] = ()

    @property
    def promise(self) -> str:
        """The skill that it is about: that with the most dots."""
        return max(self.skills, key=lambda id: self.skills[id])


class Chance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names, words, and templates."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    looks: tuple[str, ...]
    templates: dict[str, Template]


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table."""

    traits: Traits
    figures: dict[str, FigureRow]
    health: Health
    play: Play
    growth: Growth
    chance: Chance
    points: dict[str, Point]
    fight: Fight
    lists: dict[str, ChoiceList] = {}
    powers: Powers | None = None

    @property
    def point(self) -> Point | None:
        """The points to spend on rolls, None in a game without."""
        return next(iter(self.points.values()), None)
