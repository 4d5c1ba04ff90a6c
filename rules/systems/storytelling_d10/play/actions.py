"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from rules.kit.procedures import ActionTable, ProcedureGroup, Rolls
from rules.systems.storytelling_d10.play import checks, damage, healing, rolls, spending
from rules.systems.storytelling_d10.play.rollables import find

TABLE = ActionTable(
    Rolls(find, checks.form, checks.roll),
    (
        ProcedureGroup("fight", "Fighting", rolls.FIGHT),
        ProcedureGroup("harm", "Damage and healing", (damage.HARM, healing.REST, healing.REPAIR)),
        ProcedureGroup("will", "Willpower and the Paths", (rolls.WILL, rolls.PATH)),
        ProcedureGroup("points", "Points", spending.SPENDING),
        ProcedureGroup("round", "Round and scene", spending.TIME),
    ),
)
