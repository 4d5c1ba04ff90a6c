"""Random characters: what is this game's own of their weapons."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.declared.chance import Chance
from rules.kit.coded.archetypes import Archetype


class EmpireChance(Chance):
    """Codes keep to the sums of a preset whether one counts or not, so that they are legal both
    ways.
    """

    def _usable(self, weapon: Any, character: Any) -> Any:
        """A weapon that is used with something: grenades and blades by hand, the rest by
        shooting.
        """
        if weapon.skill.strip():
            return weapon
        shoots = weapon.form == "ranged" and "blaster" in character.skills
        return replace(weapon, skill="Blaster" if shoots else "DEX")

    def _weapons(self, rng: Random, template: Archetype, character: Any) -> Iterator[Any]:
        """One or two of those of the archetype, with a trait that the character has."""
        rows = [self.templates.weapons[id] for id in template.weapons]
        for row in rng.sample(rows, rng.randint(1, len(rows))):
            weapon = self.rules.extras.weapons.sample(row)
            yield weapon if character.trait(row.skill) else replace(weapon, skill="DEX")
