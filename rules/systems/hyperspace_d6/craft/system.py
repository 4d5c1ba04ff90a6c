"""The rules for documents of HyperspaceD6 that hold a craft."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.creation import Step
from rules.document import Document
from rules.fight import FightRules
from rules.forms.parsing import FormValues
from rules.play import ActionGroup, Attempt, Outcome, PlayState, RollForm, TurnState
from rules.problems import Problem, RuleViolation
from rules.sheet.sections import Sheet
from rules.system import GameSystem
from rules.systems.hyperspace_d6.craft import fight, play, sheet
from rules.systems.hyperspace_d6.craft.ledger import CRAFT_LEDGER
from rules.systems.hyperspace_d6.document.craft import (
    CraftBuild,
    CraftEntry,
    CraftMarks,
)
from rules.systems.hyperspace_d6.document.house import House


class CraftSystem(GameSystem):
    """Craft: no steps of creation, and one currency. The game that has them gives its identity."""

    build_type = CraftBuild
    entry_type = CraftEntry
    marks_type = CraftMarks
    house_type = House
    ledger_rules = CRAFT_LEDGER
    calls = ()
    hit = "harm"

    def __init__(self, slug: str, name: str) -> None:
        self.slug, self.name = slug, name

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
        return sheet.sheet(self.replay(document))

    def numbers(self, document: Document) -> dict[str, Any]:
        return sheet.numbers(self.replay(document))

    def problems(self, document: Document) -> tuple[Problem, ...]:
        craft = self.replay(document)
        return (*craft.chosen.faults, *craft.faults, *craft.mark_faults())

    def play_state(self, document: Document, situation: TurnState) -> PlayState:
        return play.state(Attempt(self.replay(document), situation))

    def actions(self, document: Document, situation: TurnState) -> tuple[ActionGroup, ...]:
        return play.TABLE.actions(Attempt(self.replay(document), situation))

    def declare(
        self, document: Document, situation: TurnState, values: FormValues
    ) -> dict[str, int]:
        return play.declare(Attempt(self.replay(document), situation, values))

    @property
    def fight(self) -> FightRules[Any]:
        """What the game says of craft in a fight."""
        return fight.OF_CRAFT

    def roll_form(
        self, document: Document, situation: TurnState, action: str, values: FormValues
    ) -> RollForm:
        return play.TABLE.form(Attempt(self.replay(document), situation, values), action)

    def resolve(
        self, document: Document, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        return play.TABLE.resolve(Attempt(self.replay(document), situation, values), action, rng)
