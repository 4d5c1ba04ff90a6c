"""The numbers on the sheet, each a Figure from one short function. No layout, no wording beyond
terms.
"""

from collections.abc import Iterator
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
from rules.systems.hyperspace_d6.character.inventory import Holding
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide
from rules.systems.hyperspace_d6.rulebook.rows import FORCE, Armor, Item, Skill, Weapon
from rules.text_cache import text_cache


@text_cache(1024)
def _untrained(name: str, source: str) -> Figure:
    """No dice of its own: the same figure for every character."""
    return total(name, unit="D", source=source)


@cache
def _base(defense: str) -> Figure:
    row = book().defenses[defense]
    return constant("every character", row.base, source=row.source)


def attribute(character: Character, id: str) -> Figure:
    """The dice from species, profession, edge and Character Points (HyperspaceD6, Creating Your
    Character).
    """
    figure = character.memo.get(id)
    if figure is None:
        figure = character.memo[id] = _attribute(character, id)
    return figure


def _attribute(character: Character, id: str) -> Figure:
    chosen = character.chosen
    terms = []
    for origin in (chosen.species, chosen.profession):
        if value := origin.dice.get(id, 0):
            terms.append(dice(origin.name, value, source=origin.source, ruling=origin.ruling))
    if id == FORCE:
        if chosen.edge and chosen.edge.force_dice:
            terms.append(dice(chosen.edge.name, chosen.edge.force_dice, source=chosen.edge.source))
        if character.unlocked:
            terms.append(dice("unlocked", 1, source=book().advancement.sources["unlock_force"]))
    if raised := character.raised.get(id, 0):
        terms.append(dice("raised", raised, source=book().advancement.sources["attribute"]))
    return total(id, *terms, unit="D", source=book().attributes[id].source)


def skill_dice(character: Character, id: str) -> Figure:
    """The dice of a skill above its attribute: focus, pick, edge, and raises."""
    chosen, creation = character.chosen, book().creation
    skill: Skill = chosen.skills[id]
    if not character.skill_dice(id):
        return _untrained(skill.name, skill.source)
    terms = list(chosen.opponent.skills.get(id, ())) if chosen.opponent else []
    species = chosen.species
    if species.focus == id:
        name = f"{species.focus_name} ({species.name})"
        terms.append(dice(name, creation.focus_dice, source=species.source, ruling=species.ruling))
    for _ in range(chosen.picks.count(id)):
        terms.append(dice("picked", creation.pick_dice, source=creation.sources["picks"]))
    if chosen.edge and chosen.edge_skill == id and chosen.edge.dice:
        terms.append(dice(chosen.edge.name, chosen.edge.dice, source=chosen.edge.source))
    if raised := character.raised.get(id, 0):
        terms.append(dice("raised", raised, source=book().advancement.sources["skill"]))
    return total(skill.name, *terms, unit="D", source=skill.source)


def skill(character: Character, id: str) -> Figure:
    """The pool of a check: attribute and skill together (HyperspaceD6, Calculating Dice Codes).

    For a skill that the party replaced, the pool of the replacement.
    """
    figure = character.memo.get(id)
    if figure is None:
        row = character.skills[character.tables.skill_id(id)]
        base = attribute(character, row.attribute)
        figure = pool(row.name, base, skill_dice(character, row.id), source=row.source)
        character.memo[id] = figure
    return figure


def worn(character: Character) -> Holding | None:
    """The worn armor, if any."""
    holding = character.holding(character.worn) if character.worn else None
    return holding if holding and isinstance(holding.item.row, Armor) else None


def defense(character: Character, id: str) -> Figure:
    """10 + the skill, or Stamina; and the modifiers of worn armor (HyperspaceD6, Defenses). Of an
    opponent of the book the printed number stands.
    """
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
    holding = worn(character) if row.armor else None
    if holding and isinstance(holding.item.row, Armor):
        armor = holding.item.row
        value = armor.soak if row.armor == "soak" else armor.dodge
        terms.append(bonus(holding.item.name, value, source=armor.source))
        if row.armor == "soak" and holding.upgrades:
            terms.append(
                bonus("upgraded", holding.upgrades, source=book().advancement.sources["gear"])
            )
    return total(row.name, *terms, source=row.source, ruling=row.ruling)


def actions(character: Character) -> Figure:
    """One, and one more for each die of DEX (HyperspaceD6, Actions); of a group, one for each
    member, and one more for each die of DEX (HyperspaceD6, Minion Groups).
    """
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
    """Knocked out, or with more wounds than Strength allows; not with those left after one was
    healed (HyperspaceD6, Unconscious).
    """
    marks = character.marks
    return bool(marks.unconscious) or (character.is_down and marks.wounds > marks.woken)


def threshold(character: Character, level: str) -> Figure:
    """The lowest damage after Soak of a level of harm: a multiple of Stamina.

    The first level goes up to Stamina itself (HyperspaceD6, Damage).
    """
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
    """The Force dice at the beginning of the session, or 1 (HyperspaceD6, Character Points and
    Force Points).
    """
    creation = book().creation
    grown = character.session_force != character.attribute_dice(FORCE)
    dice_of_force = number(
        f"{FORCE} when the session began" if grown else FORCE,
        character.session_force,
        source=creation.sources["force_points"],
        ruling=book().advancement.rulings["force_points_next_session"] if grown else "",
    )
    return at_least(
        "Force Points",
        dice_of_force,
        character.least_force_points,
        source=creation.sources["force_points"],
    )


def character_points(character: Character) -> Figure:
    """5 at the start, and what was awarded and spent later."""
    creation = book().creation
    start = constant(
        "at the start", character.first_points, source=creation.sources["character_points"]
    )
    moved = [
        bonus(account, amount, source="Your history")
        for account, amount in character.points.items()
    ]
    return total("Character Points", start, *moved, source=creation.sources["character_points"])


def parry_with(character: Character, holding: Holding) -> Figure | None:
    """Parry with a saber whose design changes it; None if it does not."""
    design = book().designs.get(holding.item.design)
    if design is None or not design.parry:
        return None
    base = defense(character, "parry")
    return total(
        "Parry",
        *base.terms,
        bonus(design.name, design.parry, source=design.source),
        ruling=design.ruling,
    )


def damage(character: Character, holding: Holding, weapon: Weapon) -> Figure:
    """A weapon's dice, with the attribute it adds, its upgrades, and a saber's design and crystal.

    Never less than nothing. (HyperspaceD6, Weapons & Armor; Lightsabers)
    """
    terms = [dice(weapon.name, weapon.damage, source=weapon.source)]
    if weapon.adds:
        terms.insert(0, attribute(character, weapon.adds))
    if holding.upgrades:
        terms.append(dice("upgraded", holding.upgrades, source=book().advancement.sources["gear"]))
    if weapon.workshop:
        for part in (
            book().designs.get(holding.item.design),
            book().crystals.get(holding.item.crystal),
        ):
            if part and part.damage:
                terms.append(dice(part.name, part.damage, source=part.source))
    return total("Damage", *terms, unit="D", source=weapon.source)


def unarmed_attack(character: Character) -> Figure:
    """The pool of an unarmed attack: Brawl (HyperspaceD6, Attacking)."""
    return skill(character, "brawl")


def unarmed_damage(character: Character) -> Figure:
    """The STR dice alone: the book has no rule for unarmed damage."""
    harm = book().harm
    return total(
        "Damage",
        attribute(character, harm.wounds_attribute),
        unit="D",
        ruling=harm.rulings["unarmed"],
    )


def explosive_damage(item: Item, upgrades: int = 0) -> Figure:
    """The damage of an explosive to each target, with its upgrades."""
    terms = [dice(item.name, item.damage, source=item.source)]
    if upgrades:
        terms.append(dice("upgraded", upgrades, source=book().advancement.sources["gear"]))
    return total("Damage", *terms, unit="D", source=item.source)


def conditional(character: Character) -> dict[str, list[Figure]]:
    """Dice that count only while an item is used, by skill: an heirloom, a saber in hand."""
    by_skill: dict[str, list[Figure]] = {}
    for id, _, figure in _conditional(character):
        by_skill.setdefault(id, []).append(figure)
    return by_skill


def in_use(character: Character, skill: str) -> list[tuple[bool, Figure]]:
    """The `conditional` dice of one skill, and for each whether they are a saber's."""
    return [(is_saber, figure) for id, is_saber, figure in _conditional(character) if id == skill]


def _conditional(character: Character) -> Iterator[tuple[str, bool, Figure]]:
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
    moved = [
        bonus(account, amount, source="Your history") for account, amount in character.purse.items()
    ]
    if character.forgiven:
        moved.insert(0, bonus(LET_BE, character.forgiven, source="Your GM"))
    if character.chosen.spent:
        moved.insert(0, bonus("gear", -character.chosen.spent, source="What you bought"))
    if not moved:
        return character.credits_to_start()
    return total("Credits", character.credits_to_start("to start with"), *moved)
