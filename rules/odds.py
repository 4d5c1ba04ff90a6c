"""Chances in print, worked out exactly, and what damage comes to on average."""

from __future__ import annotations

from fractions import Fraction

from rules import pools


def percent(chance: Fraction) -> str:
    """A chance in print: "41 %"; what is not quite certain is never 0 or 100."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    tenths = chance * 100
    if tenths < 1:
        return "under 1 %"
    return "over 99 %" if tenths > 99 else f"{round(tenths)} %"


def exact(dice: int, *, target: int | None, opposed: int, added: int = 0) -> Fraction | None:
    """The chance to reach a target with what is `added` to the dice, or to reach what so many other
    dice show where there is none; None for no dice or too many, or nothing to reach. A tie goes to
    the player.
    """
    if not 0 < dice <= pools.MOST_DICE:
        return None
    if target is not None:
        return pools.chance(dice, target - added)
    if opposed:
        return pools.chance_against(dice, opposed, ties=True, added=added)
    return None


def shown(chance: Fraction | None) -> str:
    """A chance in print, "" where there is none."""
    return "" if chance is None else percent(chance)


def average(dice: int, added: int = 0) -> str:
    """What so many dice show on average with what is added to them, in halves: "10½"."""
    whole, half = divmod(pools.average(max(0, dice)) + added, 1)
    return f"{whole}½" if half else f"{whole}"
