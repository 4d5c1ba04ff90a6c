"""Archetypes to start from: those of `tables/archetypes.toml`."""

from __future__ import annotations

from rules.creation import with_build
from rules.document import Document
from rules.kit.ideas import Ideas
from rules.systems.storytelling_d10.character.merits import DROID
from rules.systems.storytelling_d10.rulebook import Archetype, rulebook


def _choose(document: Document, idea: Archetype) -> Document:
    species = "Droid" if DROID in idea.merits else ""
    return with_build(document, concept=idea.name, species=species)


IDEAS = Ideas(
    rulebook().archetypes.archetypes,
    _choose,
    ("attributes", "abilities", "weapon-skills", "merits", "force", "gear"),
)
