"""Archetypes to start from: `tables/ideas.toml`, with details and gear that fit."""

from __future__ import annotations

from rules.creation import with_build
from rules.document import Document
from rules.kit.ideas import Ideas
from rules.systems.hyperspace_d6.document.build import Build, Burden, Edge
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Idea


def _choose(document: Document[Build], idea: Idea) -> Document[Build]:
    return with_build(
        document,
        concept=idea.name,
        species=idea.species,
        profession=idea.profession,
        skills=idea.skills,
        edge=Edge(id=idea.edge),
        burden=Burden(id=idea.burden),
    )


IDEAS = Ideas(book().ideas, _choose, ("edge-and-burden", "gear"))
