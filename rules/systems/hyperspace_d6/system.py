"""HyperspaceD6 behind the one interface: every question goes to the module that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.creation import Step
from rules.document import Document
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.house import HomebrewItem
from rules.ledger.offers import OfferGroup
from rules.play import ActionGroup, OpposedResult, Outcome, PlayState, RollForm, TurnState
from rules.problems import Problem
from rules.reference.chapters import Chapter
from rules.sheet.sections import Sheet
from rules.system import GameSystem
from rules.systems.hyperspace_d6 import house as house_options
from rules.systems.hyperspace_d6 import problems
from rules.systems.hyperspace_d6.creation import random, steps
from rules.systems.hyperspace_d6.document.build import Build, Marks
from rules.systems.hyperspace_d6.document.entries import AnyEntry
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.homebrew import editor, tables
from rules.systems.hyperspace_d6.ledger.kinds import LEDGER_RULES
from rules.systems.hyperspace_d6.offers import advancement, gear
from rules.systems.hyperspace_d6.play import actions, checks, modifiers, turns
from rules.systems.hyperspace_d6.reference import chapters
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.sheet import export, layout, quickplay

OFFERS = {
    "advance": advancement.advance,
    "carried": gear.carried,
    "market": gear.market,
    "table": advancement.table,
    "given": advancement.given,
}


class HyperspaceD6(GameSystem):
    """HyperspaceD6 1.5: whole dice, three picks, an edge and a burden."""

    slug = "hyperspace-d6"
    name = "HyperspaceD6"
    edition = "1.5"
    about = "Whole dice, 22 species and droid types, 18 professions, a Destiny Die in every roll."
    credit = layout.CREDIT
    licence = "https://creativecommons.org/licenses/by-nc-sa/4.0/"
    rank = 0
    build_type = Build
    entry_type = AnyEntry
    marks_type = Marks
    house_type = House
    ledger_rules = LEDGER_RULES
    makings = book().party.makings
    synonyms: Mapping[str, str] = {"rest": "day"}

    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        return steps.steps(self.replay(document), only=only)

    def field_values(self, document: Document, field: str) -> tuple[str, ...] | None:
        return steps.FIELDS.values(document, field)

    def dependent_fields(self, document: Document) -> dict[str, tuple[str, ...]]:
        return steps.FIELDS.dependent(document)

    def set_field(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        return steps.FIELDS.write(document, field, values)

    def sheet(self, document: Document) -> Sheet:
        character = self.replay(document)
        if character.house.quickplay:
            return quickplay.sheet(character)
        return layout.sheet(character)

    def summary(self, document: Document) -> Sheet:
        character = self.replay(document)
        if character.house.quickplay:
            return quickplay.brief(character)
        return layout.summary(character)

    def numbers(self, document: Document) -> dict[str, Any]:
        character = self.replay(document)
        if character.house.quickplay:
            return quickplay.numbers(character)
        return export.numbers(character)

    def problems(self, document: Document) -> tuple[Problem, ...]:
        return problems.character_problems(self.replay(document))

    def offers(self, document: Document, part: str) -> tuple[OfferGroup, ...]:
        character = self.replay(document).copied()
        told = character.house.quickplay and part == "market"
        return () if told else OFFERS[part](character)

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

    def house_problems(self, house: House) -> tuple[Problem, ...]:
        return tables.faults_of(house)

    def made(self, house: House) -> tuple[HomebrewItem, ...]:
        return editor.homebrew_items(house)

    def making_fields(self, house: House, kind: str, id: str = "") -> tuple[Field, ...]:
        return editor.fields(house, kind, id)

    def make(self, house: House, kind: str, values: FormValues, id: str = "") -> House:
        return editor.save_item(house, kind, values, id)

    def unmake(self, house: House, kind: str, id: str) -> House:
        return editor.remove_item(house, kind, id)

    def in_house(self, document: Document, house: House) -> Document:
        return self.settled(house_options.placed(document, house), document)

    def reference(self) -> tuple[Chapter, ...]:
        return chapters.chapters()
