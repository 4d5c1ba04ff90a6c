"""The ledger told: what each entry was, what it moved, and what there was afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from typing import Any

import msgspec

from rules import ledger
from rules.document import Document
from rules.figures import Figure, number
from rules.history import Event, kind
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6.advancement import obstacle, replay, take, targets
from rules.systems.hyperspace_d6.book import Armor, book
from rules.systems.hyperspace_d6.build import AnyEntry
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.prices import price, upgradable

KINDS = {
    "award": "Award",
    "raise-skill": "Skill raised",
    "raise-attribute": "Attribute raised",
    "unlock-force": "Force unlocked",
    "upgrade": "Gear upgraded",
    "buy": "Bought",
    "sell": "Sold",
    "grant": "Given",
    "use": "Used up",
    "lose": "Lost",
    "wear": "Worn",
    "name": "Named",
    "spend": "Spent on a roll",
    "session": "New session",
    "rebuild": "Built anew",
    "adjust": "Correction",
    "undo": "Taken back",
}
# What a player does, and may take back. The rest was given, or went into a roll.
PLAYERS = (
    entries.RaiseSkill,
    entries.RaiseAttribute,
    entries.UnlockForce,
    entries.Upgrade,
    entries.Buy,
    entries.Sell,
    entries.Use,
    entries.Lose,
    entries.Wear,
    entries.Name,
    entries.Rebuild,
)


def faulty(document: Document) -> dict[int, str]:
    """The entries at fault, by position: they do nothing, or were paid at another price."""
    found: dict[int, str] = {}
    for fault in replay(document).faults:
        position = int(fault.where.removeprefix("ledger[").partition("]")[0])
        found[position] = (
            f"{found[position]} {fault.message}" if position in found else fault.message
        )
    return found


def dependants(document: Document, counts: Sequence[bool], known: Container[int]) -> list[int]:
    """The entries that could not be made, or not at their price, if only these counted.

    In one replay: each that is found is left out for those that come after it.
    """
    character = Character(document)
    found: list[int] = []
    for position, entry in enumerate(document.ledger):
        if not counts[position] or isinstance(entry, entries.Undo):
            continue
        character.memo.clear()
        if position not in known and not _stands(character, entry):
            found.append(position)
        else:
            take(character, entry, position)
    return found


def _stands(character: Character, entry: AnyEntry) -> bool:
    """Whether an entry can be made, at what was paid for it."""
    if entry.paid is not None and entry.paid != price(character, entry).value:
        return False
    return obstacle(character, entry) is None


def history(document: Document, only: Collection[int] | None = None) -> tuple[Event, ...]:
    """Every entry, or `only` some, oldest first, with the balances as they were after it."""
    undone = targets(document)
    wanted = set(range(len(undone)) if only is None else only)
    told = wanted | {ledger.root(undone, position) for position in wanted}
    counts, _ = ledger.active(undone)
    taken_by = {undone[one]: one for one in range(len(undone)) if counts[one]}
    faults = faulty(document)
    titles: dict[int, str] = {}
    events: list[Event] = []
    for position, before, after in _states(document, undone, told):
        entry = document.ledger[position]
        root = ledger.root(undone, position)
        titles[position] = titles.get(root) or before[0]
        if position not in wanted:
            continue
        events.append(
            Event(
                position=position,
                kind=kind(entry),
                kind_name=_kind_name(undone, position, kind(entry)),
                title=titles[position],
                by=entry.by,
                at=entry.at,
                note=entry.note,
                moved=_moved(before[1], after),
                balances=after,
                counts=counts[position],
                undone_by=None if counts[position] else taken_by.get(position),
                undoes=undone[position],
                fault=faults.get(position, "") if counts[position] else "",
                removable=isinstance(document.ledger[root], PLAYERS),
            )
        )
    return tuple(events)


Balances = tuple[Figure, ...]


def _states(
    document: Document, undone: list[int | None], told: Container[int]
) -> Iterator[tuple[int, tuple[str, Balances], Balances]]:
    """For each entry to be told its title, and the balances before it and after it.

    What is taken back may have changed all that came after it, so the ledger is replayed up to
    there; but only where something is told before the next undo.
    """
    character: Character | None = Character(document)
    for position, entry in enumerate(document.ledger):
        if position in told and character is None:
            character = _until(document, position)
        if character is None:
            continue
        if position not in told:
            character = _next(character, document, position) if undone[position] is None else None
            continue
        before = (title(character, entry), _balances(character))
        if undone[position] is None:
            take(character, entry, position)
        else:
            character = _until(document, position + 1)
        yield position, before, _balances(character)


def _next(character: Character, document: Document, position: int) -> Character:
    take(character, document.ledger[position], position)
    return character


def _until(document: Document, moment: int) -> Character:
    """The character after the first `moment` entries."""
    return replay(msgspec.structs.replace(document, ledger=document.ledger[:moment]))


def _kind_name(undone: list[int | None], position: int, kind: str) -> str:
    """An undo of an undo brings something back."""
    target = undone[position]
    back = target is not None and 0 <= target < position and undone[target] is not None
    return "Brought back" if back else KINDS[kind]


def _balances(character: Character) -> tuple[Figure, ...]:
    return (
        number("Character Points", character.character_points),
        number("Credits", character.credits),
    )


def _moved(before: tuple[Figure, ...], after: tuple[Figure, ...]) -> tuple[Figure, ...]:
    return tuple(
        number(now.label, now.value - then.value)
        for then, now in zip(before, after, strict=True)
        if now.value != then.value
    )


def title(character: Character, entry: AnyEntry) -> str:
    """What an entry is to this character, in a few words: "Agility +1D → +2D"."""
    if isinstance(entry, entries.Undo):
        return f"Entry {entry.entry + 1}"
    return TITLES[type(entry)](character, entry)


def _given(_character: Character, entry: entries.Award | entries.Adjust) -> str:
    sums = ((entry.cp, "Character Point"), (entry.credits, "credit"))
    said = " and ".join(_counted(amount, unit) for amount, unit in sums if amount)
    reason = entry.reason if isinstance(entry, entries.Adjust) else ""
    return ": ".join(filter(None, (reason, said))) or "Nothing"


def _skill(character: Character, entry: entries.RaiseSkill) -> str:
    skill = character.skills.get(entry.skill)
    dice = character.skill_dice(entry.skill)
    return f"{skill.name if skill else entry.skill} +{dice}D → +{dice + 1}D"


def _attribute(character: Character, entry: entries.RaiseAttribute) -> str:
    row = book().attributes.get(entry.attribute)
    dice = character.attribute_dice(entry.attribute)
    return f"{row.name if row else entry.attribute} {dice}D → {dice + 1}D"


def _upgrade(character: Character, entry: entries.Upgrade) -> str:
    held = character.holding(entry.item)
    name = held.stack.name if held else entry.item
    if entry.aspect == "feature" or held is None:
        return f"{name}: {entry.feature or entry.aspect}"
    now = upgradable(held) + held.upgrades
    if isinstance(held.stack.row, Armor):
        return f"{name}: Soak +{now} → +{now + 1}"
    return f"{name}: damage {now}D → {now + 1}D"


def _thing(character: Character, entry: Any) -> str:
    """How many of what."""
    held = character.holding(entry.item) if entry.item else None
    row = character.tables.thing(entry.item)
    name = held.stack.name if held else str(getattr(row, "name", entry.item))
    named = name or getattr(entry, "name", "")
    return f"{named} ×{entry.quantity:,}" if entry.quantity != 1 else named


def _wear(character: Character, entry: entries.Wear) -> str:
    held = character.holding(entry.item) if entry.item else None
    if held:
        return f"{held.stack.name} put on"
    return f"{entry.item} put on" if entry.item else "Armor taken off"


def _name(character: Character, entry: entries.Name) -> str:
    held = character.holding(entry.item)
    return f"{held.stack.name if held else entry.item} is now {entry.alias}"


def _spend(_character: Character, entry: entries.Spend) -> str:
    return f"{_counted(entry.cp, 'Character Point')} on a roll"


def _counted(amount: int, unit: str) -> str:
    return f"{amount:,} {unit}" if abs(amount) == 1 else f"{amount:,} {unit}s"


TITLES: dict[type, Callable[[Character, Any], str]] = {
    entries.Award: _given,
    entries.Adjust: _given,
    entries.RaiseSkill: _skill,
    entries.RaiseAttribute: _attribute,
    entries.UnlockForce: lambda _character, _entry: "The Force 0D → 1D",
    entries.Upgrade: _upgrade,
    entries.Buy: _thing,
    entries.Sell: _thing,
    entries.Grant: _thing,
    entries.Use: _thing,
    entries.Lose: _thing,
    entries.Wear: _wear,
    entries.Name: _name,
    entries.Spend: _spend,
    entries.Session: lambda _character, _entry: "A new session began",
    entries.Rebuild: lambda _character, _entry: "The character was built anew",
}
