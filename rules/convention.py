"""The declarations of a game for a table at a convention: the skills that a group of characters
needs, the themes and levels to choose from, and the rules that stand on one page.

`rules.pregens` makes the characters.
"""

from collections.abc import Container
from pathlib import Path

import msgspec

from rules import tables
from rules.tables import Row

FILE = "convention.toml"
# A theme that every game has: its own pregenerated characters.
READY_MADE = "ready-made"


class Limit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At most so many characters of a group are made from these ideas."""

    most: int
    ideas: tuple[str, ...]


class Theme(Row, frozen=True, kw_only=True):
    """A theme: the ideas that characters are made from (all for none), within these limits."""

    ideas: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()


class Level(Row, frozen=True, kw_only=True):
    """The points that the characters have already spent."""

    points: int


class Convention(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's table at a convention.

    `important` are the traits that a group needs: the keys of lines of the sheet, each with its
    name. `award` is the member of an award that holds the points of a level. `settings` are fields
    that every character has with these values. `card` are the ids of parts and terms of the
    reference that stand on the card of rules, in order.
    `picks` is the field that holds the trained traits, "" where there is none: their ids; or, in a
    game of typed codes, rows of so many `columns`, which begin with the name and the attribute.
    There `homes` has the attribute of each.
    """

    important: dict[str, str]
    themes: dict[str, Theme]
    levels: dict[str, Level]
    award: str
    settings: dict[str, str] = {}
    card: tuple[str, ...] = ()
    picks: str = ""
    columns: int = 1
    homes: dict[str, str] = {}

    def pick(self, key: str) -> str:
        """The value for an important trait in the field of picks: "stealth" for "skills.stealth",
        or its name where traits are typed.
        """
        return self.important[key] if self.homes else key.rpartition(".")[2]


def read(folder: Path, ideas: Container[str]) -> Convention:
    """The file of a game whose ideas have these ids; TableError names the key of a fault."""
    convention = tables.Reader(folder).file(FILE, Convention)
    for id, theme in convention.themes.items():
        limited = (idea for limit in theme.limits for idea in limit.ideas)
        tables.check_known(FILE, f"{id}.ideas", (*theme.ideas, *limited), ideas)
    return convention
