"""The sections of the sheet, in the order they are shown. `character/figures.py` has the
numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.declared.powers import sheet as powers
from rules.kit.coded import sheet as coded_sheet
from rules.kit.sheets import story
from rules.sheet.sections import (
    Attack,
    Column,
    Figures,
    Line,
    Section,
    Sheet,
    Things,
    Traits,
)
from rules.systems.empire_ascendant.character import figures, marks, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.validation import Item
from rules.systems.empire_ascendant.rulebook.book import FORCE_SKILLS, rulebook

CREDIT = (
    "After the D6 rules overview for Empire Ascendant by Neuronphaser, RPGnet wiki, 2013;"
    " based on Mini Six"
)


def sheet(character: Character) -> Sheet:
    """Everything there is to show."""
    columns, counts = traits(character), points(character)
    return coded_sheet.typed_sheet(character, _sections(character, columns, counts), credit=CREDIT)


def blank(character: Character) -> Sheet:
    """The sheet to fill in by hand, with every Force skill, rows for powers, and Character
    Points.
    """
    columns = replace(traits(character), row=_force(character, FORCE_SKILLS))
    sections = _sections(character, columns, points(character, is_priced=True))
    rows = Things("powers", "Force powers", None, ())
    return coded_sheet.typed_sheet(character, (*sections, rows), credit=CREDIT)


def _sections(character: Character, columns: Traits, counts: Figures) -> tuple[Section, ...]:
    attacks, harm = coded_sheet.attack_section(attack_rows(character)), marks.harm(character)
    force = powers.passages(character, "Force powers", figures.learning)
    who = story("who", "Description", (("Description", character.build.description),))
    first = (defenses(character), attacks, counts, harm, columns)
    return (*first, *force, gear(character), who)


def summary(character: Character) -> Sheet:
    """The sheet that grows beside the form: attributes, skills with codes of their own, defenses,
    weapons, gear, points.
    """
    attacks = coded_sheet.attack_section(attack_rows(character))
    trained = traits(character, trained=True)
    sections = (trained, defenses(character), attacks, gear(character), points(character))
    return coded_sheet.typed_sheet(character, sections, attacks, credit=CREDIT)


def defenses(character: Character) -> Figures:
    """Dodge, Full Dodge, the Parries, Soak."""
    armor, found = character.worn_armor, figures.defenses(character).items()
    lines = (Line(f"defenses.{id}", figure.label, figure) for id, figure in found)
    soak = Line("soak", "Soak", figures.soak(character), f"in {armor.name}" if armor else "")
    return Figures("defenses", "Defenses", (*lines, soak))


def points(character: Character, *, is_priced: bool = False) -> Figures:
    """Force Points, Dark Side Points, Character Points if they buy anything (`is_priced`) or were
    awarded, and move.
    """
    lines = coded_sheet.point_lines(
        character,
        figures.POINTS,
        force="sixes explode for a scene",
        dark="fallen to the dark side" if character.marks.fallen else "",
        is_priced=is_priced or bool(character.chosen.preset),
    )
    run, crawl = figures.run(character).value, figures.crawl(character).value
    note = f"meters; run {run}, crawl {crawl}"
    move = Line("move", "Move", figures.move(character), note)
    return Figures("points", "Points", (*lines, move))


def traits(character: Character, *, trained: bool = False) -> Traits:
    """A column for each attribute with its skills; the Force across. With `trained` only those with
    codes of their own.
    """
    across = _force(character, character.power_skills)
    return coded_sheet.trait_columns(character, figures.trait, trained=trained, across=across)


def _force(character: Character, ids: Iterable[str]) -> Column | None:
    """These Force skills, across; None for none."""
    return powers.column(character, "force", "The Force", ids, figures.trait)


def attack_rows(character: Character) -> tuple[Attack, ...]:
    """Every weapon that is said to be used with something, with its codes."""
    return coded_sheet.typed_attacks(character, figures.CODES, special=_special)


def _special(weapon: Item) -> tuple[str, ...]:
    """The use of a weapon that is no shooting, and its difficulty."""
    if weapon.form in ("", "ranged"):
        return ()
    form = rulebook().combat.forms[weapon.form].name
    return (form if weapon.difficulty is None else f"{form}, difficulty {weapon.difficulty}",)


def gear(character: Character) -> Things:
    """Everything carried that does not stand among the attacks: armor first, then the rest."""
    return coded_sheet.typed_gear(character, lambda item: parsing.ARMOR.shown(item.adds))
