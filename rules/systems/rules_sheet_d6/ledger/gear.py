"""The ledger entry that gains an item: its check and its effect. How an item is used, lost and worn
stands in `rules.kit.inventory`.
"""

from __future__ import annotations

import msgspec

from rules.problems import ProblemList, Refused
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.holdings import Holding
from rules.systems.rules_sheet_d6.character.validation import Item, item_of

KINDS = ("weapon", "armor", "thing")


def _item(character: Character, entry: entries.Gain) -> Item:
    """What is gained; Refused where it cannot be. A weapon may leave open what it is used with."""
    row: entries.Weapon | entries.Armor | entries.Thing
    match entry.what:
        case "weapon":
            row = entries.Weapon(name=entry.name, skill=entry.skill, damage=entry.damage)
        case "armor":
            row = entries.Armor(name=entry.name, defense=entry.defense)
        case "thing":
            row = entries.Thing(name=entry.name)
        case _:
            raise Refused("unknown-what", f"{entry.what!r} is none of {', '.join(KINDS)}.")
    faults = ProblemList()
    item = item_of(row, "", character.skills, faults)
    for fault in faults.found:
        if not fault.unfinished:
            raise Refused(fault.code, fault.message)
    if item is None:
        raise Refused("missing", "Whatever is carried has a name.")
    return item


def check_gain(character: Character, entry: entries.Gain) -> None:
    """One or more of something; under the name of what is carried only more of the same."""
    if entry.quantity < 1:
        raise Refused("bad-amount", "One gains 1 or more of a thing.")
    item = _item(character, entry)
    held = character.holding(entry.name)
    if held and not _is_like(held.item, item):
        said = f"You carry {held.item.name} already, and that is another: name this one anew."
        raise Refused("repeated-name", said)


def _is_like(held: Item, item: Item) -> bool:
    """Whether it is more of what is held: the same, or of the same kind with nothing else said."""
    bare = Item(item.key, item.name, item.what)
    return held.what == item.what and item in (
        bare,
        msgspec.structs.replace(held, name=item.name, quantity=1),
    )


def gain(character: Character, entry: entries.Gain) -> None:
    """So many more of it are carried."""
    item = _item(character, entry)
    held = character.holdings.get(item.key)
    if held is None:
        character.holdings[item.key] = Holding(item, added=entry.quantity)
        return
    if not held.quantity:
        held.item = item
    held.add(entry.quantity)
