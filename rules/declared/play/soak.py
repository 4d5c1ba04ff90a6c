"""Damage against Soak: the chance of each result, and what is left of the damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules.declared.play.coded_rolls import CodedRoll
from rules.kit.play import result_tables
from rules.kit.play.planned_procedures import Plan
from rules.kit.play.result_tables import Result

NONE = "none"


def planned(
    roll: CodedRoll, chances: Mapping[str, Fraction], names: Mapping[str, str], soaked: int | None
) -> Plan:
    """The roll of Soak with the chance of each result; nothing where it was rolled (`soaked`)."""
    if soaked is not None or roll.barred():
        return Plan()
    foreseen = result_tables.chance_texts(names, chances)
    return Plan(roll=roll, foreseen=foreseen, results=chances)


def chances(rows: Sequence[Result], roll: CodedRoll, damage: int) -> dict[str, Fraction]:
    """The exact chance of each row of damage over Soak, and of none: Soak of at least so much keeps
    what is left under a row.
    """
    under = [roll.reach(damage - (row.low or 0) + 1) for row in rows]
    each = zip(rows, under, [*under[1:], Fraction(1)], strict=True)
    return {NONE: under[0], **{row.id: high - low for row, low, high in each}}


def against(damage: int, soaked: int) -> str:
    """Damage beside what was rolled against it, as a sentence begins."""
    return f"{damage:,} damage against Soak {soaked}"
