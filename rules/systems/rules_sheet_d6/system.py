"""The Star Wars D6 rules sheet behind the one interface: every question goes to the module that
answers it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules.document import Document
from rules.offers import OfferGroup
from rules.play import ActionGroup, Contest, Moment, Outcome, Panel, Situation
from rules.problems import Problem
from rules.reference import Chapter
from rules.sheet import Sheet
from rules.steps import Field, Step
from rules.system import GameSystem, Values
from rules.systems.rules_sheet_d6 import (
    advancement,
    calling,
    chance,
    conditions,
    creation,
    layout,
    numbers,
    offers,
    party,
    prices,
    reference,
    steps,
    table,
    turns,
)
from rules.systems.rules_sheet_d6.advancement import GROWTH
from rules.systems.rules_sheet_d6.build import AnyEntry, Build, House, Marks


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
    growth = GROWTH
    calls = ("check", "opposed")

    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        return steps.steps(document, only=only)

    def values(self, document: Document, field: str) -> tuple[str, ...] | None:
        return creation.values(document, field)

    def details(self, document: Document) -> dict[str, tuple[str, ...]]:
        """Nothing here stands only as long as something else does, but what is worn."""
        worn = creation.values(document, "worn")
        return {"worn": worn} if worn and document.build.armor else {}

    def choose(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        return creation.choose(document, field=field, values=values)

    def sheet(self, document: Document) -> Sheet:
        return layout.sheet(advancement.replay(document))

    def brief(self, document: Document) -> Sheet:
        return layout.brief(advancement.replay(document))

    def numbers(self, document: Document) -> dict[str, Any]:
        return numbers.numbers(advancement.replay(document))

    def problems(self, document: Document) -> tuple[Problem, ...]:
        return creation.problems(document)

    def offers(self, document: Document, part: str) -> tuple[OfferGroup, ...]:
        return offers.offers(advancement.replay(document), part)

    def is_priced(self, document: Document) -> bool:
        return prices.is_priced(advancement.replay(document))

    def moment(self, document: Document, situation: Situation) -> Moment:
        return conditions.moment(advancement.replay(document), situation)

    def actions(self, document: Document, situation: Situation) -> tuple[ActionGroup, ...]:
        return table.actions(advancement.replay(document), situation)

    def panel(self, document: Document, situation: Situation, action: str, values: Values) -> Panel:
        return table.panel(advancement.replay(document), situation, action, values)

    def resolve(
        self, document: Document, situation: Situation, action: str, values: Values, rng: Random
    ) -> Outcome:
        return table.resolve(advancement.replay(document), situation, action, values, rng)

    def add_point(
        self, document: Document, situation: Situation, outcome: Outcome, rng: Random
    ) -> Outcome:
        return table.add_point(advancement.replay(document), situation, outcome, rng)

    def declare(self, document: Document, situation: Situation, values: Values) -> dict[str, int]:
        return turns.declare(advancement.replay(document), situation, values)

    def called(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        return calling.called(target=target, helpers=helpers, opposed_by=opposed_by)

    def opposed(self, first: Outcome, second: Outcome) -> Contest:
        return calling.opposed(first, second)

    def random(
        self,
        rng: Random,
        document: Document | None = None,
        *,
        step: str = "",
        anew: bool = False,
    ) -> Document:
        return chance.fill(rng, document or self.empty(), step=step, anew=anew)

    def house_fields(self, house: House) -> tuple[Field, ...]:
        return party.fields(house)

    def set_house(self, house: House, *, field: str, values: tuple[str, ...]) -> House:
        return party.set_field(house, field=field, values=values)

    def reference(self) -> tuple[Chapter, ...]:
        return reference.chapters()
