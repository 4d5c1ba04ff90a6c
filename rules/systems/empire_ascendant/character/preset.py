"""The optional presets: how many dice attributes and skills have together. They are ours, and not
of the source.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.dice import codes
from rules.kit.code_sums import CodeSums, written
from rules.kit.typed import Code, Skill
from rules.problems import ProblemList
from rules.systems.empire_ascendant.rulebook import rulebook

OURS = "That is the preset's, which is ours and not the source's."


@cache
def sums(id: str) -> CodeSums:
    """The sums of a preset."""
    creation = rulebook().creation
    row = creation.presets[id]
    return CodeSums(
        attributes=row.attribute_sum,
        skills=row.skill_sum,
        skill_most=row.skill_most,
        count=len(row.attributes),
        ours=OURS,
        source=creation.sources["preset"],
        ruling=creation.rulings["preset"],
    )


def check(
    id: str, attributes: Mapping[str, Code], skills: Mapping[str, Skill], faults: ProblemList
) -> None:
    """Both sums, the bounds of an attribute, and how far a skill may be above its attribute."""
    row = rulebook().creation.presets[id]
    most = row.attribute_most
    for name, code in attributes.items():
        pips = codes.in_pips(*code)
        if pips < row.attribute_least or (most is not None and pips > most):
            message = f"{name} is {written(row.attribute_least)} to {written(most or 0)}. {OURS}"
            faults.deviation("preset-range", f"build.attributes.{name}", message)
    sums(id).check(attributes, skills, faults)
