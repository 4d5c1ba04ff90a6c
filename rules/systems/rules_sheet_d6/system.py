"""The Star Wars D6 rules sheet behind the one interface: every question goes to the module that
answers it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules.creation import Step
from rules.document import Document
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.ledger.offers import OfferGroup
from rules.play import ActionGroup, OpposedResult, Outcome, PlayState, RollForm, TurnState
from rules.problems import Problem
from rules.reference.chapters import Chapter
from rules.sheet.sections import Sheet
from rules.system import GameSystem
from rules.systems.rules_sheet_d6 import house as house_options
from rules.systems.rules_sheet_d6.creation import fields, random, steps
from rules.systems.rules_sheet_d6.document import AnyEntry, Build, House, Marks
from rules.systems.rules_sheet_d6.ledger import prices
from rules.systems.rules_sheet_d6.ledger.kinds import LEDGER_RULES
from rules.systems.rules_sheet_d6.offers import advancement
from rules.systems.rules_sheet_d6.play import actions, checks, modifiers, turns
from rules.systems.rules_sheet_d6.reference import chapters
from rules.systems.rules_sheet_d6.sheet import export, layout


class RulesSheetD6(GameSystem):
    """The rules sheet: dice codes with pips, one Defense, four boxes for damage."""

    slug = "rules-sheet-d6"
    name = "Star Wars D6"
    edition = "rules sheet"
    about = "Dice codes with pips, typed as on your own sheets; one Defense, four boxes of marks."
    credit = layout.CREDIT
    licence = ""
    build_type = Build
    entry_type = AnyEntry
    marks_type = Marks
    house_type = House
    ledger_rules = LEDGER_RULES
    calls = ("check", "opposed")

    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        return steps.steps(self.replay(document), only=only)

    def field_values(self, document: Document, field: str) -> tuple[str, ...] | None:
        return fields.FIELDS.values(document, field)

    def dependent_fields(self, document: Document) -> dict[str, tuple[str, ...]]:
        """Nothing here stands only as long as something else does, but what is worn."""
        return fields.FIELDS.dependent(document)

    def set_field(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        return fields.FIELDS.write(document, field, values)

    def sheet(self, document: Document) -> Sheet:
        return layout.sheet(self.replay(document))

    def summary(self, document: Document) -> Sheet:
        return layout.summary(self.replay(document))

    def numbers(self, document: Document) -> dict[str, Any]:
        return export.numbers(self.replay(document))

    def problems(self, document: Document) -> tuple[Problem, ...]:
        return fields.character_problems(self.replay(document))

    def offers(self, document: Document, part: str) -> tuple[OfferGroup, ...]:
        return advancement.offers(self.replay(document).copied(), part)

    def is_priced(self, document: Document) -> bool:
        return prices.is_priced(self.replay(document))

    def play_state(self, document: Document, situation: TurnState) -> PlayState:
        return modifiers.moment(self.replay(document), situation)

    def actions(self, document: Document, situation: TurnState) -> tuple[ActionGroup, ...]:
        return actions.TABLE.actions(self.replay(document), situation)

    def roll_form(
        self, document: Document, situation: TurnState, action: str, values: FormValues
    ) -> RollForm:
        return actions.TABLE.form(self.replay(document), situation, action, values)

    def resolve(
        self, document: Document, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        return actions.TABLE.resolve(self.replay(document), situation, action, values, rng)

    def add_point(
        self, document: Document, situation: TurnState, outcome: Outcome, rng: Random
    ) -> Outcome:
        return actions.add_point(self.replay(document), situation, outcome, rng)

    def declare(
        self, document: Document, situation: TurnState, values: FormValues
    ) -> dict[str, int]:
        return turns.declare(self.replay(document), situation, values)

    def roll_request_fields(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        return checks.roll_request_fields(target=target, helpers=helpers, opposed_by=opposed_by)

    def opposed(self, first: Outcome, second: Outcome) -> OpposedResult:
        return checks.opposed(first, second)

    def random(
        self,
        rng: Random,
        document: Document | None = None,
        *,
        step: str = "",
        anew: bool = False,
    ) -> Document:
        return random.fill_at_random(rng, document or self.empty(), step=step, anew=anew)

    def house_fields(self, house: House) -> tuple[Field, ...]:
        return house_options.fields(house)

    def set_house(self, house: House, *, field: str, values: tuple[str, ...]) -> House:
        return house_options.set_field(house, field=field, values=values)

    def reference(self) -> tuple[Chapter, ...]:
        return chapters.chapters()
