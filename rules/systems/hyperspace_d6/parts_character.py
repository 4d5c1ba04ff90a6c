"""The parts of the reference that are what a character is: species, professions, attributes and
skills, edges and burdens.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.reference import Part, Table, Term, Terms, anchored
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Species, book
from rules.systems.hyperspace_d6.parts import NOTHING, attribute_columns, plain, term


def parts() -> Iterator[Part]:
    """Each part once, in no order that matters."""
    return chain(_species(), _professions(), _traits(), _quirks())


def _species() -> Iterator[Part]:
    tables = book()
    for kind, part in (("sentient", "sentients"), ("droid", "droids")):
        rows = tuple(_one_species(row) for row in tables.species.values() if row.kind == kind)
        named = tables.species_kinds[kind]
        columns = attribute_columns(*ATTRIBUTES)
        yield Table(part, named.name, rows, columns, "Species", named.note)


def _one_species(row: Species) -> Term:
    """Attributes as figures, the focus before the words."""
    dice = (f"{row.attributes[id]}D" for id in ATTRIBUTES)
    if row.focus is None:
        return term(row, "species", *dice)
    skill, more = book().skills[row.focus.skill], book().creation.focus_dice
    text = f"{row.focus.name}, +{more}D to {skill.name}. {row.does}"
    return term(row, "species", *dice, text=text, see=(f"skills-{skill.id}",))


def _professions() -> Iterator[Part]:
    tables = book()
    for kind, part in (("ordinary", "ordinary"), ("force", "force-professions")):
        ids = (*ATTRIBUTES, FORCE) if kind == "force" else ATTRIBUTES
        named = tables.profession_kinds[kind]
        rows = tuple(
            term(row, "profession", *(_added(row.bonuses.get(id, 0)) for id in ids))
            for row in tables.professions.values()
            if row.kind == kind
        )
        yield Table(part, named.name, rows, attribute_columns(*ids), "Profession", named.note)


def _added(dice: int) -> str:
    return f"+{dice}D" if dice else NOTHING


def _traits() -> Iterator[Part]:
    """A part for each attribute: itself, then its skills."""
    tables = book()
    for id, attribute in tables.attributes.items():
        own = Term(
            id=anchored("attributes", id),
            name=attribute.name,
            text=attribute.does,
            source=attribute.source,
            aliases=(id, *attribute.aliases),
        )
        skills = plain((row for row in tables.skills.values() if row.attribute == id), "skills")
        yield Terms(id, f"{attribute.name}, {id}", (own, *skills))


def _quirks() -> Iterator[Part]:
    tables = book()
    yield Terms("edges", "Edges", plain(tables.edges.values(), "edge"))
    yield Terms("burdens", "Burdens", plain(tables.burdens.values(), "burden"))
