"""The rules for documents of a game that hold a craft, made of parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from rules.creation import Step
from rules.document import Document
from rules.fight import FightRules
from rules.forms.parsing import FormValues
from rules.kit.craft import play, sheet
from rules.kit.craft.craft import DeclaredCraft, TypedCraft
from rules.kit.craft.fight import of_craft
from rules.kit.craft.play import CraftTable
from rules.ledger.entries import Undo
from rules.ledger.rules import LedgerRules
from rules.play import ActionGroup, Attempt, Outcome, PlayState, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from rules.sheet.sections import Sheet, Track
from rules.system import GameSystem

C = TypeVar("C")


class Actions(Protocol):
    """Every action of a craft."""

    def actions(self, attempt: Attempt[Any]) -> tuple[ActionGroup, ...]:
        """The actions in their groups."""

    def form(self, attempt: Attempt[Any], action: str) -> RollForm:
        """The roll form of an action."""

    def resolve(self, attempt: Attempt[Any], action: str, rng: Random) -> Outcome:
        """The outcome of an action."""


@dataclass(frozen=True, kw_only=True)
class CraftParts(Generic[C]):
    """A game's parts for craft: what their documents are made of, and as for characters the ledger,
    the sheet with its numbers, the problems, and play.
    """

    build_type: type[Any]
    entry_type: Any
    marks_type: type[Any]
    house_type: type[Any]
    ledger_rules: LedgerRules[Any]
    sheet: Callable[[C], Sheet]
    numbers: Callable[[C], dict[str, Any]]
    problems: Callable[[C], tuple[Problem, ...]]
    state: Callable[[Attempt[C]], PlayState]
    actions: Actions
    declare: Callable[[Attempt[C]], dict[str, int]]
    fight: FightRules[Any]


def declared_parts(
    declared: DeclaredCraft,
    table: CraftTable,
    *,
    harm: Callable[[TypedCraft], Track],
    credit: str,
    fight: FightRules[Any],
) -> CraftParts[TypedCraft]:
    """The parts of craft that a game declares in a table; `harm` is their track."""
    return CraftParts(
        build_type=declared.build_type,
        entry_type=declared.edit_type | Undo,
        marks_type=declared.marks_type,
        house_type=declared.house_type,
        ledger_rules=declared.ledger,
        sheet=lambda craft: sheet.sheet(craft, harm, credit),
        numbers=sheet.numbers,
        problems=TypedCraft.problems,
        state=table.state,
        actions=table.table,
        declare=play.declare,
        fight=of_craft(fight),
    )


class CraftGame(GameSystem):
    """Craft: no steps of creation. The game that has them gives its identity."""

    calls = ()
    hit = "harm"

    def __init__(self, slug: str, name: str, parts: CraftParts[Any]) -> None:
        self.slug, self.name, self.parts = slug, name, parts
        self.build_type, self.entry_type = parts.build_type, parts.entry_type
        self.marks_type, self.house_type = parts.marks_type, parts.house_type
        self.ledger_rules = parts.ledger_rules

    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        del document, only
        return ()

    def field_values(self, document: Document, field: str) -> tuple[str, ...] | None:
        del document, field
        return None

    def set_field(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        del document, values
        raise RuleViolation([Problem("unknown-field", field[:80], "A craft has no such field.")])

    def sheet(self, document: Document) -> Sheet:
        return self.parts.sheet(self.replay(document))

    def numbers(self, document: Document) -> dict[str, Any]:
        return self.parts.numbers(self.replay(document))

    def problems(self, document: Document) -> tuple[Problem, ...]:
        return self.parts.problems(self.replay(document))

    def play_state(self, document: Document, situation: TurnState) -> PlayState:
        return self.parts.state(Attempt(self.replay(document), situation))

    def actions(self, document: Document, situation: TurnState) -> tuple[ActionGroup, ...]:
        return self.parts.actions.actions(Attempt(self.replay(document), situation))

    def declare(
        self, document: Document, situation: TurnState, values: FormValues
    ) -> dict[str, int]:
        return self.parts.declare(Attempt(self.replay(document), situation, values))

    @property
    def fight(self) -> FightRules[Any]:
        """What the game says of craft in a fight."""
        return self.parts.fight

    def roll_form(
        self, document: Document, situation: TurnState, action: str, values: FormValues
    ) -> RollForm:
        attempt = Attempt(self.replay(document), situation, values)
        return self.parts.actions.form(attempt, action)

    def resolve(
        self, document: Document, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        attempt = Attempt(self.replay(document), situation, values)
        return self.parts.actions.resolve(attempt, action, rng)
