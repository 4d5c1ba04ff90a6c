"""The inventory of a character: quantities, the effect of a rebuild, the entries that use, lose and
wear items, and the offers for them.

A game says what an item is and which two items are the same, in its own `Holding`. What an item
costs and does is each game's own as well.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from rules.figures import Figure
from rules.forms.fields import Change, Field, Number, Text
from rules.ledger.entries import NOTE, Entry
from rules.ledger.offers import Offer, OfferGroup
from rules.ledger.rules import EntryKind
from rules.problems import EntryRefused


class CarriedItem(Protocol):
    """A validated item: `key` identifies it in the inventory."""

    @property
    def key(self) -> str:
        """The item's key; no two items of a character share one."""

    @property
    def name(self) -> str:
        """The name on pages."""

    @property
    def quantity(self) -> int:
        """The quantity in the build, 1 or more."""


I = TypeVar("I", bound=CarriedItem)  # noqa: E741 -- the item of a holding


class Holding(Generic[I]):
    """One item of the inventory: the quantity in the build, and the changes by the ledger."""

    __slots__ = ("added", "given", "item")

    def __init__(self, item: I, *, given: int = 0, added: int = 0) -> None:
        self.item = item
        self.given = given
        self.added = added

    @property
    def quantity(self) -> int:
        """The present quantity, 0 or more: a rebuild may bring fewer than were used before."""
        total = self.given + self.added
        return total if total > 0 else 0  # asked of every item at every entry: no call

    @property
    def is_improved(self) -> bool:
        """True if the ledger made it a single, better item. Most games have no such entry."""
        return False

    @property
    def is_armor(self) -> bool:
        """True if it can be worn."""
        return False

    @property
    def entry_name(self) -> str:
        """The item's name in an entry."""
        return self.item.key

    @property
    def form_id(self) -> str:
        """The item's id in a form field or an address."""
        return self.item.key

    def is_same(self, item: I) -> bool:
        """True if a build that has `item` under this key still has this same item."""
        return self.item == item

    def numbered(self, count: int) -> I:
        """The item under a key that ends with that number, from 2."""
        raise NotImplementedError

    def with_given(self, item: I, given: int) -> Self:
        """An item of the build in another quantity, with all later changes."""
        return type(self)(item, given=given, added=self.added)

    def copied(self) -> Self:
        """A copy that changes on its own."""
        return self.with_given(self.item, self.given)

    def add(self, quantity: int) -> None:
        """Add some; a negative quantity counts as none."""
        self.added = max(self.added, -self.given) + quantity

    def remove(self, quantity: int) -> None:
        """Take some away; a negative quantity counts as none."""
        self.added = max(self.added, -self.given) - quantity

    def reset(self) -> None:
        """Forget the changes of an item of which none is left."""


# The holdings of a game; of any game where they are left out.
if TYPE_CHECKING:
    H = TypeVar("H", bound=Holding[Any], default=Any)
else:
    H = TypeVar("H")


class Carrier(Generic[H]):
    """The part of a character that carries items: `holdings` by key, and the key of the armor
    `worn`, "" for none.
    """

    holdings: dict[str, H]
    worn: str

    def holding(self, name: str) -> H | None:
        """The item that an entry calls `name`, None if none of it is left."""
        holding = self.holdings.get(name)
        return holding if holding and holding.quantity else None

    @property
    def carried(self) -> list[H]:
        """Every item of which there is at least one, in order."""
        return [holding for holding in self.holdings.values() if holding.quantity]

    def held(self, name: str) -> H:
        """The item that an entry calls `name`; EntryRefused if none of it is left."""
        holding = self.holding(name)
        if holding is None:
            raise EntryRefused("not-owned", f"You carry nothing named {name!r}.")
        return holding

    @property
    def worn_armor(self) -> Any:
        """The item of the worn armor, None for none."""
        holding = self.holdings.get(self.worn)
        return holding.item if holding and holding.quantity and holding.is_armor else None

    def preview(self) -> Self:
        """A copy to try one change on. It shares its parts with the character: replace a part, do
        not change it.
        """
        return copy(self)

    def wearing(self, key: str) -> Self:
        """A preview that wears the armor with that key, "" for none."""
        other = self.preview()
        other.worn = key
        return other


Bearer = TypeVar("Bearer", bound=Carrier[Any])


# --- the inventory and another build


def of_build(kind: type[H], items: Iterable[CarriedItem]) -> dict[str, H]:
    """The inventory of a build."""
    return {item.key: kind(item, given=item.quantity) for item in items}


def place(kind: type[H], item: CarriedItem, holdings: dict[str, H]) -> H:
    """The key for a further item: that of the same item, unless that was improved; otherwise its
    own with the next free number.
    """
    single, free, count = kind(item), item, 1
    while occupant := holdings.get(free.key):
        if occupant.is_same(item) and not (occupant.quantity and occupant.is_improved):
            if not occupant.quantity:
                occupant.reset()
            return occupant
        count += 1
        free = single.numbered(count)
    holdings[free.key] = kind(free)
    return holdings[free.key]


def free_item(holding: Holding[I], holdings: Mapping[str, Holding[I]]) -> Any:
    """The item under its own key, or under the next free number."""
    item, count = holding.item, 1
    while item.key in holdings:
        count += 1
        item = holding.numbered(count)
    return item


def rebuilt(
    before: Mapping[str, H], items: Iterable[CarriedItem], kind: type[H]
) -> tuple[dict[str, H], list[CarriedItem]]:
    """The inventory with another build under the same ledger, and the items of which the ledger
    took or improved more than that build has.

    The same item under the same key keeps its later changes; of several, one stays improved. If the
    build has another item under that key, the later one gets the next free number.
    """
    new = {item.key: item for item in items}
    after: dict[str, H] = {}
    more: list[tuple[CarriedItem, int]] = []
    replaced: list[H] = []
    for key, holding in before.items():
        item = new.get(key)
        if item is None:
            after[key] = holding.with_given(holding.item, 0)
        elif not holding.is_same(item):
            replaced.append(holding.with_given(holding.item, 0))
            after[key] = kind(item, given=item.quantity)
        else:
            quantity = max(0, 1 - holding.added) if holding.is_improved else item.quantity
            after[key] = holding.with_given(item, min(quantity, item.quantity))
            if rest := item.quantity - after[key].given:
                more.append((item, rest))
    after |= {key: kind(item, given=item.quantity) for key, item in new.items() if key not in after}
    for item, rest in more:
        place(kind, item, after).given += rest
    kept = {key: holding for key, holding in after.items() if not _is_nothing(holding)}
    for holding in replaced:
        if not _is_nothing(holding):
            item = free_item(holding, kept)
            kept[item.key] = holding.with_given(item, 0)
    return kept, [holding.item for holding in kept.values() if _is_left_out(holding)]


def _is_nothing(holding: Holding[I]) -> bool:
    """True if no piece of it is left, and no entry needs it."""
    return not (holding.given or holding.added or holding.is_improved)


def _is_left_out(holding: Holding[I]) -> bool:
    """True if more of it is gone than there was, or none is left of an improved item."""
    return holding.given + holding.added < 0 or (holding.is_improved and not holding.quantity)


# --- entries


class Use(Entry, frozen=True, kw_only=True, tag="use"):
    """Some of an item are used up."""

    item: str
    quantity: int = 1


class Lose(Entry, frozen=True, kw_only=True, tag="lose"):
    """Some of an item are lost or given away."""

    item: str
    quantity: int = 1


class Wear(Entry, frozen=True, kw_only=True, tag="wear"):
    """Other armor is put on; None takes off the present one."""

    item: str | None


def check_part(character: Carrier[H], entry: Any, *, code: str) -> None:
    """Refuse to remove fewer than 1, or more than there are. `code` is the game's code for a
    quantity below 1.
    """
    if entry.quantity < 1:
        raise EntryRefused(code, "Enter a quantity of 1 or more.")
    holding = character.held(entry.item)
    if holding.quantity < entry.quantity:
        message = f"You have {holding.quantity:,} of {holding.item.name}, not {entry.quantity:,}."
        raise EntryRefused("not-owned", message)


def part(character: Carrier[H], entry: Any) -> None:
    """Take some of an item away. Armor that is gone is no longer worn."""
    holding = character.held(entry.item)
    holding.remove(entry.quantity)
    if not holding.quantity:
        holding.reset()
        if character.worn == holding.item.key:
            character.worn = ""


def check_wear(character: Carrier[H], entry: Wear) -> None:
    """Refuse to wear an item that is not carried, or isn't armor."""
    if entry.item and not (holding := character.held(entry.item)).is_armor:
        raise EntryRefused("not-armor", f"{holding.item.name} isn't armor.")


def wear(character: Carrier[H], entry: Wear) -> None:
    """Put armor on, or take it off."""
    character.worn = character.held(entry.item).item.key if entry.item else ""


def counted(name: str, quantity: int) -> str:
    """An item with its quantity: "Medpac ×2", and "Medpac" for one."""
    return f"{name} ×{quantity:,}" if quantity != 1 else name


def part_title(character: Carrier[H], entry: Any) -> str:
    """The item that was used or lost, with the quantity."""
    holding = character.holding(entry.item)
    return counted(holding.item.name if holding else entry.item, entry.quantity)


def wear_title(character: Carrier[H], entry: Wear) -> str:
    """The armor that was put on or taken off."""
    holding = character.holding(entry.item) if entry.item else None
    if holding:
        return f"{holding.item.name} put on"
    return f"{entry.item} put on" if entry.item else "Armor taken off"


PARTING = partial(EntryKind, title=part_title, apply=part, undoable_by_player=True)
WEAR = EntryKind("Worn", wear_title, check_wear, wear, undoable_by_player=True)


# --- offers


def item_groups(
    character: Carrier[H], offers: Callable[[H], Iterable[Offer]]
) -> tuple[OfferGroup, ...]:
    """Each carried item as a group with its offers."""
    return tuple(
        OfferGroup(
            holding.form_id,
            holding.item.name,
            tuple(offers(holding)),
            note=f"You have {holding.quantity:,}." if holding.quantity > 1 else "",
        )
        for holding in character.carried
    )


def quantity_field(most: int) -> Field:
    """A quantity: 1 to `most`."""
    return Number("quantity", "How many", ("1",), lowest=1, highest=most)


def source_field() -> Field:
    """Where a new item came from, in the player's words."""
    return Text("note", "Source", ("",), limit=NOTE)


def part_fields(holding: Holding[I]) -> Iterator[Field]:
    """The quantity, if there are several."""
    if holding.quantity > 1:
        yield quantity_field(holding.quantity)


def _parting(id: str, entry: Entry, holding: Holding[I], act: str) -> Offer:
    why = Text("note", "What happened", ("",), limit=NOTE)
    fields = (*part_fields(holding), why)
    return Offer(f"{id}.{holding.form_id}", entry, holding.item.name, act, fields=fields)


def use_offer(holding: Holding[I]) -> Offer:
    """Use up one or more of an item."""
    return _parting("use", Use(item=holding.entry_name), holding, "Use up")


def lose_offer(holding: Holding[I]) -> Offer:
    """Lose one or more of an item, or give them away."""
    return _parting("lose", Lose(item=holding.entry_name), holding, "Lose or give away")


def wear_offer(
    character: Bearer, holding: Holding[I], defenses: Callable[[Bearer], Iterable[Figure]]
) -> Offer:
    """Put armor on, or take it off, with the defenses that change."""
    off = character.worn == holding.item.key
    before = defenses(character)
    after = defenses(character.wearing("" if off else holding.item.key))
    changes = tuple(
        Change(was.label, was.code, now.code, now.weight > was.weight)
        for was, now in zip(before, after, strict=True)
        if now.code != was.code
    )
    entry = Wear(item=None if off else holding.entry_name)
    act = "Take off" if off else "Put on"
    return Offer(f"wear.{holding.form_id}", entry, holding.item.name, act, changes=changes)
