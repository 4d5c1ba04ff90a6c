"""The gear step: weapons, armor and the armor worn, other items, and initial Force Points."""

from __future__ import annotations

from rules.forms.fields import Cell, Change
from rules.kit import typed
from rules.kit.bound_fields import change_to, number_field, rows_field, worn_field
from rules.kit.typed_document import MANY, MOST, NAME, Thing, Weapon
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import (
    MOST_DEFENSE,
    MOST_FORCE_POINTS,
    Armor,
)
from rules.systems.rules_sheet_d6.rulebook import book

QUANTITY = Cell("quantity", "How many", "number", highest=MOST)


def _skill_names(character: Character) -> dict[str, tuple[str, ...]]:
    return {"skill": tuple(skill.name for skill in character.skills.values())}


def _defense_in(character: Character, key: str) -> tuple[Change, ...]:
    """Defense with that armor."""
    return change_to(figures.defense(character), figures.defense(character.wearing(key)))


def advice(character: Character) -> tuple[str, ...]:
    """Hints at forgotten choices, never problems."""
    said = []
    if not any(held.item.what == "weapon" for held in character.carried):
        said.append("Nothing here is a weapon.")
    if character.build.armor and not character.build.worn:
        said.append("You carry armor and wear none: it adds to Defense only while it is worn.")
    return tuple(said)


FIELDS = (
    rows_field(
        "weapons",
        "Weapons",
        Weapon,
        (
            Cell("name", "Weapon", limit=NAME),
            Cell("skill", "Used with", limit=NAME),
            Cell("damage", "Damage", limit=20, suggestions=("4D", "STR+1D")),
            QUANTITY,
        ),
        limit=MANY,
        hint="Damage as a code, or what Strength is added to: STR+1D.",
        suggest=_skill_names,
        written={"damage": lambda said: typed.damage(said).written},
    ),
    rows_field(
        "armor",
        "Armor",
        Armor,
        (
            Cell("name", "Armor", limit=NAME),
            Cell("defense", "Adds to Defense", "number", lowest=0, highest=MOST_DEFENSE),
        ),
        limit=MANY,
        hint="What it adds to your Defense.",
    ),
    worn_field(NAME, _defense_in, hint=book().defense.rulings["armor"], term="armor"),
    rows_field(
        "gear", "Anything else", Thing, (Cell("name", "Thing", limit=NAME), QUANTITY), limit=MANY
    ),
    number_field(
        "force_points",
        "Force Points",
        MOST_FORCE_POINTS,
        hint=book().creation.rulings["force_points"],
    ),
)
