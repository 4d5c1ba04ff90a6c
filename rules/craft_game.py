"""The rules for documents of a game that hold a craft which the game declares in a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.fight import FightRules
from rules.game import Game, PlayParts
from rules.house import HouseRules
from rules.kit.craft import sheet as craft_sheet
from rules.kit.craft.craft import CraftLedger, TypedCraft
from rules.kit.craft.declared import DeclaredCraft
from rules.kit.craft.fight import of_craft
from rules.kit.craft.play import declare
from rules.ledger.entries import Undo
from rules.ledger.rules import LedgerRules
from rules.play import Actions, Attempt, PlayState
from rules.sheet.sections import Sheet

C = TypeVar("C", bound=TypedCraft)


def craft_game(
    slug: str,
    name: str,
    declared: DeclaredCraft,
    *,
    state: Callable[[Attempt[C]], PlayState],
    actions: Actions[C],
    sheet: Callable[[C], Sheet],
    fight: FightRules[Any],
    numbers: Callable[[C], dict[str, object]] = craft_sheet.numbers,
    ledger: LedgerRules | None = None,
    entries: object = None,
) -> Game[C]:
    """The craft of the game with this name. There are no steps of creation. Without a `ledger` of
    the game and its `entries` nothing but its numbers changes.
    """
    return Game(
        slug=slug,
        name=name,
        build_type=declared.build_type,
        entry_type=entries or declared.edit_type | Undo,
        marks_type=declared.marks_type,
        house=HouseRules(declared.house_type),
        ledger_rules=ledger or CraftLedger(declared),
        sheet=sheet,
        numbers=numbers,
        problems=TypedCraft.problems,
        play=PlayParts(state=state, actions=actions, declare=declare),
        calls=(),
        hit="harm",
        fight=of_craft(fight),
    )
