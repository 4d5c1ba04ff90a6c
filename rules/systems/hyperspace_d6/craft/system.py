"""The rules for documents of HyperspaceD6 that hold a craft."""

from __future__ import annotations

from rules.craft_game import craft_game
from rules.kit.play.procedures import ActionTable, ProcedureGroup, Rolls
from rules.ledger.entries import Undo
from rules.systems.hyperspace_d6.craft import fight, rolls, sheet
from rules.systems.hyperspace_d6.craft.craft import DECLARED
from rules.systems.hyperspace_d6.craft.damage import HARM, REPAIR
from rules.systems.hyperspace_d6.craft.ledger import CRAFT_LEDGER
from rules.systems.hyperspace_d6.craft.shields import ANGLE, RESTORE
from rules.systems.hyperspace_d6.craft.turns import TURNS
from rules.systems.hyperspace_d6.document.craft import (
    Contribute,
    CraftAdjust,
    CraftAward,
    CraftUpgrade,
)

CRAFT_GAME = craft_game(
    "hyperspace-d6",
    "HyperspaceD6",
    DECLARED,
    state=rolls.state,
    actions=ActionTable(
        Rolls(rolls.find, rolls.form, rolls.resolve),
        (
            TURNS,
            ProcedureGroup("shields", "Shields", (ANGLE,)),
            ProcedureGroup("harm", "Harm", (HARM, REPAIR, RESTORE)),
        ),
    ),
    sheet=sheet.sheet,
    fight=fight.OF_CRAFT,
    numbers=sheet.numbers,
    ledger=CRAFT_LEDGER,
    entries=CraftAward | Contribute | CraftUpgrade | CraftAdjust | DECLARED.edit_type | Undo,
)
