"""One item of the inventory, by its name. How items are counted stands in `rules.kit.inventory`."""

from __future__ import annotations

import msgspec

from rules.kit import inventory
from rules.systems.rules_sheet_d6.character.validation import Item


class Holding(inventory.Holding[Item]):
    """One item as it is now."""

    __slots__ = ()

    @property
    def is_armor(self) -> bool:
        """Whether it was typed as armor."""
        return self.item.what == "armor"

    @property
    def entry_name(self) -> str:
        """An entry calls an item by its name."""
        return self.item.name

    def is_same(self, item: Item) -> bool:
        """Whether both are of one kind, and used in the same way."""
        held = self.item
        return (held.what, held.skill, held.damage, held.defense) == (
            item.what,
            item.skill,
            item.damage,
            item.defense,
        )

    def numbered(self, count: int) -> Item:
        """The item under a numbered key and name: "Club 2"."""
        key, name = f"{self.item.key}-{count}", f"{self.item.name} {count}"
        return msgspec.structs.replace(self.item, key=key, name=name)
