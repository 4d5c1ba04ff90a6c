"""HyperspaceD6 behind the one interface: every question goes to the module that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.document import Document
from rules.houses import Made
from rules.offers import OfferGroup
from rules.play import ActionGroup, Contest, Moment, Outcome, Panel, Situation
from rules.problems import Problem
from rules.reference import Chapter
from rules.sheet import Sheet
from rules.steps import Field, Step
from rules.system import GameSystem, Values
from rules.systems.hyperspace_d6 import (
    advancement,
    calling,
    chance,
    conditions,
    creation,
    dealing,
    homemade,
    layout,
    making,
    numbers,
    offers,
    party,
    quick_sheet,
    reading,
    reference,
    steps,
    table,
    turns,
)
from rules.systems.hyperspace_d6.advancement import GROWTH
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.build import AnyEntry, Build, House, Marks

OFFERS = {
    "advance": offers.advance,
    "carried": dealing.carried,
    "market": dealing.market,
    "table": offers.table,
    "given": offers.given,
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
    growth = GROWTH
    makings = book().party.makings
    synonyms: Mapping[str, str] = {"rest": "day"}

    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        return steps.steps(document, only=only)

    def values(self, document: Document, field: str) -> tuple[str, ...] | None:
        return reading.values(document, field)

    def details(self, document: Document) -> dict[str, tuple[str, ...]]:
        return reading.details(document)

    def choose(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        return creation.choose(document, field=field, values=values)

    def sheet(self, document: Document) -> Sheet:
        character = advancement.replay(document)
        if character.house.quickplay:
            return quick_sheet.sheet(character)
        return layout.sheet(character)

    def brief(self, document: Document) -> Sheet:
        character = advancement.replay(document)
        if character.house.quickplay:
            return quick_sheet.brief(character)
        return layout.brief(character)

    def numbers(self, document: Document) -> dict[str, Any]:
        character = advancement.replay(document)
        if character.house.quickplay:
            return quick_sheet.numbers(character)
        return numbers.numbers(character)

    def problems(self, document: Document) -> tuple[Problem, ...]:
        return creation.problems(document)

    def offers(self, document: Document, part: str) -> tuple[OfferGroup, ...]:
        character = advancement.replay(document)
        told = character.house.quickplay and part == "market"
        return () if told else OFFERS[part](character)

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

    def house_problems(self, house: House) -> tuple[Problem, ...]:
        return homemade.faults_of(house)

    def made(self, house: House) -> tuple[Made, ...]:
        return making.made(house)

    def making_fields(self, house: House, kind: str, id: str = "") -> tuple[Field, ...]:
        return making.fields(house, kind, id)

    def make(self, house: House, kind: str, values: Values, id: str = "") -> House:
        return making.make(house, kind, values, id)

    def unmake(self, house: House, kind: str, id: str) -> House:
        return making.unmake(house, kind, id)

    def in_house(self, document: Document, house: House) -> Document:
        return self.settled(party.placed(document, house), document)

    def reference(self) -> tuple[Chapter, ...]:
        return reference.chapters()
