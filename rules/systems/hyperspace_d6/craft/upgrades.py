"""Improvements of a craft on offer, each with its price, and the points that pay for them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.craft import Upgrade, UpgradeRules
from rules.figures import number
from rules.forms.fields import Field, Option, Text
from rules.forms.parsing import FormValues
from rules.kit.currency import CHARACTER_POINTS
from rules.kit.play.answers import Answers, number_field, pick, required
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.craft.craft import DEFENSES, DICE_NUMBERS, Craft
from rules.systems.hyperspace_d6.craft.ledger import MOST_DAMAGE, price, title
from rules.systems.hyperspace_d6.document.craft import Contribute, CraftUpgrade
from rules.systems.hyperspace_d6.document.entries import Spend

WEAPON, COMPONENT, DAMAGE = "weapon", "component", "damage."
MOST_POINTS, LONGEST_NAME = 1000, 80
UNKNOWN_UPGRADE = "This craft has no such upgrade. Choose one of its list."
NAMED = {WEAPON: "A new weapon", COMPONENT: "A new component"}
RAISES = "Usually it raises a defense by 1 as well: your GM says which."


def offers(craft: Craft) -> tuple[Upgrade, ...]:
    """Every improvement (HyperspaceD6, Upgrading Vehicles)."""
    return tuple(chosen(craft, id, {}) for id in _ids(craft))


def _ids(craft: Craft) -> Iterator[str]:
    yield from DICE_NUMBERS
    if craft.value("shields"):
        yield "shields"
    yield from (f"{DAMAGE}{weapon.id}" for weapon in craft.weapons)
    yield from NAMED


def chosen(craft: Craft, id: str, values: FormValues) -> Upgrade:
    """An improvement with what was typed of it."""
    upgrade = _entry(craft, id, values)
    is_priced = id not in NAMED or bool(upgrade.damage) or upgrade.cp is not None
    is_named = id not in NAMED or bool(upgrade.name.strip())
    return Upgrade(
        id=id,
        name=title(craft, upgrade) if is_named else NAMED[id],
        price=price(craft, upgrade) if is_priced else None,
        fields=tuple(_fields(craft, id, upgrade)),
    )


def _fields(craft: Craft, id: str, upgrade: CraftUpgrade) -> Iterator[Field]:
    if id in NAMED:
        yield Text("name", "Called", (upgrade.name,), limit=LONGEST_NAME)
    if id == WEAPON:
        yield number_field("damage", "Damage, dice", upgrade.damage, 1, MOST_DAMAGE)
    if id == COMPONENT:
        yield number_field("cp", "Price your GM named", upgrade.cp, 0, MOST_POINTS)
    if id in DICE_NUMBERS:
        options = (
            Option(name, f"{DEFENSES[name]} +1", chosen=name in upgrade.raises)
            for name in _raisable(craft)
        )
        yield pick("raises", RAISES, tuple(options))


def _raisable(craft: Craft) -> tuple[str, ...]:
    """The defenses of a craft: Shields only where it has some."""
    return tuple(id for id in DEFENSES if id != "shields" or craft.value(id))


def _entry(craft: Craft, id: str, values: FormValues) -> CraftUpgrade:
    """The entry so far; RuleViolation for no such improvement, and for what cannot be read."""
    if id not in set(_ids(craft)):
        raise RuleViolation([Problem("unknown-upgrade", "upgrade", UNKNOWN_UPGRADE)])
    answers, (aspect, _, weapon) = Answers(values), id.partition(".")
    upgrade = CraftUpgrade(
        aspect=aspect,
        weapon=weapon,
        name=answers.text("name")[:LONGEST_NAME] if id in NAMED else "",
        damage=answers.number("damage", 1, MOST_DAMAGE) if id == WEAPON else None,
        cp=answers.number("cp", 0, MOST_POINTS) if id == COMPONENT else None,
        raises=answers.options("raises", _raisable(craft)) if id in DICE_NUMBERS else (),
    )
    answers.check()
    return upgrade


def entry(craft: Craft, id: str, values: FormValues) -> CraftUpgrade:
    """The entry of an improvement; RuleViolation by field for what is missing."""
    upgrade = _entry(craft, id, values)
    if id in NAMED:
        required(upgrade.name.strip() or None, "name", "Give it a name.")
    if id == WEAPON:
        required(upgrade.damage, "damage", f"Enter its damage, 1D to {MOST_DAMAGE}D.")
    if id == COMPONENT:
        required(upgrade.cp, "cp", "Enter the Character Points that your GM named, 0 or more.")
    return upgrade


UPGRADES = UpgradeRules[Character, Craft](
    offers=offers,
    chosen=chosen,
    entry=entry,
    pool=lambda craft: number("in the pool", craft.character_points, source="Its history"),
    points=lambda character: number(
        "Character Points", character.character_points, source="Your history"
    ),
    pay_in=lambda points, giver: Contribute(cp=points, giver=giver),
    spend=lambda points, note: Spend(cp=points, note=note),
    unit=CHARACTER_POINTS.counted,
)
