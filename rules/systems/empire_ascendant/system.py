"""Empire Ascendant behind the one interface: who it is, and the parts that answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.declared.chance import Chance
from rules.declared.load import NO_POINTS, coded_game
from rules.declared.powers import sheet as powers
from rules.game import PlayParts
from rules.kit.coded.archetypes import Archetype
from rules.kit.coded.sheet import plain_codes, plain_weapons
from rules.kit.play.harm_boxes import HarmBoxes
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import actions, checks, modifiers, rounds, vehicles
from rules.systems.empire_ascendant.rulebook.book import chapters, rulebook

MOVES = {"walk": "move", "run": "run", "crawl": "crawl"}


def numbers(character: Character) -> dict[str, object]:
    """Codes as they are printed, defenses, points, powers, weapons."""
    worn, points = character.worn_armor, GAME.point_figures
    weapons = plain_weapons(character, figures.trait, GAME.codes.damage)
    items = character.holdings
    return {
        **plain_codes(character, figures.trait),
        **powers.numbers(character, figures.trait, rulebook().powers.learned),
        "defenses": {id: figure.value for id, figure in figures.defenses(character).items()},
        "soak": figures.soak(character).code,
        "move": {name: character.figure(id).value for name, id in MOVES.items()},
        "condition": {"level": marks.level(character), "dice": marks.dice_lost(character)},
        "force_points": points.force_points_left(character).value,
        "dark_side_points": points.dark_side_points(character).value,
        "character_points": points.character_points(character).value,
        "weapons": [
            {**plain, "difficulty": items[plain["item"]].item.difficulty} for plain in weapons
        ],
        "worn": worn.key if worn else None,
    }


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
    numbers=numbers,
    play=PlayParts(
        state=modifiers.play_state,
        actions=actions.TABLE,
        declare=rounds.declare,
        requests=checks.REQUESTS,
        no_points=NO_POINTS,
        boxes=HarmBoxes(marks.harm, marks.by_hand),
    ),
    craft=vehicles.PARTS.rules,
    reference=chapters,
    fight=vehicles.PARTS.fight,
    others={"craft": vehicles.PARTS.game},
)
