"""Opponents with typed dots."""

from __future__ import annotations

from rules.document import Document
from rules.kit.typed import opponent as typed_opponent
from rules.kit.typed.opponent import Form, TypedOpponent
from rules.systems.storytelling_d10.character.build import (
    ABILITIES,
    ATTRIBUTES,
    ITEMS,
    SKILLS,
    validate,
)
from rules.systems.storytelling_d10.creation.dotted_opponent import dotted
from rules.systems.storytelling_d10.document.build import Build, House, Marks

FORM = Form(
    attributes={id: row.name for id, row in ATTRIBUTES.rows.items()},
    examples={
        "concept": "Stormtrooper",
        "attributes": "Dexterity 3, Stamina 3, Wits 2",
        "skills": "Firearms 3, Melee 2, Alertness 2",
        "weapons": "Blaster rifle 7 (Firearms), Baton Strength+2 (Melee)",
        "armor": "Trooper armor 3",
    },
    usual="1",
    skills="Abilities",
)


def _document(opponent: TypedOpponent) -> Document[Build]:
    build = Build(**dotted(opponent, FORM, ATTRIBUTES, ABILITIES, ITEMS, SKILLS))
    name = opponent.name or opponent.concept
    return Document("storytelling-d10", name, build, marks=Marks(), house=House())


OPPONENTS = typed_opponent.rules(FORM, _document, lambda one: validate(one.build, one.house).faults)
