"""Every open or wrong choice of a character, in the order of the document."""

from __future__ import annotations

from rules.kit.bound_fields import open_name
from rules.problems import Problem
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.marks import mark_faults


def character_problems(character: Character) -> tuple[Problem, ...]:
    """The name, the build, the ledger, the marks."""
    return (
        *open_name(character.document),
        *character.chosen.faults,
        *character.faults,
        *mark_faults(character),
    )
