"""Parts of documents with typed codes and items: the rows and choices of a build that such games
share, and entries for points and items.

Armor, and what else a build has, are each game's own.
"""

import msgspec

from rules.document import DocumentPart
from rules.ledger.entries import Entry

# The most characters of a name and of a text, rows of a list, and pieces of one item.
NAME, STORY, MANY, MOST = 100, 4000, 60, 999


class Skill(DocumentPart, frozen=True, kw_only=True):
    """A skill as it was typed: its whole code, the attribute included."""

    name: str
    attribute: str = ""
    code: str = ""


class Thing(DocumentPart, frozen=True, kw_only=True):
    """A carried item that is neither a weapon nor armor."""

    name: str
    quantity: int = 1


class TypedWeapon(DocumentPart, frozen=True, kw_only=True):
    """A weapon as it was typed. Its damage is a code, or one added to Strength: "STR+1D"."""

    name: str
    skill: str = ""
    damage: str = ""
    quantity: int = 1


class CodedBuild(DocumentPart, frozen=True, kw_only=True):
    """The choices of creation. `template` describes the character in a line, and `worn` names the
    armor worn.
    """

    template: str = ""
    description: str = ""
    attributes: dict[str, str] = msgspec.field(default_factory=dict)
    skills: tuple[Skill, ...] = ()
    gear: tuple[Thing, ...] = ()
    worn: str = ""


class Build(CodedBuild, frozen=True, kw_only=True):
    """A build with initial Force Points: None are as many as the table gives."""

    force_points: int | None = None


class Award(Entry, frozen=True, kw_only=True, tag="award"):
    """The GM gives Character Points, Force Points, or both."""

    cp: int = 0
    force_points: int = 0


class Adjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    """A correction of points, up or down, with its reason."""

    cp: int = 0
    force_points: int = 0
    reason: str = ""


class Gain(Entry, frozen=True, kw_only=True, tag="gain"):
    """A new item: a "weapon", "armor", or another "thing"."""

    name: str
    what: str = "thing"
    quantity: int = 1
    skill: str = ""
    damage: str = ""
