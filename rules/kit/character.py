"""A character during the replay of its document: the build, then each active entry.

The effects of entries, and the figures, are each game's own.
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
    """The state of a character. `chosen` is the validated build, with its `items`, the armor
    `worn`, and its problems (`faults`); `faults` are the problems of the ledger. `prefix` is the
    place of the current build: "" or "ledger[3]."; `marked` are the marks in the document.

    A game names the types of its holdings, house rules and marks, and implements `validated`. Its
    other state must be in dictionaries, sets and lists, which `copied` copies.
    """

    holding_type: type[H]
    house_type: type[object] = NoneType
    marks_type: type[object] = NoneType

    # What the check of an entry found out, for when it is applied.
    found: Any = None

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
        """The marks that count."""
        return self.marked if self.marked == self.marks_type() else self.counted_marks()

    def counted_marks(self) -> object:
        """The marks within their bounds."""
        return self.marked

    def validated(self, build: Any) -> Any:
        """The valid part of a build. Places of its problems begin with the `prefix`."""
        raise NotImplementedError

    def rebuild(self, build: Any, *, prefix: str) -> None:
        """Replace the build, and keep everything that came later."""
        self.build, self.prefix = build, prefix
        self.chosen = self.validated(build)
        self.holdings, _ = rebuilt(self.holdings, self.chosen.items, self.holding_type)
        self.worn = self.chosen.worn

    def copied(self) -> Self:
        """A copy that changes on its own."""
        other = self.preview()
        for name, value in vars(other).items():
            if isinstance(value, (dict, set, list)):
                setattr(other, name, copy(value))
        other.holdings = {key: holding.copied() for key, holding in self.holdings.items()}
        return other

    def of_document(self, document: Document) -> Self:
        """This character with another document and its marks."""
        other = self.preview()
        other.document, other.marked = document, document.marks or type(self.marked)()
        return other
