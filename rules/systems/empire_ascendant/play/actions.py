"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from rules.declared.play.powers import POWER
from rules.kit.play import table_procedures
from rules.kit.play.lasting import lasting_group
from rules.kit.play.planned_procedures import ProcedureRow, ProcedureRule
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable, rolls_by_kind
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import (
    attacks,
    checks,
    craft,
    force,
    harm,
    rounds,
    tools,
)
from rules.systems.empire_ascendant.play.force import POWERS
from rules.systems.empire_ascendant.play.modifiers import ROLLED
from rules.systems.empire_ascendant.play.rolls import FILE, QUESTIONNAIRE, READER

RULES: dict[str, ProcedureRule[Character]] = {
    **table_procedures.rules(READER.entries(FILE, "procedure", ProcedureRow), QUESTIONNAIRE.table),
    **rounds.RULES,
    **harm.RULES,
    **force.RULES,
    **tools.RULES,
    **craft.RULES,
}
ROLLS = rolls_by_kind(
    lambda character, action: ROLLED.find(character, action) or POWERS.find(character, action),
    lambda rollable: "attack" if rollable.is_attack else rollable.kind,
    {
        "check": checks.CHECK.kind,
        "attack": attacks.ATTACK.kind,
        "damage": attacks.DAMAGE.kind,
        POWER: POWERS.planned(QUESTIONNAIRE).kind,
    },
)
TABLE = ActionTable(
    ROLLS,
    (*procedure_groups(READER, FILE, RULES, QUESTIONNAIRE), *lasting_group(QUESTIONNAIRE)),
    POWERS.listed,
)
