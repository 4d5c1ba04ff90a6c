"""Typed items, in games without a gear list: weapons, armor and others by name, in a build and in
entries.

The properties of a weapon or of armor are each game's own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, cast

import msgspec

from rules.kit import inventory, typed
from rules.kit.character import GameCharacter
from rules.kit.inventory import Carrier, H, Holding, I, counted
from rules.kit.stash import FROM_STASH, TO_STASH
from rules.kit.typed import Damage
from rules.kit.typed.document import Gain
from rules.ledger.rules import EntryKind
from rules.problems import NAMING, EntryRefused, ProblemList

WEAPON, ARMOR, THING = "weapon", "armor", "thing"
NAMELESS = "Give the item a name."


class TypedItem(msgspec.Struct, frozen=True, gc=False):
    """A carried item: "weapon", "armor" or "thing", with the traits of a weapon."""

    key: str
    name: str
    what: str
    quantity: int = 1
    skill: str = ""
    damage: Damage | None = None


class NamedHolding(inventory.Holding[I]):
    """One item of the inventory, by its name."""

    __slots__ = ()

    @property
    def is_armor(self) -> bool:
        """True if it was typed as armor."""
        return getattr(self.item, "what", "") == ARMOR

    @property
    def entry_name(self) -> str:
        """The item's name."""
        return self.item.name

    def is_same(self, item: I) -> bool:
        """True if both are the same except for name and quantity."""
        item_held = self.item
        return bool(item_held == _renamed(item, item_held.key, item_held.name, item_held.quantity))

    def numbered(self, count: int) -> I:
        """The item with a number in its key and name: "Club 2"."""
        item = self.item
        key, name = f"{item.key}-{count}", f"{item.name} {count}"
        return cast(I, _renamed(item, key, name, item.quantity))


def _renamed(item: Any, key: str, name: str, quantity: int) -> Any:
    return msgspec.structs.replace(item, key=key, name=name, quantity=quantity)


# --- the items of a build


def named(row: Any, where: str, faults: ProblemList) -> str:
    """The name of a row of a build, "" if it is missing or the quantity is below 1."""
    name = str(row.name).strip()
    if not name:
        faults.wrong("missing", f"{where}.name", NAMELESS)
    elif getattr(row, "quantity", 1) < 1:
        faults.wrong("bad-amount", f"{where}.quantity", "Enter a quantity of 1 or more.")
    else:
        return name
    return ""


def items(
    rows: Mapping[str, Iterable[object]],
    read: Callable[[Any, str], I | None],
    faults: ProblemList,
) -> Iterator[I]:
    """The carried items, each with its own name; a repeated name is a problem. `rows` are the rows
    of each member of the build, and `read(row, where)` returns an item.
    """
    seen: set[str] = set()
    for member, item_rows in rows.items():
        for position, row in enumerate(item_rows):
            where = f"build.{member}[{position}]"
            item = read(row, where)
            if item and item.key in seen:
                text = f"{item.name} is listed twice. Change its quantity, or rename one."
                faults.wrong("repeated-name", where, text, never=NAMING)
            elif item:
                seen.add(item.key)
                yield item


def carried(
    build: msgspec.Struct, read: Callable[[Any, str], I | None], faults: ProblemList
) -> tuple[I, ...]:
    """The items of a build, as `read`: its weapons, its armor, and its other gear."""
    rows = {member: getattr(build, member) for member in ("weapons", "armor", "gear")}
    return tuple(items(rows, read, faults))


def worn(name: str, carried: Iterable[Any], faults: ProblemList) -> str:
    """The key of the worn armor, "" for none."""
    key = typed.key(name) if name else ""
    if not key or any(item.key == key and item.what == ARMOR for item in carried):
        return key
    faults.wrong("not-owned", "build.worn", f"{name} isn't armor that you carry.")
    return ""


# --- an item that is gained


class Gaining(msgspec.Struct, frozen=True):
    """The gain of an item by an entry. `rows` has the row of a build for each kind of item, whose
    members are those of the entry, or None where the entry is read as it is; `read(character, row,
    faults)` returns the item, None if it is wrong. `bare(item)` is the item without its properties.
    """

    rows: Mapping[str, type[object] | None]
    read: Callable[[Any, Any, ProblemList], Any]
    bare: Callable[[Any], Any]

    def kind(self, name: str) -> EntryKind:
        """The kind of entry for gains."""
        return EntryKind(name, self._title, self._check, self._apply, undoable_by_player=True)

    @property
    def taking(self) -> EntryKind:
        """The kind of entry for what is taken out of a stash."""
        return EntryKind(FROM_STASH, self._title, self._check, self._apply, from_form=False)

    def _item(self, character: GameCharacter, entry: Gain) -> Any:
        """The gained item; EntryRefused if it is wrong. It may be incomplete."""
        if entry.what not in self.rows:
            known = ", ".join(self.rows)
            raise EntryRefused("unknown-what", f"{entry.what!r} isn't one of {known}.")
        faults = ProblemList()
        one = entry if entry.quantity == 1 else msgspec.structs.replace(entry, quantity=1)
        kind = self.rows[entry.what]
        row = msgspec.convert(one, kind, from_attributes=True) if kind else one
        item = self.read(character, row, faults)
        for fault in faults.found:
            if not fault.unfinished:
                raise EntryRefused(fault.code, fault.message)
        if item is None:
            raise EntryRefused("missing", NAMELESS)
        return item

    def _check(self, character: GameCharacter, entry: Gain) -> None:
        """Refuse a quantity below 1, and a different item with the name of a carried one."""
        if entry.quantity < 1:
            raise EntryRefused("bad-amount", "Enter a quantity of 1 or more.")
        item = character.found = self._item(character, entry)
        holding = character.holdings.get(item.key)
        if holding and holding.quantity and not self._is_like(holding, item):
            message = (
                f"You carry a different {holding.item.name} already. Give this one another name."
            )
            raise EntryRefused("repeated-name", message)

    def under_free_name(self, character: GameCharacter, entry: Gain) -> Any:
        """The entry with a number behind the name if the character carries a different item of that
        name: "Club 2".
        """
        item, name, count = self._item(character, entry), entry.name, 1
        while (holding := character.holding(entry.name)) and not self._is_like(holding, item):
            count += 1
            entry = msgspec.structs.replace(entry, name=f"{name} {count}")
            item = self._item(character, entry)
        return entry

    def _is_like(self, holding: Holding[TypedItem], item: TypedItem) -> bool:
        """True if it is more of a carried item: the same, or the same kind without properties."""
        is_same: bool = holding.is_same(item) or item == self.bare(item)
        return is_same and holding.item.what == item.what

    def _apply(self, character: GameCharacter, entry: Gain) -> None:
        """Add the item, or more of it."""
        item = character.found
        holding = character.holdings.get(item.key)
        if holding is None:
            character.holdings[item.key] = character.holding_type(item, added=entry.quantity)
            return
        if not holding.quantity:
            holding.item = item
        holding.add(entry.quantity)

    def _title(self, character: Carrier[H], entry: Gain) -> str:
        """The quantity and name of an entry's item: "Medpac ×2"."""
        holding = character.holding(entry.name)
        return counted(holding.item.name if holding else entry.name.strip(), entry.quantity)


PARTING = partial(inventory.PARTING, check=partial(inventory.check_part, code="bad-amount"))
STASHED = PARTING(TO_STASH, undoable_by_player=False, from_form=False)
