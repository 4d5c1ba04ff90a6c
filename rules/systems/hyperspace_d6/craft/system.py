"""The rules for documents of HyperspaceD6 that hold a craft."""

from __future__ import annotations

from rules.game import Game, PlayParts
from rules.house import HouseRules
from rules.kit.craft.play import declare
from rules.kit.play.procedures import ActionTable, ProcedureGroup, Rolls
from rules.ledger.entries import Undo
from rules.systems.hyperspace_d6.craft import fight, rolls, sheet
from rules.systems.hyperspace_d6.craft.craft import DECLARED, Craft
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
from rules.systems.hyperspace_d6.document.house import House

CRAFT_GAME = Game[Craft](
    slug="hyperspace-d6",
    name="HyperspaceD6",
    build_type=DECLARED.build_type,
    entry_type=CraftAward | Contribute | CraftUpgrade | CraftAdjust | DECLARED.edit_type | Undo,
    marks_type=DECLARED.marks_type,
    house=HouseRules(House),
    ledger_rules=CRAFT_LEDGER,
    sheet=sheet.sheet,
    numbers=sheet.numbers,
    problems=Craft.problems,
    play=PlayParts(
        state=rolls.state,
        actions=ActionTable(
            Rolls(rolls.find, rolls.form, rolls.resolve),
            (
                TURNS,
                ProcedureGroup("shields", "Shields", (ANGLE,)),
                ProcedureGroup("harm", "Harm", (HARM, REPAIR, RESTORE)),
            ),
        ),
        declare=declare,
    ),
    calls=(),
    hit="harm",
    fight=fight.OF_CRAFT,
)
