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
    best, open_ = quick.plus_two, [id for id in ATTRIBUTES if id not in quick.plus_one]
    if not best and open_:
        best = rng.choice(open_)
    counted = {id for id in quick.plus_one if id in ATTRIBUTES and id != best}
    free = [id for id in ATTRIBUTES if id != best and id not in counted]
    more = rng.sample(free, len(free))[: max(0, rules.plus_one_count - len(counted))]
    changed = msgspec.structs.replace(quick, plus_two=best, plus_one=(*quick.plus_one, *more))
    return msgspec.structs.replace(build, quickplay=changed)


def open_in(build: Build) -> bool:
    """Whether the attributes still wait for a decision."""
    faults = Faults()
    quickplay.origins(build, faults)
    return any(problem.unfinished for problem in faults.found)


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
