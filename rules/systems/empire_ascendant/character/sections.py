"""The parts of the sheet, of exports, and of steps that are the game's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.creation import of_build, shown_only
from rules.declared.breakdown import entries
from rules.declared.character import DeclaredCharacter as Character
from rules.forms import parsing
from rules.forms.fields import Breakdown, Choice, Field, Option
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


def _scaled(build: Any, values: parsing.Values) -> object:
    """The build with this scale, the usual one where none is said."""
    choice = parsing.one(values)
    if choice and choice != build.scale:
        parsing.known((choice,), COMBAT.scales)
    return replace(build, scale=choice or COMBAT.scale)


def _scales(character: Character) -> Iterator[Field]:
    chosen = character.chosen.members["scale"]
    options = (
        Option(row.id, row.name, chosen=row.id == chosen, source=row.source)
        for row in COMBAT.scales.values()
    )
    yield Choice("scale", "Scale", (chosen,), tuple(options), look="menu")


FIELDS = {
    "skills": (shown_only("parries", _parries),),
    "gear": (of_build("scale", lambda build: (build.scale,), _scaled, show=_scales),),
}
