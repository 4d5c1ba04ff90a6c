"""The build and the marks of a HyperspaceD6 document: of a character, or of an opponent."""

from __future__ import annotations

import msgspec

from rules.document import DocumentPart


class Edge(DocumentPart, frozen=True, kw_only=True):
    """An edge, the skill it needs, and the player's words."""

    id: str
    skill: str = ""
    note: str = ""


class Burden(DocumentPart, frozen=True, kw_only=True):
    """A burden, the attribute it needs, and the player's words."""

    id: str
    attribute: str = ""
    note: str = ""


class Gear(DocumentPart, frozen=True, kw_only=True):
    """One stack of items: of the tables by `id`, or a custom one with a `name`."""

    id: str = ""
    name: str = ""
    quantity: int = 1
    alias: str = msgspec.field(default="", name="as")
    granted: bool = False
    design: str = ""
    features: tuple[str, ...] = ()
    crystal: str = ""

    @property
    def key(self) -> str:
        """The stack's name in the document."""
        return self.alias or self.id or self.name


class Quickplay(DocumentPart, frozen=True, kw_only=True):
    """The attribute with two more dice, those with one more, and everything else as text."""

    plus_two: str = ""
    plus_one: tuple[str, ...] = ()
    species: str = ""
    profession: str = ""
    skills: str = ""
    edge: str = ""
    burden: str = ""
    gear: str = ""


class Build(DocumentPart, frozen=True, kw_only=True):
    """The choices of creation. `quickplay` counts if the party plays by those rules, everything
    else if it does not; both are kept. An `opponent` has no choices besides.
    """

    concept: str = ""
    pronouns: str = ""
    appearance: str = ""
    personality: str = ""
    species: str | OwnSpecies | None = None
    profession: str | OwnProfession | None = None
    skills: tuple[str, ...] = ()
    edge: Edge | None = None
    burden: Burden | None = None
    gear: tuple[Gear, ...] = ()
    worn: str | None = None
    starting_credits: int | None = None
    quickplay: Quickplay | None = None
    opponent: Opponent | None = None


class Marks(DocumentPart, frozen=True, kw_only=True):
    """The state in play. `force_points` are those left; None means all. `woken` is the number of
    wounds with which the character woke, if that is still more than Strength allows. `members` are
    those left of a group of opponents; None for a single one, and for characters.
    """

    wounds: int = 0
    stunned: int = 0
    unconscious: int = 0
    dead: int = 0
    force_points: int | None = None
    haunted: int = 0
    old_wound: int = 0
    craving: int = 0
    woken: int = 0
    members: int | None = None


OWN = "own"
LINE, NOTE, STORY = 200, 500, 4000
MOST_OF_A_THING = 999
MOST_CREDITS = 1_000_000


class OwnSpecies(DocumentPart, frozen=True, kw_only=True):
    """A custom species: six attributes, and one focus skill."""

    name: str = ""
    attributes: dict[str, int] = msgspec.field(default_factory=dict)
    focus: str = ""
    force_sensitive: bool = False


class OwnProfession(DocumentPart, frozen=True, kw_only=True):
    """A custom profession: dice for the attributes; for a Force user also for the Force."""

    name: str = ""
    bonuses: dict[str, int] = msgspec.field(default_factory=dict)
    force_user: bool = False


class Elite(DocumentPart, frozen=True, kw_only=True):
    """The advantages of an elite: the two attributes that rise, and what it has besides."""

    attributes: tuple[str, ...] = ()
    armor: str = ""
    weapons: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()


class Opponent(DocumentPart, frozen=True, kw_only=True):
    """An opponent: of the book by `id`, or of a `level`, with its `skills`, the `attributes` that
    are not the level's, and what it has. `name` is its role. `recalculate` has the formulas replace
    the printed defenses. `design`, `features` and `crystal` are those of its lightsaber.
    """

    id: str = ""
    recalculate: bool = False
    elite: Elite | None = None
    level: str = ""
    name: str = ""
    skills: tuple[str, ...] = ()
    attributes: dict[str, int] = msgspec.field(default_factory=dict)
    armor: str = ""
    weapons: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    design: str = ""
    features: tuple[str, ...] = ()
    crystal: str = ""
