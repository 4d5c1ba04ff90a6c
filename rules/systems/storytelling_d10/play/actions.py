"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from rules.kit.planned_procedures import procedure_groups
from rules.kit.procedures import ActionTable, ProcedureGroup, Rolls
from rules.systems.storytelling_d10.play import (
    checks,
    craft,
    damage,
    healing,
    rolls,
    spending,
    tools,
)
from rules.systems.storytelling_d10.play.rollables import find
from rules.systems.storytelling_d10.play.tool_rolls import FILE, QUESTIONNAIRE, READER

TABLE = ActionTable(
    Rolls(find, checks.form, checks.roll),
    (
        ProcedureGroup("fight", "Fighting", rolls.FIGHT),
        ProcedureGroup("harm", "Damage and healing", (damage.HARM, healing.REST, healing.REPAIR)),
        ProcedureGroup("will", "Willpower and the Paths", (rolls.WILL, rolls.PATH)),
        ProcedureGroup("points", "Points", spending.SPENDING),
        ProcedureGroup("round", "Round and scene", spending.TIME),
        *procedure_groups(READER, FILE, {**craft.RULES, **tools.RULES}, QUESTIONNAIRE),
    ),
)
