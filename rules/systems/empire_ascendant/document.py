"""What a document of Empire Ascendant holds: build, entries of the ledger, marks, house."""

from __future__ import annotations

import msgspec

from rules.document import Accepted, DocumentPart
from rules.kit import coded_ledger, inventory, typed_document
from rules.ledger import entries
from rules.ledger.entries import Entry, Session, Undo

Award = typed_document.Award
Adjust = typed_document.Adjust
Use = inventory.Use
Lose = inventory.Lose
Wear = inventory.Wear
Skill = typed_document.Skill
Thing = typed_document.Thing
Raise = coded_ledger.Raise
Correct = coded_ledger.Correct
# Characters of what a power does.
LINE = 400
MOST_FORCE_POINTS, MOST_PREREQUISITES, MOST_DIFFICULTY = 99, 20, 200


class Power(DocumentPart, frozen=True, kw_only=True):
    """A power as it was typed; `skills` are the ids of Force skills, joined by "+"."""

    name: str
    skills: str = ""
    prerequisites: int = 0
    difficulty: str = ""
    does: str = ""


class Weapon(DocumentPart, frozen=True, kw_only=True):
    """A weapon as it was typed. Its damage is a code, or one added to Strength: "STR+1D"."""

    name: str
    form: str = "ranged"
    skill: str = ""
    damage: str = ""
    difficulty: int | None = None
    quantity: int = 1


class Armor(DocumentPart, frozen=True, kw_only=True):
    """Armor as it was typed, with the code that it adds to Soak."""

    name: str
    soak: str = ""


class Build(DocumentPart, frozen=True, kw_only=True):
    """The choices of creation. `preset` is the id of one, or "". `force_points` and `move` of None
    are what the table has.
    """

    template: str = ""
    description: str = ""
    preset: str = ""
    attributes: dict[str, str] = msgspec.field(default_factory=dict)
    skills: tuple[Skill, ...] = ()
    force_skills: dict[str, str] = msgspec.field(default_factory=dict)
    powers: tuple[Power, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armor: tuple[Armor, ...] = ()
    gear: tuple[Thing, ...] = ()
    worn: str = ""
    force_points: int | None = None
    move: int | None = None
    scale: str = "character"


class Pick(Entry, frozen=True, kw_only=True, tag="pick"):
    """One of the powers that the first die of a Force skill brings."""

    name: str
    skills: str = ""
    difficulty: str = ""
    does: str = ""


class Learn(Entry, frozen=True, kw_only=True, tag="learn"):
    """A power that was learned in play, for the `cp` that the GM named, or the usual price."""

    name: str
    skills: str = ""
    prerequisites: int = 0
    difficulty: str = ""
    does: str = ""
    cp: int | None = None


class Gain(Entry, frozen=True, kw_only=True, tag="gain"):
    """Something that is carried from now on: a "weapon", "armor", or another "thing"."""

    name: str
    what: str = "thing"
    quantity: int = 1
    form: str = "ranged"
    skill: str = ""
    damage: str = ""
    difficulty: int | None = None
    soak: str = ""


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """The build was made anew, whole."""

    build: Build


AnyEntry = (
    Award | Adjust | Raise | Pick | Learn | Correct | Gain | Use | Lose | Wear | Session | Rebuild
) | Undo


class Marks(DocumentPart, frozen=True, kw_only=True):
    """What changes at the table. `wound` is 1 Wounded, 2 Severely, 3 Incapacitated, 4 Mortally;
    `stunned`, `mortal_rounds` and `drowning` count rounds; `force_due` and `force_more` are what
    the end of the adventure brings back, and brings besides.
    """

    wound: int = 0
    stunned: int = 0
    stabilised: int = 0
    mortal_rounds: int = 0
    drowning: int = 0
    unconscious: int = 0
    dead: int = 0
    fatigued: int = 0
    force_spent: int = 0
    force_due: int = 0
    force_more: int = 0
    dark_side_points: int = 0
    fallen: int = 0
    medpac_today: int = 0


class HousePower(DocumentPart, frozen=True, kw_only=True):
    """A power of the party's making."""

    id: str
    name: str = ""
    skills: str = ""
    prerequisites: int = 0
    difficulty: str = ""
    does: str = ""


class House(DocumentPart, frozen=True, kw_only=True):
    """What the party decided: accepted problems, the preset that all keep to, two readings of the
    source, and powers of its own.
    """

    accepted: tuple[Accepted, ...] = ()
    preset: str = ""
    compounding_hurry: bool = False
    mishap_past_nine: bool = False
    powers: tuple[HousePower, ...] = ()
