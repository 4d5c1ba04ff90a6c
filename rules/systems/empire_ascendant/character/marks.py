"""The marks that change at the table: the levels of harm."""

from __future__ import annotations

from rules.declared.character import DeclaredCharacter as Character
from rules.declared.own_tables import Own
from rules.figures import Figure, dice, number
from rules.kit.play.result_tables import SpanRow, row_of
from rules.sheet.sections import Level, Track
from rules.systems.empire_ascendant.rulebook.book import rulebook

HARM, PLAY = rulebook().harm, rulebook().table
LEVELS, MARGINS = tuple(HARM.levels.values()), tuple(HARM.margins.values())
# The level of a stun, and those of wounds by their marks.
STUN, WOUNDS = HARM.levels["stunned"], {row.wound: row for row in LEVELS if row.wound}
OVER_SOAK = "Damage over Soak"


def level(character: Character) -> str:
    """The id of the character's level: "unhurt", "stunned" (only that), a wound, or "dead"."""
    marks, row = character.marks, wound(character)
    if marks.dead:
        return "dead"
    return row.id if row else STUN.id if marks.stunned else "unhurt"


def wound(character: Character) -> Own | None:
    """The level of the wound, None without one."""
    return WOUNDS.get(character.marks.wound)


def harm(character: Character) -> Track:
    """The five levels with what damage over Soak brings each, and a box for each. The note is for
    whoever is out: dead, or unconscious.
    """
    marks = character.marks
    held = (wound(character), STUN if marks.stunned else None)
    note = "Dead" if marks.dead else "Unconscious" if marks.unconscious else OVER_SOAK
    return Track("harm", "Harm", tuple(_level(row, row in held) for row in LEVELS), note=note)


def _level(row: Own, is_marked: bool) -> Level:  # noqa: FBT001 # private
    margin = HARM.margins.get(row.id)
    low, high = (margin.low, margin.high) if margin else (None, None)
    label, first = (OVER_SOAK, margin.low) if margin else ("Wounded again", row.wound)
    figure = number(label, first, source=row.source)
    return Level(row.name, low, high, figure, row.does, boxes=1, marked=int(is_marked))


def by_hand(_character: Character, level: int, count: int) -> dict[str, int]:
    """The marks with the box of a level marked (`count` 1) or cleared by hand. A wound takes the
    place of the one before it.
    """
    if LEVELS[level] is STUN:
        return {"stunned": HARM.stunned_rounds * count}
    return {"wound": LEVELS[level].wound * count, "stabilised": 0, "mortal_rounds": 0}


def reached(margin: int) -> SpanRow | None:
    """The row of the table that damage over Soak comes to; None below 0."""
    return row_of(MARGINS, margin)


def penalties(character: Character, *, lasting: bool = False) -> list[Figure]:
    """The dice that rolls lose for what is marked, each with its reason; all add (our ruling). A
    stun takes none of what is `lasting` longer than rounds.
    """
    stun = STUN if character.marks.stunned and not lasting else None
    rows, add = (wound(character), stun), HARM.rulings["add"]
    lost = [
        dice(row.name, row.dice, source=row.source, ruling=add) for row in rows if row and row.dice
    ]
    if character.marks.fatigued:
        lost.append(dice("Fatigued", PLAY.fatigued, **PLAY.cite("fatigued", "fatigue")))
    return lost


def out(character: Character) -> str:
    """Why nothing is rolled at all: which of the reasons that bar an action; "" where none does."""
    marks, row = character.marks, wound(character)
    if marks.dead:
        return "dead"
    if row and row.dice is None:
        return str(row.id).replace("-", "_")
    return "unconscious" if marks.unconscious else ""


def dice_lost(character: Character) -> int | None:
    """The dice that rolls lose for what is marked, None where nothing is rolled."""
    return None if out(character) else sum(less.value for less in penalties(character))
