"""The steps of creation, declared."""

from __future__ import annotations

from collections.abc import Iterator

from rules.creation import Binding, StepSpec, review, shown_only
from rules.figures import Figure
from rules.forms.fields import Breakdown, BreakdownEntry, Field
from rules.kit.typed_steps import gear_advice, item_names, skill_names, typed_codes, who_step
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.creation import gear, traits
from rules.systems.rules_sheet_d6.rulebook import book


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
    return f"Defense {figures.defense(character).value}, {marks} marks a box"


STEPS: tuple[StepSpec[Character], ...] = (
    who_step(hint="Species and profession, in a few words.", placeholder="Mon Calamari Soldier"),
    StepSpec(
        "attributes",
        "Attributes",
        "Six dice codes: what you were born with.",
        traits.ATTRIBUTE_FIELDS,
        typed_codes,
        tip="Write codes as on paper: 3D, 3D+2. Three pips make a die.",
    ),
    StepSpec(
        "skills",
        "Skills",
        "Each skill with its full code. Dodge sets your Defense.",
        traits.SKILL_FIELDS,
        skill_names,
        tip="Type only the skills you raised. All others roll their attribute.",
    ),
    StepSpec(
        "gear",
        "Gear",
        "Weapons with damage, armor with its bonus, and whatever else you carry.",
        gear.FIELDS,
        item_names,
        gear_advice("Defense"),
        tip="Name and damage are enough for a weapon: “Blaster pistol, 4D”.",
    ),
    StepSpec(
        "defense",
        "Defense and damage",
        "No choices here: the number an attack has to reach, and what the damage does.",
        (shown_only("defense", _defense),),
        _numbers,
        can_surprise=False,
        tip="These numbers follow from your codes. Press a sum to see how.",
    ),
    review(),
)
FIELDS = Binding(field for step in STEPS for field in step.fields)
