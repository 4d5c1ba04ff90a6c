"""The numbers on the sheet, each a Figure from one short function. No layout."""

from __future__ import annotations

from rules import figures
from rules.figures import (
    Figure,
    bonus,
    carried,
    constant,
    dice,
    instead,
    number,
    points,
    times,
    total,
)
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.parsing import Code
from rules.systems.rules_sheet_d6.character.validation import Item
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book


def trait(character: Character, trait: str) -> Figure:
    """The code of an attribute by its id, or of a skill by its key."""
    return attribute(character, trait) if trait in ATTRIBUTES else skill(character, trait)


def attribute(character: Character, id: str) -> Figure:
    """The code that was typed, or set anew since, and the pips that were bought."""
    row, code = book().traits.attributes[id], character.chosen.attributes.get(id)
    source = book().creation.sources["codes"] if code else "Not typed in yet"
    value, pips = code or (0, 0)
    base = dice(id, value, pips=pips, source=source)
    found = _corrected(character, id, base)
    return _raised(character, id, found, source=row.source)


def skill(character: Character, key: str) -> Figure:
    """The code that was typed; without one, that of its attribute (our ruling)."""
    row = character.skills[key]
    base = attribute(character, row.attribute)
    code = character.corrected.get(key) or row.code
    raised = character.raised.get(key, 0)
    if code is None and not raised:
        ruling = book().traits.rulings["bare_skill"]
        return total(row.name, base, unit="D", source=_source(key), ruling=ruling)
    own = _typed(character, key, row.code) if code else base
    if raised:
        own = carried("raised", own, _bought(raised))
    return instead(row.name, own, base, source=_source(key))


def _typed(character: Character, key: str, code: Code | None) -> Figure:
    """The code of a skill as it was typed, or set anew since."""
    anew = character.corrected.get(key)
    value, pips = anew or code or (0, 0)
    source = "Your ledger" if anew else book().creation.sources["codes"]
    return dice("set anew" if anew else "typed in", value, pips=pips, source=source)


def _corrected(character: Character, id: str, base: Figure) -> Figure:
    anew = character.corrected.get(id)
    if anew is None:
        return base
    now = dice("set anew", anew[0], pips=anew[1], source="Your ledger")
    return instead(id, now, base)


def _raised(character: Character, trait: str, base: Figure, *, source: str) -> Figure:
    raised = character.raised.get(trait, 0)
    return carried(trait, base, _bought(raised), source=source) if raised else base


def _bought(raised: int) -> Figure:
    """Pips that were bought, three to a die."""
    rules = book().advancement
    label = "pip bought" if raised == 1 else "pips bought"
    return points(label, raised, source=rules.sources["pip"], ruling=rules.rulings["pip"])


def _source(key: str) -> str:
    row = book().traits.skills.get(key)
    return row.source if row else book().creation.sources["codes"]


def has_own(character: Character, key: str) -> bool:
    """Whether a skill has a code of its own."""
    return character.has_code(key) or bool(character.raised.get(key))


def defense(character: Character) -> Figure:
    """3½ for each die of Dodge, rounded down, its pips, and what worn armor adds (Star Wars D6
    rules sheet, Attack Actions).
    """
    rules = book().defense
    dodge = skill(character, rules.defense_skill)
    terms = [_of_dice(dodge, source=rules.sources["defense"])]
    if dodge.pips:
        terms.append(bonus(_pips(dodge), dodge.pips, source=rules.sources["defense"]))
    if armor := character.worn_armor:
        ruling = rules.rulings["armor"]
        terms.append(bonus(armor.name, armor.defense, source="Typed in", ruling=ruling))
    ruling = rules.rulings["every_attack"]
    return total("Defense", *terms, source=rules.sources["defense"], ruling=ruling)


def _pips(pool: Figure) -> str:
    return f"{'pip' if pool.pips == 1 else 'pips'} of {pool.label}"


def _of_dice(pool: Figure, *, source: str) -> Figure:
    label = f"dice of {pool.label}"
    return figures.average(label, pool, halves=book().defense.die_in_halves, source=source)


def base(character: Character) -> Figure:
    """3½ for each die of Strength, rounded down, and its pips: where Wounded begins (Star Wars D6
    rules sheet, Attack Actions).
    """
    rules = book().defense
    strength = attribute(character, rules.harm_attribute)
    terms = [_of_dice(strength, source=rules.sources["boxes"])]
    if strength.pips:
        ruling = rules.rulings["strength_pips"]
        terms.append(
            bonus(
                _pips(strength),
                strength.pips,
                source=rules.sources["boxes"],
                ruling=ruling,
            )
        )
    return total("Base", *terms, source=rules.sources["boxes"])


def threshold(character: Character, level: str) -> Figure:
    """The damage from which a box is marked: so many times the base; of the first box, where it
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
    """How many marks each box takes: the dice of Strength (Star Wars D6 rules sheet, Attack
    Actions).
    """
    rules = book().defense
    strength = attribute(character, rules.harm_attribute)
    ruling = rules.rulings["strength_pips"] if strength.pips else ""
    ruling = rules.rulings["chain"] if is_frail(character) else ruling
    whole = number(f"dice of {strength.label}", strength.value, source=rules.sources["boxes"])
    return total("Marks a box takes", whole, source=rules.sources["boxes"], ruling=ruling)


def is_frail(character: Character) -> bool:
    """Whether every box is full at one mark, and nothing keeps a wound from running through."""
    strength = attribute(character, book().defense.harm_attribute)
    return strength.value == 1 and not character.house.one_step_a_hit


def marked(character: Character, level: str) -> int:
    """How many marks stand in a box."""
    return int(getattr(character.marks, book().defense.levels[level].mark))


def is_dead(character: Character) -> bool:
    """Whether the last box is full (Star Wars D6 rules sheet, Damage Results)."""
    limit = boxes(character).value
    return 0 < limit <= marked(character, tuple(book().defense.levels)[-1])


def force_points(character: Character) -> Figure:
    """Those one begins with, and what was given since."""
    creation = book().creation
    typed = character.build.force_points is not None
    ruling = "" if typed else creation.rulings["force_points"]
    start = constant(
        "to begin with",
        character.chosen.force_points,
        source=creation.sources["force_points"],
        ruling=ruling,
    )
    moved = (bonus(kind, amount, source="Your ledger") for kind, amount in character.force.items())
    return total("Force Points", start, *moved, source=book().play.sources["force_point"])


def force_points_left(character: Character) -> Figure:
    """What of them is not spent."""
    whole, spent = force_points(character), character.marks.force_spent
    if not spent:
        return whole
    return total(whole.label, *whole.terms, bonus("spent", -spent), source=whole.source)


def dark_side_points(character: Character) -> Figure:
    """Those that were gained (Star Wars D6 rules sheet, Dark Side Points)."""
    count, source = character.marks.dark_side_points, book().play.sources["dark_side"]
    return number("Dark Side Points", count, source=source)


def character_points(character: Character) -> Figure:
    """What was awarded and spent."""
    moved = (bonus(kind, amount, source="Your ledger") for kind, amount in character.points.items())
    source = book().advancement.sources["award"]
    return total("Character Points", *moved, source=source)


def attack(character: Character, weapon: Item) -> Figure | None:
    """The code a weapon is used with, None where that is not said."""
    return trait(character, weapon.skill) if weapon.skill else None


def damage(character: Character, weapon: Item) -> Figure | None:
    """The weapon's code, with Strength where that is added, three pips to a die; None for none."""
    own = weapon.damage
    if own is None:
        return None
    code = dice(weapon.name, own.dice, pips=own.pips, source="Typed in")
    if not own.with_strength:
        return total("Damage", code, unit="D", source="Typed in")
    strength = attribute(character, book().defense.harm_attribute)
    return carried("Damage", strength, code, source="Typed in")
