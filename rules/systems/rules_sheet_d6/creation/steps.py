"""The steps of creation, declared."""

from __future__ import annotations

from collections.abc import Iterator

from rules.creation import Binding, StepSpec, review, shown_only
from rules.figures import Figure
from rules.forms.fields import Breakdown, BreakdownEntry, Field
from rules.kit.bound_fields import name_field, player_field, text_field
from rules.kit.typed_document import NAME, STORY
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.creation import gear, traits
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book


def _defense(character: Character) -> Iterator[Field]:
    """The resulting numbers: nothing to choose."""
    explained: list[tuple[Figure, str, str]] = [
        (figures.defense(character), "What an attack on you has to reach.", "defense"),
        (figures.boxes(character), "So many marks, and a box is full.", "boxes"),
    ]
    explained += [
        (figures.threshold(character, row.id), row.does, f"harm.{row.id}")
        for row in book().defense.levels.values()
        if row.times
    ]
    entries = tuple(BreakdownEntry(figure, use, term=term) for figure, use, term in explained)
    yield Breakdown("defense", "Defense and damage", entries)


def _codes(character: Character) -> str:
    codes = character.build.attributes
    return ", ".join(f"{id} {codes[id]}" for id in ATTRIBUTES if codes.get(id))


def _numbers(character: Character) -> str:
    marks = figures.boxes(character).value
    return f"Defense {figures.defense(character).value}, {marks} marks a box"


STEPS: tuple[StepSpec[Character], ...] = (
    StepSpec(
        "who",
        "Name and description",
        "Who are you?",
        (
            name_field(2 * NAME),
            text_field(
                "template",
                "What you are",
                NAME,
                hint="A people and a calling, in a few words.",
                placeholder="Mon Calamari Soldier",
            ),
            text_field(
                "description",
                "Description",
                STORY,
                hint="What others see, and what they learn later.",
                lines=5,
            ),
            player_field(2 * NAME),
        ),
        lambda character: character.document.name or character.build.template,
    ),
    StepSpec(
        "attributes",
        "Attributes",
        "Six dice codes: what you were born with.",
        traits.ATTRIBUTE_FIELDS,
        _codes,
    ),
    StepSpec(
        "skills",
        "Skills",
        "What you have learned, each with its whole code. Dodge makes your Defense.",
        traits.SKILL_FIELDS,
        lambda character: ", ".join(skill.name for skill in character.build.skills),
    ),
    StepSpec(
        "gear",
        "Gear",
        "Weapons with their damage, armor with what it adds, and whatever else you carry.",
        gear.FIELDS,
        lambda character: ", ".join(held.item.name for held in character.carried),
        gear.advice,
    ),
    StepSpec(
        "defense",
        "Defense and damage",
        "Nothing to choose here: what a blow has to reach, and what it then does.",
        (shown_only("defense", _defense),),
        _numbers,
        can_surprise=False,
    ),
    review(),
)
FIELDS = Binding(field for step in STEPS for field in step.fields)
