"""One stack of the inventory, with what Character Points improved of it. How stacks are counted
stands in `rules.kit.inventory`.
"""

from __future__ import annotations

from typing import Self

import msgspec

from rules.kit import inventory
from rules.systems.hyperspace_d6.character.inventory import InventoryItem, form_id_of, is_same
from rules.systems.hyperspace_d6.rulebook.rows import Armor


class Holding(inventory.Holding[InventoryItem]):
    """One stack as it is now. `upgrades` are the dice or the Soak that came since, `features` what
    a weapon learned.
    """

    __slots__ = ("features", "upgrades")

    def __init__(self, stack: InventoryItem, *, given: int = 0, added: int = 0) -> None:
        super().__init__(stack, given=given, added=added)
        self.upgrades = 0
        self.features: list[str] = []

    @property
    def stack(self) -> InventoryItem:
        """The item: things of one kind that are carried together."""
        return self.item

    def is_of(self, id: str) -> bool:
        """Whether it is of that id, and there is any of it."""
        return self.item.id == id and self.quantity > 0

    @property
    def is_improved(self) -> bool:
        """Whether Character Points went into it; it is one thing then, and no more."""
        return bool(self.upgrades or self.features)

    @property
    def is_armor(self) -> bool:
        """Whether the rulebook or the party says it is armor."""
        return isinstance(self.item.row, Armor)

    @property
    def form_id(self) -> str:
        """The key, or one made from it where it is no address."""
        return form_id_of(self.item)

    def is_same(self, item: InventoryItem) -> bool:
        """Whether both are of one row, and a saber made the same way."""
        return is_same(self.item, item)

    def numbered(self, count: int) -> InventoryItem:
        """The stack under a numbered key: `blaster-pistol-2`. Its name stays."""
        return msgspec.structs.replace(self.item, key=f"{self.item.key}-{count}")

    def with_given(self, item: InventoryItem, given: int) -> Self:
        """The upgrades and features come along."""
        found = super().with_given(item, given)
        found.upgrades, found.features = self.upgrades, list(self.features)
        return found

    def reset(self) -> None:
        """Another of the same kind is not improved."""
        self.upgrades, self.features = 0, []
