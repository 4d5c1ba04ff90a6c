"""The tables of Empire Ascendant, read once from `tables/*.toml`; `own.toml` says what stands in
those that no other game has. No rule is applied here: what a number does is said where it is used.
"""

from functools import cache
from pathlib import Path
from typing import Annotated

from rules.declared import chapters, reading
from rules.declared.extras import OwnTables
from rules.declared.own_tables import Own
from rules.declared.reading import ReadTables
from rules.kit.coded import archetypes
from rules.systems.empire_ascendant.document.build import MARKS
from rules.tables import In

FOLDER = Path(__file__).parent.parent / "tables"


class FormedSampleWeapon(archetypes.CodedSampleWeapon, frozen=True, kw_only=True):
    """A weapon with its form, and its difficulty where it is no ranged one."""

    form: Annotated[str, In("combat.forms")]
    difficulty: int | None = None


OWN = OwnTables(
    marks=MARKS,
    weapon=FormedSampleWeapon,
    harm=True,
    most=100_000_000,
)


@cache
def tables() -> tuple[ReadTables, Own]:
    """The tables of every declared game, and all of them by the names of their files, read and
    checked once; GameError or TableError names the place of a fault.
    """
    read = reading.read(FOLDER, OWN)
    return read, chapters.rulebook(read)


def rulebook() -> Own:
    """Every table."""
    return tables()[1]
