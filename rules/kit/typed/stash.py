"""Typed items on their way to the stash of a party and back."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from rules.kit.character import GameCharacter
from rules.kit.stash import Portable, Stash, StashRules, portables
from rules.kit.typed.document import Gain
from rules.kit.typed.items import Gaining
from rules.ledger.entries import Entry
from rules.problems import EntryRefused


def typed_stash(
    gaining: Gaining,
    brings: type[Entry],
    gives: Callable[[Any, Any], Entry],
    *,
    unskilled: Callable[[Any], Any] = lambda entry: entry,
) -> StashRules:
    """The stash of a game with typed items. `gives(character, item)` is the entry, of the type that
    `brings` it, for one of an item with everything that was typed of it; `unskilled(entry)` is that
    entry for somebody who lacks the skill of a weapon.
    """

    def carried(character: GameCharacter) -> tuple[Portable, ...]:
        return portables(character, lambda holding: gives(character, holding.item))

    def take(character: GameCharacter, entry: Gain, quantity: int) -> Any:
        entry = replace(entry, quantity=quantity)
        for candidate in (entry, unskilled(entry)):
            with suppress(EntryRefused):
                return gaining.under_free_name(character, candidate)
        return entry

    return StashRules(
        carried=carried,
        put=lambda portable, quantity: Stash(item=portable.item, quantity=quantity),
        take=take,
        brings=(brings,),
    )
