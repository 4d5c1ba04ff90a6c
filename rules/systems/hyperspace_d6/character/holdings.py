"""One stack of the inventory, with its upgrades. `rules.kit.inventory` counts stacks."""

import re
from typing import Self
from zlib import crc32

import msgspec

from rules.kit import inventory
from rules.systems.hyperspace_d6.character.inventory import InventoryItem, is_same
from rules.systems.hyperspace_d6.document.build import OWN
from rules.systems.hyperspace_d6.rulebook.rows import Armor


class Holding(inventory.Holding[InventoryItem]):
    """One stack of the inventory. `upgrades` are dice or Soak added later, `features` those added
    to a weapon; `last_upgrades` are those of the last one, once none is left.
    """

    __slots__ = ("features", "last_upgrades", "upgrades")

    def __init__(self, stack: InventoryItem, *, given: int = 0, added: int = 0) -> None:
        super().__init__(stack, given=given, added=added)
        self.upgrades = self.last_upgrades = 0
        self.features: list[str] = []

    def is_of(self, id: str) -> bool:
        """True if it has that id, and any of it is left."""
        return self.item.id == id and self.quantity > 0

    @property
    def is_improved(self) -> bool:
        """True if it was upgraded: then it is a single item."""
        return bool(self.upgrades or self.features)

    @property
    def is_armor(self) -> bool:
        """True if it is armor."""
        return isinstance(self.item.row, Armor)

    @property
    def form_id(self) -> str:
        """The key, or one made from it for use in an address."""
        key = self.item.key
        if re.fullmatch(r"[a-z0-9-]{1,60}", key):
            return key
        return f"{OWN}-{crc32(key.encode('utf-8', 'replace')):08x}"

    def is_same(self, item: InventoryItem) -> bool:
        """True if both are of one row, and sabers with the same parts."""
        return is_same(self.item, item)

    def numbered(self, count: int) -> InventoryItem:
        """The stack under a numbered key: `blaster-pistol-2`. Its name stays."""
        return msgspec.structs.replace(self.item, key=f"{self.item.key}-{count}")

    def with_given(self, item: InventoryItem, given: int) -> Self:
        """Upgrades and features are kept."""
        holding = super().with_given(item, given)
        holding.upgrades, holding.features = self.upgrades, list(self.features)
        holding.last_upgrades = self.last_upgrades
        return holding

    def reset(self) -> None:
        """A new item of the same kind has no upgrades."""
        self.last_upgrades, self.upgrades, self.features = self.upgrades, 0, []
