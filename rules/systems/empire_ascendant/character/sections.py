"""The parts of the sheet and of the steps that are the game's own: defenses and movement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.creation import shown_only
from rules.declared.breakdown import entries
from rules.declared.character import DeclaredCharacter as Character
from rules.declared.sheet import soak_line
from rules.forms.fields import Breakdown, Field
from rules.kit.bound_fields import menu_field, number_field
from rules.sheet.sections import Figures, Line
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.rulebook.book import rulebook

COMBAT = rulebook().combat


def defenses(character: Character) -> Figures:
    """Dodge, Full Dodge, the Parries, Soak."""
    found = figures.defenses(character).items()
    lines = (Line(f"defenses.{id}", figure.label, figure) for id, figure in found)
    return Figures("defenses", "Defenses", (*lines, soak_line(character)))


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
    "gear": (
        number_field(
            "move",
            "Move, meters",
            COMBAT.move_most,
            hint=f"{COMBAT.move} if you leave it empty.",
            lowest=COMBAT.move_least,
        ),
        menu_field("scale", "Scale", COMBAT.scales, COMBAT.scale),
    ),
}
