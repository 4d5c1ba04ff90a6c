"""What happened to a character, entry by entry, and how entries are taken back.

What an entry does, costs and is called is each system's own. Here is what holds in every game: an
undo is an entry, whatever builds on what is taken back goes with it, and nothing is erased.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from rules.document import Document
from rules.figures import Figure, number
from rules.ledger import entries
from rules.ledger.entries import kind
from rules.ledger.rules import LedgerRules, LedgerState


class HistoryEvent(msgspec.Struct, frozen=True, gc=False):
    """One entry of the ledger, told.

    `kind` is its id and `kind_name` its name ("Skill raised"); `title` says what it was ("Agility
    1D → 2D"). `moved` are the sums it moved, `balances` what there was of each currency after it,
    as it was then. `counts` says whether it still does; `undone_by` is the entry that took it back,
    `undoes` the one that it took back itself. `fault` says why it does nothing. `undoable` says
    that its player may undo it: awards, gifts, and points that went into a roll stay.
    """

    position: int
    kind: str
    kind_name: str
    title: str
    by: str
    at: str
    note: str
    moved: tuple[Figure, ...]
    balances: tuple[Figure, ...]
    counts: bool
    undone_by: int | None = None
    undoes: int | None = None
    fault: str = ""
    undoable: bool = False


class UndoResult(msgspec.Struct, frozen=True, gc=False):
    """What taking something back comes to, before it is done.

    `positions` are the entries that go, newest first: the one that was asked for and all that
    depend on it. `refusal` says why it cannot be done ("" where it can), and what would make it
    possible. `document` is the document afterwards, with an undo for each of them.
    """

    positions: tuple[int, ...]
    document: Document
    refusal: str = ""


BACK = "Brought back"
Balances = tuple[Figure, ...]


def history(
    rules: LedgerRules[Any], character: LedgerState, only: Collection[int] | None = None
) -> tuple[HistoryEvent, ...]:
    """Every entry, or `only` some, oldest first, with the balances as they were after it."""
    document = character.document
    undone = rules.undone(document)
    roots = entries.roots(undone)
    chosen = set(range(len(undone)) if only is None else only)
    described = sorted(chosen | {roots[position] for position in chosen})
    counts, _ = entries.active(undone)
    taken_by = {undone[undoer]: undoer for undoer in range(len(undone)) if counts[undoer]}
    faults = rules.invalid_entries(character)
    titles: dict[int, str] = {}
    events: list[HistoryEvent] = []
    for position, title, before, after in _states(rules, document, undone, described):
        entry, root = document.ledger[position], roots[position]
        titles[position] = titles.get(root) or title
        if position not in chosen:
            continue
        events.append(
            HistoryEvent(
                position=position,
                kind=kind(entry),
                kind_name=_kind_name(rules, document, undone, position),
                title=titles[position],
                by=entry.by,
                at=entry.at,
                note=entry.note,
                moved=_moved(before, after),
                balances=after,
                counts=counts[position],
                undone_by=None if counts[position] else taken_by.get(position),
                undoes=undone[position],
                fault=faults.get(position, "") if counts[position] else "",
                undoable=rules.undoable_by_player(document.ledger[root]),
            )
        )
    return tuple(events)


def _states(
    rules: LedgerRules[Any],
    document: Document,
    undone: Sequence[int | None],
    described: Sequence[int],
) -> Iterator[tuple[int, str, Balances, Balances]]:
    """For each entry to be told its title, and the balances before it and after it."""
    moments = sorted({moment for position in described for moment in (position, position + 1)})
    states = _walk(rules, document, undone, moments)
    moment, character = next(states, (0, None))
    for position in described:
        if moment < position:
            moment, character = next(states)
        title, before = (
            rules.title(character, document.ledger[position]),
            rules.balances(character),
        )
        moment, character = next(states)
        yield position, title, before, rules.balances(character)


def _walk(
    rules: LedgerRules[Any],
    document: Document,
    undone: Sequence[int | None],
    moments: Sequence[int],
) -> Iterator[tuple[int, Any]]:
    """The character at each of these moments, which ascend: after that many entries.

    What is taken back may change all that came after it. So the ledger is replayed from there on,
    from a copy that was made in passing; what came before stands.
    """
    turns = list(_turns(undone, moments))
    forks = {min(turned) for turned in turns if turned}
    character, reached = rules.begin(document), 0
    copies: dict[int, Any] = {}
    counts = [target is None for target in undone]
    for moment, turned in zip(moments, turns, strict=True):
        for position, does in turned.items():
            counts[position] = does
        fork = min(turned, default=moment)
        if fork < reached:
            character, reached = copies[fork].copied(), fork
        for position in range(reached, moment):
            if position in forks:
                copies[position] = character.copied()
            if counts[position]:
                rules.apply_entry(character, document.ledger[position], position)
        reached = moment
        yield moment, character


def _turns(undone: Sequence[int | None], moments: Iterable[int]) -> Iterator[dict[int, bool]]:
    """For each moment which entries count then and did not at the one before, or the other way
    round; undos aside, which do nothing themselves.
    """
    counts: list[bool] = []
    for moment in moments:
        new = range(len(counts), moment)
        counts += [True] * len(new)
        named = [(at, to) for at in new if (to := undone[at]) is not None and 0 <= to < at]
        if any(undone[target] is not None for _, target in named):
            before, (counts, _) = counts, entries.active(undone[:moment])
            pairs = enumerate(zip(before, counts, strict=True))
            yield {at: now for at, (was, now) in pairs if was != now and undone[at] is None}
            continue
        turned = {target: False for _, target in named if counts[target]}
        for target in turned:
            counts[target] = False
        yield turned


def _kind_name(
    rules: LedgerRules[Any], document: Document, undone: list[int | None], position: int
) -> str:
    """An undo of an undo brings something back."""
    target = undone[position]
    back = target is not None and 0 <= target < position and undone[target] is not None
    return BACK if back else rules.kinds[type(document.ledger[position])].name


def _moved(before: Balances, after: Balances) -> Balances:
    return tuple(
        number(now.label, now.value - then.value)
        for then, now in zip(before, after, strict=True)
        if now.value != then.value
    )
