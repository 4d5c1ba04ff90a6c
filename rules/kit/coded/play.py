"""Characters with typed codes in play: the rolls of their sheet by key, and all of its pools."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from rules.figures import Figure, total
from rules.kit.coded.ledger import Coded
from rules.kit.inventory import Holding
from rules.kit.play.checks import shown, without_dice
from rules.kit.play.procedures import Rollable
from rules.kit.typed.items import WEAPON, TypedItem
from rules.sheet.sections import Attack
from rules.turn import Scope


class CodedSheet(msgspec.Struct, frozen=True):
    """The rolls of a sheet: `figure(character, trait)` is a code, and `damage(character, item)` a
    weapon's damage, None for none. `parts` are further parts of the sheet with their traits, and
    `is_thrown(item)` says of which weapon an attack uses one up: what the last one does is still
    rolled.
    """

    figure: Callable[[Any, str], Figure]
    damage: Callable[[Any, Any], Figure | None]
    parts: Mapping[str, Collection[str]] = {}
    is_thrown: Callable[[Any], bool] = lambda _item: False

    def find(self, character: Coded, key: str) -> Rollable | None:
        """The roll with that key, None if there is none."""
        part, _, rest = key.partition(".")
        own = {"attributes": character.attributes, "skills": character.skills, **self.parts}
        if rest in own.get(part, ()):
            name, pool = character.full_name(rest), self.figure(character, rest)
            return Rollable(key, name, "check", pool, rest)
        if part == "weapons":
            thing, _, side = rest.rpartition(".")
            holding = character.holdings.get(thing)
            if holding and holding.item.what == WEAPON and self._is_at_hand(holding):
                return self._weapon(character, key, side, holding.item)
        return None

    def skill(self, character: Coded, skill: str, *, key: str, name: str) -> Rollable:
        """A skill that every sheet has, as a check with that key and name."""
        return Rollable(key, name, "check", self.figure(character, skill), skill)

    def _is_at_hand(self, holding: Holding[Any]) -> bool:
        return holding.quantity > 0 or self.is_thrown(holding.item)

    def _weapon(self, character: Coded, key: str, side: str, weapon: TypedItem) -> Rollable | None:
        if not weapon.skill:
            return None
        attack, harm = self.figure(character, weapon.skill), self.damage(character, weapon)
        if side == "attack":
            damage_key = f"weapons.{weapon.key}.damage" if harm else ""
            return Rollable(key, weapon.name, "check", attack, weapon.skill, weapon, damage_key)
        if side == "damage" and harm:
            return Rollable(key, f"{weapon.name}, damage", "damage", harm, weapon=weapon)
        return None

    def checks(self, character: Coded, attacks: Iterable[Attack]) -> dict[str, Figure]:
        """Every code of the sheet that a check can use, by key."""
        figures = {f"attributes.{id}": self.figure(character, id) for id in character.attributes}
        figures |= {f"skills.{key}": self.figure(character, key) for key in character.skills}
        return figures | {f"{row.key}.attack": row.attack for row in attacks}

    def damages(self, character: Coded, attacks: Iterable[Attack]) -> dict[str, Rollable]:
        """Every damage of the sheet, by key."""
        keys = (f"{row.key}.damage" for row in attacks)
        return {key: rollable for key in keys if (rollable := self.find(character, key))}


def changed_pool(pool: Figure, *terms: Figure, source: str, pips_stay: str) -> Figure:
    """A code with what is added to it and taken away; the code itself where nothing is. Dice are
    lost and pips stay: the ruling says so where it has some.
    """
    if not terms:
        return pool
    loses = pool.pips and any(term.value < 0 for term in terms)
    ruling = pips_stay if loses else ""
    return total(pool.label, pool, *terms, unit="D", source=source, ruling=ruling)


def pools_now(
    checks: Mapping[str, Figure],
    spared: Mapping[str, Figure],
    now: Callable[[Figure, tuple[Scope, ...]], Figure],
    *,
    out: str = "",
    source: str = "",
) -> dict[str, Figure]:
    """Every pool of the sheet as it is rolled `now`, with what lasts on its scopes, those that are
    `spared` as they stand. Whoever is `out` (so named: "dead") has no dice.
    """
    if out:
        return without_dice({**checks, **spared}, out, source=source)
    rolled = {key: shown(now(pool, _scopes(key))) for key, pool in checks.items()}
    return {**rolled, **spared}


def _scopes(key: str) -> tuple[Scope, ...]:
    return ("checks", "attacks") if key.endswith(".attack") else ("checks",)
