"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from rules.dice.codes import dice_text
from rules.figures import Figure
from rules.kit.play.lasting import lasting_group
from rules.kit.play.planned_procedures import ProcedureRule
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable, Rolls
from rules.play import Attempt
from rules.systems.storytelling_d10.character import force
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play import (
    craft,
    defense,
    harm,
    outcomes,
    rolls,
    spending,
    tools,
    turns,
)
from rules.systems.storytelling_d10.play import rollables as rolled

RULES: dict[str, ProcedureRule[Character]] = {
    **rolls.RULES,
    **defense.RULES,
    **harm.RULES,
    **spending.RULES,
    **craft.RULES,
    **tools.RULES,
}


def _now(attempt: Attempt[Character], key: str) -> Figure | None:
    """The dice of a Force ability as they are now."""
    found = rolled.find(attempt.character, key)
    return rolled.current_pool(attempt, found) if found and found.pool else None


TABLE = ActionTable(
    Rolls(rolled.find, outcomes.form, outcomes.roll),
    (
        *procedure_groups(
            rolled.READER, rolled.FILE, RULES, rolled.QUESTIONNAIRE, too_many=turns.too_many
        ),
        *lasting_group(rolled.QUESTIONNAIRE, dice_text),
    ),
    force.listed_actions(_now, rolled.cannot_act),
)
