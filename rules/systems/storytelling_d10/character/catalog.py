"""Merits, flaws, and Force abilities that a character may have: those of the rulebook, and those of
the party's making.
"""

from __future__ import annotations

from msgspec.structs import asdict, replace

from rules.systems.storytelling_d10.document import House, HouseForceAbility, HouseMerit
from rules.systems.storytelling_d10.rulebook import ForceAbility, Merit, Requirement, rulebook

OURS = "Made by your party"


def merits(house: House) -> dict[str, Merit]:
    """Every merit by id."""
    printed = rulebook().merits.merits
    return {**printed, **_homebrew_merits(house.merits)} if house.merits else printed


def flaws(house: House) -> dict[str, Merit]:
    """Every flaw by id."""
    printed = rulebook().merits.flaws
    return {**printed, **_homebrew_merits(house.flaws)} if house.flaws else printed


def force_abilities(house: House) -> dict[str, ForceAbility]:
    """Every Force ability by id."""
    printed, own = rulebook().force.force_abilities, house.force_abilities
    return {**printed, **_homebrew_abilities(own)} if own else printed


def _homebrew_merits(rows: tuple[HouseMerit, ...]) -> dict[str, Merit]:
    book = rulebook().merits
    merits = {}
    for row in rows:
        if row.kind in book.kinds and row.id not in {**book.merits, **book.flaws}:
            members = asdict(row)
            requires = Requirement(traits=members.pop("traits"), merits=members.pop("merits"))
            merits[row.id] = Merit(**members, requires=requires, source=OURS)
    return merits


def _homebrew_abilities(rows: tuple[HouseForceAbility, ...]) -> dict[str, ForceAbility]:
    force = rulebook().force
    abilities = {}
    for row in rows:
        if row.knowledge in force.force_knowledges and row.id not in force.force_abilities:
            after = tuple(id for id in row.after if id in force.force_abilities)
            tags = tuple(id for id in row.tags if id in force.tags)
            members = asdict(replace(row, after=after, tags=tags))
            abilities[row.id] = ForceAbility(**members, source=OURS)
    return abilities
