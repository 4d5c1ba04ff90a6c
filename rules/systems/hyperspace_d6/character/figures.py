"""The numbers on the sheet, each a Figure from one short function; no layout, no wording."""

from collections.abc import Callable, Iterator
from functools import cache

from rules.figures import (
    Figure,
    at_least,
    bonus,
    constant,
    dice,
    instead,
    number,
    pool,
    times,
    total,
)
from rules.kit.currency import LET_BE
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding, InventoryItem
from rules.systems.hyperspace_d6.document.build import Gear
from rules.systems.hyperspace_d6.rulebook.book import book, guide
from rules.systems.hyperspace_d6.rulebook.rows import FORCE, Armor, Item, Weapon
from rules.text_cache import text_cache

# What says which design and crystal a lightsaber has.
Saber = InventoryItem | Gear


@text_cache(1024)
def _untrained(name: str, source: str) -> Figure:
    """No dice of its own: the same figure for every character."""
    return total(name, unit="D", source=source)


@cache
def _base(defense: str) -> Figure:
    row = book().defenses[defense]
    return constant("every character", row.base, source=row.source)


def attribute(character: Character, id: str) -> Figure:
    """The dice of an attribute from every source (HyperspaceD6, Creating Your Character)."""
    if (figure := character.memo.get(id)) is None:
        terms, source = character.attribute_terms(id), book().attributes[id].source
        figure = character.memo[id] = total(id, *terms, unit="D", source=source)
    return figure


def skill_dice(character: Character, id: str) -> Figure:
    """The dice of a skill above its attribute: focus, pick, edge, and raises."""
    skill, terms = character.skills[id], tuple(character.skill_terms(id))
    if not terms or not any(term.value for term in terms):
        return _untrained(skill.name, skill.source)
    return total(skill.name, *terms, unit="D", source=skill.source)


def skill(character: Character, id: str) -> Figure:
    """The pool of a check: attribute and skill, or its replacement (HyperspaceD6, Dice Codes)."""
    if (figure := character.memo.get(id)) is None:
        row = character.skills[character.tables.skill_id(id)]
        base, own = attribute(character, row.attribute), skill_dice(character, row.id)
        figure = character.memo[id] = pool(row.name, base, own, source=row.source)
    return figure


def worn(character: Character) -> tuple[Holding, Armor] | tuple[None, None]:
    """The worn armor and its row; None for none."""
    holding = character.holding(character.worn) if character.worn else None
    row = holding.item.row if holding else None
    return (holding, row) if holding and isinstance(row, Armor) else (None, None)


def defense(character: Character, id: str) -> Figure:
    """10 + the skill, or Stamina, and armor (HyperspaceD6, Defenses); or as the book prints it."""
    figure = _defense(character, id)
    opponent = character.opponent
    printed = opponent.defenses.get(id) if opponent else None
    if opponent is None or printed is None or printed == figure.value:
        return figure
    stands = number("as printed", printed, source=opponent.source)
    return instead(figure.label, stands, figure, source=opponent.source, ruling=opponent.ruling)


def _defense(character: Character, id: str) -> Figure:
    """A defense by its formula."""
    row = book().defenses[id]
    terms = [skill(character, row.skill)]
    if row.base:
        terms.insert(0, _base(id))
    holding, armor = worn(character) if row.armor else (None, None)
    if holding and armor:
        value = armor.soak if row.armor == "soak" else armor.dodge
        terms.append(bonus(holding.item.name, value, source=armor.source))
        terms += upgraded(holding.upgrades, bonus) if row.armor == "soak" else ()
    return total(row.name, *terms, source=row.source, ruling=row.ruling)


def actions(character: Character) -> Figure:
    """One, or one for each of a group, and one for each die of DEX (HyperspaceD6, Actions)."""
    harm = book().harm
    first = constant("the first", harm.actions_base, source=harm.sources["actions"])
    if character.members is not None:
        rule = guide().topics["minion-actions"]
        first = number("members", character.members, source=rule.source, ruling=rule.ruling)
    return total(
        "Actions a round",
        first,
        attribute(character, harm.actions_attribute),
        source=harm.sources["actions"],
    )


def wounds(character: Character) -> Figure:
    """The wounds that a character can take standing: the STR dice (HyperspaceD6, Wounded)."""
    harm = book().harm
    if character.drops_at_once:
        source = book().party.sources["quickplay"]
        return total("Wounds", number("most enemies", 0, source=source), source=source)
    return total(
        "Wounds",
        attribute(character, harm.wounds_attribute),
        source=harm.sources["wounds"],
        ruling=harm.rulings["wounds_strength"],
    )


def is_unconscious(character: Character) -> bool:
    """Knocked out, or down with wounds that nobody woke from (HyperspaceD6, Unconscious)."""
    marks = character.marks
    return bool(marks.unconscious) or (character.is_down and marks.wounds > marks.woken)


def threshold(character: Character, level: str) -> Figure:
    """The lowest damage of a level: a multiple of Stamina; of a stun the highest."""
    harm = book().harm
    row = next(row for row in harm.levels if row.id == level)
    stamina = skill(character, harm.skill)
    if not row.times:
        return total(row.name, stamina, source=row.source, ruling=harm.rulings["stamina_twice"])
    if row.times == 1:
        extra = constant("past it", 1, source=row.source)
        return total(row.name, stamina, extra, source=row.source)
    factor = constant("", row.times, source=row.source)
    return times(row.name, factor, stamina, source=row.source, ruling=harm.rulings["at_least"])


def force_points(character: Character) -> Figure:
    """The Force dice when the session began, at least 1 (HyperspaceD6, Force Points)."""
    source, ruling, label = book().creation.sources["force_points"], "", FORCE
    if character.session_force != character.attribute_dice(FORCE):
        label = f"{FORCE} when the session began"
        ruling = book().advancement.rulings["force_points_next_session"]
    force = number(label, character.session_force, source=source, ruling=ruling)
    return at_least("Force Points", force, character.least_force_points, source=source)


def character_points(character: Character) -> Figure:
    """5 at the start, and what was awarded and spent later."""
    source = book().creation.sources["character_points"]
    start = constant("at the start", character.first_points, source=source)
    moved = (bonus(name, more, source="Your history") for name, more in character.points.items())
    return total("Character Points", start, *moved, source=source)


def parry_with(character: Character, saber: Saber) -> Figure | None:
    """Parry with a saber whose design changes it; None if it does not."""
    design = book().designs.get(saber.design)
    if design is None or not design.parry:
        return None
    terms = defense(character, "parry").terms
    more = bonus(design.name, design.parry, source=design.source)
    return total("Parry", *terms, more, ruling=design.ruling)


def upgraded(count: int, term: Callable[..., Figure] = dice) -> tuple[Figure, ...]:
    """The `term` of so many upgrades; none for 0 (HyperspaceD6, Upgrading Gear and Vehicles)."""
    source = book().advancement.sources["gear"]
    return (term("upgraded", count, source=source),) if count else ()


def damage(character: Character, holding: Holding, weapon: Weapon) -> Figure:
    """The damage of a weapon that is carried, with its upgrades (HyperspaceD6, Weapons)."""
    return new_damage(character, weapon, holding.item, upgrades=holding.upgrades)


def new_damage(
    character: Character, weapon: Weapon, saber: Saber | None, *, upgrades: int = 0
) -> Figure:
    """A weapon's dice, its attribute, upgrades, and a saber's parts (HyperspaceD6, Weapons)."""
    terms = [dice(weapon.name, weapon.damage, source=weapon.source)]
    if weapon.adds:
        terms.insert(0, attribute(character, weapon.adds))
    terms += upgraded(upgrades)
    if weapon.workshop and saber:
        for part in (book().designs.get(saber.design), book().crystals.get(saber.crystal)):
            if part and part.damage:
                terms.append(dice(part.name, part.damage, source=part.source))
    return total("Damage", *terms, unit="D", source=weapon.source)


def unarmed_damage(character: Character) -> Figure:
    """The STR dice alone: the book has no rule for unarmed damage."""
    harm = book().harm
    strength = attribute(character, harm.wounds_attribute)
    return total("Damage", strength, unit="D", ruling=harm.rulings["unarmed"])


def explosive_damage(item: Item, upgrades: int = 0) -> Figure:
    """The damage of an explosive to each target, with its upgrades."""
    printed = dice(item.name, item.damage, source=item.source)
    return total("Damage", printed, *upgraded(upgrades), unit="D", source=item.source)


def conditional(character: Character) -> Iterator[tuple[str, bool, Figure]]:
    """Dice that count only while an item is used: the skill, if a saber's, and the dice."""
    chosen = character.chosen
    if chosen.edge and chosen.edge.conditional_dice and chosen.edge_skill:
        dice_of = chosen.edge.conditional_dice
        yield chosen.edge_skill, False, dice(chosen.edge.name, dice_of, source=chosen.edge.source)
    for holding in character.carried:
        design = character.tables.designs.get(holding.item.design)
        for id, value in (design.skills if design else {}).items():
            if id in chosen.skills and design:
                figure = dice(design.name, value, source=design.source, ruling=design.ruling)
                yield id, True, figure


def credits(character: Character) -> Figure:
    """The starting credits, minus spending, plus later income."""
    moved = [bonus(name, more, source="Your history") for name, more in character.purse.items()]
    if character.forgiven:
        moved.insert(0, bonus(LET_BE, character.forgiven, source="Your GM"))
    if character.chosen.spent:
        moved.insert(0, bonus("gear", -character.chosen.spent, source="What you bought"))
    if not moved:
        return character.credits_to_start()
    return total("Credits", character.credits_to_start("to start with"), *moved)
