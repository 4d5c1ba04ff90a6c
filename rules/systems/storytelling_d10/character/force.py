"""Force abilities that a character may have, those of the party's making too, and what they
take.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict, replace

from rules.kit.merits import OURS, Standing
from rules.kit.power_trees import PowerTrees
from rules.systems.storytelling_d10.document import House
from rules.systems.storytelling_d10.rulebook import ForceAbility, rulebook

FORCE_SENSITIVITY = "force-sensitivity"
SIDES = {"light_side": "Light side", "dark_side": "Dark side"}


def force_abilities(house: House) -> Mapping[str, ForceAbility]:
    """Every Force ability by id."""
    force = rulebook().force
    if not house.force_abilities:
        return force.force_abilities
    abilities = dict(force.force_abilities)
    for row in house.force_abilities:
        if row.knowledge in force.force_knowledges and row.id not in force.force_abilities:
            after = tuple(id for id in row.after if id in force.force_abilities)
            tags = tuple(id for id in row.tags if id in force.tags)
            members = asdict(replace(row, after=after, tags=tags))
            abilities[row.id] = ForceAbility(**members, source=OURS)
    return abilities


def lacks_of_ability(row: ForceAbility, standing: Standing) -> tuple[str, ...]:
    """What somebody lacks to learn a Force ability."""
    force, values = rulebook().force, standing.values
    tree, dots = force.force_knowledges[row.knowledge], values.get(row.knowledge, 0)
    lacks = [] if FORCE_SENSITIVITY in standing.merits else ["Force Sensitivity"]
    pool = max(values.get(id, 0) for id in tree.attributes) + dots
    if not dots:
        lacks.append(f"a dot in {tree.name}")
    elif pool < row.roll:
        lacks.append(f"Roll {row.roll} (you have {pool})")
    for side, name in SIDES.items():
        if (least := getattr(row, side)) and values.get(side, 0) < least:
            lacks.append(f"{name} {least} (you have {values.get(side, 0)})")
    return (*lacks, *(known.name for known in _before(row) if known.id not in standing.abilities))


def _before(row: ForceAbility) -> list[ForceAbility]:
    """The abilities that it builds on."""
    return [rulebook().force.force_abilities[id] for id in row.after]


POWERS = PowerTrees(
    trees=rulebook().force.force_knowledges,
    listed=rulebook().force.force_abilities,
    of=force_abilities,
    lacks=lacks_of_ability,
    member="force_abilities",
    dots="force_knowledges",
    noun="Force ability",
    many="Force abilities",
    code="force-requirement",
    key="force",
)
