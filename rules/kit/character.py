"""A document worked out, in every game: the build, then each active entry of the ledger.

What entries do to it, and which numbers it has, is each game's own.
"""

from __future__ import annotations

from copy import copy
from types import NoneType
from typing import Any, Self

from rules.document import Document
from rules.house import accepted_places
from rules.kit.inventory import Carrier, H, of_build, rebuilt
from rules.problems import AcceptsDeviations, Problem


class GameCharacter(AcceptsDeviations, Carrier[H]):
    """A document's state. `chosen` is the build as the game validated it, with the `items` that it
    gives, what is `worn`, and its `faults`; `faults` are those of the ledger. `prefix` is the place
    of the build that counts: "" or "ledger[3]."; `marked` is what the document holds as marks.

    A game names the types of its holdings, house and marks, and answers `validated`. Whatever else
    it counts goes into dictionaries, sets and lists of its own.
    """

    holding_type: type[H]
    house_type: type[Any] = NoneType
    marks_type: type[Any] = NoneType

    def __init__(self, document: Document) -> None:
        self.document = document
        self.house: Any = document.house or self.house_type()
        self.marked: Any = document.marks or self.marks_type()
        self.faults: list[Problem] = []
        self.accepted = accepted_places(document)
        self.build: Any = document.build
        self.prefix = ""
        self.chosen: Any = self.validated(self.build)
        self.holdings = of_build(self.holding_type, self.chosen.items)
        self.worn = self.chosen.worn

    @property
    def marks(self) -> Any:
        """What is marked, as it counts."""
        return self.marked if self.marked == self.marks_type() else self.counted_marks()

    def counted_marks(self) -> Any:
        """The marks within their bounds, where anything is marked."""
        return self.marked

    def validated(self, build: Any) -> Any:
        """What of a build counts. Its problems stand under the `prefix`."""
        raise NotImplementedError

    def rebuild(self, build: Any, *, prefix: str) -> None:
        """Put another build under everything that came since."""
        self.build, self.prefix = build, prefix
        self.chosen = self.validated(build)
        self.holdings, _ = rebuilt(self.holdings, self.chosen.items, self.holding_type)
        self.worn = self.chosen.worn

    def copied(self) -> Self:
        """Another like it, which changes by itself from now on."""
        other = self.preview()
        for name, value in vars(other).items():
            if isinstance(value, (dict, set, list)):
                setattr(other, name, copy(value))
        other.holdings = {key: held.copied() for key, held in self.holdings.items()}
        return other

    def of_document(self, document: Document) -> Self:
        """The same with another document, and the marks of that."""
        other = self.preview()
        other.document, other.marked = document, document.marks or type(self.marked)()
        return other
