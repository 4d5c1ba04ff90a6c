"""Character: a document of a game with its replayed state."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec.structs import replace

from rules import creation, house
from rules.creation import Step
from rules.document import Document
from rules.exchange.outline import Outline
from rules.figures import Figure
from rules.forms.parsing import FormValues
from rules.game import Game
from rules.house import Acceptance
from rules.kit.stash import Portable
from rules.ledger import history, plan, undo
from rules.ledger.entries import Entry
from rules.ledger.history import AwardEvent, HistoryEvent, UndoResult
from rules.ledger.offers import OfferGroup
from rules.ledger.plan import Estimate
from rules.ledger.rules import LedgerState
from rules.play import ActionGroup, Attempt, Outcome, PlayState, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from rules.sheet.sections import Sheet
from rules.turn import Turn

# The character of a game, as it is replayed; of any game where it is left out.
if TYPE_CHECKING:
    C = TypeVar("C", bound=LedgerState, default=LedgerState)
else:
    C = TypeVar("C")
# So many forms of actions a character keeps.
MOST_FORMS = 64


class Character(Generic[C]):
    """A document with its sheet, problems, offers and state at the table, each computed on first
    use from one replay of the ledger. It is immutable: a change returns another one.

    >>> from rules import registry
    >>> game = next(iter(registry.all_systems().values()))
    >>> vessa = Character(game, game.empty()).set_field("name", ("Vessa Korr",))
    >>> vessa.sheet.name
    'Vessa Korr'
    >>> vessa.open_problems == ()
    False
    """

    def __init__(self, system: Game[C], document: Document) -> None:
        self.system = system
        self.document = document
        self._forms: dict[object, RollForm] = {}
        self._offers: dict[str, tuple[OfferGroup, ...]] = {}

    @cached_property
    def state(self) -> C:
        """The replayed character, of the game's own type; whoever changes it takes a copy."""
        state: C = self.system.ledger_rules.replay(self.document)
        return state

    def of_document(self, document: Document) -> Character[C]:
        """A character of the same game with another document."""
        return Character(self.system, document)

    # --- what it comes to

    @cached_property
    def sheet(self) -> Sheet:
        """The character sheet. Every readable document has one."""
        return self.system.sheet(self.state)

    @cached_property
    def summary(self) -> Sheet:
        """A short sheet with the most important figures, for a card or a column beside a form."""
        return self.system.summary(self.state) if self.system.summary else self.sheet

    @cached_property
    def numbers(self) -> dict[str, Any]:
        """The sheet as plain numbers, for the command line and exports."""
        if self.system.numbers:
            return self.system.numbers(self.state)
        return {key: figure.plain for key, figure in self.sheet.figures.items()}

    @cached_property
    def outline(self) -> Outline | None:
        """The neutral outline for other programs and games; None: this game has none."""
        return self.system.outline(self.state) if self.system.outline else None

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Every open or illegal choice, in the order of the document."""
        return self.system.problems(self.state)

    @property
    def open_problems(self) -> tuple[Problem, ...]:
        """The problems that are not accepted."""
        return house.open_problems(self.document, self.problems)

    @property
    def acceptances(self) -> tuple[Acceptance, ...]:
        """The accepted problems, each with its reason. What they concern counts."""
        return house.acceptances(self.document, self.problems)

    # --- how it is made

    def steps(self, only: str = "", *, in_short: bool = False) -> tuple[Step, ...]:
        """The steps of creation in their order; `only` fills the fields of that one step alone,
        `in_short` without what each of many cards would change.
        """
        specs = self.system.steps(self.state)
        problems = self.open_problems
        return creation.steps(specs, self.state, problems, only=only, in_short=in_short)

    def set_field(self, field: str, values: tuple[str, ...]) -> Character[C]:
        """The character with a new value for one field of a step.

        A value that breaks a rule is accepted, and `problems` names it. RuleViolation for a value
        that cannot be read: a word for a number, an unknown field, a text too long.
        """
        return self.of_document(self.system.fields.write(self.document, field, values))

    # --- its party

    def accept(self, *, code: str, where: str, reason: str) -> Character[C]:
        """The character with one problem accepted, as `house.accept`."""
        document = replace(self.document, house=self.document.house or self.system.house.type())
        problems = self.problems
        accepted = house.accept(document, problems, code=code, where=where, reason=reason)
        return self.of_document(accepted)

    def reject(self, *, code: str, where: str) -> Character[C]:
        """The character without an acceptance; RuleViolation if there is none."""
        return self.of_document(house.reject(self.document, code=code, where=where))

    # --- how it grows

    @cached_property
    def is_priced(self) -> bool:
        """True if improvements cost this character points, and so can be planned."""
        return self.system.is_priced(self.state)

    def offers(self, part: str) -> tuple[OfferGroup, ...]:
        """The entries that could be made now, in one of `offers.PARTS`."""
        offers = self.system.offers.get(part)
        if offers and part not in self._offers:
            self._offers[part] = tuple(offers(self.state.copied()))
        return self._offers.get(part, ())

    @cached_property
    def portables(self) -> tuple[Portable, ...]:
        """The gear and the money that could go to the stash of a party."""
        return tuple(self.system.stash.carried(self.state)) if self.system.stash else ()

    def price(self, entry: Entry) -> Figure:
        """The price of a ledger entry for this character now, in the entry's currency."""
        return self.system.ledger_rules.price(self.state, entry)

    def estimate(self, entries: tuple[Entry, ...]) -> Estimate:
        """The cost of a plan: each entry is priced as if those before it had been made."""
        return plan.estimate(self.system.ledger_rules, self.state, entries)

    def enter(self, entry: Entry) -> Character[C]:
        """The character with one more entry, priced; RuleViolation if it is not allowed."""
        document, state = self.system.ledger_rules.entered(self.state, entry)
        return self._with_state(document, state)

    def history(self, only: Collection[int] | None = None) -> tuple[HistoryEvent, ...]:
        """Descriptions of all entries, or `only` of those at some positions, oldest first."""
        return history.history(self.system.ledger_rules, self.state, only)

    def awards(self) -> tuple[AwardEvent, ...]:
        """The awards that count, oldest first."""
        return history.awards(self.system.ledger_rules, self.state)

    def as_of(self, moment: int) -> Character[C]:
        """The character after its first `moment` entries, without marks."""
        return self.of_document(self.system.ledger_rules.as_of(self.document, moment))

    def undo(self, position: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo one entry with everything that depends on it; IndexError if there is none."""
        return undo.undo(self.system.ledger_rules, self.state, position, by=by, at=at)

    def withdraw(self, position: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo one entry that a game master gave, if nothing depends on it; IndexError if there is
        none.
        """
        return undo.withdraw(self.system.ledger_rules, self.state, position, by=by, at=at)

    def restore_to(self, moment: int, *, by: str = "", at: str = "") -> UndoResult:
        """Undo what players did after the first `moment` entries; IndexError if there are fewer."""
        return undo.restore_to(self.system.ledger_rules, self.state, moment, by=by, at=at)

    def build_now(self) -> Document:
        """The current build as a document without a ledger: what a rebuild starts from."""
        return replace(self.document, build=self.state.build, ledger=())

    def rebuilt(self, build: Document, *, by: str = "", at: str = "") -> Character[C]:
        """The character with a rebuild entry that holds the build of another document.

        RuleViolation if that build has problems that are not accepted here, or if a later entry
        needs something that it leaves out.
        """
        accepted = house.accepted_places(self.document)
        problems = self.of_document(build).as_of(0).problems
        if unaccepted := [fault for fault in problems if not house.is_accepted(fault, accepted)]:
            raise RuleViolation(unaccepted)
        entry = self.system.ledger_rules.rebuilding(build.build)
        return self.enter(replace(entry, by=by, at=at))

    # --- its marks

    def settled(self, before: Character[C] | None = None) -> Character[C]:
        """The character with corrected marks: within their bounds, and without the marks of a
        choice that is gone. With the character `before` a change, also with what follows from it.
        """
        rules = self.system.ledger_rules
        if not rules.is_marked(self.document):
            return self
        return self.marked(rules.marks(self.state, before.state if before else None))

    def marked(self, marks: object) -> Character[C]:
        """The character with these marks. Ledger entries never depend on marks."""
        if marks == self.document.marks:
            return self
        document = replace(self.document, marks=marks)
        return self._with_state(document, self.state.of_document(document))

    # --- at the table

    def attempt(self, situation: TurnState, values: FormValues | None = None) -> Attempt[C]:
        """An attempt at an action, with these values of its roll form."""
        turn = self.system.play.account(self.state, Turn.of(situation))
        return Attempt(self.state, turn, values or {})

    def play_state(self, situation: TurnState) -> PlayState:
        """The state at the table: every current pool, with its penalties."""
        return self.system.play.state(self.attempt(situation))

    def actions(self, situation: TurnState) -> tuple[ActionGroup, ...]:
        """The actions available now, besides rolls of the sheet's traits."""
        return self.system.play.actions.actions(self.attempt(situation))

    def tools(self, situation: TurnState) -> tuple[ActionGroup, ...]:
        """The game master's tools: the groups of actions that need no character. Only the house
        rules of the document count.
        """
        return tuple(group for group in self.actions(situation) if not group.needs_character)

    def roll_form(self, situation: TurnState, action: str, values: FormValues) -> RollForm:
        """The form of an action, with the dice and the exact odds for the values so far: the newest
        ones are kept. RuleViolation for an unknown action, or a value that cannot be read.
        """
        fields = tuple((name, tuple(several)) for name, several in sorted(values.items()))
        key = (Turn.of(situation).key, action, fields)
        form = self._forms.get(key)
        if form is None:
            form = self.system.play.of(action).form(self.attempt(situation, values), action)
            if len(self._forms) >= MOST_FORMS:
                self._forms.clear()
            self._forms[key] = form
        return form

    def resolve(
        self, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        """The outcome of an action; RuleViolation if it is blocked. Writes nothing."""
        return self.system.play.of(action).resolve(self.attempt(situation, values), action, rng)

    def declare(self, situation: TurnState, values: FormValues) -> Turn:
        """The turn with new values for its fields; RuleViolation for an impossible one."""
        numbers = self.system.play.declare(self.attempt(situation, values))
        return Turn.of(situation).with_numbers(numbers)

    def add_point(self, situation: TurnState, outcome: Outcome, rng: Random) -> Outcome:
        """The outcome with a point spent on it afterwards; RuleViolation if none may be spent."""
        play = self.system.play
        if play.add_point is None:
            raise RuleViolation([Problem("barred", outcome.action, play.no_points)])
        return play.add_point(self.attempt(situation), outcome, rng)

    def _with_state(self, document: Document, state: C) -> Character[C]:
        after = self.of_document(document)
        after.state = state
        return after
