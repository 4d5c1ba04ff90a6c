"""Opponents with typed codes, as on a sheet of one's own."""

from __future__ import annotations

from rules.kit import starters, typed
from rules.kit.play.answers import whole
from rules.kit.starters import Starters
from rules.kit.typed import opponent as typed_opponent
from rules.kit.typed.opponent import OpponentForm
from rules.problems import InvalidDocument
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.validation import validate
from rules.systems.rules_sheet_d6.creation.archetypes import archetypes
from rules.systems.rules_sheet_d6.document import EMPTY, MOST_DEFENSE, Armor
from rules.systems.rules_sheet_d6.rulebook import FOLDER, book

FORM = OpponentForm(
    attributes=parsing.NAMES,
    examples={
        "concept": "Stormtrooper",
        "attributes": "Dexterity 3D, Strength 2D+1",
        "skills": "Blaster 4D, Brawling 3D, Sneak 4D (Dexterity)",
        "weapons": "Blaster rifle 5D (Blaster), Vibroblade STR+2D (Dexterity)",
        "armor": "Blast vest 2",
    },
    usual="2D",
)
# Skills that the source puts nowhere stand where its usual characters have them (our ruling).
_HOMES = {typed.key(name): id for name, id in archetypes().skills.items()}
_HOMES |= {id: row.attribute for id, row in book().traits.skills.items()}


def _armor(name: str, text: str) -> Armor:
    value = whole(text, 0, MOST_DEFENSE)
    if value is None:
        message = f"“{text}” isn't a bonus to Defense: a whole number from 0 to {MOST_DEFENSE}"
        raise InvalidDocument(message)
    return Armor(name=name, defense=value)


STARTERS = Starters(FOLDER, starters.OPPONENTS, typed_opponent.SHOWN)
OPPONENTS = typed_opponent.coded_rules(
    FORM,
    EMPTY,
    attribute=lambda name: _HOMES.get(typed.key(name), ""),
    armor=_armor,
    problems=lambda one: validate(one.build, one.house).faults,
    starting=STARTERS,
)
