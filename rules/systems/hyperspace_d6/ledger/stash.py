"""Gear and credits on their way to the stash of a party and back: an item keeps its custom name,
its upgrades and its features.
"""

from msgspec.structs import replace

from rules.kit.inventory import free_item, place
from rules.kit.stash import Portable, Stash, StashRules, portables
from rules.ledger.entries import Entry
from rules.problems import EntryRefused
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.holdings import Holding
from rules.systems.hyperspace_d6.character.inventory import TYPED, InventoryItem, opened
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.document.build import Gear
from rules.systems.hyperspace_d6.ledger.gear import check_get, given
from rules.systems.hyperspace_d6.ledger.prices import CREDITS
from rules.systems.hyperspace_d6.rulebook.rows import spoken

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
                _take_upgraded(character, stack, entry)
        else:
            place(Holding, stack, character.holdings).add(stack.quantity)


def _take_upgraded(character: Character, stack: InventoryItem, entry: entries.Take) -> None:
    item = free_item(Holding(replace(stack, quantity=1)), character.holdings)
    holding = Holding(item, added=1)
    holding.upgrades, holding.features = entry.upgrades, list(entry.added)
    character.holdings[item.key] = holding


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
        design=item.design,
        features=item.features,
        crystal=item.crystal,
        upgrades=holding.upgrades,
        added=tuple(holding.features),
    )


def _put(portable: Portable, quantity: int) -> Entry:
    if portable.id == MONEY:
        return entries.Adjust(credits=-quantity, reason="To the stash")
    return Stash(item=portable.item, quantity=quantity)


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
    carried=_carried, put=_put, take=_taken, brings=(entries.Take, entries.Award), money=CASH
)
