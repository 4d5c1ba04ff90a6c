"""A document worked out: the build, then each active entry of the ledger."""

from __future__ import annotations

from rules.declared.character import DeclaredCharacter
from rules.systems.empire_ascendant.character.ruleset import GAME


class Character(DeclaredCharacter):
    """A document's state. Traits are attributes, skills, and the three Force skills."""

    rules, power_rules = GAME, GAME.power_rules
    house_type, marks_type = GAME.types.house, GAME.types.marks
