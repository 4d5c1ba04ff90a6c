"""Empire Ascendant behind the one interface: who it is, and the parts that answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.declared.chance import Chance
from rules.declared.load import NO_POINTS, coded_game
from rules.game import PlayParts
from rules.kit.coded.archetypes import Archetype
from rules.kit.play.harm_boxes import HarmBoxes
from rules.systems.empire_ascendant.character import marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import actions, checks, modifiers, rounds, vehicles


class EmpireChance(Chance):
    """Codes keep to the sums of a preset whether one counts or not, so that they are legal both
    ways.
    """

    def _usable(self, weapon: Any, character: Any) -> Any:
        """A weapon that is used with something: grenades and blades by hand, the rest by
        shooting.
        """
        shoots = weapon.form == "ranged" and "blaster" in character.skills
        skill = weapon.skill if weapon.skill.strip() else "Blaster" if shoots else "DEX"
        return replace(weapon, skill=skill)

    def _weapons(self, rng: Random, template: Archetype, character: Any) -> Iterator[Any]:
        """One or two of those of the archetype, with a trait that the character has."""
        rows = [self.templates.weapons[id] for id in template.weapons]
        for row in rng.sample(rows, rng.randint(1, len(rows))):
            weapon = self.rules.extras.weapons.sample(row)
            yield weapon if character.trait(row.skill) else replace(weapon, skill="DEX")


# Empire Ascendant: dice codes with pips, static defenses, tables of numbers to reach.
SYSTEM = coded_game(
    GAME,
    Character,
    chance_type=EmpireChance,
    play=PlayParts(
        state=modifiers.play_state,
        actions=actions.TABLE,
        declare=rounds.declare,
        requests=checks.REQUESTS,
        no_points=NO_POINTS,
        boxes=HarmBoxes(marks.harm, marks.by_hand),
    ),
    craft=vehicles.PARTS.rules,
    fight=vehicles.PARTS.fight,
    others={"craft": vehicles.PARTS.game},
)
