"""Merits, flaws, and Force abilities that a character may have: those of the rulebook, and those of
the party's making.
"""

from __future__ import annotations

from rules.systems.storytelling_d10.document import House, HouseForceAbility, HouseMerit
from rules.systems.storytelling_d10.rulebook import ForceAbility, Merit, Requirement, rulebook

OURS = "Made by your party"


def merits(house: House) -> dict[str, Merit]:
    """Every merit by id."""
    book = rulebook().merits.merits
    return book if not house.merits else {**book, **_made(house.merits)}


def flaws(house: House) -> dict[str, Merit]:
    """Every flaw by id."""
    book = rulebook().merits.flaws
    return book if not house.flaws else {**book, **_made(house.flaws)}


def force_abilities(house: House) -> dict[str, ForceAbility]:
    """Every Force ability by id."""
    book = rulebook().force.force_abilities
    return book if not house.force_abilities else {**book, **_learned(house.force_abilities)}


def _made(rows: tuple[HouseMerit, ...]) -> dict[str, Merit]:
    book = rulebook().merits
    return {
        row.id: Merit(
            id=row.id,
            name=row.name,
            kind=row.kind,
            low=row.low,
            high=row.high,
            requires=Requirement(traits=dict(row.traits), merits=row.merits),
            does=row.does,
            source=OURS,
        )
        for row in rows
        if row.kind in book.kinds and row.id not in book.merits and row.id not in book.flaws
    }


def _learned(rows: tuple[HouseForceAbility, ...]) -> dict[str, ForceAbility]:
    force = rulebook().force
    return {
        row.id: ForceAbility(
            id=row.id,
            name=row.name,
            knowledge=row.knowledge,
            roll=row.roll,
            light_side=row.light_side,
            dark_side=row.dark_side,
            after=tuple(id for id in row.after if id in force.force_abilities),
            tags=tuple(id for id in row.tags if id in force.tags),
            target=row.target,
            range=row.range,
            resistance=row.resistance,
            destiny=row.destiny,
            does=row.does,
            source=OURS,
        )
        for row in rows
        if row.knowledge in force.force_knowledges and row.id not in force.force_abilities
    }
