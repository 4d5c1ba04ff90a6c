"""Archetypes to start from: `tables/ideas.toml`, whole characters but for the name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.creation import with_build
from rules.document import Document
from rules.kit.ideas import Ideas
from rules.systems.hyperspace_d6.creation import random_gear
from rules.systems.hyperspace_d6.document.build import Build, Burden, Edge, Gear
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Idea


def _choose(rng: Random, document: Document[Build], idea: Idea) -> Document[Build]:
    edge, burden = idea.edge, idea.burden
    return with_build(
        document,
        concept=idea.name,
        species=rng.choice(idea.species),
        profession=idea.profession,
        skills=idea.skills,
        edge=Edge(id=edge.id, skill=edge.skill, note=edge.note),
        burden=Burden(id=burden.id, attribute=burden.attribute, note=burden.note),
        gear=tuple(_kit(rng, idea)),
        worn=idea.worn or None,
        personality=idea.story,
    )


def _kit(rng: Random, idea: Idea) -> Iterator[Gear]:
    weapons = book().weapons
    for id, quantity in idea.kit.items():
        is_saber = id in weapons and weapons[id].workshop
        yield random_gear.saber(rng) if is_saber else Gear(id=id, quantity=quantity)
    yield from (Gear(name=name) for name in idea.things)


IDEAS = Ideas(book().ideas, _choose)
