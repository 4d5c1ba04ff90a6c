"""GameSystem: the one interface between a game and everything that keeps and shows characters.

A system holds no state. `rules/README.md` says how each game answers it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from rules import document as documents
from rules.document import Document
from rules.figures import Figure
from rules.problems import Problem
from rules.reference import Chapter
from rules.sheet import Sheet
from rules.steps import Step


class GameSystem(ABC):
    """What a game is asked, and answers. One instance a game, named SYSTEM in its package."""

    slug: str
    name: str
    edition: str
    about: str
    credit: str
    licence: str
    rank: int = 1
    build_type: type[Any]
    entry_type: Any
    marks_type: type[Any]
    house_type: type[Any]

    def read(self, text: bytes | str) -> Document:
        """A document of this game from its JSON; Unreadable with the place otherwise."""
        return self.take(documents.open_text(text))

    def take(self, envelope: documents.Envelope) -> Document:
        """A document of this game from its plain members; Unreadable with the place otherwise."""
        return Document(
            system=self.slug,
            name=envelope.name,
            player=envelope.player,
            build=documents.shaped(envelope.build, self.build_type, where="build"),
            ledger=tuple(
                documents.shaped(entry, self.entry_type, where=f"ledger[{position}]")
                for position, entry in enumerate(envelope.ledger)
            ),
            marks=documents.shaped(envelope.marks, self.marks_type, where="marks"),
            house=documents.shaped(envelope.house, self.house_type, where="house"),
        )

    def empty(self) -> Document:
        """A character of whom nothing is decided yet."""
        return Document(
            self.slug, "", self.build_type(), marks=self.marks_type(), house=self.house_type()
        )

    @abstractmethod
    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        """The steps of creation in their order; `only` fills the fields of that one step alone."""

    @abstractmethod
    def values(self, document: Document, field: str) -> tuple[str, ...] | None:
        """What a field of a step holds now, as a form would send it; None where it is not there."""

    @abstractmethod
    def details(self, document: Document) -> dict[str, tuple[str, ...]]:
        """The fields that stand only as long as another choice does, with what they hold.

        A species of one's own has a name, an edge may name a skill. When the choice goes they go
        with it, and whoever keeps the document can set them aside until it comes back.
        """

    @abstractmethod
    def choose(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        """The document with one field of a step set anew.

        What breaks a rule is taken and named by `problems()`; what cannot be read as a value of
        that field (a word for a number, an unknown field, a text too long) is a RuleViolation.
        """

    @abstractmethod
    def sheet(self, document: Document) -> Sheet:
        """What the document comes to. Answers for every readable document."""

    @abstractmethod
    def brief(self, document: Document) -> Sheet:
        """The sheet's most important figures only, for a card, a bar, a column beside a form."""

    @abstractmethod
    def numbers(self, document: Document) -> dict[str, Any]:
        """The sheet as plain numbers, for the command line and exports."""

    @abstractmethod
    def problems(self, document: Document) -> tuple[Problem, ...]:
        """Everything that is open or wrong, at once, in the order of the document."""

    @abstractmethod
    def price(self, document: Document, entry: Any) -> Figure:
        """What an entry of the ledger costs this character now, in its own currency."""

    @abstractmethod
    def enter(self, document: Document, entry: Any) -> Document:
        """The document with an entry appended and priced; RuleViolation where it may not be."""

    @abstractmethod
    def random(self, rng: Random, document: Document | None = None, *, step: str = "") -> Document:
        """What is open in the document decided by chance, legally; or one step decided anew."""

    @abstractmethod
    def reference(self) -> tuple[Chapter, ...]:
        """Its tables and terms in words, chapter by chapter, to be read and looked up."""
