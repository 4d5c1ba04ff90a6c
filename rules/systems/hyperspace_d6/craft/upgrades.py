"""Improvements of a craft on offer, each with its price, and the points that pay for them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.craft import Upgrade, UpgradeRules
from rules.figures import Figure, number
from rules.forms.fields import Field, Option, Text
from rules.forms.parsing import FormValues
from rules.kit.currency import CHARACTER_POINTS
from rules.kit.play.answers import Answers, number_field, pick, required, whole
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.craft.craft import DEFENSES, DICE_NUMBERS, Craft
from rules.systems.hyperspace_d6.craft.ledger import MOST_DAMAGE, price, title
from rules.systems.hyperspace_d6.document.craft import Contribute, CraftUpgrade
from rules.systems.hyperspace_d6.document.entries import Spend

WEAPON, COMPONENT, DAMAGE = "weapon", "component", "damage."
MOST_POINTS, LONGEST_NAME = 1000, 80
UNKNOWN_UPGRADE = "This craft has no such upgrade. Choose one of its list."
RAISES = "Usually it raises a defense by 1 as well: your GM says which."


def offers(craft: Craft) -> tuple[Upgrade, ...]:
    """Every improvement (HyperspaceD6, Upgrading Vehicles)."""
    return tuple(chosen(craft, id, {}) for id in _ids(craft))


def _ids(craft: Craft) -> Iterator[str]:
    yield from DICE_NUMBERS
    if craft.value("shields"):
        yield "shields"
    yield from (f"{DAMAGE}{weapon.id}" for weapon in craft.weapons)
    yield WEAPON
    yield COMPONENT


def chosen(craft: Craft, id: str, values: FormValues) -> Upgrade:
    """An improvement with what was typed of it."""
    if id not in set(_ids(craft)):
        raise RuleViolation([Problem("unknown-upgrade", "upgrade", UNKNOWN_UPGRADE)])
    entry = _entry(craft, id, values)
    is_typed = id in (WEAPON, COMPONENT)
    cost = price(craft, entry)
    is_priced = not is_typed or (entry.cp is not None if id == COMPONENT else bool(entry.damage))
    names = {WEAPON: "A new weapon", COMPONENT: "A new component"}
    return Upgrade(
        id=id,
        name=title(craft, entry) if entry.name.strip() or not is_typed else names[id],
        price=cost if is_priced else None,
        fields=tuple(_fields(craft, id, values)),
    )


def _fields(craft: Craft, id: str, values: FormValues) -> Iterator[Field]:
    answers = Answers(values)
    if id in (WEAPON, COMPONENT):
        yield Text("name", "Called", (answers.text("name"),), limit=LONGEST_NAME)
    if id == WEAPON:
        typed = whole(answers.text("damage"), 1, MOST_DAMAGE)
        yield number_field("damage", "Damage, dice", typed, 1, MOST_DAMAGE)
    if id == COMPONENT:
        typed = whole(answers.text("cp"), 0, MOST_POINTS)
        yield number_field("cp", "Price your GM named", typed, 0, MOST_POINTS)
    if id in DICE_NUMBERS:
        raised = answers.chosen("raises")
        names = {name: label for name, label in DEFENSES.items() if _has(craft, name)}
        options = tuple(
            Option(name, f"{label} +1", chosen=name in raised) for name, label in names.items()
        )
        yield pick("raises", RAISES, options)


def _has(craft: Craft, defense: str) -> bool:
    return defense != "shields" or bool(craft.value("shields"))


def _entry(craft: Craft, id: str, values: FormValues) -> CraftUpgrade:
    answers = Answers(values)
    if id.startswith(DAMAGE):
        return CraftUpgrade(aspect="damage", weapon=id.removeprefix(DAMAGE))
    if id == WEAPON:
        damage = answers.number("damage", 1, MOST_DAMAGE)
        answers.check()
        return CraftUpgrade(aspect=WEAPON, name=answers.text("name")[:LONGEST_NAME], damage=damage)
    if id == COMPONENT:
        points = answers.number("cp", 0, MOST_POINTS)
        answers.check()
        return CraftUpgrade(aspect=COMPONENT, name=answers.text("name")[:LONGEST_NAME], cp=points)
    raises = answers.options("raises", [one for one in DEFENSES if _has(craft, one)])
    answers.check()
    return CraftUpgrade(aspect=id, raises=raises if id in DICE_NUMBERS else ())


def entry(craft: Craft, id: str, values: FormValues) -> CraftUpgrade:
    """The entry of an improvement; RuleViolation by field for what is missing."""
    upgrade = chosen(craft, id, values)
    made = _entry(craft, upgrade.id, values)
    if id in (WEAPON, COMPONENT):
        required(made.name.strip() or None, "name", "Give it a name.")
    if id == WEAPON:
        required(made.damage, "damage", f"Enter its damage, 1D to {MOST_DAMAGE}D.")
    if id == COMPONENT:
        required(made.cp, "cp", "Enter the Character Points that your GM named, 0 or more.")
    return made


def _pool(craft: Craft) -> Figure:
    return number("in the pool", craft.character_points, source="Its history")


def _points(character: Character) -> Figure:
    return number("Character Points", character.character_points, source="Your history")


UPGRADES = UpgradeRules[Character, Craft](
    offers=offers,
    chosen=chosen,
    entry=entry,
    pool=_pool,
    points=_points,
    pay_in=lambda points, giver: Contribute(cp=points, giver=giver),
    spend=lambda points, note: Spend(cp=points, note=note),
    unit=CHARACTER_POINTS.counted,
)
