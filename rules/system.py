"""GameSystem: the one interface between a game and everything that keeps and shows characters.

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
from rules.creation import Step
from rules.document import Accepted, Document, DocumentPart
from rules.figures import Figure
from rules.forms.parsing import FormValues
from rules.house import HouseRules
from rules.ledger import history, plan, undo
from rules.ledger.entries import Session, Undo
from rules.ledger.history import HistoryEvent, UndoResult
from rules.ledger.none import NoLedger
from rules.ledger.offers import OfferGroup
from rules.ledger.plan import Estimate
from rules.ledger.rules import LedgerRules
from rules.play import ActionGroup, OpposedResult, Outcome, PlayState, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from rules.reference.chapters import Chapter
from rules.sheet.sections import Sheet


class NoMarks(DocumentPart, frozen=True):
    """The marks of a game in which nothing is marked."""


class NoHouse(DocumentPart, frozen=True, kw_only=True):
    """The house of a game without options: only what a game master accepted."""

    accepted: tuple[Accepted, ...] = ()


NO_ACTION = "This game has no such action."
NO_POINTS = "This game has no points to spend on a roll."


class GameSystem(HouseRules, ABC):
    """What a game is asked, and answers. One instance a game, named SYSTEM in its package.

    A game has to answer five things: `steps`, `field_values`, `set_field`, `sheet` and `problems`.
    Whatever else it does not answer, it does not have: no ledger, nothing at the table, no random
    characters, no reference.
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
    ledger_rules: LedgerRules[Any] = NoLedger()
    # What a GM can call for: "check" (all of them roll for themselves), "opposed" (one against
    # another or against so many dice), "combined" (the others help one).
    calls: tuple[str, ...] = ("check", "opposed", "combined")
    # What scripts may call an action besides its id.
    synonyms: Mapping[str, str] = {}
    # The character that this one instance remembers (`OpenCharacter`).
    _known: OpenCharacter | None = None

    def open(self, document: Document) -> OpenCharacter:
        """The document with what it comes to, which is worked out once for all that is asked."""
        return OpenCharacter(self, document)

    def replay(self, document: Document) -> Any:
        """The character after every entry that counts. Whoever changes it changes a copy: all that
        is asked of an `OpenCharacter` rests on the same one.
        """
        if self._known and self._known.document is document:
            return self._known.state
        return self.ledger_rules.replay(document)

    @property
    def entry_kinds(self) -> dict[str, str]:
        """What each kind of entry of a ledger is called, by its id."""
        return self.ledger_rules.names

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
        """A character of whom nothing is decided yet."""
        return Document(
            self.slug, "", self.build_type(), marks=self.marks_type(), house=self.house_type()
        )

    @abstractmethod
    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        """The steps of creation in their order; `only` fills the fields of that one step alone."""

    @abstractmethod
    def field_values(self, document: Document, field: str) -> tuple[str, ...] | None:
        """What a field of a step holds now, as a form would send it; None where it is not there."""

    def dependent_fields(self, document: Document) -> dict[str, tuple[str, ...]]:
        """The fields that stand only as long as another choice does, with what they hold.

        A species of one's own has a name, an edge may name a skill. When the choice goes they go
        with it, and whoever keeps the document can set them aside until it comes back.
        """
        del document  # where no field depends on another
        return {}

    @abstractmethod
    def set_field(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        """The document with one field of a step set anew.

        What breaks a rule is taken and named by `problems()`; what cannot be read as a value of
        that field (a word for a number, an unknown field, a text too long) is a RuleViolation.
        """

    @abstractmethod
    def sheet(self, document: Document) -> Sheet:
        """What the document comes to. Answers for every readable document."""

    def summary(self, document: Document) -> Sheet:
        """The sheet's most important figures only, for a card, a bar, a column beside a form."""
        return self.sheet(document)

    def numbers(self, document: Document) -> dict[str, Any]:
        """The sheet as plain numbers, for the command line and exports."""
        return {key: figure.plain for key, figure in self.sheet(document).figures.items()}

    @abstractmethod
    def problems(self, document: Document) -> tuple[Problem, ...]:
        """Everything that is open or wrong, at once, in the order of the document."""

    def check_bounds(self, document: Document, before: Document | None = None) -> None:
        """InvalidDocument where a document holds more than a character may, or, where it did
        `before`, more than it held then.
        """
        bounds.check(self.ledger_rules, document, before)

    def price(self, document: Document, entry: Any) -> Figure:
        """What an entry of the ledger costs this character now, in its own currency."""
        return self.ledger_rules.price(self.replay(document), entry)

    def enter(self, document: Document, entry: Any) -> Document:
        """The document with an entry appended and priced; RuleViolation where it may not be."""
        return self.ledger_rules.enter(document, entry)

    def entry(self, members: Mapping[str, str]) -> Any:
        """An entry from what a form sent, as texts; RuleViolation names every member that cannot be
        read. Undos and rebuilds have ways of their own and are not read here.
        """
        return self.ledger_rules.entry(members)

    def offers(self, document: Document, part: str) -> tuple[OfferGroup, ...]:
        """What could be done next, of one of `offers.PARTS`."""
        del document, part  # where nothing can be gained
        return ()

    def is_priced(self, document: Document) -> bool:
        """Whether points buy improvements of this character, so that they can be planned."""
        del document  # where it does not depend on that
        return True

    def session(self) -> Any:
        """An entry that begins a new session."""
        return Session()

    def estimate(self, document: Document, entries: tuple[Any, ...]) -> Estimate:
        """What a plan comes to: each of its entries priced as if those before it had come true."""
        return plan.estimate(self.ledger_rules, self.replay(document), entries)

    def history(
        self, document: Document, only: Collection[int] | None = None
    ) -> tuple[HistoryEvent, ...]:
        """Every entry of the ledger, or `only` those at some positions, told, oldest first."""
        return history.history(self.ledger_rules, self.replay(document), only)

    def as_of(self, document: Document, moment: int) -> Document:
        """The document as it was after its first `moment` entries, with nothing marked."""
        return self.ledger_rules.as_of(document, moment)

    def build_now(self, document: Document) -> Document:
        """The build that counts now, as a document without a ledger: what a rebuild begins with."""
        return self.ledger_rules.build_now(document)

    def rebuilt(
        self, document: Document, build: Document, *, by: str = "", at: str = ""
    ) -> Document:
        """The document with one entry more, that holds the build of another. RuleViolation where
        that is unfinished or breaks a rule, or takes away what came since rests on.
        """
        return self.ledger_rules.rebuilt(document, build, self.problems, by=by, at=at)

    def play_state(self, document: Document, situation: TurnState) -> PlayState:
        """How things stand at the table: every pool as it is rolled now, and what weighs on it."""
        del document, situation  # where nothing is rolled
        return PlayState({}, (), ())

    def actions(self, document: Document, situation: TurnState) -> tuple[ActionGroup, ...]:
        """What can be done besides rolling what stands on the sheet, as things stand."""
        del document, situation  # where nothing can be done
        return ()

    def tools(self, document: Document, situation: TurnState) -> tuple[ActionGroup, ...]:
        """The game master's tools: the groups of actions that need no character. Of the document
        only its house counts.
        """
        groups = self.actions(document, situation)
        return tuple(group for group in groups if not group.needs_character)

    def roll_form(
        self, document: Document, situation: TurnState, action: str, values: FormValues
    ) -> RollForm:
        """What is decided before an action, with the dice and the exact chance that come of it so
        far. RuleViolation where there is no such action, or a value cannot be read.
        """
        del document, situation, values  # where nothing can be done
        raise RuleViolation([Problem("unknown-action", action, NO_ACTION)])

    def resolve(
        self, document: Document, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        """What comes of an action; RuleViolation where it cannot be done. Writes nothing."""
        del document, situation, values, rng  # where nothing can be done
        raise RuleViolation([Problem("unknown-action", action, NO_ACTION)])

    def add_point(
        self, document: Document, situation: TurnState, outcome: Outcome, rng: Random
    ) -> Outcome:
        """An outcome with a point spent on it once it was seen; RuleViolation where none may be."""
        del document, situation, rng  # where there are no points
        raise RuleViolation([Problem("barred", outcome.action, NO_POINTS)])

    def declare(
        self, document: Document, situation: TurnState, values: FormValues
    ) -> dict[str, int]:
        """The situation with the fields of the turn set anew; RuleViolation for what cannot be."""
        del document, values  # where a turn holds nothing
        return dict(situation)

    def roll_request_fields(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The values that a GM's roll request fixes in the roll form of a check: the target number;
        the number of helpers; the opponent's dice, 0 where the opponent is another player, who
        rolls. RuleViolation, by field, for an impossible value.

        A GM may request any trait of a sheet: `roll_form` and `resolve` take each of their keys.
        """
        del target, helpers, opposed_by  # where nothing is rolled
        return {}

    def opposed(self, first: Outcome, second: Outcome) -> OpposedResult:
        """What comes of two players' checks against each other."""
        del second  # where nothing is rolled
        raise RuleViolation([Problem("unknown-action", first.action, NO_ACTION)])

    def settled(self, document: Document, before: Document | None = None) -> Document:
        """The document with its marks set right: within their bounds, and without those of a choice
        that is gone; as it follows from a change, where it is said what was `before`. What is
        marked at the table is marked from there.
        """
        then = self.replay(before) if before and self.ledger_rules.is_marked(document) else None
        return self.ledger_rules.settled(document, then)

    def undo(self, document: Document, position: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo one entry with all that depends on it; IndexError where there is none."""
        return undo.undo(self.ledger_rules, self.replay(document), position, by=by, at=at)

    def withdraw(
        self, document: Document, position: int, *, by: str = "", at: str = ""
    ) -> UndoResult:
        """Undo one entry that was given, while nothing rests on it; IndexError where there is
        none.
        """
        return undo.withdraw(self.ledger_rules, self.replay(document), position, by=by, at=at)

    def restore_to(
        self, document: Document, moment: int, *, by: str = "", at: str = ""
    ) -> UndoResult:
        """Undo what players did after the first `moment` entries; IndexError for no moment."""
        return undo.restore_to(self.ledger_rules, self.replay(document), moment, by=by, at=at)

    def random(
        self,
        rng: Random,
        document: Document | None = None,
        *,
        step: str = "",
        anew: bool = False,
    ) -> Document:
        """What is empty in the document decided by chance, legally: in one step, or in all that are
        open. What is decided stays exactly as it is, and so does what breaks a rule; `anew` clears
        the step first, or all of them, but for what is no choice about the character: the player,
        the credits that a GM set, an optional preset.
        """
        del rng, step, anew  # where nothing is left to chance
        return document or self.empty()

    def reference(self) -> tuple[Chapter, ...]:
        """Its tables and terms in words, chapter by chapter, to be read and looked up."""
        return ()


class OpenCharacter:
    """A document with what it comes to: each worked out when it is first asked for, and all from
    one replay of the ledger. It never changes; what changes the document returns another one.
    """

    def __init__(self, system: GameSystem, document: Document) -> None:
        self.system = system
        self.document = document
        self._asked = copy(system)
        self._asked._known = self

    @cached_property
    def state(self) -> Any:
        """The character as the game works it out."""
        return self.system.ledger_rules.replay(self.document)

    @cached_property
    def sheet(self) -> Sheet:
        """What the document comes to."""
        return self._asked.sheet(self.document)

    @cached_property
    def summary(self) -> Sheet:
        """The sheet's most important figures only."""
        return self._asked.summary(self.document)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is open or wrong."""
        return self._asked.problems(self.document)

    @cached_property
    def is_priced(self) -> bool:
        """Whether points buy improvements of this character."""
        return self._asked.is_priced(self.document)

    def steps(self, only: str = "") -> tuple[Step, ...]:
        """The steps of creation; `only` fills the fields of that one step."""
        return self._asked.steps(self.document, only=only)

    def offers(self, part: str) -> tuple[OfferGroup, ...]:
        """What could be done next, of one of `offers.PARTS`."""
        return self._asked.offers(self.document, part)

    def play_state(self, situation: TurnState) -> PlayState:
        """How things stand at the table."""
        return self._asked.play_state(self.document, situation)

    def actions(self, situation: TurnState) -> tuple[ActionGroup, ...]:
        """What can be done besides rolling what stands on the sheet."""
        return self._asked.actions(self.document, situation)

    def roll_form(self, situation: TurnState, action: str, values: FormValues) -> RollForm:
        """What is decided before an action, as `GameSystem.roll_form`."""
        return self._asked.roll_form(self.document, situation, action, values)

    def resolve(
        self, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        """What comes of an action, as `GameSystem.resolve`."""
        return self._asked.resolve(self.document, situation, action, values, rng)

    def declare(self, situation: TurnState, values: FormValues) -> dict[str, int]:
        """The situation with the fields of the turn set anew, as `GameSystem.declare`."""
        return self._asked.declare(self.document, situation, values)

    def add_point(self, situation: TurnState, outcome: Outcome, rng: Random) -> Outcome:
        """An outcome with a point spent on it, as `GameSystem.add_point`."""
        return self._asked.add_point(self.document, situation, outcome, rng)

    def estimate(self, entries: tuple[Any, ...]) -> Estimate:
        """What a plan comes to, as `GameSystem.estimate`."""
        return self._asked.estimate(self.document, entries)

    def history(self, only: Collection[int] | None = None) -> tuple[HistoryEvent, ...]:
        """The entries of the ledger, or `only` those at some positions, told, oldest first."""
        return self._asked.history(self.document, only)

    def undo(self, position: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo one entry with all that depends on it, as `GameSystem.undo`."""
        return self._asked.undo(self.document, position, by=by, at=at)

    def restore_to(self, moment: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo what players did since a moment, as `GameSystem.restore_to`."""
        return self._asked.restore_to(self.document, moment, by=by, at=at)

    def as_of(self, moment: int) -> OpenCharacter:
        """The character as it was after its first `moment` entries, with nothing marked."""
        return self.system.open(self.system.as_of(self.document, moment))

    def build_now(self) -> Document:
        """The build that counts now, as `GameSystem.build_now`."""
        return self._asked.build_now(self.document)

    def settled(self) -> OpenCharacter:
        """The character with its marks set right, as `GameSystem.settled`."""
        rules = self.system.ledger_rules
        return self.marked(rules.marks(self.state)) if rules.is_marked(self.document) else self

    def marked(self, marks: Any) -> OpenCharacter:
        """The character with these marks, which entries of the ledger do not look at."""
        if marks == self.document.marks:
            return self
        after = self.system.open(msgspec.structs.replace(self.document, marks=marks))
        after.state = self.state.of_document(after.document)
        return after

    def set_field(self, field: str, values: tuple[str, ...]) -> OpenCharacter:
        """The character with one field set anew, as `GameSystem.set_field`."""
        return self.system.open(self.system.set_field(self.document, field=field, values=values))

    def enter(self, entry: Any) -> OpenCharacter:
        """The character with one entry more; RuleViolation where it may not be."""
        document, state = self.system.ledger_rules.entered(self.state, entry)
        after = self.system.open(document)
        after.state = state
        return after
