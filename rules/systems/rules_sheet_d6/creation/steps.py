"""The steps of creation, declared."""

from __future__ import annotations

from collections.abc import Iterator

from rules.creation import Binding, StepSpec, review, shown_only
from rules.figures import Figure
from rules.forms.fields import Breakdown, BreakdownEntry, Field
from rules.kit import step_texts
from rules.kit.coded.steps import gear_advice, item_names, skill_names, typed_codes, who_step
from rules.phrases import counted
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.creation import gear, traits
from rules.systems.rules_sheet_d6.rulebook import FOLDER, book


def _defense(character: Character) -> Iterator[Field]:
    """The resulting numbers: nothing to choose."""
    explained: list[tuple[Figure, str, str]] = [
        (figures.defense(character), "The number an attack on you has to reach.", "defense"),
        (figures.boxes(character), "This many marks fill a box.", "boxes"),
    ]
    explained += [
        (figures.threshold(character, row.id), row.does, f"harm.{row.id}")
        for row in book().defense.levels.values()
        if row.times
    ]
    entries = tuple(BreakdownEntry(figure, use, term=term) for figure, use, term in explained)
    yield Breakdown("defense", "Defense and damage", entries)


def _numbers(character: Character) -> str:
    marks = figures.boxes(character).value
    return f"Defense {figures.defense(character).value}, {counted(marks, 'mark')} a box"


TEXTS = step_texts.read(FOLDER)
STEPS: tuple[StepSpec[Character], ...] = (
    who_step(hint="Species and profession, in a few words.", placeholder="Mon Calamari Soldier"),
    TEXTS["attributes"].spec(traits.ATTRIBUTE_FIELDS, typed_codes),
    TEXTS["skills"].spec(traits.SKILL_FIELDS, skill_names),
    TEXTS["gear"].spec(gear.FIELDS, item_names, gear_advice("Defense")),
    TEXTS["defense"].spec((shown_only("defense", _defense),), _numbers),
    review(),
)
FIELDS = Binding(field for step in STEPS for field in step.fields)
