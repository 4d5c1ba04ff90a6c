"""Every action in play: the rolls of the sheet, and the procedures."""

from __future__ import annotations

from rules.kit.play.procedures import ActionTable, ProcedureGroup, RollKind, rolls_by_kind
from rules.systems.rules_sheet_d6.play import checks, damage, force_points, healing, medicine, turns
from rules.systems.rules_sheet_d6.play.modifiers import ROLLED

ROLLS = rolls_by_kind(
    ROLLED.find,
    lambda found: found.kind,
    {
        "check": RollKind(checks.panel, checks.roll),
        "damage": RollKind(damage.roll_panel, damage.roll),
    },
)
TABLE = ActionTable(
    ROLLS,
    (
        ProcedureGroup("round", "The round", (turns.ROUND,)),
        ProcedureGroup(
            "harm",
            "Damage and healing",
            (damage.HARM, *healing.PROCEDURES, *medicine.PROCEDURES),
        ),
        ProcedureGroup("force", "The Force", force_points.PROCEDURES),
    ),
)
