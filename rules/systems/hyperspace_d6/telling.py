"""The ledger told: what each entry is to a character, and what there is of each currency."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.figures import Figure, number
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6.book import Armor, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.prices import upgradable


def balances(character: Character) -> tuple[Figure, ...]:
    """Character Points and credits."""
    return (
        number("Character Points", character.character_points),
        number("Credits", character.credits),
    )


def given(_character: Character, entry: entries.Award | entries.Adjust) -> str:
    """The sums, and the reason of a correction: "30 Character Points"."""
    sums = ((entry.cp, "Character Point"), (entry.credits, "credit"))
    said = " and ".join(_counted(amount, unit) for amount, unit in sums if amount)
    reason = entry.reason if isinstance(entry, entries.Adjust) else ""
    return ": ".join(filter(None, (reason, said))) or "Nothing"


def skill(character: Character, entry: entries.RaiseSkill) -> str:
    """The dice of a skill's own: "Agility +1D → +2D"."""
    skill = character.skills.get(entry.skill)
    dice = character.skill_dice(entry.skill)
    return f"{skill.name if skill else entry.skill} +{dice}D → +{dice + 1}D"


def attribute(character: Character, entry: entries.RaiseAttribute) -> str:
    """The dice of an attribute: "Dexterity 4D → 5D"."""
    row = book().attributes.get(entry.attribute)
    dice = character.attribute_dice(entry.attribute)
    return f"{row.name if row else entry.attribute} {dice}D → {dice + 1}D"


def upgrade(character: Character, entry: entries.Upgrade) -> str:
    """What was improved, from what to what."""
    held = character.holding(entry.item)
    name = held.stack.name if held else entry.item
    if entry.aspect == "feature" or held is None:
        return f"{name}: {entry.feature or entry.aspect}"
    now = upgradable(held) + held.upgrades
    if isinstance(held.stack.row, Armor):
        return f"{name}: Soak +{now} → +{now + 1}"
    if entry.aspect == "dice":
        return f"{name}: +{now}D → +{now + 1}D"
    return f"{name}: damage {now}D → {now + 1}D"


def thing(character: Character, entry: Any) -> str:
    """How many of what; a lightsaber that was given, of which making."""
    held = character.holding(entry.item) if entry.item else None
    row = character.tables.thing(entry.item)
    name = held.stack.name if held else str(getattr(row, "name", entry.item))
    named = name or getattr(entry, "name", "")
    if made := ", ".join(_made(entry)):
        named = f"{named}: {made}"
    return f"{named} ×{entry.quantity:,}" if entry.quantity != 1 else named


def _made(entry: Any) -> Iterator[str]:
    """Design, features and crystal of a lightsaber that was given: "Great Saber", "Red crystal"."""
    tables = book()
    if design := tables.designs.get(getattr(entry, "design", "")):
        yield design.name
    known = (tables.features.get(id) for id in getattr(entry, "features", ()))
    yield from (feature.name for feature in known if feature)
    if crystal := tables.crystals.get(getattr(entry, "crystal", "")):
        yield f"{crystal.name} crystal"


def wear(character: Character, entry: entries.Wear) -> str:
    """What was put on or taken off."""
    held = character.holding(entry.item) if entry.item else None
    if held:
        return f"{held.stack.name} put on"
    return f"{entry.item} put on" if entry.item else "Armor taken off"


def name(character: Character, entry: entries.Name) -> str:
    """What a thing is called now."""
    held = character.holding(entry.item)
    return f"{held.stack.name if held else entry.item} is now {entry.alias}"


def spend(_character: Character, entry: entries.Spend) -> str:
    """How many points went into a roll."""
    return f"{_counted(entry.cp, 'Character Point')} on a roll"


def unlocked(_character: Character, _entry: entries.UnlockForce) -> str:
    """The Force awakens."""
    return "The Force 0D → 1D"


def _counted(amount: int, unit: str) -> str:
    return f"{amount:,} {unit}" if abs(amount) == 1 else f"{amount:,} {unit}s"
