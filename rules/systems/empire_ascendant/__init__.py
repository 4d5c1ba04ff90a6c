"""Empire Ascendant."""

from rules.systems.empire_ascendant.system import SYSTEM

__all__ = ["SYSTEM"]
