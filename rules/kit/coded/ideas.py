"""Ideas of games with typed codes: codes dealt dearest first, and all of the gear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec

from rules.creation import with_build
from rules.dice import codes
from rules.document import Document
from rules.kit.coded.archetypes import Archetype
from rules.kit.coded.random_codes import written
from rules.kit.coded.sums import CodeSums
from rules.kit.ideas import Ideas
from rules.kit.typed.document import Skill, Thing

# What attributes have beyond an equal share in pips, dearest first; what is left is the rest's.
ATTRIBUTES = (3, 1, 0)
REST = (-1, -1, -2)
# The share of each skill in pips, dearest first.
SKILLS = (6, 4, 3, 3, 2, 2, 1)


class CodedIdeas(msgspec.Struct, frozen=True):
    """The ideas of a game: its `archetypes`, the ids of its attributes, and the `sums` that they
    and the skills share. `armed(row)` and `suit(row)` are a weapon and armor of the archetypes,
    `more(row)` the game's own fields.
    """

    archetypes: Any
    attributes: tuple[str, ...]
    sums: CodeSums
    armed: Callable[[Any], Any]
    suit: Callable[[Any], Any]
    more: Callable[[Any], dict[str, object]] = lambda _row: {}

    def ideas(self, *steps: str) -> Ideas:
        """The ideas; the generator fills these steps."""
        return Ideas(self.archetypes.rows, self._choose, steps)

    def _choose(self, rng: Random, document: Document, idea: Archetype) -> Document:
        variant = rng.choice(idea.variants)
        pips = self._attributes(rng, idea)
        suits = tuple(self.suit(self.archetypes.armor[id]) for id in idea.armor)
        return with_build(
            document,
            template=idea.name,
            description=f"{variant.species}. {idea.story}",
            attributes={id: written(own) for id, own in pips.items()},
            skills=tuple(self._skills(idea, pips)),
            weapons=tuple(self.armed(self.archetypes.weapons[id]) for id in idea.weapons),
            armor=suits,
            worn=suits[0].name if suits else "",
            gear=tuple(_things(idea.gear)),
            **self.more(idea),
        )

    def _skills(self, idea: Archetype, pips: dict[str, int]) -> Iterable[Skill]:
        shares = _shares(self.sums.skills, self.sums.skill_most, len(idea.skills))
        for (name, attribute), more in zip(idea.skills.items(), shares, strict=False):
            yield Skill(name=name, attribute=attribute, code=written(pips[attribute] + more))

    def _attributes(self, rng: Random, idea: Archetype) -> dict[str, int]:
        share = self.sums.attributes // len(self.attributes)
        rest = [id for id in self.attributes if id not in idea.leans]
        rng.shuffle(rest)
        over = self.sums.attributes - share * len(self.attributes)
        order = zip((*idea.leans, *rest), _spread(len(self.attributes)), strict=True)
        return {id: share + more + int(place < over) for place, (id, more) in enumerate(order)}


def _spread(many: int) -> tuple[int, ...]:
    """The pips of so many attributes beyond an equal share, dearest first: together nothing."""
    if many == len(ATTRIBUTES) + len(REST):
        return (*ATTRIBUTES, *REST)
    side = many // 4 or many // 2
    more, less = (codes.PIPS_IN_A_DIE,) * side, (-codes.PIPS_IN_A_DIE,) * side
    return (*more, *(0,) * (many - 2 * side), *less)


def _shares(whole: int, most: int, many: int) -> Iterable[int]:
    """The shares of so many skills in the sum, dearest first, each at most `most`."""
    shares = [0] * min(many, len(SKILLS))
    left = min(whole, most * len(shares))
    for at, usual in enumerate(SKILLS[: len(shares)]):
        shares[at] = min(usual, most, left)
        left -= shares[at]
    for at, share in enumerate(shares):
        more = min(left, most - share)
        shares[at], left = share + more, left - more
    return shares


def _things(names: Iterable[str]) -> Iterable[Thing]:
    for name, quantity in Counter(names).items():
        yield Thing(name=name, quantity=quantity)
