"""The rules sheet as a declared game: its tables, with what they cannot say in Python; and its
reference.
"""

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from rules import tables
from rules.declared import figures
from rules.declared.character import DeclaredCharacter
from rules.declared.document import ONE_STEP
from rules.declared.extras import Extras, OwnTables
from rules.declared.load import ruleset
from rules.declared.rulebook import Book
from rules.figures import Figure, bonus, total
from rules.kit.coded.sheet import dark_side_lines
from rules.reference import topics
from rules.systems.rules_sheet_d6 import dark_side
from rules.tables import At, In

FOLDER = Path(__file__).parent / "tables"


def boxes(character: DeclaredCharacter) -> Figure:
    """The number of marks in each box: the dice of Strength (Star Wars D6 rules sheet, Attack
    Actions). Pips do not count, and a single die is a ruling of its own.
    """
    rules = character.rules.book.defense
    strength, source = figures.trait(character, rules.harm_attribute), rules.sources["boxes"]
    is_frail = strength.value == 1 and not getattr(character.house, ONE_STEP)
    ruling = rules.rulings["strength_pips"] if strength.pips else ""
    whole = bonus(f"dice of {strength.label}", strength.value, source=source)
    ruling = rules.rulings["chain"] if is_frail else ruling
    return total("Marks per box", whole, source=source, ruling=ruling)


RULES = ruleset(
    FOLDER,
    Extras(
        own=OwnTables(marks=dark_side.MARKS),
        figures={"boxes": boxes},
        points=dark_side_lines("consumed", "consumed by evil"),
        remarks=dark_side.remarks,
        procedures=dark_side.procedures,
        numbers=dark_side.numbers,
    ),
)
ATTRIBUTES = tuple(RULES.names)


def book() -> Book:
    """The tables."""
    return RULES.book


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A worked example of the source: codes, and what armor adds to Defense."""

    id: str
    name: str
    attributes: Annotated[dict[str, str], In("attributes")] = {}
    skills: dict[str, str] = {}
    armor: dict[str, int] = {}


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number in an example."""

    id: str
    count: int


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The highest total in the printed rows of a way to heal."""

    id: Annotated[str, In("healing")]
    last: int


class Guide(topics.Guide, frozen=True, kw_only=True):
    """Every table of the reference, by id in its order."""

    examples: Annotated[dict[str, Example], At("examples.toml", "example")]
    counts: Annotated[dict[str, Count], At("examples.toml", "count")]
    ends: Annotated[dict[str, End], At("examples.toml", "end")]


@cache
def guide() -> Guide:
    """The tables, read and checked once; TableError names the file and the key of an error."""
    read = tables.Reader(FOLDER / "reference")
    files = ("playing.toml", "character.toml")
    reference = Guide(**topics.read(read, files), **read.tables_of(Guide))
    other = book()
    read.check(reference, other.traits, other.play)
    tables.check_known("examples.toml", "end", other.play.healing, reference.ends)
    return reference
