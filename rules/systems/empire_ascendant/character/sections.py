"""The parts of the sheet and of the steps that are the game's own: defenses, with what would raise
them, and movement.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.creation import shown_only
from rules.declared.character import DeclaredCharacter as Character
from rules.declared.sheet import soak_line
from rules.forms.fields import Breakdown, BreakdownEntry, Change, Field, Raise
from rules.kit.bound_fields import menu_field, number_field
from rules.sheet.sections import Figures, Line
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.figures import FULL_DODGE
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


# --- explained


def _parries(character: Character) -> Iterator[Field]:
    """The defenses that follow from the skills."""
    yield Breakdown("parries", "Defenses", _entries(character))


def _entries(character: Character) -> tuple[BreakdownEntry, ...]:
    """Each static defense, and what one pip more of its skill would make of it."""
    entries = []
    for id, row in COMBAT.defenses.items():
        figure = figures.defense_id(id)
        defense, after = character.figure(figure), character.raising(id).figure(figure)
        change = Change(row.name, defense.code, after.code, after.value > defense.value)
        raises = (Raise(f"{character.skills[id].name} one pip higher", "skills", change),)
        entries.append(BreakdownEntry(defense, row.does, raises, term=f"defense-{id}"))
    return tuple(entries)


def _defense(character: Character) -> Iterator[Field]:
    """The defenses, Soak, and movement: nothing to decide."""
    others = (
        (FULL_DODGE, "If you do nothing but defend, they face this instead."),
        ("", ""),
        ("move", "Meters you walk in a round, for free."),
        ("run", "Meters you run. It counts as a Fact."),
        ("crawl", "Meters you crawl while prone. A Fact, too."),
    )
    entries = [
        BreakdownEntry(character.figure(id), use) if id else _soak(character) for id, use in others
    ]
    entries = [*_entries(character), *entries]
    yield Breakdown("defense", "Defenses, Soak, and move", tuple(entries))


def _soak(character: Character) -> BreakdownEntry:
    """Soak, and what a pip more of Strength, or other armor, would make of it."""
    soak, strength = figures.soak(character), character.attribute("STR")
    after = figures.soak(character.raising(strength))
    label = f"{character.full_name(strength)} one pip higher"
    raises = [Raise(label, "attributes", Change("Soak", soak.code, after.code, better=True))]
    for holding in character.carried:
        if holding.is_armor and holding.item.key != character.worn:
            after = figures.soak(character.wearing(holding.item.key))
            if after.weight > soak.weight:
                change = Change("Soak", soak.code, after.code, better=True)
                raises.append(Raise(f"Wearing {holding.item.name}", "gear", change))
    return BreakdownEntry(soak, "Rolled against damage.", tuple(raises), term="soak")


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
    "defense": (shown_only("defense", _defense),),
}
