"""Awards in words: each character's gain, or the reason that it got none."""

import re
from collections.abc import Mapping, Sequence

from rules.character import Character as OpenCharacter
from rules.ledger.entries import Entry
from sheets import storage

_QUANTITY = re.compile(r"(.*) ×(\d+)")


def award_text(opened: OpenCharacter, position: int, entry: Entry) -> str:
    """The entry at that position: "1 Lightsaber", "2 × Brass key", "3 Character Points"."""
    (event,) = opened.history((position,))
    if match := _QUANTITY.fullmatch(event.title):
        return f"{match[2]} × {match[1]}"
    if getattr(entry, "quantity", 0) == 1:
        return f"1 {event.title}"
    if any(figure.value < 0 for figure in event.moved):
        return f"a {event.kind_name.lower()} ({event.title})"
    return event.title


def refusals(faults: Mapping[str, Sequence[str]], *, of: int) -> str:
    """Each reason once, with its characters; without names where it concerns all of them."""
    if of > 1 and [len(names) for names in faults.values()] == [of]:
        return next(iter(faults))
    return " ".join(f"{', '.join(names)}: {reason}" for reason, names in faults.items())


def reason(fault: Exception) -> str:
    """Why one character cannot take an award, or give it back."""
    return fault.told if isinstance(fault, storage.CorruptRow) else str(fault)
