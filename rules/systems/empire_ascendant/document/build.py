"""The parts of a document of Empire Ascendant: build, entries of the ledger, marks, house."""

import msgspec

from rules.declared.powers.document import HousePower, Learn, Pick, Power
from rules.document import Accepted, Document, DocumentPart
from rules.kit.coded.ledger import CodedEntry
from rules.kit.typed import document as typed_document
from rules.ledger import entries

MOST_FORCE_POINTS, MOST_DIFFICULTY = 99, 200


class FormedWeapon(typed_document.TypedWeapon, frozen=True, kw_only=True):
    """A weapon with its form, and the difficulty of an attack that is not ranged."""

    form: str = "ranged"
    difficulty: int | None = None


class Armor(DocumentPart, frozen=True, kw_only=True):
    """Armor as it was typed, with the code that it adds to Soak."""

    name: str
    soak: str = ""


class Build(typed_document.Build, frozen=True, kw_only=True):
    """The choices of creation. `preset` is the id of one, or "". A `move` of None is what the table
    has.
    """

    preset: str = ""
    force_skills: dict[str, str] = msgspec.field(default_factory=dict)
    powers: tuple[Power, ...] = ()
    weapons: tuple[FormedWeapon, ...] = ()
    armor: tuple[Armor, ...] = ()
    move: int | None = None
    scale: str = "character"


class Gain(typed_document.Gain, frozen=True, kw_only=True, tag="gain"):
    """A new item, with what is particular to weapons and armor here."""

    form: str = "ranged"
    difficulty: int | None = None
    soak: str = ""


class Take(Gain, frozen=True, kw_only=True, tag="take"):
    """An item out of the stash of the party. A weapon is used with its skill, or with the attribute
    of that where the character has no such skill.
    """

    attribute: str = ""


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """The build was made anew, whole."""

    build: Build


AnyEntry = CodedEntry | Pick | Learn | Gain | Take | Rebuild


class Marks(DocumentPart, frozen=True, kw_only=True):
    """The marks that change at the table. `wound` is 1 Wounded, 2 Severely, 3 Incapacitated, 4
    Mortally; `stunned`, `mortal_rounds` and `drowning` count rounds; `force_due` and `force_more`
    are the Force Points that the end of the adventure brings back, and those that it brings
    besides.
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


class House(DocumentPart, frozen=True, kw_only=True):
    """The party's decisions: accepted problems, the preset that all keep to, two readings of the
    source, and powers of its own.
    """

    accepted: tuple[Accepted, ...] = ()
    preset: str = ""
    compounding_hurry: bool = False
    mishap_past_nine: bool = False
    powers: tuple[HousePower, ...] = ()


EMPTY = Document("empire-ascendant", "", Build(), marks=Marks(), house=House())
