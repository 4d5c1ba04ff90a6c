"""The opponent of a HyperspaceD6 document: of the book by its id, or of a level of skill."""

import msgspec

from rules.document import DocumentPart


class Elite(DocumentPart, frozen=True, kw_only=True):
    """The advantages of an elite: the two attributes that rise, and its extra skill dice and
    traits.
    """

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
