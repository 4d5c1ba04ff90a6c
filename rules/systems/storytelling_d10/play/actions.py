"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from rules.kit.planned_procedures import procedure_groups
from rules.kit.procedures import ActionTable, Rolls
from rules.systems.storytelling_d10.play import (
    checks,
    craft,
    harm,
    rolls,
    spending,
    tools,
)
from rules.systems.storytelling_d10.play.rollables import FILE, QUESTIONNAIRE, READER, find

RULES = {
    **rolls.RULES,
    **harm.RULES,
    **spending.RULES,
    **craft.RULES,
    **tools.RULES,
}
TABLE = ActionTable(
    Rolls(find, checks.form, checks.roll), procedure_groups(READER, FILE, RULES, QUESTIONNAIRE)
)
