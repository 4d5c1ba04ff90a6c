"""Every action in play: the rolls of the sheet, and the procedures."""

from __future__ import annotations

from rules.kit.play.lasting import lasting_group
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable, rolls_by_kind
from rules.systems.rules_sheet_d6.play import checks, damage, force_points, healing, medicine, turns
from rules.systems.rules_sheet_d6.play.modifiers import ROLLED
from rules.systems.rules_sheet_d6.play.rolls import FILE, QUESTIONNAIRE, READER

RULES = {
    **turns.RULES,
    **damage.RULES,
    **healing.RULES,
    **medicine.RULES,
    **force_points.RULES,
}
ROLLS = rolls_by_kind(
    ROLLED.find,
    lambda rollable: rollable.kind,
    {"check": checks.CHECK.kind, "damage": damage.DAMAGE.kind},
)
TABLE = ActionTable(
    ROLLS,
    (*procedure_groups(READER, FILE, RULES, QUESTIONNAIRE), *lasting_group(QUESTIONNAIRE)),
)
