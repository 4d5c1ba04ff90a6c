"""Carried items: rows of a build as stacks, opened packs, checked sabers; and their upgrades."""

import re
from functools import lru_cache
from typing import Any, Self
from zlib import crc32

import msgspec
from msgspec.structs import replace

from rules import plain_text
from rules.kit import inventory
from rules.problems import NAMING, UNKNOWN, Places, Problem, ProblemList
from rules.systems.hyperspace_d6.document.build import OWN, Gear
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import Armor, Item, Property, Weapon, spoken


def form_id(gear: Gear) -> str:
    """A stack's id in form fields: its id, or one made from its name."""
    if not gear.alias and gear.id:
        return gear.id
    return f"{gear.id or OWN}-{crc32(gear.key.encode('utf-8', 'replace')):08x}"


def saber(source: object) -> dict[str, Any]:
    """Design, features and crystal: of a lightsaber, or of what says how one is made."""
    return {part: getattr(source, part) for part in ("design", "features", "crystal")}


class InventoryItem(msgspec.Struct, frozen=True, gc=False):
    """A stack of items of one kind. `item` is the table's row, None for a custom item."""

    key: str
    id: str
    name: str
    quantity: int
    row: object | None = None
    granted: bool = False
    design: str = ""
    features: tuple[str, ...] = ()
    crystal: str = ""
    part_of: str = ""

    def is_same(self, other: Self) -> bool:
        """True for the same row with the same parts of a saber, or the same custom name."""
        is_like = self.id == other.id and saber(self) == saber(other)
        return is_like and bool(self.id or self.name == other.name)


def worn_armor(worn: str | None, stacks: tuple[InventoryItem, ...], faults: ProblemList) -> str:
    """The key of the worn armor; "" if it is not owned or no armor."""
    if not worn:
        return ""
    named = [stack for stack in stacks if worn in (stack.key, stack.id)]
    # A name of its own goes before the id, which several stacks may have.
    stack = min(named, key=lambda stack: stack.key != worn, default=None)
    if stack is None:
        faults.wrong(
            "not-owned", "build.worn", f"You carry nothing named {worn!r}. Wear armor that you own."
        )
        return ""
    if not isinstance(stack.row, Armor):
        faults.wrong("not-armor", "build.worn", f"{stack.name} isn't armor.")
        return ""
    return stack.key


def carried(
    rows: tuple[Gear, ...], tables: Book, faults: ProblemList
) -> tuple[tuple[InventoryItem, ...], int]:
    """The carried stacks, in order, with packs opened; and their price, in credits."""
    stacks, spent, items = _carried(rows, tables, faults.accepted)
    faults.take(items)
    return stacks, spent


@lru_cache(maxsize=16)  # a page works the same gear out dozens of times, once for every card
def _carried(
    rows: tuple[Gear, ...], tables: Book, accepted: Places
) -> tuple[tuple[InventoryItem, ...], int, tuple[Problem, ...]]:
    faults = ProblemList(accepted=accepted)
    stacks: dict[str, InventoryItem] = {}
    spent = 0
    for position, gear in enumerate(rows):
        where = f"build.gear[{position}]"
        row = _row(gear, tables, where, faults)
        if row is None:
            continue
        for stack in opened(gear, row, tables):
            present = stacks.get(stack.key)
            if present is None:
                stacks[stack.key] = stack
            elif present.name == stack.name and present.is_same(stack):
                stacks[stack.key] = replace(
                    present,
                    quantity=present.quantity + stack.quantity,
                    granted=present.granted and stack.granted,
                )
            else:
                message = f"Two different items are named {stack.key!r}. Rename one."
                faults.wrong("duplicate-name", where, message, never=NAMING)
        if not gear.granted:
            spent += (getattr(row, "cost", 0) or 0) * gear.quantity
    return tuple(stacks.values()), spent, tuple(faults.found)


def property_named(feature: str) -> Property | None:
    """The property that a feature's name means: Auto-Fire (HyperspaceD6, Upgrading Weapons)."""
    folded = plain_text.folded(feature)
    rows = book().properties.values()
    return next((row for row in rows if plain_text.folded(row.name) == folded), None)


TYPED = object()


def _row(gear: Gear, tables: Book, where: str, faults: ProblemList) -> object | None:
    """The table's row of a stack (TYPED for a custom item), or None if it is not allowed."""
    if gear.quantity < 1:
        faults.wrong("bad-quantity", where, "Enter a quantity of 1 or more, or remove the item.")
        return None
    if gear.id and gear.name:
        message = 'Rename an item of the book with "as", not with "name".'
        faults.wrong("name-and-id", where, message, never=NAMING)
        return None
    if not gear.id:
        if not gear.name:
            faults.wrong("unknown-item", where, "Give the item an id or a name.")
            return None
        return TYPED if saber_parts(gear, TYPED, where, faults) else None
    row = tables.thing(gear.id)
    if row is None:
        message = f"The rules have no item {gear.id!r}. Add it as a custom item instead."
        is_let_be = faults.deviation("unknown-item", where, message)
        return TYPED if is_let_be and saber_parts(gear, TYPED, where, faults) else None
    if row.cost is None and not gear.granted:
        message = f"{row.name} has no price. You can have it only as a gift from your GM."
        if not faults.deviation("not-for-sale", where, message):
            return None
    return row if saber_parts(gear, row, where, faults) else None


def saber_parts(gear: Gear, row: object, where: str, faults: ProblemList) -> bool:
    """True if design, features and crystal are a lightsaber's, and known; reports problems."""
    if not (gear.design or gear.features or gear.crystal):
        return True
    tables = book()
    if not (isinstance(row, Weapon) and row.workshop):
        message = "Only a lightsaber has a design, features and a crystal."
        faults.wrong("not-a-saber", where, message)
        return False
    if gear.design and gear.design not in tables.designs:
        message = f"The rules have no lightsaber design {gear.design!r}."
        faults.wrong("unknown-design", f"{where}.design", message, never=UNKNOWN)
        return False
    for position, feature in enumerate(gear.features):
        if feature not in tables.features:
            message = f"The rules have no lightsaber feature {feature!r}."
            place = f"{where}.features[{position}]"
            faults.wrong("unknown-feature", place, message, never=UNKNOWN)
            return False
    if gear.crystal and gear.crystal not in tables.crystals:
        message = f"The rules have no crystal of the color {gear.crystal!r}."
        faults.wrong("unknown-crystal", f"{where}.crystal", message, never=UNKNOWN)
        return False
    return True


def opened(gear: Gear, row: object, tables: Book) -> list[InventoryItem]:
    """The stacks of one row of gear: a pack is split into its contents."""
    if isinstance(row, Item) and row.parts:
        return [
            InventoryItem(
                key=part.item or part.name,
                id=part.item if inside else "",
                name=inside.name if inside else part.name or part.item,
                quantity=part.quantity * gear.quantity,
                row=inside,
                part_of=row.name,
            )
            for part in row.parts
            for inside in (tables.items.get(part.item),)
        ]
    name = gear.alias or str(getattr(row, "name", gear.name or spoken(gear.id)))
    return [
        InventoryItem(
            key=gear.key,
            id=gear.id,
            name=name,
            quantity=gear.quantity,
            row=None if row is TYPED else row,
            granted=gear.granted and bool(gear.id),
            **saber(gear),
        )
    ]


class Holding(inventory.Holding[InventoryItem]):
    """One stack of the inventory. `upgrades` are dice or Soak added later, `features` those added
    to a weapon; `last_upgrades` are those of the last one, once none is left.
    """

    __slots__ = ("features", "last_upgrades", "upgrades")

    def __init__(self, stack: InventoryItem, *, given: int = 0, added: int = 0) -> None:
        super().__init__(stack, given=given, added=added)
        self.upgrades = self.last_upgrades = 0
        self.features: list[str] = []

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
        return self.item.is_same(item)

    def numbered(self, count: int) -> InventoryItem:
        """The stack under a numbered key: `blaster-pistol-2`. Its name stays."""
        return replace(self.item, key=f"{self.item.key}-{count}")

    def with_given(self, item: InventoryItem, given: int) -> Self:
        """Upgrades and features are kept."""
        holding = super().with_given(item, given)
        holding.upgrades, holding.features = self.upgrades, list(self.features)
        holding.last_upgrades = self.last_upgrades
        return holding

    def reset(self) -> None:
        """A new item of the same kind has no upgrades."""
        self.last_upgrades, self.upgrades, self.features = self.upgrades, 0, []
