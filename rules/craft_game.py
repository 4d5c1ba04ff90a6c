"""The rules for documents of a game that hold a craft which the game declares in a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.fight import FightRules
from rules.game import Game, PlayParts
from rules.house import HouseRules
from rules.kit.craft import play, sheet
from rules.kit.craft.craft import CraftLedger, TypedCraft
from rules.kit.craft.declared import DeclaredCraft
from rules.kit.craft.fight import of_craft
from rules.kit.craft.play import CraftTable
from rules.ledger.entries import Undo
from rules.sheet.sections import Track


def craft_game(
    slug: str,
    name: str,
    declared: DeclaredCraft,
    table: CraftTable,
    *,
    harm: Callable[[TypedCraft], Track],
    credit: str,
    fight: FightRules[Any],
) -> Game[TypedCraft]:
    """The craft of the game with this name; `harm` is their track. There are no steps of
    creation.
    """
    return Game(
        slug=slug,
        name=name,
        build_type=declared.build_type,
        entry_type=declared.edit_type | Undo,
        marks_type=declared.marks_type,
        house=HouseRules(declared.house_type),
        ledger_rules=CraftLedger(declared),
        sheet=lambda craft: sheet.sheet(craft, harm, credit),
        numbers=sheet.numbers,
        problems=TypedCraft.problems,
        play=PlayParts(state=table.state, actions=table.table, declare=play.declare),
        calls=(),
        hit="harm",
        fight=of_craft(fight),
    )
