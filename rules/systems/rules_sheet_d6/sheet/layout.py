"""The sections of the sheet in display order. `character/figures.py` has the numbers."""

from __future__ import annotations

from rules.kit.coded.sheet import (
    attack_section,
    point_lines,
    trait_columns,
    typed_attacks,
    typed_gear,
    typed_sheet,
)
from rules.kit.sheets import story
from rules.sheet.sections import (
    Attack,
    Figures,
    Line,
    Prose,
    Section,
    Sheet,
    Things,
    Traits,
)
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character import marks as character_marks
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.rulebook import book

CREDIT = "After the Star Wars D6 rules sheet by Bill Slavicsek"


def sheet(character: Character) -> Sheet:
    """The whole sheet."""
    return typed_sheet(character, _sections(character, points(character)), credit=CREDIT)


def blank(character: Character) -> Sheet:
    """The sheet to fill in by hand, with Character Points."""
    counts = points(character, is_priced=True)
    return typed_sheet(character, _sections(character, counts), credit=CREDIT)


def _sections(character: Character, counts: Figures) -> tuple[Section, ...]:
    return (
        defense(character),
        attack_section(attack_rows(character)),
        counts,
        character_marks.harm(character),
        traits(character),
        gear(character),
        who(character),
    )


def summary(character: Character) -> Sheet:
    """The summary beside a form: attributes, skills with their own codes, Defense, weapons, gear,
    points.
    """
    attacks = attack_section(attack_rows(character))
    cells = (
        traits(character, trained=True),
        defense(character),
        attacks,
        gear(character),
        points(character),
    )
    return typed_sheet(character, cells, attacks, credit=CREDIT)


def defense(character: Character) -> Figures:
    """The target number of attacks."""
    armor = character.worn_armor
    note = f"in {armor.name}" if armor else ""
    line = Line("defense", "Defense", figures.defense(character), note)
    warning = "one wound kills" if figures.is_frail(character) else ""
    marks = Line("boxes", "Marks per box", figures.boxes(character), warning)
    return Figures("defense", "Defense", (line, marks))


def points(character: Character, *, is_priced: bool = False) -> Figures:
    """Force Points, Dark Side Points, and Character Points if they buy anything (`is_priced`)."""
    factor = book().play.force_point
    times = {2: "doubles"}.get(factor, f"multiplies by {factor}")
    lines = point_lines(
        character,
        figures.POINTS,
        force=f"{times} all codes for a round",
        dark="consumed by evil" if character.marks.consumed else "",
        is_priced=is_priced or character.chosen.by_preset,
    )
    return Figures("points", "Points", lines)


def traits(character: Character, *, trained: bool = False) -> Traits:
    """Six columns, each an attribute with its skills; with `trained` only skills with their own
    codes.
    """
    return trait_columns(character, figures.trait, trained=trained)


def attack_rows(character: Character) -> tuple[Attack, ...]:
    """Every weapon with a trait, with its codes."""
    return typed_attacks(character, figures.CODES)


def gear(character: Character) -> Things:
    """Every carried item that is not among the attacks: armor first, then the rest."""
    return typed_gear(character, lambda item: f"Defense +{item.defense}")


def who(character: Character) -> Prose:
    """The player's texts."""
    return story("who", "About", (("Description", character.build.description),))
