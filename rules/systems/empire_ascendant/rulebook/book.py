"""The tables of Empire Ascendant, read once from `tables/*.toml`; `own.toml` says what stands in
those that no other game has. No rule is applied here: what a number does is said where it is used.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated

from rules.declared import reading
from rules.declared import rulebook as declared
from rules.declared.extras import OwnTables
from rules.declared.own_tables import Own
from rules.declared.powers.table import Powers
from rules.declared.reading import ReadTables
from rules.declared.rulebook import Book
from rules.declared.target_tables import TraitTable
from rules.kit import rulebooks
from rules.kit.coded import archetypes
from rules.kit.house_switches import Party
from rules.kit.rulebooks import ListedRulebook
from rules.reference.chapters import Chapter
from rules.systems.empire_ascendant.document.build import MARKS
from rules.tables import In

FOLDER = Path(__file__).parent.parent / "tables"
FORCE_SKILLS = ("control", "sense", "alter")
TOPICS = ("playing.toml", "character.toml", "mastering.toml")


class FormedSampleWeapon(archetypes.CodedSampleWeapon, frozen=True, kw_only=True):
    """A weapon with its form, and its difficulty where it is no ranged one."""

    form: Annotated[str, In("combat.forms")]
    difficulty: int | None = None


class Rulebook(ListedRulebook, frozen=True, kw_only=True):
    """Every table, each the file of that name: its own, and those of every declared game."""

    difficulties: Own
    table: Own
    travel: Own
    combat: Own
    harm: Own
    force: Own
    craft: Own
    traits: declared.Traits
    play: declared.Play
    points: dict[str, declared.Point]
    creation: declared.Creation
    advancement: declared.Advancement
    templates: declared.Templates
    powers: Powers
    targets: dict[str, TraitTable]
    party: Party

    def shown(self, skills: Iterable[str]) -> str:
        """Several skills in a column of the reference."""
        return ", ".join(self.traits.skills[id].name for id in skills)


DECLARED = [name for name in Rulebook.__struct_fields__ if name in Book.__struct_fields__]
OWN = OwnTables(
    marks=MARKS,
    weapon=FormedSampleWeapon,
    harm=True,
    most=100_000_000,
)


@cache
def tables() -> tuple[ReadTables, Rulebook]:
    """The tables of every declared game, and all of them, read and checked once; GameError or
    TableError names the place of a fault.
    """
    read = reading.read(FOLDER, OWN)
    ready = {name: getattr(read.book, name) for name in DECLARED}
    return read, rulebooks.read(FOLDER, Rulebook, TOPICS, {**ready, **read.own})


def rulebook() -> Rulebook:
    """Every table."""
    return tables()[1]


@cache
def chapters() -> tuple[Chapter, ...]:
    """The reference: every table and rule of the game, in the order of the contents."""
    return rulebook().chapters(rulebook().shown, named_by_id=("attributes",))
