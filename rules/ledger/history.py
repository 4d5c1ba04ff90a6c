"""The history of a character, entry by entry.

What an entry does, costs and is called is each game's own. The same in every game: an undo is an
entry, everything that depends on an undone entry is undone with it, and nothing is erased.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from rules.document import Document
from rules.figures import Figure, number
from rules.ledger import entries
from rules.ledger.entries import kind
from rules.ledger.rules import LedgerRules, LedgerState


class HistoryEvent(msgspec.Struct, frozen=True, gc=False):
    """The description of one ledger entry.

    `kind` is its id and `kind_name` its name ("Skill raised"); `title` describes it ("Agility 1D →
    2D"). `moved` are the amounts that it moved, `balances` the balances after it, as they were
    then. `counts` says whether it is active now; `undone_by` is the entry that undid it, `undoes`
    the one that it undid. `fault` says why it does nothing. `undoable` says that its player may
    undo it: awards, gifts and points spent on rolls stay.
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


class AwardEvent(msgspec.Struct, frozen=True, gc=False):
    """One award that counts: what it gives in words, its time, and the note with it."""

    title: str
    at: str
    note: str


class UndoResult(msgspec.Struct, frozen=True, gc=False):
    """A preview of an undo.

    `positions` are the entries to be undone, newest first: the requested one and all that depend on
    it. `refusal` says why it is not possible, and what would make it possible; "" if it is.
    `document` is the document afterwards, with an undo for each of them.
    """

    positions: tuple[int, ...]
    document: Document
    refusal: str = ""


BACK, AWARD = "Brought back", "award"
Balances = tuple[Figure, ...]


def history(
    rules: LedgerRules, character: LedgerState, only: Collection[int] | None = None
) -> tuple[HistoryEvent, ...]:
    """Every entry, or `only` some, oldest first, with the balances after it."""
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


def awards(rules: LedgerRules, character: LedgerState) -> tuple[AwardEvent, ...]:
    """The awards that count, oldest first. They give the same whenever they were made, so that no
    earlier state is needed to name them.
    """
    counts, _ = entries.active(rules.undone(character.document))
    return tuple(
        AwardEvent(rules.title(character, entry), entry.at, entry.note)
        for entry, is_active in zip(character.document.ledger, counts, strict=True)
        if is_active and kind(entry) == AWARD
    )


def _states(
    rules: LedgerRules,
    document: Document,
    undone: Sequence[int | None],
    described: Sequence[int],
) -> Iterator[tuple[int, str, Balances, Balances]]:
    """For each described entry its title, and the balances before and after it."""
    if not described:
        return
    moments = sorted({moment for position in described for moment in (position, position + 1)})
    states = _walk(rules, document, undone, moments)
    moment, character = next(states)
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
    rules: LedgerRules,
    document: Document,
    undone: Sequence[int | None],
    moments: Sequence[int],
) -> Iterator[tuple[int, Any]]:
    """The character after each of these numbers of entries, in ascending order.

    Undoing an entry can change everything after it. The ledger is then replayed from that entry on,
    from a copy that was kept.
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
    """For each moment the entries that became active or inactive since the one before; without
    undos, which do nothing themselves.
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
    rules: LedgerRules, document: Document, undone: list[int | None], position: int
) -> str:
    """An undo of an undo is named a redo."""
    target = undone[position]
    back = target is not None and 0 <= target < position and undone[target] is not None
    return BACK if back else rules.kinds[type(document.ledger[position])].name


def _moved(before: Balances, after: Balances) -> Balances:
    return tuple(
        number(new.label, new.value - old.value)
        for old, new in zip(before, after, strict=True)
        if new.value != old.value
    )
