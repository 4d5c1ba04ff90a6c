"""Random choices for a custom species or profession."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from rules.systems.hyperspace_d6.document.build import OwnProfession, OwnSpecies
from rules.systems.hyperspace_d6.rulebook.book import Book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE


def species(rng: Random, own: OwnSpecies, tables: Book) -> OwnSpecies:
    """A name, the remaining dice for attributes without any, and a focus."""
    rules = tables.creation
    start = rules.own_species_start
    attributes = {id: own.attributes.get(id, start) for id in ATTRIBUTES}
    left = start * len(ATTRIBUTES) + rules.own_species_points - sum(attributes.values())
    empty = [id for id in ATTRIBUTES if attributes[id] == start]
    added = _spread(rng, left, empty, rules.own_species_most - start)
    mundane = [row.id for row in tables.skills.values() if row.attribute != FORCE]
    return msgspec.structs.replace(
        own,
        name=own.name or rng.choice(tables.chance.own_species),
        attributes={**own.attributes, **{id: start + dice for id, dice in added.items()}},
        focus=own.focus or rng.choice(mundane),
    )


def profession(rng: Random, own: OwnProfession, tables: Book) -> OwnProfession:
    """A name, and the remaining dice for attributes without any; the Force comes first for Force
    users.
    """
    rules = tables.creation
    goal = rules.own_force_profession_points if own.force_user else rules.own_profession_points
    left = goal - sum(own.bonuses.values())
    added: dict[str, int] = {}
    if own.force_user and not own.bonuses.get(FORCE) and left >= rules.own_force_profession_least:
        added = {FORCE: rules.own_force_profession_least}
        left -= added[FORCE]
    empty = [id for id in ATTRIBUTES if not own.bonuses.get(id)]
    added |= _spread(rng, left, empty, rules.own_profession_most)
    return msgspec.structs.replace(
        own,
        name=own.name or rng.choice(tables.chance.own_professions),
        bonuses={**own.bonuses, **added},
    )


def _spread(rng: Random, left: int, empty: Iterable[str], most: int) -> dict[str, int]:
    """Dice for attributes, at most `most` for each; dice without room stay unassigned."""
    shares = dict.fromkeys(empty, 0)
    while left > 0 and (room := [id for id, dice in shares.items() if dice < most]):
        shares[rng.choice(room)] += 1
        left -= 1
    return {id: dice for id, dice in shares.items() if dice}
