"""The document of a HyperspaceD6 craft: its build, the entries of its ledger, and its marks."""

import msgspec

from rules.craft import CraftEdit as AnyCraftEdit
from rules.document import DocumentPart
from rules.ledger.entries import Entry, Undo


class Gun(DocumentPart, frozen=True, kw_only=True):
    """A weapon of a craft of one's own: its damage in dice."""

    name: str
    damage: int
    ion: bool = False


class Craft(DocumentPart, frozen=True, kw_only=True):
    """A craft: of the book by `id`, or of one's own with every number."""

    id: str = ""
    name: str = ""
    scale: str = ""
    mobility: int = 0
    sensors: int = 0
    fire_control: int = 0
    evade: int = 0
    hull: int = 0
    shields: int = 0
    crew: int = 0
    weapons: tuple[Gun, ...] = ()


class CraftBuild(DocumentPart, frozen=True, kw_only=True):
    """The build of a craft has one member."""

    craft: Craft = Craft()


class CraftMarks(DocumentPart, frozen=True, kw_only=True):
    """The state in play: `damaged` counts systems. The sections are the Shields as they stand, None
    for an even share. `members` are the craft left of a squadron, None for a single one.
    """

    damaged: int = 0
    rattled: int = 0
    disabled: int = 0
    destroyed: int = 0
    fore: int | None = None
    aft: int | None = None
    port: int | None = None
    starboard: int | None = None
    members: int | None = None


class CraftAward(Entry, frozen=True, kw_only=True, tag="award"):
    """The GM gives Character Points to the craft itself."""

    cp: int = 0


class Contribute(Entry, frozen=True, kw_only=True, tag="contribute"):
    """Character Points that a character pays in, who spends them in a ledger of its own."""

    cp: int
    giver: str = msgspec.field(name="from")


class CraftUpgrade(Entry, frozen=True, kw_only=True, tag="upgrade"):
    """`aspect` is "mobility", "sensors", "fire_control", "shields", "damage" of a `weapon`,
    "weapon" with a `name` and its `damage`, or "component" with a `name` and the `cp` that the GM
    named. `raises` are the defenses that it raises by one.
    """

    aspect: str
    weapon: str = ""
    name: str = ""
    damage: int | None = None
    cp: int | None = None
    raises: tuple[str, ...] = ()


class CraftAdjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    """A correction, up or down, with its reason."""

    cp: int = 0
    reason: str = ""


class CraftEdit(AnyCraftEdit, frozen=True, kw_only=True, tag="edit"):
    """The numbers of a craft of one's own, entered anew."""

    build: CraftBuild


CraftEntry = CraftAward | Contribute | CraftUpgrade | CraftAdjust | CraftEdit | Undo
