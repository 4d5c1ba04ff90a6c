"""The document of the rules sheet: build, ledger entries, marks, house rules."""

from __future__ import annotations

import msgspec

from rules.document import Accepted, DocumentPart
from rules.kit import coded_ledger, inventory, typed_document
from rules.ledger import entries
from rules.ledger.entries import Entry, Session, Undo

# The highest numbers that a player can type.
MOST_DEFENSE, MOST_FORCE_POINTS = 30, 99

Raise = coded_ledger.Raise
Correct = coded_ledger.Correct
Award = typed_document.Award
Adjust = typed_document.Adjust
Use = inventory.Use
Lose = inventory.Lose
Wear = inventory.Wear
Skill = typed_document.Skill
Thing = typed_document.Thing


class Weapon(DocumentPart, frozen=True, kw_only=True):
    """A weapon as it was typed. Its damage is a code, or one added to Strength: "STR+1D"."""

    name: str
    skill: str = ""
    damage: str = ""
    quantity: int = 1


class Armor(DocumentPart, frozen=True, kw_only=True):
    """Armor as it was typed, with what it adds to Defense."""

    name: str
    defense: int = 0


class Build(DocumentPart, frozen=True, kw_only=True):
    """The choices of creation. `template` describes the character in a line; with the `preset` the
    codes must keep to its sums. `force_points` of None are as many as the table gives.
    """

    template: str = ""
    description: str = ""
    preset: bool = False
    attributes: dict[str, str] = msgspec.field(default_factory=dict)
    skills: tuple[Skill, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armor: tuple[Armor, ...] = ()
    gear: tuple[Thing, ...] = ()
    worn: str = ""
    force_points: int | None = None


class Gain(Entry, frozen=True, kw_only=True, tag="gain"):
    """A new item: a "weapon", "armor", or another "thing"."""

    name: str
    what: str = "thing"
    quantity: int = 1
    skill: str = ""
    damage: str = ""
    defense: int = 0


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """A complete new build."""

    build: Build


AnyEntry = Award | Adjust | Raise | Correct | Gain | Use | Lose | Wear | Session | Rebuild | Undo


class Marks(DocumentPart, frozen=True, kw_only=True):
    """The state in play: marks in the four boxes, Force Points spent, Dark Side Points."""

    stuns: int = 0
    wounds: int = 0
    incapacitated: int = 0
    mortal: int = 0
    unconscious: int = 0
    force_spent: int = 0
    dark_side_points: int = 0
    consumed: int = 0


class House(DocumentPart, frozen=True, kw_only=True):
    """The house rules: accepted problems, whether all characters keep to the preset, and whether a
    hit moves at most one box further.
    """

    accepted: tuple[Accepted, ...] = ()
    preset: bool = False
    one_step_a_hit: bool = False
