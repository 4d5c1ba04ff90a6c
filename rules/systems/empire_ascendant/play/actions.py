"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from rules.declared.play.actions import Rules, assembled
from rules.kit.play import table_procedures
from rules.kit.play.planned_procedures import ProcedureRow
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import attacks, checks, craft, force, harm, rounds, tools
from rules.systems.empire_ascendant.play.rolls import FILE, QUESTIONNAIRE

RULES: Rules = {
    **table_procedures.rules(
        GAME.reader.entries(FILE, "procedure", ProcedureRow), QUESTIONNAIRE.table
    ),
    **rounds.RULES,
    **harm.RULES,
    **force.RULES,
    **tools.RULES,
    **craft.RULES,
}
TABLE = assembled(
    GAME,
    QUESTIONNAIRE,
    RULES,
    {
        "check": checks.CHECK.kind,
        "attack": attacks.ATTACK.kind,
        "damage": attacks.DAMAGE.kind,
    },
    force.POWERS,
    lambda rollable: "attack" if rollable.is_attack else rollable.kind,
)
