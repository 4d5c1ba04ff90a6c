"""A character of quick play by chance: dice in three attributes, and the rest in words."""

from __future__ import annotations

from random import Random

import msgspec

from rules.document import Document
from rules.faults import Faults
from rules.systems.hyperspace_d6 import quickplay
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Book, book
from rules.systems.hyperspace_d6.build import Build, Quickplay


def attributes(rng: Random, build: Build) -> Build:
    """What was chosen so far, and as many different attributes as are still open."""
    rules, quick = book().party.quickplay, quickplay.chosen(build)
    best = quick.plus_two if quick.plus_two in ATTRIBUTES else ""
    others = [id for id in dict.fromkeys(quick.plus_one) if id in ATTRIBUTES and id != best]
    best = best or rng.choice([id for id in ATTRIBUTES if id not in others])
    free = [id for id in ATTRIBUTES if id != best and id not in others]
    others = [*others, *rng.sample(free, len(free))][: rules.plus_one_count]
    changed = msgspec.structs.replace(quick, plus_two=best, plus_one=tuple(others))
    return msgspec.structs.replace(build, quickplay=changed)


def open_in(build: Build) -> bool:
    """Whether the attributes still wait for a decision, or hold one that breaks a rule."""
    faults = Faults()
    quickplay.origins(build, faults)
    return bool(faults.found)


def words(rng: Random, document: Document, tables: Book) -> Document:
    """A species, a profession and all else in words, where nothing is said yet."""
    quick = quickplay.chosen(document.build)
    skills = [row.name for row in tables.skills.values() if row.attribute != FORCE]
    weapon = rng.choice(list(tables.weapons.values())).name
    thing = rng.choice(list(tables.items.values())).name
    drawn = {
        "species": rng.choice(list(tables.species.values())).name,
        "profession": rng.choice(list(tables.professions.values())).name,
        "skills": ", ".join(rng.sample(skills, tables.creation.picks)),
        "edge": rng.choice(list(tables.edges.values())).name,
        "burden": rng.choice(list(tables.burdens.values())).name,
        "gear": f"{weapon}\n{thing}",
    }
    said = {member: getattr(quick, member) or words for member, words in drawn.items()}
    changed: Quickplay = msgspec.structs.replace(quick, **said)
    build = msgspec.structs.replace(document.build, quickplay=changed)
    return msgspec.structs.replace(document, build=build)
