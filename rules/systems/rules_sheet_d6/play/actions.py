"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from random import Random

from rules.forms.parsing import FormValues
from rules.kit.coded_play import Rollable
from rules.kit.procedures import ActionTable, ProcedureGroup, Rolls
from rules.play import Outcome, RollForm, TurnState
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play import checks, damage, force_points, healing, medicine, turns
from rules.systems.rules_sheet_d6.play.modifiers import ROLLED


def _form(
    character: Character, situation: TurnState, found: Rollable, values: FormValues
) -> RollForm:
    form = damage.roll_panel if found.kind == "damage" else checks.panel
    return form(character, situation, found, values)


def _roll(
    character: Character, situation: TurnState, found: Rollable, values: FormValues, rng: Random
) -> Outcome:
    roll = damage.roll if found.kind == "damage" else checks.roll
    return roll(character, situation, found, values, rng)


TABLE = ActionTable(
    Rolls(ROLLED.find, _form, _roll),
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
