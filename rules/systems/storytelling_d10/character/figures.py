"""The numbers on the sheet, each a Figure from one short function. No layout."""

from __future__ import annotations

from collections.abc import Iterator

from rules.figures import (
    DOTS,
    Figure,
    best,
    bonus,
    constant,
    divided,
    dots,
    number,
    pool,
    times,
    total,
)
from rules.kit.rulebooks import Number
from rules.systems.storytelling_d10.character.armed_sheet import ArmedSheet
from rules.systems.storytelling_d10.character.build import ITEMS
from rules.systems.storytelling_d10.character.character import DARK, LIGHT, STORY_TRAITS, Character
from rules.systems.storytelling_d10.character.dotted import BUILD, LEDGER
from rules.systems.storytelling_d10.character.worn_armor import TYPED, WornArmor
from rules.systems.storytelling_d10.document.build import PoolWeapon
from rules.systems.storytelling_d10.rulebook.book import Ability, rulebook

# More than any trait that decides a tie.
EDGE_DIGIT = 100
DEXTERITY, STAMINA, WITS, CHARISMA = "dexterity", "stamina", "wits", "charisma"


def _constant(row: Number) -> Figure:
    return constant("", row.number, source=row.source, ruling=row.ruling)


def story(character: Character, id: str) -> Figure:
    """Power, Light side, or Dark side."""
    name = STORY_TRAITS[id]
    figure = dots(name, character.chosen_value(id), source=BUILD)
    if change := character.value(id) - character.chosen_value(id):
        figure = total(name, figure, bonus("the story", change, source=LEDGER), unit=DOTS)
    return figure


def ability_pool(
    character: Character,
    id: str,
    attribute: str = "",
    base: Figure | None = None,
    row: Ability | None = None,
) -> Figure | None:
    """The attribute and the dots; None for a Knowledge without any, save for a Master of
    Heuristics. `base` is the attribute, and `row` the ability, where they are known already.
    """
    row = row or character.abilities[id]
    own = character.trait(id)
    if not own.value and needs_dots(character, row):
        return None
    base = base or character.trait(attribute or row.attribute)
    return pool(row.name, base, own, source=row.source)


def needs_dots(character: Character, row: Ability) -> bool:
    """True of a Knowledge: it isn't rolled without a dot, save by a Master of Heuristics."""
    group = rulebook().traits.ability_groups[row.group]
    return group.untrained is None and not character.has_merit("master-of-heuristics")


# --- moving, initiative


def walk(character: Character) -> Figure:
    """(20 + 3 × Dexterity) ÷ 2 meters, fractions kept; Short and Lame divide, Paraplegic is 1."""
    numbers = rulebook().combat.numbers
    if character.has_flaw("paraplegic"):
        return numbers["paraplegic"].figure("Move")
    base = numbers["move-base"]
    step = times("", _constant(numbers["move-dexterity"]), character.trait(DEXTERITY))
    figure = total("Move", _constant(base), step, source=base.source)
    for id in ("move-divisor", "short", "lame"):
        if id == "move-divisor" or character.has_flaw(id):
            row = numbers[id]
            figure = divided("Move", figure, row.number, source=row.source, ruling=row.ruling)
    return figure


def run(character: Character) -> Figure | None:
    """Twice the move; None for whoever cannot run."""
    if character.has_flaw("lame") or character.has_flaw("paraplegic"):
        return None
    row = rulebook().combat.numbers["run"]
    return times("Run", _constant(row), walk(character), source=row.source)


def initiative_first(character: Character) -> Figure:
    """The higher of Light side and Dark side: what is rolled first."""
    sides = (story(character, LIGHT), story(character, DARK))
    return best("First roll", sides, source=rulebook().combat.numbers["initiative"].source)


def initiative_attribute(character: Character) -> str:
    """Wits; with Force Intuition Charisma, even where that is lower (our ruling)."""
    return CHARISMA if character.has_merit("force-intuition") else WITS


def initiative(character: Character) -> Figure:
    """Dexterity and Wits, or Charisma."""
    source = rulebook().combat.numbers["initiative"].source
    other = character.trait(initiative_attribute(character))
    return pool("Initiative", character.trait(DEXTERITY), other, source=source)


def initiative_edge(character: Character) -> int:
    """The edge in a tie of initiative: the higher of Light and Dark, then Dexterity, then Wits, as
    the digits of one number.
    """
    digits = (initiative_first(character).value, character.value(DEXTERITY), character.value(WITS))
    edge = 0
    for digit in digits:
        edge = edge * EDGE_DIGIT + digit
    return edge


# --- armor, weapons


ARMOR = WornArmor(
    rulebook().combat.armor_classes,
    "Dexterity",
    rulebook().merits.merits,
    proficiency="armor-proficiency",
    protections=("armored-protection", "improved-armored-protection"),
    master="armor-master",
)


def attack(character: Character, weapon: PoolWeapon) -> Figure | None:
    """Dexterity and the ability that a weapon is used with."""
    return ability_pool(character, weapon.ability, DEXTERITY)


def untrained(character: Character, ability: str) -> Iterator[Figure]:
    """The number that an ability without a dot adds to a difficulty: 2 for a Skill."""
    row = rulebook().traits.abilities[ability]
    group, usual = (
        rulebook().traits.ability_groups[row.group],
        rulebook().combat.numbers["difficulty"],
    )
    more = (group.untrained or usual.number) - usual.number
    if more > 0 and not character.value(ability):
        yield bonus(f"no dot in {row.name}", more, source=group.source)


def attack_difficulty(character: Character, weapon: PoolWeapon) -> Figure:
    """The weapon's difficulty, with what lacks: a dot, the skill."""
    combat = rulebook().combat
    terms = [number("Difficulty", weapon.difficulty, source=TYPED)]
    terms += untrained(character, weapon.ability)
    has_skills = weapon.ability in ("firearms", "melee")
    if has_skills and not _is_skilled(character, weapon):
        terms.append(combat.numbers["unskilled"].bonus("no skill with it"))
    return terms[0] if len(terms) == 1 else total("Difficulty", *terms)


def _is_skilled(character: Character, weapon: PoolWeapon) -> bool:
    """True if the character has the weapon's skill, which may be typed by its name."""
    ids, names = (
        character.weapon_skills(weapon.ability),
        character.weapon_skill_names(weapon.ability),
    )
    return weapon.skill.casefold() in {one.casefold() for one in (*ids, *names)}


def damage(character: Character, weapon: PoolWeapon) -> Figure:
    """Its dice, with the attribute that it adds."""
    own = dots(weapon.name, weapon.damage, source=TYPED)
    if not weapon.adds:
        return own
    return pool("Damage", character.trait(weapon.adds), own, source=TYPED)


ARMS = ArmedSheet(
    ITEMS.abilities,
    attack,
    attack_difficulty,
    damage,
    lambda weapon: ("ignores armor",) if weapon.source == "lightsaber" else (),
)


# --- points


def experience(character: Character) -> Figure:
    """The experience awarded, less that spent."""
    terms = (bonus(purpose, value, source=LEDGER) for purpose, value in character.points.items())
    return total("Experience points", *terms, source=rulebook().creation.prices["ability"].source)


def destiny(character: Character) -> Figure:
    """The Destiny points awarded, less those spent."""
    terms = [bonus(purpose, value, source=LEDGER) for purpose, value in character.destiny.items()]
    if spent := character.marks.destiny_spent:
        terms.append(bonus("spent", -spent))
    source = rulebook().points.destiny["successes"].source
    return total("Destiny points", *terms, source=source)


def merit_points(character: Character) -> tuple[int, int]:
    """Points of the build's merits that are spent, and those that there are."""
    numbers = rulebook().creation.numbers
    flaw_points = sum(one.points for one in character.chosen.flaws)
    there = numbers["merit-points"].number + min(flaw_points, numbers["flaw-points-most"].number)
    return sum(one.points for one in character.chosen.merits), there


def alignment(character: Character) -> str:
    """Dark, light, or neutral."""
    return side_of(character.value(LIGHT), character.value(DARK))


def side_of(light: int, dark: int) -> str:
    """Dark, light, or neutral, of two grades (New Parameters for Storytelling)."""
    numbers = rulebook().points.numbers
    if dark - light >= numbers["dark-lead"].number:
        return "dark"
    return "light" if light - dark >= numbers["light-lead"].number else "neutral"
