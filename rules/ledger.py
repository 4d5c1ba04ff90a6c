"""The ledger: which of its entries count. An undo is an entry too; an undo of an undo is a redo.

What an entry does and costs is each system's own.
"""

from collections.abc import Sequence


def active(undoes: Sequence[int | None]) -> tuple[list[bool], list[int]]:
    """Which entries count, and which undos are amiss.

    `undoes` holds for each entry the position that it undoes, None for every other kind. An entry
    counts unless a counting undo after it names it. An undo is amiss that names no earlier entry,
    or one that another counting undo already took; it then does nothing.
    """
    counts = [True] * len(undoes)
    taken: dict[int, int] = {}
    amiss: list[int] = []
    for position in reversed(range(len(undoes))):
        target = undoes[position]
        if target is None or not counts[position]:
            continue
        if not 0 <= target < position:
            amiss.append(position)
        elif target in taken:
            amiss.append(taken[target])
            taken[target] = position
        else:
            taken[target] = position
            counts[target] = False
    return counts, sorted(amiss)


def roots(undoes: Sequence[int | None]) -> list[int]:
    """For each entry the one that it is about in the end: of an undo, or an undo of an undo, the
    entry that its chain leads to; itself of any other, and of an undo that names no earlier entry.
    """
    found: list[int] = []
    for position, target in enumerate(undoes):
        named = target is not None and 0 <= target < position
        found.append(found[target] if named and target is not None else position)
    return found
