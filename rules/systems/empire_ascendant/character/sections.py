"""The parts of the sheet, of exports, and of steps that are the game's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.creation import shown_only
from rules.declared.breakdown import entries
from rules.declared.character import DeclaredCharacter as Character
from rules.forms.fields import Breakdown, Field
from rules.kit.bound_fields import menu_field
from rules.sheet.sections import Line
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.rulebook.book import rulebook

COMBAT = rulebook().combat
MOVES = {"walk": "move", "run": "run", "crawl": "crawl"}


def numbers(character: Character) -> dict[str, object]:
    """The meters of moves, what harm takes, and the points of an export."""
    points = character.rules.point_figures
    return {
        "move": {name: character.figure(id).value for name, id in MOVES.items()},
        "condition": {"level": marks.level(character), "dice": marks.dice_lost(character)},
        "force_points": points.force_points_left(character).value,
        "dark_side_points": character.marks.dark_side_points,
    }


def counts(character: Character) -> tuple[Line, ...]:
    """The move, with the meters of running and crawling."""
    run, crawl = character.figure("run").value, character.figure("crawl").value
    note = f"meters; run {run}, crawl {crawl}"
    return (Line("move", "Move", character.figure("move"), note),)


def special(weapon: Any) -> tuple[str, ...]:
    """The use of a weapon that is no shooting, and its difficulty."""
    if weapon.form in ("", "ranged"):
        return ()
    form = COMBAT.forms[weapon.form].name
    return (form if weapon.difficulty is None else f"{form}, difficulty {weapon.difficulty}",)


def _parries(character: Character) -> Iterator[Field]:
    """The defenses that follow from the skills."""
    found = entries(character, map(figures.defense_id, COMBAT.defenses))
    yield Breakdown("parries", "Defenses", tuple(found))


FIELDS = {
    "skills": (shown_only("parries", _parries),),
    "gear": (menu_field("scale", "Scale", COMBAT.scales, COMBAT.scale),),
}
