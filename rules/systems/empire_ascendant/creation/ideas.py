"""Archetypes to start from: those of `tables/archetypes.toml`."""

from __future__ import annotations

from rules.creation import with_build
from rules.document import Document
from rules.kit.ideas import Ideas
from rules.systems.empire_ascendant.rulebook import Archetype, rulebook


def _choose(document: Document, idea: Archetype) -> Document:
    return with_build(document, template=idea.name)


IDEAS = Ideas(rulebook().archetypes.rows, _choose, ("attributes", "skills", "force", "gear"))
