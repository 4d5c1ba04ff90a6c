"""The marks that change at the table: the levels of harm."""

from __future__ import annotations

from collections.abc import Iterator

from rules.declared.character import DeclaredCharacter as Character
from rules.figures import Figure, dice, number
from rules.kit.play.result_tables import SpanRow, row_of
from rules.sheet.sections import Level, Track
from rules.systems.empire_ascendant.rulebook.book import Level as HarmLevel
from rules.systems.empire_ascendant.rulebook.book import rulebook

HARM, PLAY = rulebook().harm, rulebook().table
OVER_SOAK = "Damage over Soak"
DEAD, UNCONSCIOUS = "Dead", "Unconscious"


def level(character: Character) -> str:
    """The id of the level that the character is at: "unhurt", "stunned" (only that), a wound, or
    "dead".
    """
    marks, row = character.marks, wound(character)
    if marks.dead or row:
        return "dead" if marks.dead or not row else row.id
    return "stunned" if marks.stunned else "unhurt"


def wound(character: Character) -> HarmLevel | None:
    """The level of the wound, None without one."""
    marked = character.marks.wound
    return next((row for row in HARM.levels.values() if marked and row.wound == marked), None)


def harm(character: Character) -> Track:
    """The five levels with what damage over Soak brings each, and a box for each. The note is for
    whoever is out: dead, or unconscious.
    """
    marks = character.marks
    note = DEAD if marks.dead else UNCONSCIOUS if marks.unconscious else OVER_SOAK
    return Track("harm", "Harm", tuple(_levels(character)), note=note)


def _levels(character: Character) -> Iterator[Level]:
    level = wound(character)
    for row in HARM.levels.values():
        margin = HARM.margins.get(row.id)
        low, high = (margin.low, margin.high) if margin else (None, None)
        label, first = (OVER_SOAK, margin.low) if margin else ("Wounded again", row.wound)
        is_marked = row is level if row.wound else bool(character.marks.stunned)
        figure = number(label, first, source=row.source)
        yield Level(row.name, low, high, figure, row.does, boxes=1, marked=int(is_marked))


def by_hand(_character: Character, level: int, count: int) -> dict[str, int]:
    """The marks with the box of a level marked (`count` 1) or cleared by hand. A wound takes the
    place of the one before it.
    """
    row = tuple(HARM.levels.values())[level]
    if not row.wound:
        return {"stunned": HARM.stunned_rounds * count}
    return {"wound": row.wound * count, "stabilised": 0, "mortal_rounds": 0}


def reached(margin: int) -> SpanRow | None:
    """The row of the table that damage over Soak comes to; None below 0."""
    return row_of(tuple(HARM.margins.values()), margin)


def penalties(character: Character) -> list[Figure]:
    """The dice that rolls lose for what is marked, each with its reason; all add (our ruling)."""
    stunned = HARM.levels["stunned"] if character.marks.stunned else None
    return _lost(character, wound(character), stunned)


def lasting_penalties(character: Character) -> list[Figure]:
    """As `penalties`, without a stun: what lasts longer than rounds."""
    return _lost(character, wound(character))


def _lost(character: Character, *levels: HarmLevel | None) -> list[Figure]:
    rows = [row for row in levels if row and row.dice]
    add = HARM.rulings["add"]
    lost = [dice(row.name, row.dice or 0, source=row.source, ruling=add) for row in rows]
    if character.marks.fatigued:
        lost.append(dice("Fatigued", PLAY.fatigued, **PLAY.cite("fatigued", "fatigue")))
    return lost


def out(character: Character) -> str:
    """Why nothing is rolled at all: which of the reasons that bar an action; "" where none does."""
    marks, row = character.marks, wound(character)
    if marks.dead:
        return "dead"
    if row and row.dice is None:
        return row.id.replace("-", "_")
    return "unconscious" if marks.unconscious else ""


def dice_lost(character: Character) -> int | None:
    """The dice that rolls lose for what is marked, None where nothing is rolled."""
    return None if out(character) else sum(less.value for less in penalties(character))
