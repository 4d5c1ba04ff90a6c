"""The document of the rules sheet: build, ledger entries, marks, house rules."""

from rules.document import Accepted, Document, DocumentPart
from rules.kit.coded.ledger import CodedEntry
from rules.kit.typed import document as typed_document
from rules.kit.typed.document import TypedWeapon
from rules.ledger import entries

# The highest numbers that a player can type.
MOST_DEFENSE, MOST_FORCE_POINTS = 30, 99


class Armor(DocumentPart, frozen=True, kw_only=True):
    """Armor as it was typed, with what it adds to Defense."""

    name: str
    defense: int = 0


class Build(typed_document.Build, frozen=True, kw_only=True):
    """The choices of creation; with the `preset` the codes must keep to its sums."""

    preset: bool = False
    weapons: tuple[TypedWeapon, ...] = ()
    armor: tuple[Armor, ...] = ()


class Gain(typed_document.Gain, frozen=True, kw_only=True, tag="gain"):
    """A new item, with what armor adds to Defense."""

    defense: int = 0


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """A complete new build."""

    build: Build


AnyEntry = CodedEntry | Gain | Rebuild


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


EMPTY = Document("rules-sheet-d6", "", Build(), marks=Marks(), house=House())
