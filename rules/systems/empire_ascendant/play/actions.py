"""Every action in play: what stands on the sheet is rolled, and all else is a procedure."""

from __future__ import annotations

from random import Random

from rules.forms.parsing import FormValues
from rules.kit.procedures import ActionTable, Procedure, ProcedureGroup, Rolls
from rules.play import Outcome, RollForm, TurnState
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import (
    attacks,
    checks,
    craft,
    force,
    harm,
    healing,
    rounds,
    tools,
)
from rules.systems.empire_ascendant.play.rollables import Rollable, rollable

FORMS = {"check": checks.form, "attack": attacks.attack_form, "damage": attacks.damage_form}
ROLLS = {"check": checks.roll, "attack": attacks.attack, "damage": attacks.damage}


def _form(
    character: Character, situation: TurnState, found: Rollable, values: FormValues
) -> RollForm:
    return FORMS[found.kind](character, situation, found, values)


def _roll(
    character: Character, situation: TurnState, found: Rollable, values: FormValues, rng: Random
) -> Outcome:
    return ROLLS[found.kind](character, situation, found, values, rng)


def _tools(id: str, name: str, procedures: tuple[Procedure[Character], ...]) -> Group:
    """Tools of the game master, for which an empty document will do."""
    return ProcedureGroup(id, name, procedures, needs_character=False)


Group = ProcedureGroup[Character]
TABLE = ActionTable(
    Rolls(rollable, _form, _roll),
    (
        ProcedureGroup(
            "round", "The round", (rounds.ROUND, rounds.INITIATIVE, rounds.FACT, rounds.SCENE)
        ),
        ProcedureGroup("harm", "Harm", (harm.HARM, attacks.BLAST, harm.DYING)),
        ProcedureGroup(
            "healing",
            "Healing",
            (
                healing.FIRST_AID,
                healing.TREATED,
                healing.NATURAL,
                healing.BACTA,
                healing.REST,
                healing.WAKE,
            ),
        ),
        ProcedureGroup(
            "danger", "Endurance", (harm.STAMINA, harm.NO_AIR, harm.RESCUE, harm.DROWNING)
        ),
        ProcedureGroup(
            "force",
            "The Force",
            (force.FORCE_POINT, force.ADVENTURE, force.DARK_SIDE, force.LEARNING),
        ),
        _tools("tools", "GM: deals, repairs, mooks", tools.PROCEDURES),
        _tools("travel", "GM: hyperspace", tools.TRAVEL),
        _tools("craft", "GM: vehicles and starships", craft.PROCEDURES),
    ),
)
