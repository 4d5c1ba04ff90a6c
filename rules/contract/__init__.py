"""The contract of a game: what the site, the paper, and the command line rely on in every game.

Each check asks one promise of a game and says what would be right where it is broken. What a game
hasn't got is not asked. `python -m rules test FOLDER` and the tests of this program run the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.contract import creation, growth, identity, lookup, party, sheet, table
from rules.contract.subject import Check, Subject

CHECKS: tuple[Check, ...] = (
    *identity.CHECKS,
    *creation.CHECKS,
    *sheet.CHECKS,
    *party.CHECKS,
    *growth.CHECKS,
    *table.CHECKS,
    *lookup.CHECKS,
)
# So many faults of one check are told: the others are of a kind with them.
MOST_TOLD = 5


def faults(check: Check, subject: Subject) -> tuple[str, ...]:
    """The faults that break a promise, each once, at most MOST_TOLD; a crash is one, too."""
    found: dict[str, None] = {}
    try:
        for fault in check.run(subject):
            found[fault] = None
            if len(found) >= MOST_TOLD:
                break
    except Exception as error:
        found[f"it fails with {type(error).__name__}: {error}"] = None
    return tuple(found)


def report(subject: Subject, checks: Iterable[Check] = CHECKS) -> Iterator[tuple[str, int]]:
    """The contract as lines, each with the number of faults in it: every check, what is wrong under
    it, and how it ended.
    """
    kept = asked = wrong = 0
    for check in checks:
        if not check.asks(subject):
            continue
        asked += 1
        found = faults(check, subject)
        yield f"{'FAULT' if found else 'kept '}  {check.promise}", 0
        yield from ((f"       {fault}", 1) for fault in found)
        kept, wrong = kept + (not found), wrong + len(found)
    name, left = subject.game.name, len(CHECKS) - asked
    more = f" Not asked: {left}, about what it hasn't got." if left else ""
    if wrong:
        yield f"{name} breaks {asked - kept} of {asked} promises.{more}", 0
    else:
        yield f"{name} keeps all {asked} promises.{more}", 0
