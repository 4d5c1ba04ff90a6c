"""Every action in play: the rolls of the sheet, and the procedures."""

from random import Random

from msgspec.structs import replace

from rules.kit.play.lasting import lasting_group
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable, rolls_by_kind
from rules.play import Attempt, Outcome
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import (
    checks,
    damage,
    fight,
    healing,
    roll_form,
    turns,
)
from rules.systems.hyperspace_d6.play.rollables import (
    FILE,
    QUESTIONNAIRE,
    READER,
    REPAIRED,
    REPAIRS,
    THREAT,
    rollable,
)

RULES = {
    **turns.RULES,
    **damage.RULES,
    **healing.RULES,
    **checks.RULES,
    **fight.RULES,
}
ROLLS = rolls_by_kind(
    rollable,
    lambda roll: roll.kind,
    {"check": roll_form.CHECK.kind, "damage": damage.DAMAGE.kind, THREAT: damage.THREAT_CHECK.kind},
)
TABLE = ActionTable(
    ROLLS, (*procedure_groups(READER, FILE, RULES, QUESTIONNAIRE), *lasting_group(QUESTIONNAIRE))
)


def add_point(attempt: Attempt[Character], outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a finished roll; a check that heals may then succeed."""
    after = checks.add_point(attempt, outcome, rng)
    if outcome.action == REPAIRS and after.success and not outcome.success:
        return replace(after, onto=REPAIRED)
    if outcome.action not in healing.MENDING:
        return after
    return healing.mended_after_all(attempt.character, outcome, after)
