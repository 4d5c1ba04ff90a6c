"""All that passes between a character and the stash of its party: gear and money.

A game says what of a character can be put in, and which entries take it away and bring it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from rules.kit.inventory import Carrier, H
from rules.ledger.entries import Entry

# Who carries it; anybody where it is left out.
if TYPE_CHECKING:
    C = TypeVar("C", default=Any)
else:
    C = TypeVar("C")


# What the entries of both ways are called.
TO_STASH, FROM_STASH = "To the stash", "From the stash"


class Stash(Entry, frozen=True, kw_only=True, tag="stash"):
    """Some of an item go to the stash of the party. Only the stash undoes it."""

    item: str
    quantity: int = 1


class Portable(msgspec.Struct, frozen=True, gc=False):
    """Something that can change hands: its id in forms, what entries call it (`item`), its name,
    and how many there are. `gives` is the entry that brings one to whoever takes it. Of money
    `unit` is what one is called, and `name` several.
    """

    id: str
    item: str
    name: str
    quantity: int
    gives: Entry
    unit: str = ""


def portables(character: Carrier[H], gives: Callable[[H], Entry]) -> tuple[Portable, ...]:
    """Everything that a character carries; `gives(holding)` is the entry that brings one of it."""
    return tuple(
        Portable(
            id=holding.form_id,
            item=holding.entry_name,
            name=holding.item.name,
            quantity=holding.quantity,
            gives=gives(holding),
        )
        for holding in character.carried
    )


@dataclass(frozen=True, kw_only=True)
class StashRules(Generic[C]):
    """The ways of a game's gear and money in and out of a stash.

    `carried(character)` is everything that it could put in. `put(portable, quantity)` is the entry
    that takes it away, and `take(character, gives, quantity)` the one that brings it: under a name
    that is free there; `gives` is of one of the types that it `brings`. `money` is one piece of the
    game's money, None if it keeps none.
    """

    carried: Callable[[C], Iterable[Portable]]
    put: Callable[[Portable, int], Entry]
    take: Callable[[C, Any, int], Entry]
    brings: tuple[type[Entry], ...]
    money: Portable | None = None
