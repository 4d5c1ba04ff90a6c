"""The entries of a ledger of Star Wars Storytelling (d10)."""

from rules.kit.inventory import Lose, Use, Wear
from rules.kit.stash import Stash
from rules.kit.typed.items import THING
from rules.ledger import entries
from rules.ledger.entries import Entry, Session, Undo
from rules.systems.storytelling_d10.document.build import SPOKEN, USUAL_DIFFICULTY, Build


class Technique(Entry, frozen=True, kw_only=True, tag="technique"):
    """One more specialty of a trait, without a dot."""

    ability: str
    skill: str


class Learn(Entry, frozen=True, kw_only=True, tag="learn"):
    """One more power, without a dot."""

    ability: str


class LearnLanguage(Entry, frozen=True, kw_only=True, tag="language"):
    """A language is learned, "spoken" or "written"."""

    name: str
    form: str = SPOKEN


class GainMerit(Entry, frozen=True, kw_only=True, tag="merit"):
    """A merit is bought."""

    merit: str
    points: int | None = None
    detail: str = ""


class GainFlaw(Entry, frozen=True, kw_only=True, tag="flaw"):
    """A game master gives a flaw."""

    flaw: str
    points: int | None = None
    detail: str = ""


class Lift(Entry, frozen=True, kw_only=True, tag="lift"):
    """A game master takes a merit or a flaw away."""

    trait: str
    detail: str = ""
    reason: str = ""


class Gain(Entry, frozen=True, kw_only=True, tag="gain"):
    """Something that is carried from now on: a "weapon", "armor", a "shield", another "thing"."""

    name: str
    what: str = THING
    quantity: int = 1
    ability: str = "firearms"
    skill: str = ""
    damage: int = 0
    adds: str = ""
    difficulty: int = USUAL_DIFFICULTY
    harm: str = "lethal"
    source: str = "energy"
    rate: str = ""
    range: str = ""
    rating: int = 0


class Take(Gain, frozen=True, kw_only=True, tag="take"):
    """Something out of the stash of the party."""


class Award(Entry, frozen=True, kw_only=True, tag="award"):
    """The Storyteller gives experience, Destiny points, or both."""

    xp: int = 0
    destiny: int = 0


class Adjust(Entry, frozen=True, kw_only=True, tag="adjust"):
    """A correction of points, up or down, with its reason."""

    xp: int = 0
    destiny: int = 0
    reason: str = ""


class Raise(Entry, frozen=True, kw_only=True, tag="raise"):
    """One dot more of a trait, `to` what; `skill` or `ability` is what the dot brings."""

    trait: str
    to: int | None = None
    skill: str = ""
    ability: str = ""


class Story(Entry, frozen=True, kw_only=True, tag="story"):
    """A change by the story of Power, Light side, Dark side."""

    power: int = 0
    light_side: int = 0
    dark_side: int = 0
    reason: str = ""


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """The build was made anew, whole."""

    build: Build


AnyEntry = (
    Technique
    | Learn
    | LearnLanguage
    | GainMerit
    | GainFlaw
    | Lift
    | Gain
    | Use
    | Lose
    | Stash
    | Take
    | Wear
    | Session
    | Award
    | Adjust
    | Raise
    | Story
    | Rebuild
    | Undo
)
