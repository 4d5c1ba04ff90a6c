"""The steps of attributes, abilities, and the Force."""

from __future__ import annotations

from rules.forms.fields import Cell
from rules.kit.bound_fields import rows_field
from rules.kit.dot_fields import dots_field
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.dots import (
    ABILITIES,
    ATTRIBUTES,
    KNOWLEDGES,
    OWN_LORES,
    taken,
)
from rules.systems.storytelling_d10.character.force import POWERS
from rules.systems.storytelling_d10.document import NAME, Lore

ATTRIBUTE_FIELDS = ATTRIBUTES.fields(
    hint="6, 4, and 3 dots, on top of the one that every attribute has."
)
ABILITY_FIELDS = (
    *ABILITIES.fields(
        hint="11, 7, and 4 dots. None above 3 yet.",
        taken=lambda character, group: taken(character.build, character.house).get(group, 0),
        result=figures.ability_pool,
    ),
    rows_field(
        "lores",
        "Lores of your own",
        Lore,
        (
            Cell("name", "Lore", limit=NAME),
            Cell("dots", "Dots", "number", lowest=0, highest=ABILITIES.most),
        ),
        limit=OWN_LORES,
        hint="What you know too much about. They count among the Knowledges.",
    ),
)


def _force_total(character: Character) -> int:
    """The dots for Knowledges that abilities and Lores leave."""
    build = character.build
    spent = sum(build.abilities.get(id, 0) for id in ABILITIES.in_group(KNOWLEDGES))
    spent += sum(lore.dots for lore in build.lores)
    return max(0, ABILITIES.allowance(build, KNOWLEDGES) - spent)


# Where the party lets new characters have some of the Force.
FORCE_FIELDS = (
    dots_field(
        "force_knowledges",
        "Force knowledges",
        "force_knowledges",
        {id: row.name for id, row in POWERS.trees.items()},
        total=_force_total,
        highest=ABILITIES.most,
        hint="From your points for Knowledges. They take Force Sensitivity.",
        result=figures.force_pool,
    ),
    POWERS.field(figures.force_pool, "Each dot brings an ability of its tree."),
)
