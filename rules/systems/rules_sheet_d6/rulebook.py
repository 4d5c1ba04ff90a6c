"""The tables of the rules sheet as frozen structs, read once from `tables/*.toml`. They contain no
rules.
"""

from functools import cache
from pathlib import Path

import msgspec

from rules import tables
from rules.kit.coded.ledger import Prices
from rules.reference import topics
from rules.tables import Numbers, Row

FOLDER = Path(__file__).parent / "tables"
ATTRIBUTES = ("DEX", "KNO", "MEC", "PER", "STR", "TEC")


class Skill(Row, frozen=True, kw_only=True):
    """A skill in the source, with the attribute that we chose for it."""

    attribute: str


class Level(Row, frozen=True, kw_only=True):
    """A box for damage: it begins at `times` the base, its marks are in `mark`, and it takes `dice`
    from actions.
    """

    mark: str
    times: int
    dice: int = 0


class Difficulty(Row, frozen=True, kw_only=True):
    """A rung of the ladder, and the codes that fit it."""

    low: int
    high: int
    dice_low: int
    dice_high: int


class HealingRow(msgspec.Struct, frozen=True, array_like=True):
    """A total of at least `low` heals that many marks."""

    low: int
    marks: int

    @property
    def id(self) -> str:
        """The lowest total."""
        return str(self.low)

    @property
    def name(self) -> str:
        """The lowest total, for players."""
        return self.id


class Healing(Row, frozen=True, kw_only=True):
    """A check that heals, with one of these `tools`."""

    heals: str
    skill: str
    tools: tuple[str, ...]
    rows: tuple[HealingRow, ...]


class Traits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Attributes and skills by id."""

    attributes: dict[str, Row]
    skills: dict[str, Skill]
    rulings: dict[str, str]


class Defense(Numbers, frozen=True, kw_only=True):
    """The rules of Defense and the boxes; a die's average is in halves."""

    die_in_halves: int
    defense_skill: str
    harm_attribute: str
    levels: dict[str, Level]


class Play(Numbers, frozen=True, kw_only=True):
    """The numbers of play: penalties, the factor of a Force Point, healing, and difficulties; and
    the words in an item's key that identify each of the `tools`.
    """

    action: int
    stun: int
    force_point: int
    dark_side_dice: int
    wake: int
    difficulties: dict[str, Difficulty]
    healing: dict[str, Healing]
    tools: dict[str, tuple[str, ...]]


class Creation(Numbers, frozen=True, kw_only=True):
    """The numbers of a new character; the sums of the preset in pips, three to a die."""

    force_points: int
    preset_attributes: int
    preset_skills: int
    preset_skill_most: int


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table."""

    traits: Traits
    defense: Defense
    play: Play
    creation: Creation
    advancement: Prices


@cache
def book() -> Book:
    """The tables, read and checked once; TableError names the file and the key of an error."""
    read = tables.Reader(FOLDER)
    rulebook = Book(
        traits=read.whole(
            "traits.toml",
            Traits,
            rows={"attributes": "attribute", "skills": "skill"},
            refs={"skills.attribute": "attributes"},
        ),
        defense=read.whole("defense.toml", Defense, rows={"levels": "level"}),
        play=read.whole(
            "play.toml",
            Play,
            rows={"difficulties": "difficulty", "healing": "healing"},
            refs={"healing.skill": "skills", "healing.heals": "levels", "healing.tools": "tools"},
        ),
        creation=read.whole("creation.toml", Creation),
        advancement=read.whole("advancement.toml", Prices),
    )
    read.check(rulebook.traits, rulebook.defense, rulebook.play)
    # What `refs` cannot check: single figures, and that every attribute has a row.
    defense, traits = rulebook.defense, rulebook.traits
    tables.check_known("traits.toml", "attribute", ATTRIBUTES, traits.attributes)
    tables.check_known("defense.toml", "defense_skill", defense.defense_skill, traits.skills)
    tables.check_known("defense.toml", "harm_attribute", defense.harm_attribute, ATTRIBUTES)
    return rulebook


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A worked example of the source: codes, and what armor adds to Defense."""

    id: str
    name: str
    attributes: dict[str, str] = {}
    skills: dict[str, str] = {}
    armor: dict[str, int] = {}


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number in an example."""

    id: str
    count: int


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The highest total in the printed rows of a way to heal."""

    id: str
    last: int


class Guide(topics.Guide, frozen=True, kw_only=True):
    """Every table of the reference, by id in its order."""

    examples: dict[str, Example]
    counts: dict[str, Count]
    ends: dict[str, End]


@cache
def guide() -> Guide:
    """The tables, read and checked once; TableError names the file and the key of an error."""
    read = tables.Reader(FOLDER / "reference")
    reference = Guide(
        **topics.read(read, ("playing.toml", "character.toml")),
        examples=read.entries(
            "examples.toml", "example", Example, refs={"attributes": "attributes"}
        ),
        counts=read.entries("examples.toml", "count", Count),
        ends=read.entries("examples.toml", "end", End, refs={"id": "healing"}),
    )
    other = book()
    read.check(reference, other.traits, other.play)
    tables.check_known("examples.toml", "end", other.play.healing, reference.ends)
    return reference
