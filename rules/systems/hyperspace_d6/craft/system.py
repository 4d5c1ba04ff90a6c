"""The rules for documents of HyperspaceD6 that hold a craft."""

from __future__ import annotations

from rules.game import Game, PlayParts
from rules.house import HouseRules
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


CRAFT_GAME = Game[CraftState](
    slug="hyperspace-d6",
    name="HyperspaceD6",
    build_type=CraftBuild,
    entry_type=CraftEntry,
    marks_type=CraftMarks,
    house=HouseRules(House),
    ledger_rules=CRAFT_LEDGER,
    sheet=sheet.sheet,
    numbers=sheet.numbers,
    problems=_problems,
    play=PlayParts(state=actions.state, actions=actions.TABLE, declare=turns.declare),
    calls=(),
    hit="harm",
    fight=fight.OF_CRAFT,
)
