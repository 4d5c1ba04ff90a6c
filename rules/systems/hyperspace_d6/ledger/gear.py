"""Ledger entries for gear: get, remove, name and upgrade; and the stash of the party."""

from msgspec.structs import replace

from rules.kit import inventory
from rules.kit.inventory import free_item, place
from rules.kit.stash import Portable, Stash, StashRules, portables
from rules.problems import NAMING, EntryRefused, ProblemList
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import (
    TYPED,
    Holding,
    opened,
    saber,
    saber_parts,
)
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.document.build import Gear
from rules.systems.hyperspace_d6.ledger.prices import CREDITS, PAYMENTS, upgrades
from rules.systems.hyperspace_d6.rulebook.rows import spoken


def check_upgrade(character: Character, entry: entries.Upgrade) -> None:
    """Refuse an upgrade that the item has not, and a feature without words or a price."""
    holding = character.held(entry.item)
    fits = upgrades(holding)
    if entry.aspect not in fits:
        options = f"; there is {' and '.join(fits)}" if fits else ""
        message = f"{holding.item.name} has no {entry.aspect} to upgrade{options}."
        raise EntryRefused("not-upgradable", message)
    if entry.aspect == "feature":
        if not entry.feature.strip():
            raise EntryRefused("bad-amount", "Describe the new feature.")
        if entry.cp is None or entry.cp < 0:
            raise EntryRefused("bad-amount", "Enter the price your GM set, 0 or more.")
    PAYMENTS.check(character, entry)


def upgrade(character: Character, entry: entries.Upgrade) -> None:
    """Damage, Soak or dice rise by one, or a feature is added; one of several items splits off."""
    holding = character.held(entry.item)
    PAYMENTS.pay(character, entry, "gear")
    if holding.quantity > 1:
        holding = _split(character, holding, key=free_item(holding, character.holdings).key)
    if entry.aspect == "feature":
        holding.features.append(entry.feature)
    else:
        holding.upgrades += 1


def _split(character: Character, holding: Holding, **changes: str) -> Holding:
    """One of a stack as a stack of its own, with another key or name."""
    holding.added -= 1
    stack = replace(holding.item, **changes)
    single = holding.with_given(stack, 0)
    single.added = 1
    character.holdings[stack.key] = single
    return single


def check_name(character: Character, entry: entries.Name) -> None:
    """Refuse a name that another item has, and a name of the tables."""
    character.held(entry.item)
    if not entry.alias.strip():
        raise EntryRefused("bad-name", "Give it a name.")
    if entry.alias in character.holdings or character.tables.thing(entry.alias):
        message = f"You already have something named {entry.alias!r}."
        raise EntryRefused("duplicate-name", message, never=NAMING)


def name(character: Character, entry: entries.Name) -> None:
    """One item of a stack gets its own name; worn armor stays worn."""
    holding = character.held(entry.item)
    last = holding.quantity == 1
    single = _split(character, holding, key=entry.alias, name=entry.alias)
    if last and character.worn == holding.item.key:
        character.worn = single.item.key


def check_get(character: Character, entry: entries.Getting) -> None:
    """Refuse a quantity below 1, an unknown item, and a purchase that cannot be."""
    if entry.quantity < 1:
        raise EntryRefused("bad-quantity", "Enter a quantity of 1 or more.")
    row = character.tables.thing(entry.item)
    if isinstance(entry, entries.Grant):
        _may_be_made(entry, row)
        if entry.item and entry.name:
            message = "An item of the book can't be renamed here."
            raise EntryRefused("name-and-id", message, never=NAMING)
        if not entry.item and not entry.name.strip():
            raise EntryRefused("unknown-item", "Choose an item, or type its name.")
        if not row and not entry.name.strip() and not character.holding(entry.item):
            raise EntryRefused(
                "unknown-item", f"The rules have no item {entry.item!r}. Add it as a custom item."
            )
        return
    if row is None:
        raise EntryRefused("unknown-item", f"The shop has no item {entry.item!r}.")
    if row.cost is None:
        message = f"{row.name} has no price. Only your GM can grant it."
        character.deviation("not-for-sale", message)
    PAYMENTS.check(character, entry)


def _may_be_made(entry: entries.Grant, row: object) -> None:
    """Refuse design, features and crystal unless they are a lightsaber's, and in the tables."""
    faults = ProblemList()
    saber_parts(given(entry), row, "", faults)
    for fault in faults.found:
        raise EntryRefused(fault.code, fault.message, place=fault.where, never=fault.never)


def given(entry: entries.Getting) -> Gear:
    """The new item as a row of gear."""
    if isinstance(entry, entries.Buy):
        return Gear(id=entry.item, quantity=entry.quantity)
    return Gear(id=entry.item, quantity=entry.quantity, granted=True, **saber(entry))


def get(character: Character, entry: entries.Getting) -> None:
    """Buy or receive items; a pack is split into its contents."""
    if isinstance(entry, entries.Buy):
        PAYMENTS.pay(character, entry, "bought")
    row = character.tables.thing(entry.item)
    known = None if row else character.holding(entry.item)
    if row is not None:
        stacks = opened(given(entry), row, character.tables)
    elif known:
        stacks = [replace(known.item, quantity=entry.quantity)]
    else:
        typed = Gear(name=getattr(entry, "name", ""), quantity=entry.quantity)
        stacks = opened(typed, TYPED, character.tables)
    for stack in stacks:
        holding = place(Holding, stack, character.holdings)
        granted = stack.granted and (holding.item.granted or not holding.quantity)
        holding.item = replace(holding.item, granted=granted)
        holding.add(stack.quantity)


def check_part(character: Character, entry: entries.Parting) -> None:
    """Refuse a quantity below 1 or above what there is, and a negative price."""
    inventory.check_part(character, entry, code="bad-quantity")
    if isinstance(entry, entries.Sell) and entry.credits < 0:
        raise EntryRefused("bad-amount", "Enter a price of 0 or more credits.")


def part(character: Character, entry: entries.Parting) -> None:
    """Remove items; a sale adds its price."""
    inventory.part(character, entry)
    if isinstance(entry, entries.Sell) and entry.credits:
        character.purse["sold"] = character.purse.get("sold", 0) + entry.credits


# The id of credits in forms: a name that no item of the tables has.
MONEY = "credits"
MOST_UPGRADES = 100


def check_take(character: Character, entry: entries.Take) -> None:
    """Refuse what could not be granted either, and upgrades below 0 or beyond any price."""
    check_get(character, entry)
    if not 0 <= entry.upgrades <= MOST_UPGRADES:
        raise EntryRefused("bad-amount", f"An item has 0 to {MOST_UPGRADES} upgrades.")


def take(character: Character, entry: entries.Take) -> None:
    """More of a carried item, or a new one; an upgraded one is an item of its own."""
    row = character.tables.thing(entry.item)
    gear = replace(given(entry), alias=entry.alias) if row else Gear(name=entry.name)
    for stack in opened(replace(gear, quantity=entry.quantity), row or TYPED, character.tables):
        if entry.upgrades or entry.added:
            for _ in range(entry.quantity):
                item = free_item(Holding(replace(stack, quantity=1)), character.holdings)
                holding = character.holdings[item.key] = Holding(item, added=1)
                holding.upgrades, holding.features = entry.upgrades, list(entry.added)
        else:
            place(Holding, stack, character.holdings).add(stack.quantity)


def _carried(character: Character) -> tuple[Portable, ...]:
    """Everything carried, and the credits; an opponent's credits nobody counts."""
    gear = portables(character, lambda holding: _gives(character, holding))
    credits = 0 if character.build.opponent else max(0, CREDITS.balance(character))
    return (*gear, replace(CASH, quantity=credits)) if credits else gear


def _gives(character: Character, holding: Holding) -> entries.Take:
    """The entry that brings one of an item to somebody else."""
    item = holding.item
    row = character.tables.thing(item.id)
    if row is None:
        return entries.Take(name=item.name)
    return entries.Take(
        item=item.id,
        alias=item.name if item.name != row.name else "",
        **saber(item),
        upgrades=holding.upgrades,
        added=tuple(holding.features),
    )


def _taken(
    character: Character, entry: entries.Take | entries.Award, quantity: int
) -> entries.Take | entries.Award:
    """The entry; a homebrew item that the party has no more comes by its name."""
    if isinstance(entry, entries.Award):
        return replace(entry, credits=quantity, note="From the stash")
    if entry.item and character.tables.thing(entry.item) is None:
        entry = entries.Take(name=entry.alias or spoken(entry.item))
    return replace(entry, quantity=quantity)


CASH = Portable(
    id=MONEY,
    item="",
    name=CREDITS.name,
    quantity=CREDITS.most,
    gives=entries.Award(credits=1),
    unit=CREDITS.one,
)
STASH = StashRules(
    carried=_carried,
    put=lambda portable, quantity: (
        entries.Adjust(credits=-quantity, reason="To the stash")
        if portable.id == MONEY
        else Stash(item=portable.item, quantity=quantity)
    ),
    take=_taken,
    brings=(entries.Take, entries.Award),
    money=CASH,
)
