"""The optional preset: the dice that attributes and skills share. It is our own, not the
source's.
"""

from __future__ import annotations

from rules.kit.coded.sums import CodeSums
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

_CREATION = book().creation
# 18D over the attributes, 7D over the skills, at most 2D in one skill above its attribute.
SUMS = CodeSums(
    attributes=_CREATION.preset_attributes,
    skills=_CREATION.preset_skills,
    skill_most=_CREATION.preset_skill_most,
    count=len(ATTRIBUTES),
    ours="The preset is ours, not the source's.",
    source=_CREATION.sources["preset"],
    ruling=_CREATION.rulings["preset"],
)
