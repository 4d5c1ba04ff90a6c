"""The ledger told: what each entry was, what it moved, and what there was afterwards.

What an entry is called, and which currencies there are, each game's `Growth` says.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from rules import ledger
from rules.document import Document
from rules.figures import Figure, number
from rules.history import Event, kind

if TYPE_CHECKING:
    from rules.growth import Growth

BACK = "Brought back"
Balances = tuple[Figure, ...]


def history(
    growth: Growth[Any], document: Document, only: Collection[int] | None = None
) -> tuple[Event, ...]:
    """Every entry, or `only` some, oldest first, with the balances as they were after it."""
    undone = growth.undone(document)
    wanted = set(range(len(undone)) if only is None else only)
    told = wanted | {ledger.root(undone, position) for position in wanted}
    counts, _ = ledger.active(undone)
    taken_by = {undone[one]: one for one in range(len(undone)) if counts[one]}
    faults = growth.faulty(document)
    titles: dict[int, str] = {}
    events: list[Event] = []
    for position, before, after in _states(growth, document, undone, told):
        entry = document.ledger[position]
        root = ledger.root(undone, position)
        titles[position] = titles.get(root) or before[0]
        if position not in wanted:
            continue
        events.append(
            Event(
                position=position,
                kind=kind(entry),
                kind_name=_kind_name(growth, document, undone, position),
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
                removable=growth.is_players(document.ledger[root]),
            )
        )
    return tuple(events)


def _states(
    growth: Growth[Any], document: Document, undone: list[int | None], told: Container[int]
) -> Iterator[tuple[int, tuple[str, Balances], Balances]]:
    """For each entry to be told its title, and the balances before it and after it.

    What is taken back may have changed all that came after it, so the ledger is replayed up to
    there; but only where something is told before the next undo.
    """
    character = growth.begin(document)
    for position, entry in enumerate(document.ledger):
        if position in told and character is None:
            character = _until(growth, document, position)
        if character is None:
            continue
        if position not in told:
            if undone[position] is None:
                growth.take(character, entry, position)
            else:
                character = None
            continue
        before = (growth.title(character, entry), growth.balances(character))
        if undone[position] is None:
            growth.take(character, entry, position)
        else:
            character = _until(growth, document, position + 1)
        yield position, before, growth.balances(character)


def _until(growth: Growth[Any], document: Document, moment: int) -> Any:
    """The character after the first `moment` entries."""
    return growth.replay(msgspec.structs.replace(document, ledger=document.ledger[:moment]))


def _kind_name(
    growth: Growth[Any], document: Document, undone: list[int | None], position: int
) -> str:
    """An undo of an undo brings something back."""
    target = undone[position]
    back = target is not None and 0 <= target < position and undone[target] is not None
    return BACK if back else growth.kinds[type(document.ledger[position])].name


def _moved(before: Balances, after: Balances) -> Balances:
    return tuple(
        number(now.label, now.value - then.value)
        for then, now in zip(before, after, strict=True)
        if now.value != then.value
    )
