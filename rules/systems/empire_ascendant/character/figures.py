"""The figures that play asks for by name."""

from __future__ import annotations

from rules.declared.figures import soak

DODGE = "defense-dodge"
__all__ = ["DODGE", "defense_id", "soak"]


def defense_id(skill: str) -> str:
    """The id of the figure of a skill that defends."""
    return f"defense-{skill}"
