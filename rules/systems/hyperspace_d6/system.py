"""HyperspaceD6 behind the one interface: every question goes to the module that answers it."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.document import Document
from rules.figures import Figure
from rules.problems import Problem
from rules.reference import Chapter
from rules.sheet import Sheet
from rules.steps import Step
from rules.system import GameSystem
from rules.systems.hyperspace_d6 import (
    advancement,
    chance,
    creation,
    layout,
    numbers,
    reading,
    reference,
    steps,
)
from rules.systems.hyperspace_d6.build import AnyEntry, Build, House, Marks


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

    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        return steps.steps(document, only=only)

    def values(self, document: Document, field: str) -> tuple[str, ...] | None:
        return reading.values(document, field)

    def details(self, document: Document) -> dict[str, tuple[str, ...]]:
        return reading.details(document)

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

    def price(self, document: Document, entry: Any) -> Figure:
        return advancement.price(advancement.replay(document), entry)

    def enter(self, document: Document, entry: Any) -> Document:
        return advancement.enter(document, entry)

    def random(self, rng: Random, document: Document | None = None, *, step: str = "") -> Document:
        return chance.fill(rng, document or self.empty(), step=step)

    def reference(self) -> tuple[Chapter, ...]:
        return reference.chapters()
