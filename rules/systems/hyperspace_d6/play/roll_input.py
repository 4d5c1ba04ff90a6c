"""What may add dice to a roll: the items of who rolls, and a craft."""

from collections.abc import Iterator

from rules.figures import Figure, bonus, dice
from rules.kit.play.answers import Answers, whole
from rules.play import Attempt
from rules.problems import Problem
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import weapon_in_hand
from rules.systems.hyperspace_d6.play.rollables import Rollable, properties
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide
from rules.systems.hyperspace_d6.rulebook.rows import Item

MOST_DICE, MOST_NUMBER = 30, 200
# What holds against the weapon of a craft, by the value of its field.
HELD_FIELD, EVADE, DODGE = "held", "evade", "dodge"
HELD = {EVADE: "Evade", DODGE: "Dodge"}
# The dice that a craft gives whoever is aboard.
CRAFT_DICE, CRAFT_SOURCE = "craft_dice", "HyperspaceD6, Vehicle Attributes"
MOST_TERMS, MOST_LABEL = 8, 80
BAD_DICE = "The dice of a craft are a number and what gives them: 2 Firepower."


def held_name(answers: Answers) -> str:
    """The name of the number against the weapon of a craft: Evade of a craft, Dodge of a person."""
    return HELD[answers.option(HELD_FIELD, HELD) or EVADE]


def craft_dice(answers: Answers) -> Iterator[Figure]:
    """The dice that a craft adds or takes: "2 Firepower", "-1 rattled"."""
    for typed in answers.chosen(CRAFT_DICE)[:MOST_TERMS]:
        count, _, label = typed.partition(" ")
        value = whole(count, -MOST_DICE, MOST_DICE)
        if value is None or not label.strip():
            answers.wrong.append(Problem("bad-value", CRAFT_DICE, BAD_DICE))
            return
        yield dice(label.strip()[:MOST_LABEL], value, source=CRAFT_SOURCE)


def gun_values(answers: Answers) -> tuple[tuple[str, str], ...]:
    """The weapon of a craft, as the form of its damage takes it."""
    gun = answers.text("gun")[:MOST_LABEL]
    if not gun:
        return ()
    scale, nature = answers.text("scale"), answers.chosen("nature")
    ion = (("nature", "ion"),) if "ion" in nature else ()
    return ((CRAFT_DICE, gun), *((("scale", scale),) if scale in guide().scales else ()), *ion)


def usable(
    attempt: Attempt[Character], rollable: Rollable
) -> Iterator[tuple[str, Figure, Item | None]]:
    """The dice of each thing that adds to this check while it is used, by id, with the item if it
    is one: kits, a scope, an heirloom, an easily hidden weapon, a saber; and a saber's bonus to an
    active Parry. Sabers are offered only if the weapon in hand is unknown: otherwise their bonus is
    already in the pool.
    """
    character, skill = attempt.character, rollable.skill
    if not skill:
        return
    for id, (item, upgrades) in _items(character, skill).items():
        name = f"{item.name}, upgraded" if upgrades else item.name
        more = dice(name, item.help_dice + upgrades, source=item.source, ruling=item.ruling)
        yield id, more, item
    weapons = weapon_in_hand.weapons(character)
    for row in character.tables.properties.values():
        names = [one.item.name for one in weapons if row.id in properties(one)]
        if names and skill in map(character.tables.skill_id, row.helps):
            label = f"hiding {' or '.join(names)}"
            yield row.id, dice(label, row.help_dice, source=row.source, ruling=row.ruling), None
    is_told = weapon_in_hand.HAND in attempt.situation
    for place, (is_saber, figure) in enumerate(figures.in_use(character, skill)):
        if not (is_saber and is_told):
            yield f"conditional-{place}", figure, None
    for holding in weapons if rollable.defends == "parry" and not is_told else ():
        design = character.tables.designs.get(holding.item.design)
        if design and design.parry:
            ruling = book().play.rulings["active_saber"]
            more = bonus(design.name, design.parry, source=design.source, ruling=ruling)
            yield f"saber-{holding.item.key}", more, None


def _items(character: Character, skill: str) -> dict[str, tuple[Item, int]]:
    """Each item that helps with a skill, by id, with the most upgrades that one of them has."""
    best: dict[str, tuple[Item, int]] = {}
    for holding in character.carried:
        item = holding.item.row
        if isinstance(item, Item) and skill in item.helps:
            _, upgrades = best.get(item.id, (item, 0))
            best[item.id] = (item, max(upgrades, holding.upgrades))
    return best
