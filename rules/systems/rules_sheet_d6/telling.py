"""The ledger told: what each entry is to a character, and what there is of each currency."""

from __future__ import annotations

from rules import codes
from rules.figures import Figure, number
from rules.problems import Unreadable
from rules.systems.rules_sheet_d6 import build as entries
from rules.systems.rules_sheet_d6 import derived, prices
from rules.systems.rules_sheet_d6.book import ATTRIBUTES, book
from rules.systems.rules_sheet_d6.character import Character

Parting = entries.Use | entries.Lose


def balances(character: Character) -> tuple[Figure, ...]:
    """Character Points, and all Force Points there ever were."""
    return (
        number(prices.POINTS, character.character_points),
        number("Force Points", character.force_points),
    )


def name_of(character: Character, trait: str) -> str:
    """What a trait is called at length: "Strength", "Blaster"."""
    if trait in ATTRIBUTES:
        return book().traits.attributes[trait].name
    return character.skills[trait].name


def given(_character: Character, entry: entries.Award | entries.Adjust) -> str:
    """The sums, and the reason of a correction: "4 Character Points"."""
    sums = ((entry.cp, "Character Point"), (entry.force_points, "Force Point"))
    said = " and ".join(_counted(amount, unit) for amount, unit in sums if amount)
    reason = entry.reason if isinstance(entry, entries.Adjust) else ""
    return ": ".join(filter(None, (reason, said))) or "Nothing"


def raised(character: Character, entry: entries.Raise) -> str:
    """One pip more: "Blaster 4D+2 → 5D"."""
    found = prices.trait(character, entry.trait)
    if not found:
        return entry.trait
    now = derived.trait(character, found)
    after = codes.written(*codes.carry(now.value, now.pips + 1))
    return f"{name_of(character, found)} {now.code} → {after}"


def corrected(character: Character, entry: entries.Correct) -> str:
    """From which code to which: "Blaster 4D → 5D+1", "Melee, new: 4D"."""
    try:
        code = codes.written(*codes.read(entry.code))
    except Unreadable:
        code = entry.code
    found = prices.trait(character, entry.trait)
    if found:
        now = derived.trait(character, found).code
        said = f"{name_of(character, found)} {now} → {code}"
    else:
        said = f"{entry.trait.strip()}, new: {code}"
    return ": ".join(filter(None, (entry.reason, said)))


def gained(character: Character, entry: entries.Gain) -> str:
    """How many of what: "Medpac ×2"."""
    held = character.holding(entry.name)
    return _many(held.item.name if held else entry.name.strip(), entry.quantity)


def parted(character: Character, entry: Parting) -> str:
    """How many of what."""
    held = character.holding(entry.item)
    return _many(held.item.name if held else entry.item, entry.quantity)


def worn(character: Character, entry: entries.Wear) -> str:
    """What was put on or taken off."""
    held = character.holding(entry.item) if entry.item else None
    if held:
        return f"{held.item.name} put on"
    return f"{entry.item} put on" if entry.item else "Armor taken off"


def _many(name: str, quantity: int) -> str:
    return f"{name} ×{quantity:,}" if quantity != 1 else name


def _counted(amount: int, unit: str) -> str:
    return f"{amount:,} {unit}" if abs(amount) == 1 else f"{amount:,} {unit}s"
