"""The numbers of the sheet, each a Figure from one short function. No layout."""

from __future__ import annotations

from rules import figures
from rules.figures import Figure, bonus, constant, times, total
from rules.kit.coded.character import (
    CodeFigures,
    CodeSources,
    PointFigures,
)
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.rulebook import book

CODES = CodeFigures(
    CodeSources(
        typed=book().creation.sources["codes"],
        bought=book().advancement.sources["pip"],
        bought_ruling=book().advancement.rulings["pip"],
        bare_ruling=book().traits.rulings["bare_skill"],
    ),
    raised=lambda id: book().traits.attributes[id].source,
    book=book().traits.skills.get,
    strength=book().defense.harm_attribute,
)
trait, attribute, skill = CODES.trait, CODES.base, CODES.skill
attack, damage = CODES.attack, CODES.damage


def defense(character: Character) -> Figure:
    """3½ for each die of Dodge, rounded down, its pips, and what worn armor adds (Star Wars D6
    rules sheet, Attack Actions).
    """
    rules = book().defense
    source, ruling = rules.sources["defense"], rules.rulings["every_attack"]
    terms = _average(skill(character, rules.defense_skill), source)
    if armor := character.worn_armor:
        more = rules.rulings["armor"]
        terms.append(bonus(armor.name, armor.defense, source="Entered", ruling=more))
    return total("Defense", *terms, source=source, ruling=ruling)


def _average(pool: Figure, source: str, *, ruling: str = "") -> list[Figure]:
    """The average of a code's dice, rounded down, and its pips (with the ruling)."""
    halves = book().defense.die_in_halves
    label = f"from {pool.label} {pool.value}D"
    terms = [figures.average(label, pool, halves=halves, source=source)]
    if pool.pips:
        terms.append(
            bonus("pip" if pool.pips == 1 else "pips", pool.pips, source=source, ruling=ruling)
        )
    return terms


def base(character: Character) -> Figure:
    """3½ for each die of Strength, rounded down, and its pips: where Wounded begins (Star Wars D6
    rules sheet, Attack Actions).
    """
    rules = book().defense
    source, strength = rules.sources["boxes"], attribute(character, rules.harm_attribute)
    terms = _average(strength, source, ruling=rules.rulings["strength_pips"])
    return total("Base", *terms, source=source)


def threshold(character: Character, level: str) -> Figure:
    """The damage at which a box begins: a multiple of the base; for the first box, where it
    ends.
    """
    rules = book().defense
    row, from_ = rules.levels[level], base(character)
    if row.times <= 1:
        label = f"{row.name}, under" if not row.times else row.name
        return total(label, from_, source=row.source)
    factor = constant("", row.times, source=row.source)
    ruling = rules.rulings["doubled_rounded"]
    return times(row.name, factor, from_, source=row.source, ruling=ruling)


def boxes(character: Character) -> Figure:
    """The number of marks in each box: the dice of Strength (Star Wars D6 rules sheet, Attack
    Actions).
    """
    rules = book().defense
    strength = attribute(character, rules.harm_attribute)
    ruling = rules.rulings["strength_pips"] if strength.pips else ""
    ruling = rules.rulings["chain"] if is_frail(character) else ruling
    whole = bonus(f"dice of {strength.label}", strength.value, source=rules.sources["boxes"])
    return total("Marks per box", whole, source=rules.sources["boxes"], ruling=ruling)


def is_frail(character: Character) -> bool:
    """True if every box is full with one mark, so that a wound runs through all of them."""
    strength = attribute(character, book().defense.harm_attribute)
    return strength.value == 1 and not character.house.one_step_a_hit


def marked(character: Character, level: str) -> int:
    """The number of marks in a box."""
    return int(getattr(character.marks, book().defense.levels[level].mark))


def is_dead(character: Character) -> bool:
    """True if the last box is full (Star Wars D6 rules sheet, Damage Results)."""
    limit = boxes(character).value
    return 0 < limit <= marked(character, tuple(book().defense.levels)[-1])


POINTS = PointFigures(
    start=book().creation.sources["force_points"],
    ruling=book().creation.rulings["force_points"],
    force=book().play.sources["force_point"],
    dark_side=book().play.sources["dark_side"],
    award=book().advancement.sources["award"],
)
force_points, force_points_left = POINTS.force_points, POINTS.force_points_left
dark_side_points, character_points = POINTS.dark_side_points, POINTS.character_points
