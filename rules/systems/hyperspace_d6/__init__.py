"""HyperspaceD6 by Matt Click, additional design by Michael Barker."""

from rules.systems.hyperspace_d6.system import SYSTEM

__all__ = ["SYSTEM"]
