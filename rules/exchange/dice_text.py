"""Rolls as text, in the spelling of a chat, a bot or another table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Spelling(msgspec.Struct, frozen=True, gc=False):
    """One spelling: `added(dice, more)` for dice that are added up, `counted(dice, difficulty)` for
    ten-sided dice that count successes and lose one for each 1.
    """

    id: str
    name: str
    added: Callable[[str], str]
    counted: Callable[[int, int], str]


def _bots(dice: int, difficulty: int) -> str:
    return f"{dice}d10 t{difficulty} f1"


SPELLINGS = {
    one.id: one
    for one in (
        Spelling("plain", "Most bots and tables", lambda sum: sum, _bots),
        Spelling(
            "roll20",
            "Roll20",
            lambda sum: f"/roll {sum}",
            lambda dice, difficulty: f"/roll {dice}d10>{difficulty}f1",
        ),
        Spelling(
            "foundry",
            "Foundry",
            lambda sum: f"/roll {sum}",
            lambda dice, difficulty: f"/roll {dice}d10cs>={difficulty}df=1",
        ),
        Spelling(
            "discord",
            "Discord",
            lambda sum: f"/roll {sum}",
            lambda dice, difficulty: f"/roll {_bots(dice, difficulty)}",
        ),
    )
}
USUAL = "plain"


def spelling(id: str) -> Spelling:
    """A spelling by its id; the usual one for any other text."""
    return SPELLINGS.get(id) or SPELLINGS[USUAL]


def added(spelled: Spelling, dice: int, more: int = 0) -> str:
    """Six-sided dice that are added up, with `more` added to them; "" without dice."""
    if dice < 1:
        return ""
    return spelled.added(f"{dice}d6{more:+d}" if more else f"{dice}d6")


def counted(spelled: Spelling, dice: int, difficulty: int) -> str:
    """Ten-sided dice against a difficulty; "" without dice."""
    return spelled.counted(dice, difficulty) if dice > 0 else ""
