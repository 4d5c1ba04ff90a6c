"""The step of gear: weapons, armor and which is worn, other items; Force Points, move and scale."""

from __future__ import annotations

from rules.creation import Bound
from rules.forms.fields import Cell, Change, Option
from rules.kit.bound_fields import change_to, menu_field, number_field, rows_field, worn_field
from rules.kit.typed_document import MANY, MOST, NAME, Thing
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.document import (
    MOST_DIFFICULTY,
    MOST_FORCE_POINTS,
    Armor,
    Weapon,
)
from rules.systems.empire_ascendant.rulebook import rulebook

COMBAT = rulebook().combat
QUANTITY = Cell("quantity", "How many", "number", highest=MOST)
FORMS = tuple(Option(row.id, row.name) for row in COMBAT.forms.values())


WEAPON = (
    Cell("name", "Weapon", limit=NAME),
    Cell("form", "Kind", "menu", options=FORMS),
    Cell("skill", "Used with", limit=NAME),
    Cell("damage", "Damage", limit=20, suggestions=("4D", "STR+1D")),
    Cell("difficulty", "Difficulty", "number", lowest=0, highest=MOST_DIFFICULTY, optional=True),
    QUANTITY,
)


def _skill_names(character: Character) -> dict[str, tuple[str, ...]]:
    """What a weapon may be used with, as suggestions."""
    skills = (skill.name for skill in character.skills.values())
    return {"skill": (*skills, *character.attributes.values())}


def _soak_in(character: Character, key: str) -> tuple[Change, ...]:
    """What Soak would be in that armor."""
    return change_to(figures.soak(character), figures.soak(character.wearing(key)))


def advice(character: Character) -> tuple[str, ...]:
    """What a player might have forgotten: never a fault."""
    said = []
    if not any(held.item.what == "weapon" for held in character.carried):
        said.append("No weapon yet.")
    if character.build.armor and not character.build.worn:
        said.append("You carry armor but don't wear any. It adds to Soak only while worn.")
    return tuple(said)


FIELDS: tuple[Bound, ...] = (
    rows_field(
        "weapons",
        "Weapons",
        Weapon,
        WEAPON,
        limit=MANY,
        hint="Damage as a code, or what Strength is added to: STR+1D.",
        suggest=_skill_names,
        written={"damage": lambda said: parsing.damage(said).written},
    ),
    rows_field(
        "armor",
        "Armor",
        Armor,
        (Cell("name", "Armor", limit=NAME), Cell("soak", "Adds to Soak", "code")),
        limit=MANY,
        hint="What it adds to Soak.",
    ),
    worn_field(NAME, _soak_in, hint=COMBAT.rulings["typed"]),
    rows_field(
        "gear", "Other gear", Thing, (Cell("name", "Item", limit=NAME), QUANTITY), limit=MANY
    ),
    number_field(
        "force_points",
        "Force Points",
        MOST_FORCE_POINTS,
        hint=rulebook().creation.rulings["force_points"],
    ),
    number_field(
        "move",
        "Move, meters",
        COMBAT.move_most,
        hint=f"{COMBAT.move} if you leave it empty.",
        lowest=COMBAT.move_least,
    ),
    menu_field("scale", "Scale", COMBAT.scales, rulebook().creation.scale),
)
