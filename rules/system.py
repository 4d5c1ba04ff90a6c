"""GameSystem: the one interface between a game and everything that stores and shows characters.

A system holds no state. `rules/README.md` says how each game answers it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from copy import copy
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from rules import bounds
from rules import document as documents
from rules.advancement import AdvancementRules
from rules.convention import Convention
from rules.craft import CraftRules
from rules.creation import Idea, Step
from rules.document import Accepted, Document, DocumentPart
from rules.duel import DuelRules
from rules.exchange.conversion import Conversion
from rules.exchange.outline import Outline
from rules.fight import FightRules
from rules.forms.parsing import FormValues
from rules.house import HouseRules
from rules.ledger.entries import Undo
from rules.ledger.history import HistoryEvent, UndoResult
from rules.ledger.offers import OfferGroup
from rules.ledger.plan import Estimate
from rules.opponents import OpponentRules
from rules.play import ActionGroup, Outcome, PlayRules, PlayState, RollForm, TurnState
from rules.problems import InvalidDocument, Problem
from rules.reference.chapters import Chapter
from rules.sheet.sections import Sheet


class NoMarks(DocumentPart, frozen=True):
    """Marks for a game that has none."""


class NoHouse(DocumentPart, frozen=True, kw_only=True):
    """House rules for a game without options: only the problems that a game master accepted."""

    accepted: tuple[Accepted, ...] = ()


class GameSystem(AdvancementRules, HouseRules, PlayRules, ABC):
    """The rules of one game. Each game has one instance, named SYSTEM in its package.

    A game must implement `steps`, `field_values`, `set_field`, `sheet` and `problems`. Every other
    method has a default for a game without that feature: no ledger, no actions, no random
    characters, no reference. Its base classes have the methods for advancement, for house rules,
    and for play.
    """

    slug: str
    name: str
    edition: str
    about: str
    credit: str
    licence: str
    rank: int = 1
    build_type: type[Any]
    entry_type: Any = Undo
    marks_type: type[Any] = NoMarks
    house_type: type[Any] = NoHouse
    # The rules for documents that hold no character (a craft), by the member of the build that
    # tells one; by default a game has none.
    others: Mapping[str, GameSystem] = {}
    # The character whose replay this copy reuses (`OpenCharacter`).
    _known: OpenCharacter | None = None

    @property
    def full_name(self) -> str:
        """The name with the edition, which is said once: "HyperspaceD6 1.5"."""
        return self.name if f"({self.edition})" in self.name else f"{self.name} {self.edition}"

    def of_build(self, build: Collection[str]) -> GameSystem:
        """The rules for documents with these members in their build: others than those of
        characters if one of them says so.
        """
        return next((rules for member, rules in self.others.items() if member in build), self)

    def open(self, document: Document) -> OpenCharacter:
        """The character of a document, replayed once for everything that is asked of it."""
        return OpenCharacter(self, document)

    @property
    def fight(self) -> FightRules[Any] | None:
        """What the game says of fights; None for nothing."""
        return None

    @property
    def duel(self) -> DuelRules[Any] | None:
        """What the game says of duels; None for nothing."""
        return None

    @property
    def opponents(self) -> OpponentRules | None:
        """How the game's opponents are made; None in a game without a list of them."""
        return None

    @property
    def craft(self) -> CraftRules | None:
        """How the game's craft are made; None in a game without them."""
        return None

    @property
    def convention(self) -> Convention | None:
        """What the game says of a table at a convention; None for nothing."""
        return None

    def replay(self, document: Document) -> Any:
        """The character after every active entry, replayed once for all that is asked of an
        `OpenCharacter`. Callers change a copy of it, never the result.
        """
        if self._known and self._known.document is document:
            return self._known.state
        return super().replay(document)

    def read(self, text: bytes | str) -> Document:
        """A document of this game from its JSON; InvalidDocument with the place otherwise."""
        return self.take(documents.open_text(text))

    def take(self, envelope: documents.Envelope) -> Document:
        """A document of this game from its plain members; InvalidDocument with the place
        otherwise.
        """
        entries: Any = tuple[self.entry_type, ...]  # type: ignore[name-defined]  # made of a value
        return Document(
            system=self.slug,
            name=envelope.name,
            player=envelope.player,
            build=documents.convert(envelope.build, self.build_type, where="build"),
            ledger=documents.convert(envelope.ledger, entries, where="ledger"),
            marks=documents.convert(envelope.marks, self.marks_type, where="marks"),
            house=documents.convert(envelope.house, self.house_type, where="house"),
        )

    def empty(self) -> Document:
        """A new character without any choices."""
        return Document(
            self.slug, "", self.build_type(), marks=self.marks_type(), house=self.house_type()
        )

    @abstractmethod
    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        """The steps of creation in their order; `only` fills the fields of that one step alone."""

    @abstractmethod
    def field_values(self, document: Document, field: str) -> tuple[str, ...] | None:
        """The value of a field, as a form would send it; None if no step shows it."""

    def dependent_fields(self, document: Document) -> dict[str, tuple[str, ...]]:
        """The fields that exist only while another choice stands, with their values.

        A custom species has a name; an edge may name a skill. They go with that choice, and the
        caller can set them aside until it comes back.
        """
        del document  # where no field depends on another
        return {}

    @abstractmethod
    def set_field(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        """The document with a new value for one field of a step.

        A value that breaks a rule is accepted, and `problems()` names it. RuleViolation for a
        value that cannot be read: a word for a number, an unknown field, a text too long.
        """

    @abstractmethod
    def sheet(self, document: Document) -> Sheet:
        """The character sheet. Every readable document has one."""

    def summary(self, document: Document) -> Sheet:
        """A short sheet with the most important figures, for a card or a column beside a form."""
        return self.sheet(document)

    def numbers(self, document: Document) -> dict[str, Any]:
        """The sheet as plain numbers, for the command line and exports."""
        return {key: figure.plain for key, figure in self.sheet(document).figures.items()}

    @abstractmethod
    def problems(self, document: Document) -> tuple[Problem, ...]:
        """Every open or illegal choice, in the order of the document."""

    def check_bounds(self, document: Document, before: Document | None = None) -> None:
        """InvalidDocument if the document holds more than a character may. One that already did
        `before` may not grow further.
        """
        bounds.check(self.ledger_rules, document, before)

    def build_now(self, document: Document) -> Document:
        """The current build as a document without a ledger: what a rebuild starts from."""
        return self.ledger_rules.build_now(document)

    def rebuilt(
        self, document: Document, build: Document, *, by: str = "", at: str = ""
    ) -> Document:
        """The document with a rebuild entry that holds the build of another document.

        RuleViolation if that build is unfinished or illegal, or if later entries need something
        that it leaves out.
        """
        return self.ledger_rules.rebuilt(document, build, self.problems, by=by, at=at)

    def blank_sheet(self) -> Sheet:
        """The sheet to print and fill in by hand: that of an empty character."""
        return self.sheet(self.empty())

    def outline(self, document: Document) -> Outline | None:
        """The neutral outline for other programs and games; None: this game has none."""
        del document
        return None

    def takes(self, outline: Outline) -> bool:
        """Whether this game makes characters of outlines like this one."""
        del outline
        return False

    def from_outline(self, outline: Outline) -> Conversion | None:
        """A new character made of another game's, with a report; None: this game takes none of that
        kind.
        """
        del outline
        return None

    def ideas(self) -> tuple[Idea, ...]:
        """Archetypes to start a character from; none by default."""
        return ()

    def from_idea(self, idea: str, rng: Random) -> Document:
        """A new character with the choices that an idea suggests, and what else they need, all
        legal; InvalidDocument where there is no such idea.
        """
        del rng
        raise InvalidDocument(f"there is no idea {idea!r}: this game has none")

    def random(
        self,
        rng: Random,
        document: Document | None = None,
        *,
        step: str = "",
        anew: bool = False,
    ) -> Document:
        """The document with its empty fields filled in at random, legally: in one step, or in all.

        Choices already made stay as they are, illegal ones too. `anew` clears the step, or all
        steps, first, except for what is no choice about the character: the player, the credits that
        a GM set, an optional preset.
        """
        del rng, step, anew  # where nothing is left to chance
        return document or self.empty()

    def reference(self) -> tuple[Chapter, ...]:
        """The rules reference: tables and terms in words, by chapter."""
        return ()


# So many forms of actions an open character keeps.
MOST_FORMS = 64


class OpenCharacter:
    """A document with its sheet, problems, offers and state at the table, each computed on first
    use from one replay of the ledger. It is immutable: a change returns another one.
    """

    def __init__(self, system: GameSystem, document: Document) -> None:
        self.system = system
        self.document = document
        self._asked = copy(system)
        self._asked._known = self
        self._forms: dict[Any, RollForm] = {}

    @cached_property
    def state(self) -> Any:
        """The replayed character, of the game's own type."""
        return self.system.ledger_rules.replay(self.document)

    @cached_property
    def sheet(self) -> Sheet:
        """The character sheet."""
        return self._asked.sheet(self.document)

    @cached_property
    def summary(self) -> Sheet:
        """A short sheet with the most important figures."""
        return self._asked.summary(self.document)

    @cached_property
    def numbers(self) -> dict[str, Any]:
        """The sheet as plain numbers, as `GameSystem.numbers`."""
        return self._asked.numbers(self.document)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Every open or illegal choice."""
        return self._asked.problems(self.document)

    @cached_property
    def is_priced(self) -> bool:
        """Whether improvements cost this character points."""
        return self._asked.is_priced(self.document)

    def steps(self, only: str = "") -> tuple[Step, ...]:
        """The steps of creation; `only` fills the fields of that one step."""
        return self._asked.steps(self.document, only=only)

    def offers(self, part: str) -> tuple[OfferGroup, ...]:
        """The entries that could be made now, in one of `offers.PARTS`."""
        return self._asked.offers(self.document, part)

    def play_state(self, situation: TurnState) -> PlayState:
        """The state at the table."""
        return self._asked.play_state(self.document, situation)

    def actions(self, situation: TurnState) -> tuple[ActionGroup, ...]:
        """The actions available now, besides rolls of the sheet's traits."""
        return self._asked.actions(self.document, situation)

    def roll_form(self, situation: TurnState, action: str, values: FormValues) -> RollForm:
        """The form of an action, as `GameSystem.roll_form`: the newest ones are kept."""
        fields = tuple((name, tuple(several)) for name, several in sorted(values.items()))
        key = (tuple(sorted(situation.items())), action, fields)
        form = self._forms.get(key)
        if form is None:
            form = self._asked.roll_form(self.document, situation, action, values)
            if len(self._forms) >= MOST_FORMS:
                self._forms.clear()
            self._forms[key] = form
        return form

    def resolve(
        self, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        """The outcome of an action, as `GameSystem.resolve`."""
        return self._asked.resolve(self.document, situation, action, values, rng)

    def declare(self, situation: TurnState, values: FormValues) -> dict[str, int]:
        """The turn with new values for its fields, as `GameSystem.declare`."""
        return self._asked.declare(self.document, situation, values)

    def add_point(self, situation: TurnState, outcome: Outcome, rng: Random) -> Outcome:
        """The outcome with a point spent on it, as `GameSystem.add_point`."""
        return self._asked.add_point(self.document, situation, outcome, rng)

    def estimate(self, entries: tuple[Any, ...]) -> Estimate:
        """The cost of a plan, as `GameSystem.estimate`."""
        return self._asked.estimate(self.document, entries)

    def history(self, only: Collection[int] | None = None) -> tuple[HistoryEvent, ...]:
        """Descriptions of all entries, or `only` of those at some positions, oldest first."""
        return self._asked.history(self.document, only)

    def undo(self, position: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo one entry with everything that depends on it, as `GameSystem.undo`."""
        return self._asked.undo(self.document, position, by=by, at=at)

    def restore_to(self, moment: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo what players did since a moment, as `GameSystem.restore_to`."""
        return self._asked.restore_to(self.document, moment, by=by, at=at)

    def as_of(self, moment: int) -> OpenCharacter:
        """The character after its first `moment` entries, without marks."""
        return self.system.open(self.system.as_of(self.document, moment))

    def build_now(self) -> Document:
        """The current build, as `GameSystem.build_now`."""
        return self._asked.build_now(self.document)

    def settled(self) -> OpenCharacter:
        """The character with corrected marks, as `GameSystem.settled`."""
        rules = self.system.ledger_rules
        return self.marked(rules.marks(self.state)) if rules.is_marked(self.document) else self

    def marked(self, marks: Any) -> OpenCharacter:
        """The character with these marks. Ledger entries never depend on marks."""
        if marks == self.document.marks:
            return self
        after = self.system.open(msgspec.structs.replace(self.document, marks=marks))
        after.state = self.state.of_document(after.document)
        return after

    def set_field(self, field: str, values: tuple[str, ...]) -> OpenCharacter:
        """The character with a new value for one field, as `GameSystem.set_field`."""
        return self.system.open(self.system.set_field(self.document, field=field, values=values))

    def enter(self, entry: Any) -> OpenCharacter:
        """The character with one more entry; RuleViolation if it is not allowed."""
        document, state = self.system.ledger_rules.entered(self.state, entry)
        after = self.system.open(document)
        after.state = state
        return after
