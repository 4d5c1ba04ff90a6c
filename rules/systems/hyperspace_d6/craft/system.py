"""The rules for documents of HyperspaceD6 that hold a craft."""

from __future__ import annotations

from rules.craft_game import CraftParts
from rules.problems import Problem
from rules.systems.hyperspace_d6.craft import actions, fight, sheet, turns
from rules.systems.hyperspace_d6.craft.ledger import CRAFT_LEDGER
from rules.systems.hyperspace_d6.craft.state import CraftState
from rules.systems.hyperspace_d6.document.craft import (
    CraftBuild,
    CraftEntry,
    CraftMarks,
)
from rules.systems.hyperspace_d6.document.house import House


def _problems(craft: CraftState) -> tuple[Problem, ...]:
    return (*craft.chosen.faults, *craft.faults, *craft.mark_faults())


CRAFT_PARTS = CraftParts[CraftState](
    build_type=CraftBuild,
    entry_type=CraftEntry,
    marks_type=CraftMarks,
    house_type=House,
    ledger_rules=CRAFT_LEDGER,
    sheet=sheet.sheet,
    numbers=sheet.numbers,
    problems=_problems,
    state=actions.state,
    actions=actions.TABLE,
    declare=turns.declare,
    fight=fight.OF_CRAFT,
)
