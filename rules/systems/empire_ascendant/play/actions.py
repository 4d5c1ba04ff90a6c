"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from rules.kit.play.lasting import lasting_group
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable, rolls_by_kind
from rules.systems.empire_ascendant.play import (
    attacks,
    checks,
    craft,
    force,
    harm,
    healing,
    powers,
    rounds,
    tools,
)
from rules.systems.empire_ascendant.play.modifiers import ROLLED
from rules.systems.empire_ascendant.play.rolls import FILE, QUESTIONNAIRE, READER

RULES = {
    **rounds.RULES,
    **harm.RULES,
    **healing.RULES,
    **force.RULES,
    **tools.RULES,
    **craft.RULES,
}
ROLLS = rolls_by_kind(
    lambda character, action: ROLLED.find(character, action) or powers.find(character, action),
    lambda rollable: "attack" if rollable.is_attack else rollable.kind,
    {
        "check": checks.CHECK.kind,
        "attack": attacks.ATTACK.kind,
        "damage": attacks.DAMAGE.kind,
        powers.POWER: powers.ROLL.kind,
    },
)
TABLE = ActionTable(
    ROLLS,
    (*procedure_groups(READER, FILE, RULES, QUESTIONNAIRE), *lasting_group(QUESTIONNAIRE)),
    powers.listed,
)
