"""The rules for documents of HyperspaceD6 that hold a craft."""

from __future__ import annotations

from rules.craft_game import craft_game
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable
from rules.ledger.entries import Undo
from rules.systems.hyperspace_d6.craft import damage, fight, rolls, sheet, shields, turns
from rules.systems.hyperspace_d6.craft.craft import DECLARED
from rules.systems.hyperspace_d6.craft.ledger import CRAFT_LEDGER
from rules.systems.hyperspace_d6.document.craft import (
    Contribute,
    CraftAdjust,
    CraftAward,
    CraftUpgrade,
)
from rules.systems.hyperspace_d6.play.rolls import READER

RULES = {**turns.RULES, **shields.RULES, **damage.RULES}

CRAFT_GAME = craft_game(
    "hyperspace-d6",
    "HyperspaceD6",
    DECLARED,
    state=rolls.state,
    actions=ActionTable(
        rolls.ROLLS, procedure_groups(READER, rolls.FILE, RULES, rolls.QUESTIONNAIRE)
    ),
    sheet=sheet.sheet,
    fight=fight.OF_CRAFT,
    numbers=sheet.numbers,
    ledger=CRAFT_LEDGER,
    entries=CraftAward | Contribute | CraftUpgrade | CraftAdjust | DECLARED.edit_type | Undo,
)
