"""What is carried, stack by stack: what the build gave of each, and what the ledger added or took;
and what of that stays when another build is put under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from rules.systems.hyperspace_d6.character.inventory import InventoryItem, is_same


class Holding:
    """One stack as it is now: what the build gave of it, and what the ledger added or took."""

    __slots__ = ("added", "features", "given", "stack", "upgrades")

    def __init__(self, stack: InventoryItem, *, given: int = 0, added: int = 0) -> None:
        self.stack = stack
        self.given = given
        self.added = added
        self.upgrades = 0
        self.features: list[str] = []

    @property
    def quantity(self) -> int:
        """How many there are; never less than none, whatever a rebuild took away."""
        return max(0, self.given + self.added)

    def is_of(self, id: str) -> bool:
        """Whether it is of that id, and there is any of it."""
        return self.stack.id == id and self.quantity > 0

    @property
    def is_improved(self) -> bool:
        """Whether Character Points went into it; it is one thing then, and no more."""
        return bool(self.upgrades or self.features)

    def copied(self) -> Holding:
        """Another like it."""
        return self.with_given(self.stack, self.given)

    def with_given(self, stack: InventoryItem, given: int) -> Holding:
        """The same with another number of what the build gives, and what has come since."""
        found = Holding(stack, given=given, added=self.added)
        found.upgrades, found.features = self.upgrades, list(self.features)
        return found


Holdings = dict[str, Holding]


def of_build(stacks: Iterable[InventoryItem]) -> Holdings:
    """What a build gives."""
    return {stack.key: Holding(stack, given=stack.quantity) for stack in stacks}


def free_key(key: str, holdings: Mapping[str, Holding]) -> str:
    """A key that nothing has yet: the one that is wished for, else `blaster-pistol-2`."""
    count, found = 1, key
    while found in holdings:
        count += 1
        found = f"{key}-{count}"
    return found


def place(stack: InventoryItem, holdings: Holdings) -> Holding:
    """Where more of a thing goes: to its like, or on its own where that was improved or is
    another.
    """
    key, count = stack.key, 1
    while held := holdings.get(key):
        if is_same(held.stack, stack) and not (held.quantity and held.is_improved):
            if not held.quantity:
                held.upgrades, held.features = 0, []
            return held
        count += 1
        key = f"{stack.key}-{count}"
    holdings[key] = Holding(renamed(stack, key))
    return holdings[key]


def renamed(stack: InventoryItem, key: str) -> InventoryItem:
    """The stack under another key."""
    return msgspec.structs.replace(stack, key=key)


def rebuilt(
    before: Mapping[str, Holding], stacks: Iterable[InventoryItem]
) -> tuple[Holdings, list[InventoryItem]]:
    """What is carried with another build under what came since, and what that build leaves out of
    what was sold, used or improved since.

    What it keeps is the same thing of the same name. Of several one stays improved; what has the
    name of another thing that came since takes it, and that goes by another.
    """
    new = {stack.key: stack for stack in stacks}
    found: Holdings = {}
    more: list[InventoryItem] = []
    others: list[Holding] = []
    for key, held in before.items():
        stack = new.get(key)
        if stack is None or not is_same(held.stack, stack):
            left = held.with_given(held.stack, 0)
            if stack is None:
                found[key] = left
            else:
                others.append(left)
                found[key] = Holding(stack, given=stack.quantity)
            continue
        wanted = max(0, 1 - held.added) if held.is_improved else stack.quantity
        found[key] = held.with_given(stack, min(wanted, stack.quantity))
        if rest := stack.quantity - found[key].given:
            more.append(msgspec.structs.replace(stack, quantity=rest))
    found |= {key: Holding(one, given=one.quantity) for key, one in new.items() if key not in found}
    for stack in more:
        place(stack, found).given += stack.quantity
    kept = {key: held for key, held in found.items() if not _is_nothing(held)}
    for held in others:
        if not _is_nothing(held):
            key = free_key(held.stack.key, kept)
            kept[key] = held.with_given(renamed(held.stack, key), 0)
    return kept, [held.stack for held in kept.values() if _is_left_out(held)]


def _is_nothing(held: Holding) -> bool:
    """Whether there is none of it, and nothing rests on it."""
    return not (held.given or held.added or held.is_improved)


def _is_left_out(held: Holding) -> bool:
    """Whether more of it is gone than there was, or none is left of what was improved."""
    return held.given + held.added < 0 or (held.is_improved and not held.quantity)
