"""The step of gear: weapons, armor and which is worn, other items; Force Points, move and scale."""

from __future__ import annotations

from rules.creation import Bound
from rules.forms.fields import Cell, options
from rules.kit.bound_fields import menu_field, number_field
from rules.kit.typed_steps import armor_fields, gear_fields, weapons_field
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.document import (
    MOST_DIFFICULTY,
    MOST_FORCE_POINTS,
    Armor,
    Weapon,
)
from rules.systems.empire_ascendant.rulebook import rulebook

COMBAT, CREATION = rulebook().combat, rulebook().creation
DIFFICULTY = Cell(
    "difficulty", "Difficulty", "number", lowest=0, highest=MOST_DIFFICULTY, optional=True
)
SOAK = Cell("soak", "Adds to Soak", "code")
FIELDS: tuple[Bound, ...] = (
    weapons_field(
        Weapon,
        first=(Cell("form", "Kind", "menu", options=options(COMBAT.forms)),),
        last=(DIFFICULTY,),
        damage=parsing.damage,
    ),
    *armor_fields(Armor, SOAK, figures.soak, ruling=COMBAT.rulings["typed"]),
    *gear_fields(MOST_FORCE_POINTS, ruling=CREATION.rulings["force_points"]),
    number_field(
        "move",
        "Move, meters",
        COMBAT.move_most,
        hint=f"{COMBAT.move} if you leave it empty.",
        lowest=COMBAT.move_least,
    ),
    menu_field("scale", "Scale", COMBAT.scales, CREATION.scale),
)
