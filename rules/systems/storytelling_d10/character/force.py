"""Force abilities that a character may have, those of the party's making too."""

from __future__ import annotations

from rules.systems.storytelling_d10.character.power_trees import PowerTrees
from rules.systems.storytelling_d10.rulebook.book import ForceAbility, rulebook

FORCE = rulebook().force
FORCE_SENSITIVITY = "force-sensitivity"
SIDES = {"light_side": "Light side", "dark_side": "Dark side"}
POWERS = PowerTrees(
    trees=FORCE.force_knowledges,
    listed=FORCE.force_abilities,
    row=ForceAbility,
    tags=FORCE.tags,
    opener=(FORCE_SENSITIVITY, "Force Sensitivity"),
    sides=SIDES,
    member="force_abilities",
    dots="force_knowledges",
    noun="Force ability",
    many="Force abilities",
    tree_noun="Force knowledge",
    code="force-requirement",
    key="force",
)
