"""Star Wars Storytelling (d10)."""

from rules.systems.storytelling_d10.system import SYSTEM

__all__ = ["SYSTEM"]
