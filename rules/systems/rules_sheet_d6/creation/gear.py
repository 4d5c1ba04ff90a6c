"""The gear step: weapons, armor and the armor worn, other items, and initial Force Points."""

from __future__ import annotations

from rules.forms.fields import Cell
from rules.kit.coded.steps import armor_fields, gear_fields, weapons_field
from rules.kit.typed.document import TypedWeapon
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.document import MOST_DEFENSE, MOST_FORCE_POINTS, Armor
from rules.systems.rules_sheet_d6.rulebook import book

DEFENSE = Cell("defense", "Adds to Defense", "number", lowest=0, highest=MOST_DEFENSE)
FIELDS = (
    weapons_field(TypedWeapon),
    *armor_fields(
        Armor, DEFENSE, figures.defense, ruling=book().defense.rulings["armor"], term="armor"
    ),
    *gear_fields(MOST_FORCE_POINTS, ruling=book().creation.rulings["force_points"]),
)
