"""The weapons of characters of dots on a sheet, in an outline, and as plain values; and the gear
beside them.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from rules.exchange import outline
from rules.figures import Figure
from rules.kit.sheets import NOT_WORN, WORN, things
from rules.kit.typed.items import ARMOR
from rules.sheet.sections import Attack, Attacks, Things
from rules.sheet.sections import Thing as SheetThing
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.character.items import SHIELD, Holding, Item
from rules.systems.storytelling_d10.document.build import PoolWeapon

Pool = Callable[[Any, PoolWeapon], "Figure | None"]
Plain = Callable[[Any, PoolWeapon], Figure]


class ArmedSheet(msgspec.Struct, frozen=True):
    """The numbers of weapons on a sheet: the pool of one (None where nothing is rolled), its
    difficulty, and its dice of damage. `names` are the abilities that weapons are used with, and
    `special(weapon)` is what else is said of one.
    """

    names: Mapping[str, str]
    pool: Pool
    difficulty: Plain
    damage: Plain
    special: Callable[[PoolWeapon], tuple[str, ...]]

    def rolled(self, character: DottedCharacter) -> Iterator[tuple[Holding, PoolWeapon, Figure]]:
        """Every weapon that can be rolled, with its pool."""
        for holding in character.carried:
            weapon = holding.item.weapon
            pool = self.pool(character, weapon) if weapon else None
            if weapon and pool:
                yield holding, weapon, pool

    def attacks(self, character: DottedCharacter) -> Attacks:
        """Every weapon that can be rolled, with its pool and its dice of damage."""
        return Attacks("attacks", "Attacks", tuple(self._attacks(character)))

    def _attacks(self, character: DottedCharacter) -> Iterator[Attack]:
        for holding, weapon, pool in self.rolled(character):
            special = (
                f"difficulty {self.difficulty(character, weapon).value}",
                weapon.harm,
                *self.special(weapon),
                *(filter(None, (weapon.rate and f"rate {weapon.rate}", weapon.range))),
            )
            yield Attack(
                f"weapons.{holding.item.key}",
                holding.item.name,
                self.names[weapon.ability],
                pool,
                self.damage(character, weapon),
                special,
                holding.quantity,
            )

    def gear(self, character: DottedCharacter) -> Things:
        """Everything carried that does not stand among the attacks."""
        rolled = {holding.item.key for holding, _, _ in self.rolled(character)}
        rows = (
            SheetThing(
                f"gear.{holding.item.key}",
                holding.item.name,
                holding.quantity,
                *_described(character, holding.item),
            )
            for holding in character.carried
            if holding.item.key not in rolled
        )
        return things("gear", "Gear", None, rows)

    def outlined(self, character: DottedCharacter, used_with: str) -> Iterator[outline.Attack]:
        """The attacks of the outline; weapons are used with that attribute and their ability."""
        for holding, weapon, pool in self.rolled(character):
            dots = character.value(weapon.ability) + character.value(used_with)
            yield outline.Attack(
                id=holding.item.key,
                name=holding.item.name,
                trait=weapon.ability,
                total=pool.value,
                attribute=used_with,
                damage=self.damage(character, weapon).value,
                kind=outline.RANGED if weapon.ability == "firearms" else outline.MELEE,
                harm=weapon.harm,
                adds=weapon.adds,
                bonus=weapon.damage,
                accuracy=pool.value - dots,
                difficulty=self.difficulty(character, weapon).value,
                reach=weapon.range,
                rate=weapon.rate,
                notes=tuple(f"It {text}." for text in self.special(weapon)),
                quantity=holding.quantity,
            )

    def plain(self, character: DottedCharacter) -> Iterator[dict[str, object]]:
        """Every weapon as plain values, those without a pool too."""
        for holding in character.carried:
            if weapon := holding.item.weapon:
                pool = self.pool(character, weapon)
                yield {
                    "item": holding.item.key,
                    "attack": pool.value if pool else None,
                    "difficulty": self.difficulty(character, weapon).value,
                    "damage": self.damage(character, weapon).value,
                }


def _described(character: DottedCharacter, item: Item) -> tuple[str, str]:
    """The kind of an item, and if it is worn: "armor, rating 2", "worn"."""
    if item.what not in (ARMOR, SHIELD):
        return ("a weapon", "") if item.weapon else ("", "")
    key = character.worn if item.what == ARMOR else character.shield
    return f"{item.what}, rating {item.rating}", WORN if key == item.key else NOT_WORN
