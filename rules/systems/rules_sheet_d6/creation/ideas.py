"""Archetypes to start from: the templates of `tables/chance.toml`."""

from __future__ import annotations

from rules.creation import with_build
from rules.document import Document
from rules.kit.archetypes import Archetype
from rules.kit.ideas import Ideas
from rules.systems.rules_sheet_d6.creation.archetypes import archetypes


def _choose(document: Document, idea: Archetype) -> Document:
    return with_build(document, template=idea.name)


IDEAS = Ideas(archetypes().rows, _choose, ("attributes", "skills", "gear"))
