"""The steps of creation, declared. `fields.py` has their fields."""

from __future__ import annotations

from rules.creation import StepSpec, nothing
from rules.figures import Figure
from rules.forms.fields import Breakdown, BreakdownEntry, Field, Text
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.creation import fields
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book


def _advice(character: Character) -> tuple[str, ...]:
    """What a player might have forgotten: never a fault."""
    said = []
    if not any(held.item.what == "weapon" for held in character.carried):
        said.append("Nothing here is a weapon.")
    if character.build.armor and not character.build.worn:
        said.append("You carry armor and wear none: it adds to Defense only while it is worn.")
    return tuple(said)


def _who(character: Character) -> tuple[Field, ...]:
    document, build = character.document, character.build
    line = 2 * fields.NAME
    return (
        Text("name", "Name", (document.name,), "What everyone calls you.", limit=line),
        Text(
            "template",
            "What you are",
            (build.template,),
            "A people and a calling, in a few words.",
            limit=fields.NAME,
            placeholder="Mon Calamari Soldier",
        ),
        Text(
            "description",
            "Description",
            (build.description,),
            "What others see, and what they learn later.",
            5,
            fields.STORY,
        ),
        Text("player", "Player", (document.player,), "You, at the table.", limit=line),
    )


def _defense(character: Character) -> tuple[Field, ...]:
    """What comes of it: nothing to decide."""
    levels = tuple(book().defense.levels)
    told: list[tuple[Figure, str, str]] = [
        (figures.defense(character), "What an attack on you has to reach.", "defense"),
        (figures.boxes(character), "So many marks, and a box is full.", "boxes"),
    ]
    told += [
        (figures.threshold(character, id), book().defense.levels[id].does, f"harm.{id}")
        for id in levels
        if book().defense.levels[id].times
    ]
    entries = tuple(BreakdownEntry(figure, use, term=term) for figure, use, term in told)
    return (Breakdown("defense", "Defense and damage", entries),)


def _codes(character: Character) -> str:
    codes = character.build.attributes
    return ", ".join(f"{id} {codes[id]}" for id in ATTRIBUTES if codes.get(id))


def _skill_names(character: Character) -> str:
    return ", ".join(skill.name for skill in character.build.skills)


def _carried(character: Character) -> str:
    return ", ".join(held.item.name for held in character.carried)


def _numbers(character: Character) -> str:
    marks = figures.boxes(character).value
    return f"Defense {figures.defense(character).value}, {marks} marks a box"


STEPS: tuple[StepSpec[Character], ...] = (
    StepSpec(
        "who",
        "Name and description",
        "Who are you?",
        ("name", "build.template", "build.description"),
        _who,
        lambda character: character.document.name or character.build.template,
    ),
    StepSpec(
        "attributes",
        "Attributes",
        "Six dice codes: what you were born with.",
        ("build.attributes",),
        fields.attributes,
        _codes,
    ),
    StepSpec(
        "skills",
        "Skills",
        "What you have learned, each with its whole code. Dodge makes your Defense.",
        ("build.skills",),
        fields.skills,
        _skill_names,
    ),
    StepSpec(
        "gear",
        "Gear",
        "Weapons with their damage, armor with what it adds, and whatever else you carry.",
        ("build.weapons", "build.armor", "build.gear", "build.worn", "build.force_points"),
        fields.gear,
        _carried,
        advice=_advice,
    ),
    StepSpec(
        "defense",
        "Defense and damage",
        "Nothing to choose here: what a blow has to reach, and what it then does.",
        ("build.defense",),
        _defense,
        _numbers,
        can_surprise=False,
    ),
    StepSpec(
        "review",
        "Review",
        "Everything at once, before it is final.",
        (),
        nothing,
        lambda _: "",
        can_surprise=False,
    ),
)
